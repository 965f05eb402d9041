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
    if miterLimit != 10 { words.append("miter \(miterLimit.dump)") }
    if dashOffset != 0 { words.append("dash offset \(dashOffset.dump)") }
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
    let description =
      switch kind {
      case .linear(let from, let to): "linear \(Self.dump(from)) to \(Self.dump(to))"
      case .radial(let center, let radius, let focus):
        "radial \(Self.dump(center)) r\(radius.dump)"
          + (focus == center ? "" : " from \(Self.dump(focus))")
      case .conic(let center, let degrees): "conic \(Self.dump(center)) \(degrees.dump)°"
      }
    let colors = stops.map { "\($0.color.dump) \($0.position.dump)" }
    let more =
      (spread == .pad ? "" : " \(spread.rawValue)")
      + (transform == .identity ? "" : " at \(transform.dump)")
    return "\(description)\(more) (\(colors.joined(separator: ", ")))"
  }

  private static func dump(_ point: SIMD2<Double>) -> String { "\(point.x.dump),\(point.y.dump)" }
}

extension DisplayList: CustomStringConvertible {
  /// The list as text: a command on a line, groups indented, numbers to a ten thousandth.
  public var description: String { lines.joined(separator: "\n") }

  /// The lines of its text.
  ///
  /// A name may have a line end: escape each line before you print it.
  public var lines: [String] { ["background \(background.dump)"] + DrawCommand.dump(commands) }
}

extension DrawCommand {
  /// The lines that say what `commands` do.
  static func dump(_ commands: [DrawCommand]) -> [String] {
    var lines: [String] = []
    var depth = 0
    for command in commands {
      if case .endGroup = command { depth = max(0, depth - 1) }
      let indent = String(repeating: "  ", count: depth)
      lines += command.lines.map { indent + $0 }
      if case .beginGroup = command { depth += 1 }
    }
    return lines
  }

  private var lines: [String] {
    switch self {
    case .fill(let fill): [fill.dump]
    case .image(let draw): [draw.dump]
    case .picture(let draw): [draw.dump]
    case .beginGroup(let effects): effects.dump
    case .endGroup: ["}"]
    }
  }
}

extension Fill {
  fileprivate var dump: String {
    var words = ["fill", layer.name, outline.dump, paint.dump]
    if case .gradient = paint { words.append("in \(paintBounds.dump)") }
    if transform != .identity { words.append("at \(transform.dump)") }
    return words.joined(separator: " ")
  }
}

extension ImageDraw {
  fileprivate var dump: String {
    var words = ["image \(image.index)", layer.name, destination.dump]
    if crop != Rect(x: 0, y: 0, width: 1, height: 1) { words.append("crop \(crop.dump)") }
    if let clip { words.append("clip \(clip.dump)") }
    if transform != .identity { words.append("at \(transform.dump)") }
    return words.joined(separator: " ")
  }
}

extension PictureDraw {
  fileprivate var dump: String {
    var words = ["picture \(picture.index)", layer.name]
    if let source { words.append("source \(source.dump)") }
    if bleed != .none { words.append("bleed \(bleed.dump)") }
    if transform != .identity { words.append("at \(transform.dump)") }
    if opacity != 1 { words.append("opacity \(opacity.dump)") }
    if blend != .normal { words.append("blend \(blend.rawValue)") }
    return words.joined(separator: " ")
  }
}

extension Effects {
  fileprivate var dump: [String] {
    var words = ["group", layer.name]
    if opacity != 1 { words.append("opacity \(opacity.dump)") }
    if blend != .normal { words.append("blend \(blend.rawValue)") }
    if isIsolated { words.append("isolated") }
    if let clip { words.append("clip \(clip.dump)") }
    words += shadows.map(\.dump)
    words += filters.map(\.dump)
    if let backdrop { words.append(backdrop.dump) }
    guard !mask.isEmpty else { return [words.joined(separator: " ") + " {"] }
    let inside = DrawCommand.dump(mask).map { "  " + $0 }
    return [words.joined(separator: " ") + " mask {"] + inside + ["} {"]
  }
}

extension Clip {
  fileprivate var dump: String {
    outline.dump + (transform == .identity ? "" : " at \(transform.dump)")
  }
}

extension Backdrop {
  fileprivate var dump: String {
    var words = ["backdrop \(area.dump)"]
    if sigma > 0 { words.append("blur \(sigma.dump)") }
    return (words + changes.map(\.dump)).joined(separator: " ")
  }
}

extension Shadow {
  fileprivate var dump: String {
    var words = [
      "\(isInset ? "inset " : "")shadow \(color.dump)", opacity.dump, "sigma \(sigma.dump)",
      "offset \(offset.dump)",
    ]
    if let path { words.append("path \(path.dump)") }
    if transform != .identity { words.append("at \(transform.dump)") }
    return words.joined(separator: " ")
  }
}

extension Filter {
  fileprivate var dump: String {
    switch self {
    case .blur(let sigma, .identity): "blur \(sigma.dump)"
    case .blur(let sigma, let plane): "blur \(sigma.dump) at \(plane.dump)"
    case .saturation(let amount): "saturation \(amount.dump)"
    case .brightness(let amount): "brightness \(amount.dump)"
    case .contrast(let amount): "contrast \(amount.dump)"
    case .tint(let color): "tint \(color.dump)"
    case .luminanceToAlpha: "luminance to alpha"
    }
  }
}
