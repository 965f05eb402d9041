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
