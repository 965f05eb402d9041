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
    sideNames = SideNames()
    var mentions: [SideNames.Mention] = []
    for member in node.members ?? [] {
      guard let operation = Operation(rawValue: member.key), member.value.members != nil,
        !recipe.sides.contains(where: { $0.operation == operation })
      else { continue }
      recipe.sides.append(side(member.value, operation))
      mentions += sideNames.mentions
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
    let loose = (node.members ?? []).filter { Format.looseSideKeys.contains($0.key) }
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
    return ReadRecipe(recipe: recipe, mentions: sideNames.mentions)
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
    if ExpressionName.reserved.contains(member.key) || Format.namesOfUse.contains(member.key) {
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
