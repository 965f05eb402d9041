import Pixels

/// A picture moved by a fraction of a pixel: four neighbours with the same weights everywhere.
public struct ShiftedRows: RowSource {
  private let copied: CopiedRows
  /// How far the pixel itself counts, in 1/256; its neighbour on the left or above has the rest.
  private let ownX: UInt32
  private let ownY: UInt32
  private var upper: [UInt8] = []
  private var lower: [UInt8] = []

  /// Whether nothing ever shows through.
  public var isOpaque: Bool { copied.isOpaque }

  /// `picture`, moved by (`dx`, `dy`) pixels, rounded to 1/256.
  public init(_ picture: Surface, dx: Double, dy: Double, isOpaque: Bool) {
    let (x, y) = (Shift(dx), Shift(dy))
    copied = CopiedRows(picture, dx: x.whole, dy: y.whole, isOpaque: isOpaque)
    (ownX, ownY) = (x.own, y.own)
  }

  /// Mixes a row out of two of the picture's.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let length = (width + 1) * 4
    if upper.count < length {
      upper = [UInt8](repeating: 0, count: length)
      lower = upper
    }
    let copied = copied
    var line = upper.mutableSpan
    copied.write(y: y - 1, x: x - 1, width: width + 1, to: &line, at: 0)
    line = lower.mutableSpan
    copied.write(y: y, x: x - 1, width: width + 1, to: &line, at: 0)
    mix(upper.span, lower.span, width: width, to: &row, at: offset)
  }

  private func mix(
    _ upper: Span<UInt8>, _ lower: Span<UInt8>, width: Int, to row: inout MutableSpan<UInt8>,
    at offset: Int
  ) {
    let (restX, restY) = (256 - ownX, 256 - ownY)
    for i in 0..<max(0, width) {
      let left = column(upper, lower, at: i &* 4, restY)
      let right = column(upper, lower, at: i &* 4 &+ 4, restY)
      let sum = left &* restX &+ right &* ownX &+ 32_768
      row.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16)), at: offset &+ i &* 4)
    }
  }

  @inline(__always)
  private func column(
    _ upper: Span<UInt8>, _ lower: Span<UInt8>, at offset: Int, _ restY: UInt32
  ) -> SIMD4<UInt32> {
    SIMD4<UInt32>(truncatingIfNeeded: upper.pixel(at: offset).channels) &* restY
      &+ SIMD4<UInt32>(truncatingIfNeeded: lower.pixel(at: offset).channels) &* ownY
  }
}
