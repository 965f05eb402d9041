import Geometry
import Pixels

// How values look in a dump: as few characters as tell them apart, and the same for ever.

extension Double {
  /// The number to a ten thousandth, without zeros that say nothing.
  var dump: String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    let steps = Int((abs(self) * 10_000).rounded())
    guard steps != 0 else { return "0" }
    var digits = String(steps % 10_000 + 10_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    let sign = self < 0 ? "-" : ""
    return sign + String(steps / 10_000) + (digits.isEmpty ? "" : "." + digits)
  }
}

extension Point {
  var dump: String { "\(x.dump),\(y.dump)" }
}

extension Rect {
  var dump: String { "\(x.dump),\(y.dump) \(width.dump)x\(height.dump)" }
}

extension Bleed {
  var dump: String { [left, top, right, bottom].map(\.dump).joined(separator: "/") }
}

extension Transform {
  var dump: String {
    if isTranslation { return "+\(tx.dump),\(ty.dump)" }
    var numbers = [a, b, c, d, tx, ty]
    if !isAffine { numbers += [px, py, pw] }
    // A divisor's share of a point is small: its digits must not be lost.
    let words = numbers.enumerated().map { $0.offset < 6 ? $0.element.dump : "\($0.element)" }
    return "[\(words.joined(separator: " "))]"
  }
}

extension RoundedRect {
  var dump: String {
    guard radii != .zero else { return rect.dump }
    let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    let isEven = all.allSatisfy { $0 == all[0] }
    let words = (isEven ? [all[0]] : all).map(\.dump).joined(separator: "/")
    return "\(rect.dump) r\(words)\(style == .continuous ? " continuous" : "")"
  }
}

extension Path {
  /// The outline in the letters of SVG.
  var dump: String {
    elements.map { element in
      switch element {
      case .move(let point): "M\(point.dump)"
      case .line(let point): "L\(point.dump)"
      case .quad(let control, let end): "Q\(control.dump) \(end.dump)"
      case .cubic(let first, let second, let end): "C\(first.dump) \(second.dump) \(end.dump)"
      case .close: "Z"
      }
    }.joined()
  }
}

extension Outline {
  var dump: String {
    switch self {
    case .rect(let rect): "rect \(rect.dump)"
    case .ring(let outer, let inner): "ring \(outer.dump) around \(inner.dump)"
    case .path(let path, let rule): "path \(path.dump)\(rule == .evenodd ? " evenodd" : "")"
    case .stroke(let path, let stroke): "stroke \(path.dump) \(stroke.dump)"
    }
  }
}

extension Stroke {
  var dump: String {
    var words = ["width \(width.dump)"]
    if cap != .butt { words.append(cap.rawValue) }
    if join != .miter { words.append("\(join.rawValue) join") }
    if !dash.isEmpty { words.append("dash \(dash.map(\.dump).joined(separator: ","))") }
    return words.joined(separator: " ")
  }
}

extension Color {
  /// `#rrggbb`, and two digits more where it is not opaque.
  var dump: String {
    let bytes = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
  }
}

extension Paint {
  var dump: String {
    switch self {
    case .color(let color): color.dump
    case .gradient(let gradient): gradient.dump
    }
  }
}

extension Gradient {
  var dump: String {
    let way =
      switch kind {
      case .linear(let from, let to): "linear \(Self.dump(from)) to \(Self.dump(to))"
      case .radial(let center, let radius): "radial \(Self.dump(center)) r\(radius.dump)"
      case .conic(let center, let degrees): "conic \(Self.dump(center)) \(degrees.dump)°"
      }
    let colors = stops.map { "\($0.color.dump) \($0.position.dump)" }
    return "\(way) (\(colors.joined(separator: ", ")))"
  }

  private static func dump(_ point: SIMD2<Double>) -> String { "\(point.x.dump),\(point.y.dump)" }
}
