import Geometry
public import Pixels

// The plain way adds up signed areas of all lines and clamps. It is exact for one simple outline,
// but where contours overlap inside a pixel it counts their shares twice. So each row is cut into
// bands inside which no two lines cross; there, lines have an order, the winding between them is
// known, and only those lines that part inside from outside add their areas.

extension Coverage {
  /// The pixels of `region` that `contours` cover, in 1/255 of their exact area.
  public init(
    _ contours: [Contour], rule: WindingRule = .nonzero, in region: PixelRect
  ) {
    self.init(
      ContourCluster.apart(contours).compactMap { Sweep($0, rule, in: region) })
  }

  private init(_ sweeps: [Sweep]) {
    let left = sweeps.map(\.leftX).min() ?? 0
    let right = sweeps.map(\.rightX).max() ?? 0
    let bottom = sweeps.map(\.bottomY).max() ?? 0
    guard let top = sweeps.map(\.topY).min(), left < right else { self = .none; return }
    self.init(bounds: Self.pixels(left: left, top: top, right: right, bottom: bottom))
    var descent = Descent(sweeps, bounds: bounds)
    rows.reserveCapacity(bounds.height)
    while rows.count < bounds.height { descent.appendRows(to: &self) }
  }

  private static func pixels(left: Int, top: Int, right: Int, bottom: Int) -> PixelRect {
    let x = left >> 16
    let y = top >> 16
    return PixelRect(
      x: x, y: y, width: (right + Edge.unit - 1) >> 16 - x,
      height: (bottom + Edge.unit - 1) >> 16 - y)
  }
}

/// The way from the first row of an outline down to its last: all clusters side by side.
private struct Descent {
  private var waiting: ArraySlice<Sweep>
  private var sweeps: [Sweep] = []
  private var cells: RowCells
  private var band = Band()
  private let maxX: Int

  init(_ all: [Sweep], bounds: PixelRect) {
    waiting = all.sorted { $0.topY < $1.topY }[...]
    cells = RowCells(firstColumn: bounds.x, width: bounds.width)
    maxX = bounds.maxX
  }

  /// Appends the next row, and those below it that must look the same.
  mutating func appendRows(to coverage: inout Coverage) {
    let y = coverage.bounds.y + coverage.rows.count
    appendRow(y, to: &coverage)
    guard let last = coverage.rows.last, !sweeps.isEmpty else { return }
    // Between here and where the next line begins or ends, nothing but upright lines is met.
    var end = min(waiting.first?.topY ?? Int.max, coverage.bounds.maxY * Edge.unit)
    for sweep in sweeps { end = min(end, sweep.plainUntil(below: (y + 1) * Edge.unit)) }
    let count = end >> 16 - (y + 1)
    if count > 0 { coverage.rows += repeatElement(last, count: count) }
  }

  private mutating func appendRow(_ y: Int, to coverage: inout Coverage) {
    let (top, bottom) = (y * Edge.unit, (y + 1) * Edge.unit)
    let count = sweeps.count
    while let first = waiting.first, first.topY < bottom { sweeps.append(waiting.removeFirst()) }
    var isSame = sweeps.count == count && count > 0
    for index in sweeps.indices {
      isSame = sweeps[index].update(top: top, bottom: bottom) && isSame
    }
    if isSame, let last = coverage.rows.last { return coverage.rows.append(last) }
    let first = coverage.runs.count
    for index in sweeps.indices {
      sweeps[index].addRow(top: top, bottom: bottom, by: &band, to: &cells)
    }
    if sweeps.contains(where: \.isDone) { sweeps.removeAll(where: \.isDone) }
    cells.empty(into: &coverage, maxX: maxX)
    coverage.rows.append(first..<coverage.runs.count)
  }
}
