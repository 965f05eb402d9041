import Geometry
import Pixels
import RenderTransition

// Pictures of the canvas are compared in cells.
extension AreaScaling {
  /// Cells along the longer side: small enough that a shift of a point shows.
  private static let cellsOfLongSide = 208
  /// Pixels of a drawn design along a cell.
  private static let pixelsOfCell = 4

  /// From pictures of a size to cells.
  init(toCellsFrom size: (width: Int, height: Int)) {
    let longer = max(size.width, size.height)
    func cells(_ side: Int) -> Int {
      max(1, Int((Double(side * Self.cellsOfLongSide) / Double(longer)).rounded()))
    }
    self.init(from: size, to: (cells(size.width), cells(size.height)))
  }

  /// The pixels per point in which a design is drawn to be compared: what scenes may have.
  static func drawnScale(of canvas: Size) -> Double {
    min(8, max(0.25, Double(cellsOfLongSide * pixelsOfCell) / max(canvas.width, canvas.height)))
  }
}

extension PixelRect {
  /// Its place in `area`, in shares of that.
  func share(of area: PixelRect) -> Rect {
    Rect(
      x: Double(x - area.x) / Double(area.width), y: Double(y - area.y) / Double(area.height),
      width: Double(width) / Double(area.width), height: Double(height) / Double(area.height))
  }
}

/// The cells of a canvas that are not compared.
struct CellMask: Hashable, Sendable {
  private(set) var hidden: [Bool]
  /// How many cells are compared.
  private(set) var count: Int
  let width, height: Int

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    (hidden, count) = (Array(repeating: false, count: width * height), width * height)
  }

  /// Hides all that an area touches, in units of the whole canvas.
  mutating func hide(_ area: Rect) {
    let columns = Self.cells(area.x, area.maxX, of: width)
    let rows = Self.cells(area.y, area.maxY, of: height)
    hide { [width] in columns.contains($0 % width) && rows.contains($0 / width) }
  }

  /// A cell and those around it.
  func neighbours(of cell: Int) -> [Int] {
    let (column, row) = (cell % width, cell / width)
    return (max(0, row - 1)...min(height - 1, row + 1)).flatMap { y in
      (max(0, column - 1)...min(width - 1, column + 1)).map { y * width + $0 }
    }
  }

  mutating func hide(where isHidden: (Int) -> Bool) {
    for cell in hidden.indices where !hidden[cell] && isHidden(cell) {
      hidden[cell] = true
      count -= 1
    }
  }

  private static func cells(_ start: Double, _ end: Double, of count: Int) -> Range<Int> {
    guard start.isFinite, end.isFinite, end > start else { return 0..<0 }
    let edges = [start, end].map { min(1, max(0, $0)) * Double(count) }
    return Int(edges[0].rounded(.down))..<Int(edges[1].rounded(.up))
  }

  /// A picture without what is hidden.
  func callAsFunction(_ picture: Pixmap) -> Pixmap {
    var picture = picture
    picture.withMutableSpan { bytes in
      for index in hidden.indices where hidden[index] {
        bytes.setPixel(.clear, at: 4 * index)
      }
    }
    return picture
  }
}
