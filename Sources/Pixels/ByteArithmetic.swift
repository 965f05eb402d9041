/// `value * alpha / 255`, rounded to nearest, exact for all 65,536 inputs.
@inlinable
public func scaled(_ value: UInt8, by alpha: UInt8) -> UInt8 {
  let product = UInt32(value) * UInt32(alpha) + 128
  return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
}
