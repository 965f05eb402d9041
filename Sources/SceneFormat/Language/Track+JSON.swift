import Formatting
import Motion
import Pixels

extension Track {
  /// The track in the words of a recipe file.
  var node: JSONValue {
    let head = JSONValue.object([
      "target": .text(target.description),
      "during": during == .whole ? nil : during.node,
      "through": through == .whole ? nil : through.node,
      "curve": curve?.node,
      "additive": isAdditive ? .flag(true) : nil,
      "repeat": repeats == 1 ? nil : .number(repeats),
      "autoreverse": autoreverses ? .flag(true) : nil,
      "interpolate": interpolation == .linear ? nil : .text(interpolation.rawValue),
    ])
    let keys = head.members.map { ($0.key, $0.value) }
    return .object(keys + values)
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
  fileprivate func node(of shape: Shape) -> JSONValue {
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
    var rest = places.map(\.node)[...]
    for (key, count) in kind.keys {
      let nodes = Array(rest.prefix(count))
      members.append((key, count == 1 ? nodes[0] : .list(nodes)))
      rest = rest.dropFirst(count)
    }
    let stops = zip(stops, rest).map { JSONValue.list([.text($0.color.hex), $1]) }
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
