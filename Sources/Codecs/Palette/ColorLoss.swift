// Full error diffusion is the plain way of dithering. It makes every error good in the end, and pays
// with noise that costs more bytes than the picture. A seventh of it is almost free: most pixels stay
// at their nearest colour, and only what lies in the middle of two tips to the side that makes up
// for its neighbours. What stands still is not painted again, so that nothing flickers.

/// What the pixels around one have lost to the palette.
struct ColorLoss: Sendable {
  // In sixteenths of a level, as are the weights: below, what is owed is a fraction of a level.
  typealias Amount = SIMD4<Int32>

  /// What each pixel of the row above lost, with one more on both sides.
  private var above: [Amount]
  private var left = Amount.zero
  private var corner = Amount.zero
  private var column = 0

  init(columns: Int) { above = [Amount](repeating: .zero, count: columns + 2) }

  /// What a pixel is to add; asked for all columns of a row in order.
  @inline(__always)
  mutating func owed(toColumn x: Int) -> Amount {
    if x == 0 { (left, corner) = (.zero, .zero) }
    column = x &+ 1
    let up = above[column]
    // Seven, five, three and one sixteenth; shifts, for the oldest processors cannot multiply these.
    let beside = left &<< 3 &- left
    let over = up &<< 2 &+ up
    let ahead = above[column &+ 1]
    let sum = beside &+ over &+ ahead &<< 1 &+ ahead &+ corner
    corner = up
    // A seventh of the whole.
    return sum &>> 7 &+ sum &>> 10
  }

  /// Notes what the pixel itself lost.
  @inline(__always)
  mutating func note(_ amount: Amount) {
    above[column] = amount
    left = amount
  }

  /// Notes that it lost nothing that anyone must make good for.
  @inline(__always)
  mutating func forgive() { note(.zero) }
}

extension ColorLoss.Amount {
  /// A colour's levels.
  @inline(__always)
  init(_ color: UInt32) {
    let levels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, 0) & 0xFF
    self = SIMD4<Int32>(truncatingIfNeeded: levels &<< 4)
  }

  /// The nearest colour, RGBA with red in the lowest byte.
  @inline(__always)
  var color: UInt32 {
    let levels = SIMD4<UInt32>(
      truncatingIfNeeded: ((self &+ 8) &>> 4).clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
    return levels.x | levels.y &<< 8 | levels.z &<< 16 | 0xFF00_0000
  }
}
