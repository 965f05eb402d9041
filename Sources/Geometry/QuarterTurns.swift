/// An angle as a number of quarter turns and a rest of at most an eighth of a turn either way.
///
/// Subtracting multiples of a rounded π/2 loses all digits near the zeros of sine and cosine. So
/// the angle is multiplied by 192 bits of 2/π, taken from where they begin to matter: exact enough
/// for every finite double, with integers only.
struct QuarterTurns {
  /// The quarter turns, modulo 4.
  let quadrant: Int
  /// The rest, in radians.
  let rest: DoubleDouble

  /// The parts of a finite angle in radians.
  init(radians: Double) {
    guard radians.magnitude > 0.785 else {
      (quadrant, rest) = (0, DoubleDouble(radians))
      return
    }
    let turns = Self.parts(of: radians.magnitude)
    let angle = turns.fraction * .halfPi
    quadrant = (radians < 0 ? 4 - turns.whole : turns.whole) & 3
    rest = radians < 0 ? -angle : angle
  }

  /// The parts of a finite angle in degrees; multiples of 90 leave no rest.
  init(degrees: Double) {
    let withinTurn = degrees.remainder(dividingBy: 360)
    let quarters = (withinTurn / 90).rounded()
    // Exact, as the two are within a factor of 2 of one another, or the second is 0.
    let left = withinTurn - quarters * 90
    quadrant = Int(quarters) & 3
    rest = DoubleDouble(left) * .radiansPerDegree
  }

  /// The quarter turns in a positive angle: nearest whole number, and what is missing or over.
  private static func parts(of radians: Double) -> (whole: Int, fraction: DoubleDouble) {
    let significand = radians.significandBitPattern | 1 << 52
    let product = productModulo4(significand, exponent: Int(radians.exponent) - 52)
    let whole = Int(product.top >> 62)
    var bits = (product.top << 2 | product.middle >> 62, product.middle << 2 | product.bottom >> 62)
    let isNearerToNext = bits.0 >> 63 == 1
    if isNearerToNext { bits = (~bits.0, ~bits.1) }
    let fraction = fractionValue(bits)
    return (isNearerToNext ? whole + 1 : whole, isNearerToNext ? -fraction : fraction)
  }

  /// 128 bits behind the binary point as a number.
  private static func fractionValue(_ bits: (UInt64, UInt64)) -> DoubleDouble {
    // Three pieces of at most 53 bits are exact in a double each.
    let first = Double(bits.0 >> 16) * 0x1p-48
    let second = Double((bits.0 & 0xFFFF) << 32 | bits.1 >> 32) * 0x1p-96
    let third = Double(bits.1 & 0xFFFF_FFFF) * 0x1p-128
    let upper = DoubleDouble(sum: first, second)
    return DoubleDouble(larger: upper.high, upper.low + third)
  }

  /// `significand` · 2^`exponent` · 2/π modulo 4, as a number with two bits before the point.
  private static func productModulo4(
    _ significand: UInt64, exponent: Int
  ) -> (top: UInt64, middle: UInt64, bottom: UInt64) {
    // Bits of 2/π above this one only give multiples of 4.
    let first = exponent + 62
    let (word, shift) = (first / 64, UInt64(first % 64))
    func window(_ index: Int) -> UInt64 {
      let upper = twoOverPi[word + index] << shift
      return shift == 0 ? upper : upper | twoOverPi[word + index + 1] >> (64 - shift)
    }
    let low = significand.multipliedFullWidth(by: window(2))
    let middle = significand.multipliedFullWidth(by: window(1))
    let (sum, carry) = middle.low.addingReportingOverflow(low.high)
    let top = significand &* window(0) &+ middle.high &+ (carry ? 1 : 0)
    return (top, sum, low.low)
  }

  /// 64 zero bits, then 1280 bits of 2/π: as many as the largest double asks for.
  private static let twoOverPi: [UInt64] = [
    0, 0xA2F9_836E_4E44_1529, 0xFC27_57D1_F534_DDC0, 0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561, 0xB724_6E3A_424D_D2E0, 0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E, 0xE882_35F5_2EBB_4484, 0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4, 0x9C84_5F8B_BDF9_283B, 0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F, 0x6D36_7ECF_27CB_09B7, 0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B, 0x3D07_39F7_8A52_92EA, 0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB, 0xF0CF_BC20_9AF4_361D,
  ]
}

extension DoubleDouble {
  /// π.
  static let pi = DoubleDouble(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53)
  /// π/2.
  static let halfPi = DoubleDouble(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)
  /// π/180.
  static let radiansPerDegree = DoubleDouble(0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62)
}
