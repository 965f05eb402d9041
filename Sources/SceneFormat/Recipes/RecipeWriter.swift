package import Formatting
import Geometry
import Motion
import Pixels

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
    if recipe.sides.allSatisfy(\.standsAlone) {
      recipe.sides = [withBars(side)]
    } else {
      recipe.sides = recipe.sides.map { $0.operation == operation ? withBars($0) : $0 }
    }
    for argument in arguments {
      guard let index = recipe.parameters.firstIndex(where: { $0.name == argument.name }) else {
        continue
      }
      recipe.parameters[index].defaultValue = argument.value
    }
    if let direction = written.direction, direction != recipe.direction {
      recipe.writtenFor = recipe.trackDirection
      recipe.direction = direction
    }
    recipe.duration = written.duration ?? side.duration ?? recipe.duration
    return JSONValue.object(head + recipe.members + tail).text(.fitted) + "\n"
  }

  private var head: [(String, JSONValue)] {
    [("type", .text("custom")), ("operation", .text(operation.rawValue))]
  }

  /// Its own keys; what it plays and how long are the recipe's.
  private var tail: [(String, JSONValue)] {
    TransitionKeys.fields.members(of: written).filter {
      !["direction", "duration"].contains($0.0)
    } + (gesture.map { [("gesture", $0.json)] } ?? [])
  }
}

extension Side {
  /// Whether its own words say all of it, wherever they are written.
  ///
  /// Random choices depend on where they are written, a run that rests on the one that undoes it,
  /// and cells that start in turn on which way was first.
  fileprivate var standsAlone: Bool {
    rests != true && slices.isEmpty && !node.text(.fitted).contains("random(")
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

extension Side {
  /// The side in the words of a recipe file.
  var node: JSONValue { .object(Side.fields.members(of: self)) }
}

extension RecipeLayer {
  /// The keys as they are written, in the parent that it has now.
  var node: JSONValue {
    let members = (template.source.members ?? []).map { member in
      (member.key, member.key == "in" ? .text(parent.description) : member.value.json)
    }
    return .object(members)
  }
}

extension Snapshot {
  var node: JSONValue {
    .object([
      "id": .text(id), "of": .text(source.description), "rect": .list(rect.map(\.node)),
    ])
  }
}

extension Slices {
  var node: JSONValue {
    .object([
      "id": .text(id), "of": .text(source.description), "columns": columns.node,
      "rows": rows.node, "stagger": stagger.node,
    ])
  }
}

extension Stagger {
  var node: JSONValue {
    .object([
      "spread": spread.node, "from": .text(start.rawValue),
      "reverse": isReversed ? .flag(true) : nil,
    ])
  }
}

extension Quantity {
  /// The number, percent or expression as it is written.
  var node: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .fraction(let fraction, _): .text(NumberFormat.percent(fraction))
    case .expression(let expression): .text("=\(expression.source)")
    }
  }
}

extension Track {
  /// The track in the words of a recipe file.
  var node: JSONValue {
    let head: [(String, JSONValue)] = [("target", .text(target.description))]
    return .object(head + Track.fields.members(of: self) + values)
  }

  /// The properties; both scales are one where they are the same.
  private var values: [(String, JSONValue)] {
    var values: [(String, JSONValue)] = []
    var index = 0
    while index < properties.count {
      let track = properties[index]
      let next = index + 1 < properties.count ? properties[index + 1] : nil
      let isBoth =
        track.property == .scaleX && next?.property == .scaleY
        && next?.keyframes == track.keyframes
      values.append((isBoth ? "scale" : track.property.name, track.node))
      index += isBoth ? 2 : 1
    }
    return values
  }
}

extension Window {
  var node: JSONValue { .list([.number(start), .number(end)]) }
}

extension PropertyTrack {
  /// The shortest of the notations that says the same.
  fileprivate var node: JSONValue {
    let values = keyframes.map { $0.value.node(of: property.row.shape) }
    if keyframes.count == 1, let value = values.first, isPlain {
      if case .list = value { return .list(values) }
      return value
    }
    guard !(isPlain && isEven) else { return .list(values) }
    return .object(
      zip(keyframes, values).map { keyframe, value in
        (NumberFormat.percent(keyframe.position), keyframe.node(with: value))
      })
  }

  /// Whether no keyframe has a curve of its own, and the first is at the beginning.
  private var isPlain: Bool {
    keyframes.allSatisfy { $0.curve == nil } && keyframes.first?.position == 0
  }

  private var isEven: Bool {
    let isSwitch = property.isSwitch && keyframes.count == 2
    let last = isSwitch ? 2 : Double(max(1, keyframes.count - 1))
    return keyframes.enumerated().allSatisfy { $1.position == Double($0) / last }
  }
}

extension TrackKeyframe {
  fileprivate func node(with value: JSONValue) -> JSONValue {
    guard let curve else { return value }
    return .object(["value": value, "curve": curve.node])
  }
}

extension SpecifiedValue {
  /// The value as it is written for a property of this shape.
  func node(of shape: ValueSchema) -> JSONValue {
    switch self {
    case .flag(let flag): return .flag(flag)
    case .name(let name): return .text(name)
    case .paint(.color(let color), _): return .text(color.hex)
    case .paint(.gradient(let gradient), let places):
      return gradient.node(places.isEmpty ? gradient.places.map(Quantity.number) : places)
    case .numbers(let numbers):
      let isOne = shape.acceptsOneNumber && numbers.allSatisfy { $0 == numbers.first }
      if isOne, let first = numbers.first { return first.node }
      return .list(numbers.map(\.node))
    }
  }
}

extension Gradient {
  fileprivate func node(_ places: [Quantity]) -> JSONValue {
    var members: [(String, JSONValue)] = [("gradient", .text(kind.name))]
    var rest = places[...]
    for (key, count) in keys {
      let numbers = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      guard numbers != usual(key, behind: places) else { continue }
      members.append((key, count == 1 ? numbers[0].node : .list(numbers.map(\.node))))
    }
    if spread != .pad { members.append(("spread", .text(spread.rawValue))) }
    let stops = zip(stops, rest).map { JSONValue.list([.text($0.color.hex), $1.node]) }
    return .object(members + [("stops", .list(stops))])
  }
}

extension Gradient.Kind {
  fileprivate var name: String {
    switch self {
    case .linear: "linear"
    case .radial: "radial"
    case .conic: "conic"
    }
  }
}

extension SharedElement {
  /// The element in the words of a scene.
  var node: JSONValue {
    let ends: [(String, JSONValue)] =
      from == to && from != .screen
      ? [("id", .text(name))] : [("from", from.node), ("to", to.node)]
    return .object(ends + SharedStyle.fields.members(of: style))
  }
}

extension SharedElement.End {
  fileprivate var node: JSONValue {
    switch self {
    case .layer(let id): .text(id)
    case .part(let part): .text(part.rawValue)
    case .screen: .text("screen")
    }
  }
}

extension Curve {
  /// The curve by its name, or in the notation that says the same.
  package var node: JSONValue {
    if let name = Curve.names.first(where: { Curve.named($0) == self }) {
      return .text(name)
    }
    switch self {
    case .linear: return .text("linear")
    case .bezier(let x1, let y1, let x2, let y2):
      return .list([x1, y1, x2, y2].map(JSONValue.number))
    case .piecewise(let segments):
      let rows = segments.map { [$0.x1, $0.y1, $0.x2, $0.y2, $0.x, $0.y].map(JSONValue.number) }
      return .object(["segments": .list(rows.map(JSONValue.list))])
    case .steps(let count): return .object(["steps": .number(Double(count))])
    case .spring(let spring): return .object(["spring": spring.node])
    }
  }
}

extension SpringCurve {
  fileprivate var node: JSONValue {
    switch self {
    case .damped(let ratio, let velocity):
      return .object(["dampingRatio": .number(ratio), "velocity": velocity.map(JSONValue.number)])
    case .physical(let mass, let stiffness, let damping, let velocity, let overdamped):
      return .object([
        "mass": .number(mass), "stiffness": .number(stiffness), "damping": .number(damping),
        "velocity": velocity.map(JSONValue.number), "overdamped": overdamped ? .flag(true) : nil,
      ])
    case .response(let response, let fraction, let velocity):
      return .object([
        "response": .number(response), "dampingFraction": .number(fraction),
        "velocity": velocity.map(JSONValue.number),
      ])
    case .bounce(let bounce, let velocity):
      return .object(["bounce": .number(bounce), "velocity": velocity.map(JSONValue.number)])
    }
  }
}
