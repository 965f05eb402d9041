import Geometry

/// The outlines of a variable TrueType font, exact at every place of its design space.
///
/// The plain way is to let HarfBuzz draw them. It adds in single precision, in an order that differs
/// between versions: a few coordinates of an instance are then rounded to the neighbouring unit, and
/// frames differ between machines. Here sums are in double precision and in the file's order, and are
/// rounded once, to units of the font.
struct VariableOutlines: Sendable {
  private let glyphs: GlyphTable
  private let deltas: GlyphDeltas

  /// The outlines of a font; nil for one that has other outlines, or other than `axisCount` axes.
  init?(_ directory: FontDirectory, axisCount: Int) {
    guard let glyphs = GlyphTable(directory),
      let deltas = GlyphDeltas(directory, axisCount: axisCount)
    else { return nil }
    (self.glyphs, self.deltas) = (glyphs, deltas)
  }

  /// The outline of `glyph` at `coordinates`, y upward; nil where the font is damaged.
  func outline(of glyph: Int, at coordinates: [Int32]) -> Path? {
    guard let placed = contours(of: glyph, at: coordinates, depth: 0) else { return nil }
    var path = Path()
    for contour in placed.contours { path.append(contour.map { $0.rounded(from: placed.left) }) }
    return path
  }

  /// The contours of a glyph, and the x of its origin.
  private typealias PlacedContours = (contours: [[ContourPoint]], left: Double)

  private func contours(
    of glyph: Int, at coordinates: [Int32], depth: Int
  ) -> PlacedContours? {
    // The nesting of parts was limited when the font was opened.
    guard depth < 32 else { return nil }
    guard var data = glyphs.reader(of: glyph) else { return ([], 0) }
    let contourCount = data.signedWord()
    let left = Double(data.signedWord() - glyphs.bearing(of: glyph))
    _ = (data.word(), data.word(), data.word())
    guard contourCount >= 0 else {
      return parts(of: glyph, &data, left: left, at: coordinates, depth: depth)
    }
    guard var outline = SimpleOutline(&data, contourCount: contourCount) else { return nil }
    outline.points.append(ContourPoint(x: left, y: 0))
    guard
      let moves = deltas.moves(
        of: glyph, at: coordinates, points: outline.points, contours: outline.contours)
    else { return nil }
    for (index, move) in zip(outline.points.indices, moves) { outline.points[index] += move }
    return (outline.contours.map { Array(outline.points[$0]) }, outline.points.last?.x ?? 0)
  }

  /// The contours of a glyph that is made of other glyphs.
  private func parts(
    of glyph: Int, _ data: inout TableReader, left: Double, at coordinates: [Int32], depth: Int
  ) -> PlacedContours? {
    var parts: [GlyphPart] = []
    repeat { parts.append(GlyphPart(&data)) } while parts.last?.isLast == false && !data.isPastEnd
    guard !data.isPastEnd else { return nil }
    let points = parts.map(\.offset) + [ContourPoint(x: left, y: 0)]
    guard let moves = deltas.moves(of: glyph, at: coordinates, points: points, contours: []) else {
      return nil
    }
    var all: [[ContourPoint]] = []
    for (part, move) in zip(parts, moves) {
      guard
        let inner = contours(of: part.glyph, at: coordinates, depth: depth + 1)?.contours,
        let placed = part.placing(inner, moved: move, beside: all)
      else { return nil }
      all += placed
    }
    return (all, left + (moves.last?.x ?? 0))
  }
}

/// A point of a contour, or how far one moves.
struct ContourPoint {
  var x = 0.0
  var y = 0.0
  var isOnCurve = true

  static func += (point: inout Self, move: Self) {
    point.x += move.x
    point.y += move.y
  }

  /// In whole units, seen from `left`.
  fileprivate func rounded(from left: Double) -> ContourPoint {
    ContourPoint(
      x: (x - left + 0.5).rounded(.down), y: (y + 0.5).rounded(.down), isOnCurve: isOnCurve)
  }

  fileprivate var point: Point { Point(x: x, y: y) }

  fileprivate func middle(to other: ContourPoint) -> ContourPoint {
    ContourPoint(x: (x + other.x) / 2, y: (y + other.y) / 2)
  }
}

extension Path {
  /// Appends a closed contour; two control points in a row have a point half way between them.
  fileprivate mutating func append(_ contour: [ContourPoint]) {
    guard contour.count > 1, let first = contour.first, let last = contour.last else { return }
    let start = first.isOnCurve ? first : last.isOnCurve ? last : last.middle(to: first)
    elements.append(.move(start.point))
    var control: ContourPoint?
    for point in contour.dropFirst(first.isOnCurve ? 1 : 0) + [start] {
      switch (control, point.isOnCurve) {
      case (nil, true): elements.append(.line(point.point))
      case (nil, false): control = point
      case (let known?, true):
        elements.append(.quad(control: known.point, point.point))
        control = nil
      case (let known?, false):
        elements.append(.quad(control: known.point, known.middle(to: point).point))
        control = point
      }
    }
    elements.append(.close)
  }
}

/// A glyph with contours of its own, as the file has it.
private struct SimpleOutline {
  var points: [ContourPoint]
  /// The points of each contour.
  let contours: [Range<Int>]

  /// Reads what follows the bounds; nil if it is damaged.
  init?(_ data: inout TableReader, contourCount: Int) {
    let ends = data.list(contourCount) { $0.word() + 1 }
    contours = zip([0] + ends, ends).map { $0..<max($0, $1) }
    let instructionCount = data.word()
    data = data.skipping(instructionCount)
    let count = ends.last ?? 0
    var flags: [Int] = []
    while flags.count < count, !data.isPastEnd {
      let flag = data.byte()
      let repeats = flag & 8 != 0 ? data.byte() : 0
      flags += [Int](repeating: flag, count: min(repeats + 1, count - flags.count))
    }
    let across = Self.coordinates(flags, short: 2, same: 16, &data)
    let down = Self.coordinates(flags, short: 4, same: 32, &data)
    points = flags.indices.map { index in
      ContourPoint(x: across[index], y: down[index], isOnCurve: flags[index] & 1 != 0)
    }
    guard !data.isPastEnd, ends == ends.sorted(), points.count == count else { return nil }
  }

  private static func coordinates(
    _ flags: [Int], short: Int, same: Int, _ data: inout TableReader
  ) -> [Double] {
    var place = 0
    return flags.map { flag in
      switch (flag & short != 0, flag & same != 0) {
      case (true, let isPositive): place += isPositive ? data.byte() : -data.byte()
      case (false, true): break
      case (false, false): place += data.signedWord()
      }
      return Double(place)
    }
  }
}

/// A part of a glyph that is made of other glyphs.
private struct GlyphPart {
  let glyph: Int
  let isLast: Bool
  /// How far it is moved; zero where points of both lie on each other.
  var offset = ContourPoint()
  private var matched: (whole: Int, part: Int)?
  private var (a, b, c, d) = (1.0, 0.0, 0.0, 1.0)
  private let scalesOffset: Bool

  init(_ data: inout TableReader) {
    let flags = data.word()
    glyph = data.word()
    (isLast, scalesOffset) = (flags & 0x20 == 0, flags & 0x800 != 0)
    switch (flags & 1 != 0, flags & 2 != 0) {
    case (true, true):
      offset = ContourPoint(x: Double(data.signedWord()), y: Double(data.signedWord()))
    case (false, true):
      offset = ContourPoint(x: Double(data.signedByte()), y: Double(data.signedByte()))
    case (true, false): matched = (data.word(), data.word())
    case (false, false): matched = (data.byte(), data.byte())
    }
    func factor() -> Double { Double(data.signedWord()) / 16384 }
    if flags & 0x08 != 0 {
      a = factor()
      d = a
    } else if flags & 0x40 != 0 {
      (a, d) = (factor(), factor())
    } else if flags & 0x80 != 0 {
      (a, b, c, d) = (factor(), factor(), factor(), factor())
    }
  }

  /// The contours of the part in the whole glyph; nil where a point is named that is not there.
  func placing(
    _ contours: [[ContourPoint]], moved move: ContourPoint, beside others: [[ContourPoint]]
  ) -> [[ContourPoint]]? {
    var placed = contours.map { contour in
      contour.map { point in
        ContourPoint(
          x: point.x * a + point.y * c, y: point.x * b + point.y * d, isOnCurve: point.isOnCurve)
      }
    }
    var offset = offset
    offset += move
    if scalesOffset {
      offset.x *= (a * a + b * b).squareRoot()
      offset.y *= (c * c + d * d).squareRoot()
    }
    if let matched {
      let (whole, part) = (Array(others.joined()), Array(placed.joined()))
      guard matched.whole < whole.count, matched.part < part.count else { return nil }
      offset.x = whole[matched.whole].x - part[matched.part].x
      offset.y = whole[matched.whole].y - part[matched.part].y
    }
    for contour in placed.indices {
      for index in placed[contour].indices { placed[contour][index] += offset }
    }
    return placed
  }
}
