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
      values.append((isBoth ? "scale" : track.property.rawValue, track.node))
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
    let values = keyframes.map { $0.value.node(of: property) }
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

extension TrackValue {
  fileprivate func node(of property: Property) -> JSONValue {
    switch self {
    case .flag(let flag): return .flag(flag)
    case .paint(let paint): return paint.node
    case .numbers(let numbers):
      let isOne =
        numbers.count == 1
        || (property == .cornerRadius && numbers.allSatisfy { $0 == numbers.first })
      if isOne, let first = numbers.first { return first.node }
      return .list(numbers.map(\.node))
    }
  }
}

extension Paint {
  fileprivate var node: JSONValue {
    switch self {
    case .color(let color): .text(color.hex)
    case .gradient(let gradient): gradient.node
    }
  }
}

extension Gradient {
  fileprivate var node: JSONValue {
    func point(_ point: SIMD2<Double>) -> JSONValue { .list([.number(point.x), .number(point.y)]) }
    let stops = JSONValue.list(
      stops.map { .list([.text($0.color.hex), .number($0.position)]) })
    switch kind {
    case .linear(let from, let to):
      return .object([
        "gradient": .text("linear"), "from": point(from), "to": point(to), "stops": stops,
      ])
    case .radial(let center, let radius):
      return .object([
        "gradient": .text("radial"), "center": point(center), "radius": .number(radius),
        "stops": stops,
      ])
    case .conic(let center, let degrees):
      return .object([
        "gradient": .text("conic"), "center": point(center), "angle": .number(degrees),
        "stops": stops,
      ])
    }
  }
}
