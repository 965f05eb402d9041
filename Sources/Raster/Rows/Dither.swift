/// An ordered pattern of 8 by 8 thresholds, the same at every place of the canvas for ever.
enum Dither {
  /// What is added to a level in 1/65,536 before its fraction is cut off: never 0, never 1.
  static func threshold(x: Int, y: Int) -> UInt32 {
    // Bayer's matrix: the bits of x ^ y and y, interleaved from the finest.
    let (a, b) = (UInt32(truncatingIfNeeded: x ^ y) & 7, UInt32(truncatingIfNeeded: y) & 7)
    let fine = (a & 1) << 5 | (b & 1) << 4
    let middle = (a & 2) << 2 | (b & 2) << 1
    let coarse = (a & 4) >> 1 | (b & 4) >> 2
    return (fine | middle | coarse) << 10 + 512
  }
}
