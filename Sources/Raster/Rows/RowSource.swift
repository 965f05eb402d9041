public import Pixels

/// A source of pixels that writes a row of the canvas at a time.
public protocol RowSource {
  /// Whether nothing ever shows through.
  var isOpaque: Bool { get }

  /// Pixels of the canvas that are known to be opaque.
  var solid: PixelRect { get }

  /// Writes the pixels of row `y` from column `x` on, `width` of them, to `row` from `offset`.
  mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int)

  /// Whether it knows its colours more finely than in 8 bits: `fade` is then called for all of them.
  var isFine: Bool { get }

  /// Paints the same pixels, faded to `weight`, over `row`; only called where all are opaque, or where
  /// the source is fine.
  ///
  /// `scratch` has room for `width` pixels.
  mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8])
}

extension RowSource {
  /// All pixels of an opaque source, and none of any other.
  public var solid: PixelRect { isOpaque ? .everywhere : .empty }

  /// Most know bytes only.
  public var isFine: Bool { false }

  /// Writes the pixels to `scratch`, and fades them from there.
  public mutating func fade(
    y: Int, x: Int, width: Int, by weight: Weight, onto row: inout MutableSpan<UInt8>,
    at offset: Int, scratch: inout [UInt8]
  ) {
    var line = scratch.mutableSpan
    write(y: y, x: x, width: width, to: &line, at: 0)
    sourceOver(scratch.span, from: 0, fadedBy: weight, onto: &row, at: offset, width: width)
  }
}
