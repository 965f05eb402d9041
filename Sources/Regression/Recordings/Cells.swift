import Geometry
import Pixels
import RenderTransition

/// Scales pictures of the canvas to the cells in which they are compared.
struct CellScaling: Sendable {
  private let scaling: AreaScaling

  /// Cells along the longer side: small enough that a shift of a point shows.
  static let longSide = 208
  /// Pixels of a drawn design along a cell.
  private static let pixelsOfCell = 4

  /// From pictures of a size.
  init(from size: (width: Int, height: Int)) {
    let longer = max(size.width, size.height)
    func cells(_ side: Int) -> Int {
      max(1, Int((Double(side * Self.longSide) / Double(longer)).rounded()))
    }
    scaling = AreaScaling(from: size, to: (cells(size.width), cells(size.height)))
  }

  var size: (width: Int, height: Int) { (scaling.width, scaling.height) }

  func callAsFunction(_ picture: Pixmap) -> Pixmap { scaling(picture) }

  /// The pixels per point in which a design is drawn to be compared: what scenes may have.
  static func scale(of canvas: Size) -> Double {
    min(8, max(0.25, Double(longSide * pixelsOfCell) / max(canvas.width, canvas.height)))
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
    for y in Self.cells(area.y, area.maxY, of: height) {
      for x in columns { hide(y * width + x) }
    }
  }

  /// A cell and those around it.
  func neighbours(of cell: Int) -> [Int] {
    let (column, row) = (cell % width, cell / width)
    return (max(0, row - 1)...min(height - 1, row + 1)).flatMap { y in
      (max(0, column - 1)...min(width - 1, column + 1)).map { y * width + $0 }
    }
  }

  mutating func hide(where isHidden: (Int) -> Bool) {
    for index in hidden.indices where isHidden(index) { hide(index) }
  }

  private mutating func hide(_ cell: Int) {
    if !hidden[cell] { count -= 1 }
    hidden[cell] = true
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
