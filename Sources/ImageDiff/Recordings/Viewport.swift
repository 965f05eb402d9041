package import Pixels

/// What borders of one colour leave of a recording.
package struct Viewport: Sendable {
  /// The part inside of the borders of all frames so far; nil before the first one.
  package private(set) var area: PixelRect?
  private var border = SIMD4<UInt8>()

  /// The codec moves the colours of a border by this many levels in the mean, beside a picture, too.
  private static let slack = 8

  /// No frame yet.
  package init() {}

  /// Adds a frame: what is no border in any frame is inside.
  package mutating func add(_ picture: Pixmap) {
    guard picture.width > 0, picture.height > 0 else { return }
    if area == nil { border = picture.bytes.span.pixel(at: 0).channels }
    let inside = self.inside(of: picture)
    area = area?.union(inside) ?? inside
  }

  /// What rows and columns of the border's colour leave of a picture.
  private func inside(of picture: Pixmap) -> PixelRect {
    let (width, height) = (picture.width, picture.height)
    func isBorderRow(_ y: Int) -> Bool { isBorder(picture, 0..<width, y...y) }
    let top = (0..<height).first { !isBorderRow($0) } ?? height
    guard top < height else { return .empty }
    let bottom = (top..<height).last { !isBorderRow($0) } ?? top
    func isBorderColumn(_ x: Int) -> Bool { isBorder(picture, x..<x + 1, top...bottom) }
    let left = (0..<width).first { !isBorderColumn($0) } ?? 0
    let right = (left..<width).last { !isBorderColumn($0) } ?? left
    return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
  }

  /// Whether pixels have the border's colour in the mean.
  private func isBorder(
    _ picture: Pixmap, _ columns: Range<Int>, _ rows: ClosedRange<Int>
  ) -> Bool {
    let bytes = picture.bytes.span
    var sum = 0
    for y in rows {
      for x in columns {
        let channels = bytes.pixel(at: picture.offset(x, y)).channels
        sum &+= Int((pointwiseMax(channels, border) &- pointwiseMin(channels, border)).max())
      }
    }
    return sum <= Self.slack * columns.count * rows.count
  }
}
