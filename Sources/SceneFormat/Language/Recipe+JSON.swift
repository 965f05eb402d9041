extension Recipe {
  /// The recipe in the words of a recipe file, which read back to an equal recipe.
  public var json: String { JSONWriter.text(.object(members)) + "\n" }

  fileprivate var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = []
    if !summary.isEmpty { members.append(("summary", .text(summary))) }
    if let direction { members.append(("direction", .text(direction.rawValue))) }
    if let duration { members.append(("duration", .number(duration))) }
    if !parameters.isEmpty {
      members.append(("parameters", .object(parameters.map { ($0.name, $0.node) })))
    }
    return members + sides.map { ($0.operation.rawValue, $0.node) }
  }
}

extension Transition {
  /// The transition expanded into the language: a `custom` one with the side that plays, its
  /// parameters having the values that the scene gives them.
  public var expandedJSON: String {
    var recipe = recipe
    let (written, isReversed) = recipe.writtenOperation(for: operation)
    // A sheet that goes away begins where it rested, which only the side that brings it says.
    let keepsWritten = isReversed && recipe.side(for: operation).rests
    recipe.sides = [recipe.side(for: keepsWritten ? written : operation)]
    for argument in arguments {
      guard let index = recipe.parameters.firstIndex(where: { $0.name == argument.name }) else {
        continue
      }
      recipe.parameters[index].defaultValue = argument.value
    }
    recipe.direction = direction ?? recipe.direction
    recipe.duration = duration ?? recipe.sides[0].duration ?? recipe.duration
    return JSONWriter.text(.object(head + recipe.members + tail)) + "\n"
  }

  private var head: [(String, JSONNode)] {
    [("type", .text("custom")), ("operation", .text(operation.rawValue))]
  }

  private var tail: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = []
    if let curve { members.append(("curve", curve.node)) }
    if delay != 0 { members.append(("delay", .number(delay))) }
    if !shared.isEmpty { members.append(("shared", .list(shared.map(\.node)))) }
    if let gesture { members.append(("gesture", gesture.node)) }
    if seed != 1 { members.append(("random", .number(Double(seed)))) }
    return members
  }
}

extension Parameter {
  fileprivate var node: JSONNode {
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

  private var helpNode: JSONNode? { help.isEmpty ? nil : .text(help) }
}

extension SharedElement {
  fileprivate var node: JSONNode {
    let isSame = to == .layer(from)
    let destination: String =
      switch to {
      case .layer(let id): id
      case .screen: "screen"
      }
    return .object([
      "id": isSame ? .text(from) : nil,
      "from": isSame ? nil : .text(from),
      "to": isSame ? nil : .text(destination),
      "curve": curve?.node,
      "arc": arc == 0 ? nil : .number(arc),
      "fit": fit.map { .text($0.rawValue) },
      "keep": keep.map { .text($0.rawValue) },
      "move": move?.node,
      "shape": shape?.node,
      "fade": fade?.node,
    ])
  }
}
