import Geometry
import Pixels

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
    if let clip {
      words.append("clip \(clip.outline.dump)")
      if clip.transform != .identity { words.append("at \(clip.transform.dump)") }
    }
    if let shadow { words.append(shadow.dump) }
    words += filters.map(\.dump)
    guard !mask.isEmpty else { return [words.joined(separator: " ") + " {"] }
    let inside = DrawCommand.dump(mask).map { "  " + $0 }
    return [words.joined(separator: " ") + " mask {"] + inside + ["} {"]
  }
}

extension Shadow {
  fileprivate var dump: String {
    var words = [
      "shadow \(color.dump)", opacity.dump, "sigma \(sigma.dump)", "offset \(offset.dump)",
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
    }
  }
}
