import Motion

/// What a transition is between, as far as it could be read.
struct TransitionContext {
  var from: KnownScreen?
  var to: KnownScreen?
  /// The operation of a flow's step; nil in a scene of two screens.
  var operation: Operation?
  /// What plays where no type is written: what a rule says, or the reverse of what brought the
  /// screen.
  var inherited: Transition?
  /// What a rule says besides; what is written comes before it.
  @Boxed var keys = TransitionKeys()
  /// The finger that it says.
  var gesture: JSONNode?
  /// Whether any key may be a parameter where no type is written, as in a step of a flow.
  var isStep = false
}

/// A recipe and the targets that it names.
struct ReadRecipe: Hashable, Sendable {
  var recipe: Recipe
  var mentions: [TargetNames.Mention]
  var arguments: [Argument] = []

  /// This recipe on top of `base`, of whose targets those count that are still named.
  func extending(_ base: ReadRecipe) -> ReadRecipe {
    var merged = self
    merged.recipe = recipe.extending(base.recipe)
    let named = Dictionary(
      uniqueKeysWithValues: merged.recipe.sides.map { ($0.operation, $0.namedTargets) })
    merged.mentions += base.mentions.filter { named[$0.operation]?.contains($0.target) == true }
    merged.arguments = base.arguments
    return merged
  }

  /// The same in which the side that plays for `operation` is written, as it plays.
  func writing(_ operation: Operation) -> ReadRecipe {
    var written = self
    let (source, isReversed) = recipe.writtenOperation(for: operation)
    written.recipe = recipe.writing(operation)
    guard source != operation else { return written }
    written.mentions += mentions.filter { $0.operation == source }.map {
      TargetNames.Mention(
        target: isReversed ? $0.target.exchanged : $0.target, place: $0.place,
        operation: operation)
    }
    return written
  }
}

// Transitions, as scenes use them.
extension Reading {
  /// The transition that `node` says, or the default at `place`.
  mutating func transition(
    _ node: JSONNode?, at place: Place, _ context: TransitionContext
  ) -> Transition? {
    let type = node?.text != nil ? node : node?["type"]
    // A transition that is neither a name nor an object has been noted before.
    if let node, node.text == nil, node.members == nil { return nil }
    let inherited = type == nil ? context.inherited : nil
    var written = node?["operation"]?.choice() ?? context.operation
    let name =
      type?.text ?? inherited?.name ?? RecipeLibrary.defaultName(for: written ?? .push)
    written = written ?? RecipeLibrary.operation(of: name)
    let known = inherited.map {
      ReadRecipe(recipe: $0.recipe, mentions: [], arguments: $0.arguments)
    }
    guard let base = known ?? self.base(name, type?.place ?? place, node) else { return nil }
    let read = extended(base, by: node, playing: written)
    guard let first = read.recipe.sides.first?.operation else {
      note(.motion(.recipeWithoutSides), at: read.recipe.place)
      return nil
    }
    let operation = written ?? first
    var transition =
      inherited ?? Transition(place: place, name: name, recipe: read.recipe, operation: operation)
    (transition.place, transition.recipe) = (node?.place ?? place, read.recipe)
    transition.operation = operation
    checkParameters(node, read.recipe, name: name, in: context)
    transition.arguments = arguments(node, read)
    for keys in [context.keys, node.map { writtenKeys($0) }].compactMap({ $0 }) {
      transition.written = TransitionKeys.fields.filled(keys, from: transition.written)
    }
    // What follows a finger and how far it goes are in the words of what plays; what plays by a rule
    // has the rule's finger already.
    let ruled = inherited?.gesture == nil ? context.gesture : nil
    if let finger = node?["gesture"] ?? ruled {
      transition.gesture = gesture(finger, of: transition, context)
    }
    checkTap(node, transition, on: .from, context)
    checkMentions(read, transition.operation, context)
    // What is inherited was held against the screens where it is written.
    if node?["shared"] != nil { checkShared(transition.shared, context) }
    return transition
  }

  /// The same transition with the parameters that `node` gives it, which leaves its type open.
  mutating func transition(_ inherited: Transition, takingParametersOf node: JSONNode) -> Transition
  {
    var (transition, context) = (inherited, TransitionContext())
    context.isStep = true
    checkParameters(node, inherited.recipe, name: inherited.name, in: context)
    let read = ReadRecipe(recipe: inherited.recipe, mentions: [], arguments: inherited.arguments)
    transition.arguments = arguments(node, read)
    return transition
  }

  /// The transition that brought a sheet, with the parameters that `node` gives it, and with the
  /// time and the finger that the step says.
  mutating func adjusting(
    _ resting: Transition, to node: JSONNode, keys step: JSONNode, screen: KnownScreen?
  ) -> Transition? {
    var transition = resting
    if let detent = node.text.flatMap(Detent.init) {
      guard transition.setTop(to: detent) else {
        note(.flow(.noDetents(resting.name)), at: node.place)
        return nil
      }
    } else {
      guard node.members != nil else { return nil }
      transition = self.transition(resting, takingParametersOf: node)
    }
    let context = TransitionContext(to: screen)
    transition.adjusted = resting.arguments
    transition.place = step.place
    transition.gesture = nil
    var inherited = resting.written
    (inherited.delay, inherited.tap) = (nil, nil)
    inherited.statusBar = nil
    transition.written = TransitionKeys.fields.filled(writtenKeys(step), from: inherited)
    if let finger = step["gesture"] {
      transition.gesture = gesture(finger, of: transition, context)
    }
    checkTap(step, transition, on: .to, context)
    return transition
  }

  /// The keys of a transition that `node` writes.
  mutating func writtenKeys(_ node: JSONNode) -> TransitionKeys {
    var keys = TransitionKeys()
    TransitionKeys.fields.read(node, by: &self, into: &keys)
    return keys
  }

  /// The recipe that a transition of type `name` extends.
  private mutating func base(_ name: String, _ place: Place, _ node: JSONNode?) -> ReadRecipe? {
    guard name == "custom" else { return recipe(named: name, place) }
    return ReadRecipe(recipe: .empty(at: node?.place ?? place), mentions: [])
  }

  /// What a transition plays: its type, with the keys of a recipe or of a side that stand beside it
  /// on top.
  private mutating func extended(
    _ base: ReadRecipe, by node: JSONNode?, playing operation: Operation?
  ) -> ReadRecipe {
    guard let node, node.members?.contains(where: Grammar.isExtending) == true else { return base }
    return recipe(
      node, extending: base,
      playing: operation ?? base.recipe.sides.first?.operation ?? .push)
  }

  /// Notes keys that are no parameters of the recipe, and values that those cannot have.
  ///
  /// Where a built-in type is written, the check of the structure knows its parameters; where none
  /// is, in a transition of two screens, those of all default types.
  private mutating func checkParameters(
    _ node: JSONNode?, _ recipe: Recipe, name: String, in context: TransitionContext
  ) {
    let isFile = Notation.isRecipeFile(name)
    guard let node, isFile || node["type"] == nil else { return }
    let names = recipe.parameters.map(\.name)
    let isOpen = isFile || context.isStep
    for member in node.members ?? []
    where Self.isArgument(member) && (isOpen || Grammar.isDefaultParameter(member.key)) {
      if let parameter = recipe.parameters.first(where: { $0.name == member.key }) {
        checkArgument(member, parameter)
        continue
      }
      let nearest = suggestion(for: member.key, in: names)
      let problem = MotionProblem.unknownParameter(
        member.key, recipe: name, suggestion: nearest)
      note(.motion(problem), at: member.place)
    }
  }

  /// A value for every parameter of the recipe, and a mistake for every one that is not right.
  private mutating func arguments(_ node: JSONNode?, _ read: ReadRecipe) -> [Argument] {
    read.recipe.parameters.map { parameter in
      let inherited = read.arguments.first { $0.name == parameter.name }?.value
      let given = node?.member(parameter.name).flatMap { argument($0, parameter) }
      return Argument(
        name: parameter.name, value: given ?? inherited ?? parameter.defaultValue)
    }
  }

  /// Whether a key is no key of a transition or a step, but could be a parameter.
  private static func isArgument(_ member: JSONMember) -> Bool {
    let isKnown = Grammar.namesOfUse.contains(member.key) || StructureCheck.isIgnored(member.key)
    return !isKnown && (member.value.number != nil || member.value.flag != nil)
  }

  private func argument(_ member: JSONMember, _ parameter: Parameter) -> Double? {
    switch parameter.kind {
    case .flag: member.value.flag.map { $0 ? 1 : 0 }
    case .number: member.value.number
    }
  }

  private mutating func checkArgument(_ member: JSONMember, _ parameter: Parameter) {
    guard let value = argument(member, parameter) else {
      let problem: MotionProblem =
        parameter.kind == .flag
        ? .flagExpected(parameter: parameter.name) : .numberExpected(parameter: parameter.name)
      return note(.motion(problem), at: member.value.place)
    }
    guard case .number(let minimum, let maximum) = parameter.kind else { return }
    let range = NumberRange(minimum: minimum, maximum: maximum)
    guard !range.contains(value) else { return }
    let problem = MotionProblem.parameterOutOfRange(
      parameter.name, value, allowed: range.words)
    note(.motion(problem), at: member.value.place)
  }
}

// What a transition says of its screens.
extension Reading {
  /// Holds the layers that the recipe names against the screens.
  private mutating func checkMentions(
    _ read: ReadRecipe, _ operation: Operation, _ context: TransitionContext
  ) {
    let (written, isReversed) = read.recipe.writtenOperation(for: operation)
    for mention in read.mentions where mention.operation == written {
      guard case .layer(let role, let id) = mention.target else { continue }
      let actual = isReversed ? role.opposite : role
      checkLayer(id, actual, in: context, at: mention.place, orPattern: true)
    }
  }

  /// Holds the tap that `node` writes against the screen that is seen; notes one beside a gesture.
  private mutating func checkTap(
    _ node: JSONNode?, _ transition: Transition, on role: Role, _ context: TransitionContext
  ) {
    guard let tap = transition.tap else { return }
    if transition.gesture != nil {
      let place = (node?.member("tap") ?? node?.member("gesture"))?.place ?? transition.place
      note(.structure(.conflictingKeys("gesture", "tap")), at: place)
    }
    // What a rule taps was held against all screens.
    guard case .layer(let id) = tap, let written = node?["tap"] else { return }
    checkLayer(id, role, in: context, at: written.place)
  }

  mutating func checkLayer(
    _ id: String, _ role: Role, in context: TransitionContext, at place: Place,
    orPattern: Bool = false
  ) {
    guard let screen = role == .from ? context.from : context.to,
      screen.lacks(id, orPattern: orPattern)
    else { return }
    let ids = screen.layerIDs ?? []
    if ids.isEmpty, screen.screen.layers.contains(where: { Notation.isSVGFile($0.place.file) }) {
      return note(.motion(.unnamedLayers(id, screen: role.rawValue)), at: place)
    }
    let names = orPattern && id.hasSuffix("*") ? ids.map { "\($0.prefix(id.count - 1))*" } : ids
    let nearest = suggestion(for: id, in: names)
    note(
      .motion(.unknownLayer(id, screen: role.rawValue, suggestion: nearest)), at: place)
  }
}

// Elements that travel.
extension Reading {
  /// Holds the layers that travel against the screens.
  mutating func checkShared(_ shared: [SharedElement], _ context: TransitionContext) {
    checkEnds(shared)
    for element in shared {
      for (role, end) in [(Role.from, element.from), (.to, element.to)] {
        guard case .layer(let id) = end else { continue }
        checkLayer(id, role, in: context, at: element.place)
      }
    }
  }

  /// Notes a second way of what travels already.
  ///
  /// A part may be named twice: a screen has a title or a large title.
  mutating func checkEnds(_ shared: [SharedElement]) {
    var seen: Set<Target> = []
    for element in shared {
      for target in [element.from.target(.from), element.to.target(.to)]
      where target.part == nil && !seen.insert(target).inserted {
        note(.motion(.targetTwice(target.description)), at: element.place)
      }
    }
  }

  mutating func sharedElement(_ node: JSONNode) -> SharedElement? {
    guard node.members != nil else { return nil }
    for key in ["from", "to"] {
      guard let member = node.member(key), node["id"] != nil else { continue }
      note(.structure(.conflictingKeys("id", key)), at: member.place)
    }
    for key in ["from", "to"] where node["id"] == nil && node[key] == nil {
      note(.structure(.missingKey(key)), at: node.place)
    }
    guard let from = (node["id"] ?? node["from"])?.text, let to = (node["id"] ?? node["to"])?.text
    else { return nil }
    let isNamed = node["id"] != nil
    func end(_ name: String) -> SharedElement.End {
      if name == "screen", !isNamed { return .screen }
      return ScreenPart(rawValue: name).map { .part($0) } ?? .layer(name)
    }
    var element = SharedElement(
      place: (node["id"] ?? node["from"])?.place ?? node.place,
      from: end(from), to: end(to))
    SharedStyle.fields.read(node, by: &self, into: &element.style)
    if element.from == .screen, element.to == .screen {
      note(.motion(.bothScreens), at: element.place)
      return nil
    }
    return element
  }

}

extension SharedElement.End {
  /// What it is called among the targets.
  public func target(_ role: Role) -> Target {
    switch self {
    case .layer(let id): .layer(role, id)
    case .part(let part): .part(role, part)
    case .screen: .screen(role)
    }
  }
}
