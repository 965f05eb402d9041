import CRowTwins
import Pixels

/// The way from one level to another, in 1/65,536, for eight levels at a time.
///
/// A product of a level and a weight has 24 bits. Taken apart into two bytes, the weight makes two
/// products of 16 bits, and of the finer one only the carry is ever needed: nothing is lost.
struct Mix {
  private let shareHigh: SIMD8<UInt16>
  private let shareLow: SIMD8<UInt16>
  private let restHigh: SIMD8<UInt16>
  private let restLow: SIMD8<UInt16>

  /// Eight shares, none of them 0.
  @inline(__always)
  init(_ shares: SIMD8<UInt16>) {
    let rest = 0 &- shares
    (shareHigh, shareLow) = (shares &>> 8, shares & 255)
    (restHigh, restLow) = (rest &>> 8, rest & 255)
  }

  /// One share for all eight.
  init(_ weight: Weight) {
    self.init(weight.parts, 65_536 - weight.parts)
  }

  /// Two weights in 1/65,536, together no more than one.
  init(_ share: UInt32, _ rest: UInt32) {
    (shareHigh, shareLow) = (Self.all(share >> 8), Self.all(share & 255))
    (restHigh, restLow) = (Self.all(rest >> 8), Self.all(rest & 255))
  }

  private static func all(_ value: UInt32) -> SIMD8<UInt16> {
    SIMD8(repeating: UInt16(truncatingIfNeeded: value))
  }

  /// The same for the twins in C.
  var parts: rt_mix {
    rt_mix(
      share_high: shareHigh[0], share_low: shareLow[0], rest_high: restHigh[0],
      rest_low: restLow[0])
  }

  /// (`top` times the share + `below` times the rest + half) without its lower 16 bits.
  @inline(__always)
  func levels(_ top: SIMD8<UInt16>, _ below: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let fine = top &* shareLow &+ below &* restLow
    let coarse = top &* shareHigh &+ below &* restHigh
    return (coarse &+ 128 &+ fine &>> 8) &>> 8
  }
}
