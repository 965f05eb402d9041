import Geometry
import Pixels

/// The line along an outline, its lengths in user space.
struct SVGStroke {
  private(set) var paint = SVGPaint.none
  private(set) var width = 0.0
  private var (cap, join) = ("butt", "miter")
  private var (miterLimit, dash, dashOffset) = (4.0, [Double](), 0.0)

  init(_ style: SVGStyle, _ document: SVGDocument, _ notes: inout SVGNotes) {
    let paint = document.paint(.stroke, .strokeOpacity, of: style, initial: .none, &notes)
    if case .none = paint { return }
    let units = document.units(style.fontSize)
    width = notes.length(style[.strokeWidth], .diagonal, units) ?? 1
    guard width > 0 else { return }
    self.paint = paint
    if let word = style.word(.strokeLineCap), ["round", "square"].contains(word) { cap = word }
    if let word = style.word(.strokeLineJoin), ["round", "bevel"].contains(word) { join = word }
    miterLimit = max(1, notes.value(style[.strokeMiterLimit], SVGUnits.number) ?? miterLimit)
    dashOffset = notes.length(style[.strokeDashOffset], .diagonal, units) ?? 0
    guard let node = style[.strokeDashArray], node.text != "none" else { return }
    let lengths = notes.value(node) { node throws(SceneError) in
      try units.lengths(node, .diagonal)
    }
    guard let lengths, lengths.allSatisfy({ $0 >= 0 }), lengths.contains(where: { $0 > 0 }) else {
      return
    }
    dash = lengths.count % 2 == 0 ? lengths : lengths + lengths
  }

  /// Whether it is one line all around.
  var isPlain: Bool { dash.isEmpty }
  /// Whether the corners of a rectangle stay sharp.
  var hasMiters: Bool { join == "miter" && miterLimit * miterLimit >= 2 }

  /// As a layer writes it that is `scale` times as large as user space.
  func json(in frame: Rect, of box: Rect, scale: Double, at place: Place) -> JSONNode? {
    guard let color = paint.json(in: frame, of: box, at: place) else { return nil }
    let isMitred = join == "miter"
    let dashes = dash.isEmpty ? nil : JSONNode.numbers(dash.map { $0 * scale }, at: place)
    let start = dashOffset == 0 || dash.isEmpty ? nil : dashOffset * scale
    return .object(
      [
        ("color", color), ("width", .number(width * scale, at: place)),
        ("cap", cap == "butt" ? nil : JSONNode(.text(cap), at: place)),
        ("join", isMitred ? nil : JSONNode(.text(join), at: place)),
        ("miterLimit", isMitred ? .number(miterLimit, at: place) : nil), ("dash", dashes),
        ("dashOffset", start.map { .number($0, at: place) }),
      ], at: place)
  }
}
