import Motion

// Recipes.
extension Reading {
  /// The recipe in a file that a scene names.
  mutating func recipeFile(_ text: String, _ place: Place) -> ReadRecipe? {
    guard let path = asset(JSONNode(.text(text), at: place))?.path else { return nil }
    if let known = recipeFiles[path] { return known }
    let recipe = readRecipeFile(path, place)
    recipeFiles[path] = .some(recipe)
    return recipe
  }

  private mutating func readRecipeFile(_ path: String, _ place: Place) -> ReadRecipe? {
    guard let node = tree(of: path, namedAt: place) else { return nil }
    _ = check(node, .recipe)
    guard node.members != nil else { return nil }
    return within(path) { $0.recipe(node) }
  }

  /// The recipe that `node` says, whose structure has been checked.
  mutating func recipe(_ node: JSONNode) -> ReadRecipe? {
    var recipe = head(node)
    targetNames = TargetNames()
    var mentions: [TargetNames.Mention] = []
    for member in node.members ?? [] {
      guard let operation = Operation(rawValue: member.key), member.value.members != nil,
        !recipe.sides.contains(where: { $0.operation == operation })
      else { continue }
      recipe.sides.append(side(member.value, operation))
      mentions += targetNames.mentions
    }
    parameters = []
    if recipe.sides.isEmpty {
      note(.motion(.recipeWithoutSides), at: node.place)
      return nil
    }
    return ReadRecipe(recipe: recipe, mentions: mentions)
  }

  /// The recipe of a transition of type `custom`: sides, or the keys of the only one.
  mutating func inlineRecipe(_ node: JSONNode) -> ReadRecipe? {
    let loose = (node.members ?? []).filter { Grammar.looseSideKeys.contains($0.key) }
    let hasSides = Operation.allCases.contains { node[$0.rawValue]?.members != nil }
    guard !hasSides, !loose.isEmpty else {
      if let first = loose.first {
        note(.motion(.sidesAndLooseKeys(first.key)), at: first.place)
      }
      return recipe(node)
    }
    var recipe = head(node)
    let operation: Operation = node["operation"]?.choice() ?? .push
    recipe.sides = [side(JSONNode(.object(loose), at: node.place), operation)]
    parameters = []
    return ReadRecipe(recipe: recipe, mentions: targetNames.mentions)
  }

  /// Everything of a recipe but its sides.
  private mutating func head(_ node: JSONNode) -> Recipe {
    parameters = (node["parameters"]?.members ?? []).compactMap { parameter($0) }
    var recipe = Recipe(
      place: node.place, summary: node["summary"]?.text ?? "",
      direction: node["direction"]?.choice(), duration: seconds(node["duration"]),
      parameters: parameters, sides: [])
    recipe.writtenFor = node["writtenFor"]?.choice()
    return recipe
  }

  private mutating func parameter(_ member: JSONMember) -> Parameter? {
    guard !StructureCheck.isIgnored(member.key), let node = member.value["default"] else {
      return nil
    }
    if ExpressionName.reserved.contains(member.key) || Grammar.namesOfUse.contains(member.key) {
      note(.motion(.badParameterName(member.key)), at: member.place)
    }
    let help = member.value["help"]?.text ?? ""
    if let flag = node.flag {
      return Parameter(
        name: member.key, kind: .flag, defaultValue: flag ? 1 : 0, help: help)
    }
    guard let number = node.number else { return nil }
    let bounds = member.value["range"]?.numbers.flatMap { $0.count == 2 ? $0 : nil }
    let range = NumberRange(minimum: bounds?[0], maximum: bounds?[1])
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
  mutating func side(_ node: JSONNode, _ operation: Operation) -> Side {
    targetNames = TargetNames()
    claimNames(node)
    checkNames(node)
    var side = Side(place: node.place, operation: operation)
    side.curve = curve(node["curve"])
    side.duration = seconds(node["duration"])
    side.order = node["order"]?.elements.map { targets($0, operation) }
    side.settings = settings(node["set"], operation)
    side.layers = recipeLayers(node["layers"], operation)
    side.snapshots = snapshots(node["snapshots"], operation)
    side.slices = slices(node["slices"], operation)
    side.tracks = (node["tracks"]?.elements ?? []).compactMap { track($0, operation) }
    side.shared = sharedStyle(node["shared"])
    side.gesture = node["gesture"].map { gesture($0) }
    side.isIsolated = node["isolate"]?.flag ?? false
    side.rests = node["rest"]?.flag ?? false
    side.bleed = node["bleed"].map { targets($0.elements ?? [$0], operation) } ?? []
    checkOverlaps(side.tracks)
    return side
  }

  /// Takes down what the side calls its own things.
  private mutating func claimNames(_ node: JSONNode) {
    let parts = ids(node["layers"]) + ids(node["snapshots"])
    let slices = ids(node["slices"])
    (targetNames.parts, targetNames.slices) = (Set(parts), Set(slices))
    // A layer in slices is there once for each, and a target in slices itself.
    targetNames.slices.formUnion(
      (node["layers"]?.elements ?? []).compactMap { layer in
        layer["in"]?.text.flatMap { targetNames.slices.contains($0) ? layer["id"]?.text : nil }
      })
    targetNames.ownNames = parts + slices
  }

  private func ids(_ node: JSONNode?) -> [String] {
    (node?.elements ?? []).compactMap { $0["id"]?.text }
  }

  /// Every thing of the side's own has a name of its own.
  private mutating func checkNames(_ node: JSONNode) {
    var seen: [String: Int] = [:]
    for key in ["layers", "snapshots", "slices"] {
      for id in (node[key]?.elements ?? []).compactMap({ $0["id"] }) {
        guard let name = id.text else { continue }
        if let line = seen[name] {
          note(.structure(.duplicateID(name, firstLine: line)), at: id.place)
        }
        seen[name] = seen[name] ?? id.place.line
      }
    }
  }

  /// The target that a text names; notes one that there is not.
  mutating func target(_ node: JSONNode?, _ operation: Operation) -> Target? {
    guard let node, let text = node.text, !text.isEmpty else { return nil }
    return target(text, at: node.place, operation)
  }

  private mutating func target(
    _ text: String, at place: Place, _ operation: Operation
  ) -> Target? {
    guard let target = targetNames.target(text) else {
      let nearest = suggestion(for: text, in: targetNames.all)
      note(.motion(.unknownTarget(text, suggestion: nearest)), at: place)
      return nil
    }
    targetNames.mentions.append(
      TargetNames.Mention(target: target, place: place, operation: operation))
    return target
  }

  /// A list of targets, each once.
  private mutating func targets(_ nodes: [JSONNode], _ operation: Operation) -> [Target] {
    var targets: [Target] = []
    var seen: Set<Target> = []
    for node in nodes {
      guard let target = target(node, operation) else { continue }
      if !seen.insert(target).inserted {
        note(.motion(.targetTwice(target.description)), at: node.place)
      } else {
        targets.append(target)
      }
    }
    return targets
  }

  private mutating func settings(_ node: JSONNode?, _ operation: Operation) -> [TargetSettings] {
    (node?.members ?? []).compactMap { member in
      guard !StructureCheck.isIgnored(member.key),
        let target = target(member.key, at: member.place, operation)
      else { return nil }
      return TargetSettings(
        target: target,
        template: template(
          member.value, .settings,
          Owner(name: member.key, isSliced: targetNames.isSliced(target))))
    }
  }

  private mutating func recipeLayers(
    _ node: JSONNode?, _ operation: Operation
  ) -> [RecipeLayer] {
    (node?.elements ?? []).compactMap { recipeLayer($0, operation) }
  }

  private mutating func recipeLayer(_ node: JSONNode, _ operation: Operation) -> RecipeLayer? {
    guard let id = node["id"]?.text, let parent = target(node["in"], operation) else {
      return nil
    }
    let owner = Owner(name: id, isSliced: targetNames.isSliced(parent))
    return RecipeLayer(id: id, parent: parent, template: template(node, .recipeLayer, owner))
  }

  private mutating func snapshots(_ node: JSONNode?, _ operation: Operation) -> [Snapshot] {
    (node?.elements ?? []).compactMap { snapshot in
      guard let id = snapshot["id"]?.text, let source = target(snapshot["of"], operation),
        let rect = snapshot["rect"]
      else { return nil }
      let owner = Owner(name: "\(id).rect", isSliced: false)
      guard case .numbers(let quantities)? = value(rect, Grammar.rect, owner) else { return nil }
      return Snapshot(id: id, source: source, rect: quantities)
    }
  }

  private mutating func slices(_ node: JSONNode?, _ operation: Operation) -> [Slices] {
    (node?.elements ?? []).compactMap { slices in
      guard let id = slices["id"]?.text, let source = target(slices["of"], operation) else {
        return nil
      }
      let stagger = slices["stagger"]
      func number(_ node: JSONNode?, _ key: String, orElse usual: Double) -> Quantity {
        let owner = Owner(name: "\(id).\(key)", isSliced: false)
        return quantity(node, .any, owner) ?? .number(usual)
      }
      return Slices(
        id: id, source: source,
        columns: number(slices["columns"], "columns", orElse: 1),
        rows: number(slices["rows"], "rows", orElse: 1),
        spread: number(stagger?["spread"], "spread", orElse: 0),
        start: stagger?["from"]?.choice() ?? .start,
        isReversed: stagger?["reverse"]?.flag ?? false)
    }
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
    } + [.container, .dim, .shared]

  private static let fixedNames = fixedTargets.map(\.description)

  private static let fixed = Dictionary(
    uniqueKeysWithValues: fixedTargets.map { ($0.description, $0) })
}
