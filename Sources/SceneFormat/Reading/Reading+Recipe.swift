import Motion

// Recipes.
extension Reading {
  /// The recipe called `name`: built in, or in a file.
  mutating func recipe(named name: String, _ place: Place) -> ReadRecipe? {
    if Notation.isRecipeFile(name) {
      return file(JSONNode(.text(name), at: place), .recipe, \.recipeFiles) { $0.recipe($1) }
    }
    return RecipeLibrary.recipe(named: RecipeLibrary.source(of: name) ?? name).map {
      ReadRecipe(recipe: $0, mentions: [])
    }
  }

  /// The recipe that a file says, whose structure has been checked, on top of what it extends.
  ///
  /// Nil where that cannot be read: then nothing is known of the names that this one may use.
  mutating func recipe(_ node: JSONNode) -> ReadRecipe? {
    guard let base = node["extends"] else {
      return recipe(node, extending: ReadRecipe(recipe: .empty(at: node.place), mentions: []))
    }
    return base.text.flatMap { recipe(named: $0, base.place) }.map {
      recipe(node, extending: $0)
    }
  }

  /// The recipe that `node` says on top of `base`; keys of a side that stand beside the type of a
  /// transition belong to the side that plays for `operation`.
  mutating func recipe(
    _ node: JSONNode, extending base: ReadRecipe, playing operation: Operation? = nil
  ) -> ReadRecipe {
    let members = node.members ?? []
    let loose = operation == nil ? [] : members.filter { Grammar.looseSideKeys.contains($0.key) }
    var sides = members.compactMap { member -> (Operation, JSONNode)? in
      guard let operation = Operation(rawValue: member.key), member.value.members != nil else {
        return nil
      }
      return (operation, member.value)
    }
    var base = base
    if let operation, let first = loose.first {
      if !sides.isEmpty { note(.motion(.sidesAndLooseKeys(first.key)), at: first.place) }
      sides = [(operation, JSONNode(.object(loose), at: node.place))]
      base = base.writing(operation)
    }
    var own = ReadRecipe(recipe: head(node, extending: base.recipe), mentions: [])
    for (operation, node) in sides
    where !own.recipe.sides.contains(where: { $0.operation == operation }) {
      let beneath = base.recipe.sides.first { $0.operation == operation }
      own.recipe.sides.append(side(node, operation, extending: beneath))
      own.mentions += targetNames.mentions
    }
    parameters = []
    return own.extending(base)
  }

  /// Everything of a recipe but its sides.
  private mutating func head(_ node: JSONNode, extending base: Recipe) -> Recipe {
    let own = (node["parameters"]?.members ?? []).compactMap { parameter($0, base.parameters) }
    // Expressions may name the parameters of the base too.
    parameters = own.extending(base.parameters)
    var recipe = Recipe(
      place: node.place, summary: node["summary"]?.text ?? "",
      direction: node["direction"]?.choice(), duration: seconds(node["duration"]),
      parameters: own, sides: [])
    recipe.writtenFor = node["writtenFor"]?.choice()
    return recipe
  }

  /// A parameter, with what it leaves open taken from the one that a base has by that name.
  private mutating func parameter(_ member: JSONMember, _ base: [Parameter]) -> Parameter? {
    guard !StructureCheck.isIgnored(member.key), let node = member.value["default"] else {
      return nil
    }
    if ExpressionName.reserved.contains(member.key) || Grammar.namesOfUse.contains(member.key) {
      note(.motion(.badParameterName(member.key)), at: member.place)
    }
    let inherited = base.first { $0.name == member.key }
    let help = member.value["help"]?.text ?? inherited?.help ?? ""
    if let flag = node.flag {
      if case .number? = inherited?.kind {
        note(.motion(.numberExpected(parameter: member.key)), at: node.place)
      }
      return Parameter(
        name: member.key, kind: .flag, defaultValue: flag ? 1 : 0, help: help)
    }
    guard let number = node.number else { return nil }
    if inherited?.kind == .flag {
      note(.motion(.flagExpected(parameter: member.key)), at: node.place)
    }
    let bounds = member.value["range"]?.numbers.flatMap { $0.count == 2 ? $0 : nil }
    var range = NumberRange(minimum: bounds?[0], maximum: bounds?[1])
    if bounds == nil, case .number(let minimum, let maximum)? = inherited?.kind {
      range = NumberRange(minimum: minimum, maximum: maximum)
    }
    if !range.contains(number) {
      note(.structure(.outOfRange(number, allowed: range.words)), at: node.place)
    }
    return Parameter(
      name: member.key, kind: .number(minimum: range.minimum, maximum: range.maximum),
      defaultValue: number, help: help)
  }
}

// One side of a recipe.
extension Reading {
  /// What `node` says of a side; it may name what `base`, which it extends, calls its own.
  private mutating func side(
    _ node: JSONNode, _ operation: Operation, extending base: Side?
  ) -> Side {
    (targetNames, self.operation) = (TargetNames(), operation)
    checkNames(node, base)
    claimNames(node, base)
    var side = Side(place: node.place, operation: operation)
    Side.fields.read(node, by: &self, into: &side)
    checkOrder(node["order"]?.elements ?? [])
    checkEnds(side.sharedElements)
    checkOverlaps(side.tracks)
    checkPlaces(of: side, order: node["order"])
    return side
  }

  /// What the system draws, and a pair of bars, are not in the container.
  private mutating func checkOrder(_ nodes: [JSONNode]) {
    for node in nodes {
      switch node.text.flatMap(targetNames.target) {
      case .part(_, let part)? where ScreenPart.ofSystem.contains(part), .pair(let part)?:
        note(.motion(.notInContainer(part)), at: node.place)
      default: break
      }
    }
  }

  /// Takes down what the side and its base call their own things.
  private mutating func claimNames(_ node: JSONNode, _ base: Side?) {
    let own = ids(node["layers"]) + ids(node["snapshots"]) + ids(node["slices"])
    let inherited = base.map(TargetNames.init(of:)) ?? TargetNames()
    let parts = ids(node["layers"]) + ids(node["snapshots"]) + inherited.parts
    let slices = ids(node["slices"]) + inherited.slices.subtracting(own)
    (targetNames.parts, targetNames.slices) = (Set(parts), Set(slices))
    // A layer in slices is there once for each, and a target in slices itself.
    targetNames.slices.formUnion(
      (node["layers"]?.elements ?? []).compactMap { layer in
        layer["in"]?.text.flatMap { targetNames.slices.contains($0) ? layer["id"]?.text : nil }
      })
    let replaced = Set(own)
    targetNames.ownNames = own + inherited.ownNames.filter { !replaced.contains($0) }
  }

  private func ids(_ node: JSONNode?) -> [String] {
    (node?.elements ?? []).compactMap { $0["id"]?.text }
  }

  /// Every thing of the side's own has a name of its own, which no target has already; one of its
  /// base that is of the same kind is replaced.
  private mutating func checkNames(_ node: JSONNode, _ base: Side?) {
    var seen: [String: Int] = [:]
    let inherited = [
      "layers": base?.layers.map(\.id), "snapshots": base?.snapshots.map(\.id),
      "slices": base?.slices.map(\.id),
    ]
    for key in ["layers", "snapshots", "slices"] {
      let others = Set(inherited.filter { $0.key != key }.values.flatMap { $0 ?? [] })
      for id in (node[key]?.elements ?? []).compactMap({ $0["id"] }) {
        guard let name = id.text, !name.isEmpty else { continue }
        if TargetNames().target(name) != nil || others.contains(name) {
          note(.motion(.nameOfTarget(name)), at: id.place)
        }
        if let line = seen[name] {
          note(.structure(.duplicateID(name, firstLine: line)), at: id.place)
        }
        seen[name] = seen[name] ?? id.place.line
      }
    }
  }

  /// The target that a text names; notes one that there is not.
  mutating func target(_ node: JSONNode?, orPattern: Bool = false) -> Target? {
    guard let node, let text = node.text, !text.isEmpty else { return nil }
    return target(text, at: node.place, orPattern: orPattern)
  }

  private mutating func target(
    _ text: String, at place: Place, orPattern: Bool
  ) -> Target? {
    guard let target = targetNames.target(text) else {
      let nearest = suggestion(for: text, in: targetNames.all)
      note(.motion(.unknownTarget(text, suggestion: nearest)), at: place)
      return nil
    }
    if target.isPattern, !orPattern { note(.motion(.target(.pattern(text))), at: place) }
    targetNames.mentions.append(
      TargetNames.Mention(target: target, place: place, operation: operation))
    return target
  }

  /// A list of targets, each once.
  mutating func targets(_ nodes: [JSONNode]) -> [Target] {
    var targets: [Target] = []
    var seen: Set<Target> = []
    for node in nodes {
      guard let target = target(node) else { continue }
      if !seen.insert(target).inserted {
        note(.motion(.targetTwice(target.description)), at: node.place)
      } else {
        targets.append(target)
      }
    }
    return targets
  }

  mutating func settings(_ node: JSONNode) -> [TargetSettings] {
    (node.members ?? []).compactMap { member in
      guard !StructureCheck.isIgnored(member.key),
        let target = target(member.key, at: member.place, orPattern: true)
      else { return nil }
      if let frame = member.value.member("frame"), !target.isScreen {
        note(.motion(.frameOfOther), at: frame.place)
      }
      return TargetSettings(
        target: target,
        template: template(
          member.value, .settings,
          Owner(name: member.key, isSliced: targetNames.isSliced(target))))
    }
  }

  mutating func recipeLayer(_ node: JSONNode) -> RecipeLayer? {
    guard let id = node["id"]?.text, let parent = target(node["in"]) else {
      return nil
    }
    let owner = Owner(name: id, isSliced: targetNames.isSliced(parent))
    return RecipeLayer(id: id, parent: parent, template: template(node, .recipeLayer, owner))
  }

  mutating func snapshots(_ node: JSONNode?) -> [Snapshot] {
    elements(node, within: .snapshots).compactMap { snapshot in
      guard let id = snapshot["id"]?.text, let source = target(snapshot["of"]),
        let rect = snapshot["rect"]
      else { return nil }
      let owner = Owner(name: "\(id).rect", isSliced: false)
      guard case .numbers(let quantities)? = value(rect, Grammar.rect, owner) else { return nil }
      return Snapshot(id: id, source: source, rect: quantities)
    }
  }

  mutating func slices(_ node: JSONNode?) -> [Slices] {
    (node?.elements ?? []).compactMap { slices in
      guard let id = slices["id"]?.text, let source = target(slices["of"]) else {
        return nil
      }
      func count(_ key: String) -> Quantity {
        let owner = Owner(name: "\(id).\(key)", isSliced: false)
        return quantity(slices[key], .any, owner) ?? .number(1)
      }
      return Slices(
        id: id, source: source, columns: count("columns"), rows: count("rows"),
        stagger: stagger(slices["stagger"], of: id))
    }
  }

  /// When each of the things starts that one track moves; by default at once.
  mutating func stagger(_ node: JSONNode?, of owner: String) -> Stagger {
    let spread = quantity(
      node?["spread"], .any, Owner(name: "\(owner).spread", isSliced: false))
    return Stagger(
      spread: spread ?? .number(0), start: node?["from"]?.choice() ?? .start,
      isReversed: node?["reverse"]?.flag ?? false)
  }
}

/// The names that a side of a recipe gives to things of its own.
struct TargetNames: Hashable, Sendable {
  /// Its layers and snapshots.
  var parts: Set<String> = []
  /// What it cuts into slices.
  var slices: Set<String> = []
  /// All of these, in the order in which they are written.
  var ownNames: [String] = []
  /// Every target that is named, for checks against the screens.
  var mentions: [Mention] = []

  /// A target and where it is named.
  struct Mention: Hashable, Sendable {
    let target: Target
    let place: Place
    let operation: Operation
  }

  init() {}

  /// The names that a side gives.
  init(of side: Side) {
    slices = Set(side.slices.map(\.id))
    for layer in side.layers {
      guard case .own(let id) = layer.parent, slices.contains(id) else { continue }
      slices.insert(layer.id)
    }
    ownNames = side.layers.map(\.id) + side.snapshots.map(\.id) + side.slices.map(\.id)
    parts = Set(side.layers.map(\.id) + side.snapshots.map(\.id))
  }

  /// Every name that a target may have, except for those with a number or an id.
  var all: [String] { Self.fixedNames + Array(ownNames.prefix(300)) }

  /// The target that `text` names; nil where there is none.
  func target(_ text: String) -> Target? {
    if let fixed = Self.fixed[text] { return fixed }
    if parts.contains(text) || slices.contains(text) { return .own(text) }
    if let role = Role.allCases.first(where: { text.hasPrefix("\($0.rawValue)#") }) {
      let id = text.dropFirst(role.rawValue.count + 1)
      return id.isEmpty ? nil : .layer(role, String(id))
    }
    if text.hasPrefix("shared#"), text.count > 7 { return .sharedLayer(String(text.dropFirst(7))) }
    return slice(text)
  }

  /// `tiles[2]`.
  private func slice(_ text: String) -> Target? {
    guard text.hasSuffix("]"), let bracket = text.lastIndex(of: "[") else { return nil }
    let id = String(text[..<bracket])
    let digits = text[text.index(after: bracket)...].dropLast()
    guard slices.contains(id), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let index = Int(digits)
    else { return nil }
    return .slice(id, index)
  }

  private static let fixedTargets: [Target] =
    Role.allCases.flatMap { role in
      [.screen(role)] + ScreenPart.allCases.map { .part(role, $0) } + [.mask(role)]
    } + (ScreenPart.bars + ScreenPart.ofSystem).map { .pair($0) } + [.container, .dim, .shared]

  private static let fixedNames = fixedTargets.map(\.description)

  private static let fixed = Dictionary(
    uniqueKeysWithValues: fixedTargets.map { ($0.description, $0) })
}
