/// `value * alpha / 255`, rounded to nearest, exact for all 65,536 inputs.
@inlinable
public func scaled(_ value: UInt8, by alpha: UInt8) -> UInt8 {
  let product = UInt32(value) * UInt32(alpha) + 128
  return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
}

/// The way from `start` to `end` gone by `fraction / 255`, rounded to nearest, exact for all inputs.
@inlinable
public func mixed(_ start: UInt8, _ end: UInt8, by fraction: UInt8) -> UInt8 {
  let sum = UInt32(start) * UInt32(255 - fraction) + UInt32(end) * UInt32(fraction) + 128
  return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
}

/// `value * 255 / alpha`, rounded to nearest, at most 255; 0 where `alpha` is 0.
@inlinable
public func unscaled(_ value: UInt8, by alpha: UInt8) -> UInt8 {
  guard alpha > 0 else { return 0 }
  let quotient = (UInt32(value) * 510 + UInt32(alpha)) / (UInt32(alpha) * 2)
  return UInt8(truncatingIfNeeded: min(255, quotient))
}

/// A share of one in 16 bits: 0 is nothing, 65,536 is all of it.
public struct Weight: Hashable, Sendable {
  /// The numerator over 65,536.
  public let parts: UInt32

  /// The share `parts / 65,536`; more than all of it is all of it.
  @inlinable
  public init(parts: UInt32) {
    self.parts = min(parts, 65_536)
  }

  /// The share nearest to `fraction`; below 0 and not a number are nothing, above 1 is all of it.
  @inlinable
  public init(_ fraction: Double) {
    parts = fraction > 0 ? UInt32(min(fraction, 1) * 65_536 + 0.5) : 0
  }

  /// Nothing.
  public static let zero = Weight(parts: 0)
  /// All of it.
  public static let one = Weight(parts: 65_536)

  /// The share `coverage / 255` of this share, rounded to nearest.
  @inlinable
  public func covered(by coverage: UInt8) -> Weight {
    Weight(parts: (parts * UInt32(coverage) + 127) / 255)
  }
}

/// `value` times `weight`, rounded to nearest.
@inlinable
public func scaled(_ value: UInt8, by weight: Weight) -> UInt8 {
  UInt8(truncatingIfNeeded: (UInt32(value) * weight.parts + 32_768) >> 16)
}
