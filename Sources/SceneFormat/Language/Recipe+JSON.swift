import Formatting

extension Recipe {
  /// The recipe in the words of a recipe file, which read back to an equal recipe.
  public var json: String { JSONValue.object(members).text(.fitted) + "\n" }

  fileprivate var members: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if !summary.isEmpty { members.append(("summary", .text(summary))) }
    if let direction { members.append(("direction", .text(direction.rawValue))) }
    if let writtenFor { members.append(("writtenFor", .text(writtenFor.rawValue))) }
    if let duration { members.append(("duration", .number(duration))) }
    if !parameters.isEmpty {
      members.append(("parameters", .object(parameters.map { ($0.name, $0.node) })))
    }
    return members + sides.map { ($0.operation.rawValue, $0.node) }
  }
}

extension Transition {
  /// The transition expanded into the language, as a `custom` one that plays the very same run.
  ///
  /// It has the side that plays, else the sides as they are written, and parameters that have the
  /// values which the scene gives them.
  public var expandedJSON: String {
    var recipe = recipe
    let side = recipe.side(for: operation)
    if recipe.sides.allSatisfy(\.standsAlone) { recipe.sides = [side] }
    for argument in arguments {
      guard let index = recipe.parameters.firstIndex(where: { $0.name == argument.name }) else {
        continue
      }
      recipe.parameters[index].defaultValue = argument.value
    }
    if let direction, direction != recipe.direction {
      recipe.writtenFor = recipe.trackDirection
      recipe.direction = direction
    }
    recipe.duration = duration ?? side.duration ?? recipe.duration
    return JSONValue.object(head + recipe.members + tail).text(.fitted) + "\n"
  }

  private var head: [(String, JSONValue)] {
    [("type", .text("custom")), ("operation", .text(operation.rawValue))]
  }

  private var tail: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if let curve { members.append(("curve", curve.node)) }
    if delay != 0 { members.append(("delay", .number(delay))) }
    if !shared.isEmpty { members.append(("shared", .list(shared.map(\.node)))) }
    if let gesture { members.append(("gesture", gesture.node)) }
    if seed != 1 { members.append(("random", .number(Double(seed)))) }
    return members
  }
}

extension Side {
  /// Whether its own words say all of it, wherever they are written.
  ///
  /// Random choices depend on where they are written, a run that rests on the one that undoes it,
  /// and cells that start in turn on which way was first.
  fileprivate var standsAlone: Bool {
    !rests && slices.isEmpty && !node.text(.fitted).contains("random(")
  }
}

extension Parameter {
  fileprivate var node: JSONValue {
    switch kind {
    case .flag: .object(["default": .flag(defaultValue != 0), "help": helpNode])
    case .number(let minimum, let maximum):
      .object([
        "default": .number(defaultValue),
        "range": minimum.flatMap { minimum in
          maximum.map { .list([.number(minimum), .number($0)]) }
        },
        "help": helpNode,
      ])
    }
  }

  private var helpNode: JSONValue? { help.isEmpty ? nil : .text(help) }
}
