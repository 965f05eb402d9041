// The plain way is `SIMD8(truncatingIfNeeded:)`. In larger functions the compiler leaves it as a
// call for each vector, which costs five times as much as the loop around it; lane by lane it
// becomes the processor's own widening and narrowing instructions.

/// The same numbers in twice as many bits.
@inline(__always)
func widened(_ lanes: SIMD16<UInt8>) -> SIMD16<UInt16> {
  SIMD16(
    UInt16(lanes[0]), UInt16(lanes[1]), UInt16(lanes[2]), UInt16(lanes[3]), UInt16(lanes[4]),
    UInt16(lanes[5]), UInt16(lanes[6]), UInt16(lanes[7]), UInt16(lanes[8]), UInt16(lanes[9]),
    UInt16(lanes[10]), UInt16(lanes[11]), UInt16(lanes[12]), UInt16(lanes[13]), UInt16(lanes[14]),
    UInt16(lanes[15]))
}

/// The same numbers in twice as many bits.
@inline(__always)
func widened(_ lanes: SIMD8<UInt16>) -> SIMD8<UInt32> {
  SIMD8(
    UInt32(lanes[0]), UInt32(lanes[1]), UInt32(lanes[2]), UInt32(lanes[3]), UInt32(lanes[4]),
    UInt32(lanes[5]), UInt32(lanes[6]), UInt32(lanes[7]))
}

/// The same numbers in twice as many bits.
@inline(__always)
func widened(_ lanes: SIMD8<UInt8>) -> SIMD8<UInt16> {
  SIMD8(
    UInt16(lanes[0]), UInt16(lanes[1]), UInt16(lanes[2]), UInt16(lanes[3]), UInt16(lanes[4]),
    UInt16(lanes[5]), UInt16(lanes[6]), UInt16(lanes[7]))
}

/// The upper byte of each number.
@inline(__always)
func upperBytes(_ lanes: SIMD8<UInt16>) -> SIMD8<UInt8> {
  let bytes = lanes &>> 8
  return SIMD8(
    UInt8(truncatingIfNeeded: bytes[0]), UInt8(truncatingIfNeeded: bytes[1]),
    UInt8(truncatingIfNeeded: bytes[2]), UInt8(truncatingIfNeeded: bytes[3]),
    UInt8(truncatingIfNeeded: bytes[4]), UInt8(truncatingIfNeeded: bytes[5]),
    UInt8(truncatingIfNeeded: bytes[6]), UInt8(truncatingIfNeeded: bytes[7]))
}

/// The upper half of each number.
@inline(__always)
func upperHalves(_ lanes: SIMD8<UInt32>) -> SIMD8<UInt16> {
  let halves = lanes &>> 16
  return SIMD8(
    UInt16(truncatingIfNeeded: halves[0]), UInt16(truncatingIfNeeded: halves[1]),
    UInt16(truncatingIfNeeded: halves[2]), UInt16(truncatingIfNeeded: halves[3]),
    UInt16(truncatingIfNeeded: halves[4]), UInt16(truncatingIfNeeded: halves[5]),
    UInt16(truncatingIfNeeded: halves[6]), UInt16(truncatingIfNeeded: halves[7]))
}

/// The upper 16 bits of each product.
@inline(__always)
func highProducts(_ one: SIMD8<UInt16>, _ other: SIMD8<UInt16>) -> SIMD8<UInt16> {
  upperHalves(widened(one) &* widened(other))
}

/// Numbers from 0 to `most`: `clamped` is a call for each vector, too.
@inline(__always)
func bounded(_ lanes: SIMD4<Double>, to most: Double) -> SIMD4<Double> {
  let none = SIMD4<Double>(repeating: 0)
  let positive = lanes.replacing(with: none, where: lanes .< none)
  return positive.replacing(with: most, where: positive .> most)
}
