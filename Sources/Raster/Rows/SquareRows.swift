public import Geometry
public import Pixels

/// A picture whose pixels are seen as the squares that they are: for pixels that are finer.
public struct SquareRows: RowSource {
  private let picture: Pixmap
  private let inverse: Transform

  /// Whether nothing ever shows through.
  public let isOpaque: Bool

  /// `picture`, its own pixel positions drawn where the way back, `inverse`, comes from.
  ///
  /// The picture must not be empty; outside of it, the pixels at its edge go on.
  public init(_ picture: Pixmap, inverse: Transform, isOpaque: Bool) {
    (self.picture, self.inverse, self.isOpaque) = (picture, inverse, isOpaque)
  }

  /// Looks up each pixel's middle.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let source = picture.bytes.span
    for i in 0..<max(0, width) {
      let place = inverse.apply(Point(x: Double(x + i) + 0.5, y: Double(y) + 0.5))
      let at = picture.offset(
        Self.index(place.x, below: picture.width), Self.index(place.y, below: picture.height))
      row.setPixel(source.pixel(at: at), at: offset + i * 4)
    }
  }

  private static func index(_ place: Double, below count: Int) -> Int {
    place.isNaN ? 0 : Int(max(0, min(Double(count - 1), place.rounded(.down))))
  }
}
