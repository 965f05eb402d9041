import Kernels
import Pixels

// Every loop here runs over one row of premultiplied RGBA, all decisions made before it.

/// Replaces `width` pixels of `rows`.
func fill(
  _ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  guard width > 0 else { return }
  unsafe lend(pixel.channels) { pixel in
    unsafe rows.lend(offset, width &* 4) { unsafe rt_fill_row(pixel, $0, width) }
  }
}

/// Paints `width` pixels of `source` over `rows`; premultiplied sums cannot overflow.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  guard width > 0 else { return }
  unsafe source.lend(start, width &* 4) { source in
    unsafe rows.lend(offset, width &* 4) { unsafe rt_source_over(source, 32, $0, width) }
  }
}

/// Paints `width` pixels of `source`, faded to `weight`, over `rows`.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, fadedBy weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  guard let share = weight.share else {
    return sourceOver(source, from: start, onto: &rows, at: offset, width: width)
  }
  guard share > 0, width > 0 else { return }
  unsafe lend(SIMD8(repeating: share)) { shares in
    unsafe source.lend(start, width &* 4) { source in
      unsafe rows.lend(offset, width &* 4) { unsafe rt_fade(source, 32, shares, 0, $0, width) }
    }
  }
}

/// Paints one pixel, faded to `weight`, over `width` pixels of `rows`.
func sourceOver(
  _ pixel: Pixel, fadedBy weight: Weight, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  guard weight.parts > 0, width > 0 else { return }
  unsafe lend(pixel.eightfold) { pixels in
    unsafe rows.lend(offset, width &* 4) { row in
      guard let share = weight.share else { return unsafe rt_source_over(pixels, 0, row, width) }
      unsafe lend(SIMD8(repeating: share)) { unsafe rt_fade(pixels, 0, $0, 0, row, width) }
    }
  }
}

/// Paints one pixel over `rows`, faded for each place by its own weight in 1/65,536; none is 0.
func sourceOver(
  _ pixel: Pixel, fadedBy weights: Span<UInt16>, onto rows: inout MutableSpan<UInt8>,
  at offset: Int
) {
  let width = weights.count
  guard width > 0 else { return }
  unsafe lend(pixel.eightfold) { pixels in
    unsafe weights.lend(0, width) { shares in
      unsafe rows.lend(offset, width &* 4) { unsafe rt_fade(pixels, 0, shares, 8, $0, width) }
    }
  }
}

/// Paints `width` pixels of `source` over `rows`, each faded by its own level and by `weight`.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, covered levels: Span<UInt8>, from first: Int,
  fadedBy weight: Weight, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let share = weight.covered(by: levels[first &+ i])
    let pixel = source.pixel(at: start &+ i &* 4).faded(by: share, over: rows.pixel(at: at))
    rows.setPixel(pixel, at: at)
  }
}

/// Paints one pixel over `rows`, faded by a level of its own for each place and by `weight`.
func sourceOver(
  _ pixel: Pixel, covered levels: Span<UInt8>, from first: Int, fadedBy weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let share = weight.covered(by: levels[first &+ i])
    rows.setPixel(pixel.faded(by: share, over: rows.pixel(at: at)), at: at)
  }
}

extension Weight {
  /// The same in 16 bits; nil for all of it.
  fileprivate var share: UInt16? { UInt16(exactly: parts) }
}

extension Pixel {
  /// Eight times the same pixel.
  fileprivate var eightfold: SIMD32<UInt8> {
    let four = SIMD16(
      lowHalf: SIMD8(lowHalf: channels, highHalf: channels),
      highHalf: SIMD8(lowHalf: channels, highHalf: channels))
    return SIMD32(lowHalf: four, highHalf: four)
  }
}

/// Lends the numbers of a vector to a kernel.
@inline(__always)
func lend<Vector: SIMD>(_ vector: Vector, _ body: (UnsafePointer<Vector.Scalar>) -> Void) {
  unsafe withUnsafeBytes(of: vector) { bytes in
    guard let first = bytes.baseAddress else { preconditionFailure("a vector has numbers") }
    unsafe body(first.assumingMemoryBound(to: Vector.Scalar.self))
  }
}

// The plain way is `SIMD8(truncatingIfNeeded:)`. In larger functions the compiler leaves it as a
// call for each vector, which costs five times as much as the loop around it; lane by lane it
// becomes the processor's own widening and narrowing instructions.

/// The same numbers in twice as many bits.
@inline(__always)
func widened(_ lanes: SIMD8<UInt8>) -> SIMD8<UInt16> {
  SIMD8(
    UInt16(lanes[0]), UInt16(lanes[1]), UInt16(lanes[2]), UInt16(lanes[3]), UInt16(lanes[4]),
    UInt16(lanes[5]), UInt16(lanes[6]), UInt16(lanes[7]))
}

/// The upper 16 bits of each product.
@inline(__always)
func highProducts(_ one: SIMD8<UInt16>, _ other: SIMD8<UInt16>) -> SIMD8<UInt16> {
  var products = SIMD8<UInt16>()
  for i in 0..<8 {
    products[i] = UInt16(truncatingIfNeeded: (UInt32(one[i]) &* UInt32(other[i])) &>> 16)
  }
  return products
}

/// Numbers from 0 to `most`: `clamped` is a call for each vector, too.
@inline(__always)
func bounded(_ lanes: SIMD4<Double>, to most: Double) -> SIMD4<Double> {
  let none = SIMD4<Double>(repeating: 0)
  let positive = lanes.replacing(with: none, where: lanes .< none)
  return positive.replacing(with: most, where: positive .> most)
}
