package import Pixels

/// What borders of one colour leave of a recording.
package struct Viewport: Sendable {
  /// The part inside of the borders of all frames so far; nil before the first one.
  package private(set) var area: PixelRect?
  private var border = SIMD4<UInt8>()

  /// The codec moves the colour of a border by this many levels at most.
  private static let slack: UInt8 = 14

  /// No frame yet.
  package init() {}

  /// Adds a frame: what is no border in any frame is inside.
  package mutating func add(_ picture: Pixmap) {
    guard picture.width > 0, picture.height > 0 else { return }
    if area == nil { border = picture.bytes.span.pixel(at: 0).channels }
    let inside = self.inside(of: picture)
    area = area.map { $0.isEmpty ? inside : $0.union(inside) } ?? inside
  }

  /// What rows and columns of the border's colour leave of a picture.
  private func inside(of picture: Pixmap) -> PixelRect {
    let (width, height) = (picture.width, picture.height)
    let isBorderRow = { (y: Int) in (0..<width).allSatisfy { isBorder(picture, $0, y) } }
    let top = (0..<height).first { !isBorderRow($0) } ?? height
    guard top < height else { return .empty }
    let bottom = (top..<height).last { !isBorderRow($0) } ?? top
    let isBorderColumn = { (x: Int) in (top...bottom).allSatisfy { isBorder(picture, x, $0) } }
    let left = (0..<width).first { !isBorderColumn($0) } ?? 0
    let right = (left..<width).last { !isBorderColumn($0) } ?? left
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }

  private func isBorder(_ picture: Pixmap, _ x: Int, _ y: Int) -> Bool {
    let channels = picture.bytes.span.pixel(at: picture.offset(x, y)).channels
    let apart = pointwiseMax(channels, border) &- pointwiseMin(channels, border)
    return apart.max() <= Self.slack
  }
}
