import Glibc
import TestSupport
import Testing

@testable import Geometry

@Suite("Elementary functions")
struct ElementaryTests {
  /// One of our functions, the C library's, and where to compare them.
  struct Twin: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ours: @Sendable (Double) -> Double
    let theirs: @Sendable (Double) -> Double
    let range: ClosedRange<Double>

    init(
      _ name: String, _ range: ClosedRange<Double>, _ ours: @escaping @Sendable (Double) -> Double,
      _ theirs: @escaping @Sendable (Double) -> Double
    ) {
      (testDescription, self.range, self.ours, self.theirs) = (name, range, ours, theirs)
    }
  }

  static let twins = [
    Twin("sin, near", -4...4, Elementary.sin, { Glibc.sin($0) }),
    Twin("sin, far", -1e5...1e5, Elementary.sin, { Glibc.sin($0) }),
    Twin("sin, very far", -1e300...1e300, Elementary.sin, { Glibc.sin($0) }),
    Twin("cos, near", -4...4, Elementary.cos, { Glibc.cos($0) }),
    Twin("cos, far", -1e5...1e5, Elementary.cos, { Glibc.cos($0) }),
    Twin("cos, very far", -1e300...1e300, Elementary.cos, { Glibc.cos($0) }),
    Twin("tan, near", -4...4, Elementary.tan, { Glibc.tan($0) }),
    Twin("tan, far", -1e5...1e5, Elementary.tan, { Glibc.tan($0) }),
    Twin("exp, small", -1...1, Elementary.exp, { Glibc.exp($0) }),
    Twin("exp, all", -745...709.7, Elementary.exp, { Glibc.exp($0) }),
    Twin("log, near 1", 0.5...2, Elementary.log, { Glibc.log($0) }),
    Twin("log, large", 1...1e300, Elementary.log, { Glibc.log($0) }),
    Twin("log, tiny", 0...1e-300, Elementary.log, { Glibc.log($0) }),
    Twin("atan", -10...10, Elementary.atan, { Glibc.atan($0) }),
  ]

  @Test("each is within 2 units in the last place of the C library", arguments: twins)
  func agrees(_ twin: Twin) {
    let seed: UInt64 = 20_240_607
    var random = SeededRandom(seed: seed)
    var worst = (units: 0.0, x: 0.0)
    for _ in 0..<20000 {
      let x = Double.random(in: twin.range, using: &random)
      let units = distance(twin.ours(x), twin.theirs(x))
      if units > worst.units { worst = (units, x) }
    }
    // The C library may itself be off by one.
    #expect(worst.units <= 2, "seed \(seed), x = \(worst.x)")
  }

  @Test("atan2 is within 2 units in the last place for points of any size")
  func atan2Agrees() {
    let seed: UInt64 = 11
    var random = SeededRandom(seed: seed)
    for _ in 0..<20000 {
      let (y, x) = (random.anyFinite(), random.anyFinite())
      #expect(distance(Elementary.atan2(y, x), Glibc.atan2(y, x)) <= 2, "seed \(seed)")
      let (b, a) = (Double.random(in: -9...9, using: &random), Double.random(in: -9...9))
      #expect(distance(Elementary.atan2(b, a), Glibc.atan2(b, a)) <= 2, "\(b), \(a)")
    }
  }

  @Test("any bits give what the C library gives, special values included")
  func totality() {
    let seed: UInt64 = 3
    var random = SeededRandom(seed: seed)
    for _ in 0..<20000 {
      let x = Double(bitPattern: random.next())
      for twin in Self.twins {
        #expect(distance(twin.ours(x), twin.theirs(x)) <= 2, "\(twin.testDescription), \(x)")
      }
    }
  }

  static let specials: [Double] = [
    0, -0.0, 1, -1, 0.5, 2, -2, 3, -3, 0x1p-1070, -0x1p-1070, .leastNonzeroMagnitude, 1e-160, 1e308,
    -1e308, 709.7827,
    709.7828, -745.13, -745.14, .infinity, -.infinity, .nan, 9_007_199_254_740_991, 1e17, -1e17,
    .greatestFiniteMagnitude, .leastNormalMagnitude, 0.9999999999999999, 1.0000000000000002,
  ]

  @Test("special values, alone and in pairs, are those of the C library", arguments: specials)
  func special(_ x: Double) {
    for twin in Self.twins {
      #expect(same(twin.ours(x), twin.theirs(x)), "\(twin.testDescription)(\(x))")
    }
    for y in Self.specials {
      #expect(same(Elementary.atan2(x, y), Glibc.atan2(x, y)), "atan2(\(x), \(y))")
    }
  }

  @Test("the double next to a multiple of π/2 keeps all its digits")
  func nearZeros() {
    // The hardest one of all doubles.
    #expect(distance(Elementary.cos(6381956970095103 * 0x1p797), -4.6871659242546276e-19) <= 1)
    #expect(distance(Elementary.sin(.pi), 1.2246467991473532e-16) <= 1)
    #expect(distance(Elementary.tan(.pi / 2), 16331239353195370) <= 1)
  }

  @Test(
    "multiples of 90 degrees are exact",
    arguments: [
      (0, 0, 1), (90, 1, 0), (180, 0, -1), (270, -1, 0), (-90, -1, 0), (360, 0, 1), (-180, 0, -1),
      (36_000_090, 1, 0), (1e300, -0.9848077530122081, 0.17364817766693036),
    ])
  func rightAngles(_ degrees: Double, _ sine: Double, _ cosine: Double) {
    if degrees.magnitude < 1e9 {
      #expect(Elementary.sinDegrees(degrees) == sine)
      #expect(Elementary.cosDegrees(degrees) == cosine)
    }
    let one = Elementary.sinDegrees(degrees) * Elementary.sinDegrees(degrees)
    #expect(abs(one + Elementary.cosDegrees(degrees) * Elementary.cosDegrees(degrees) - 1) < 1e-15)
  }

  @Test("the angles of the set square are exact")
  func setSquare() {
    #expect(Elementary.sinDegrees(30) == 0.5)
    #expect(Elementary.cosDegrees(60) == 0.5)
    #expect(Elementary.sinDegrees(150) == 0.5)
    #expect(Elementary.cosDegrees(-240) == -0.5)
    #expect(Elementary.tanDegrees(45) == 1)
    #expect(Elementary.tanDegrees(-135) == 1)
    #expect(Elementary.tanDegrees(90) == .infinity)
    #expect(Elementary.tanDegrees(-90) == -.infinity)
    #expect(Elementary.sinDegrees(.infinity).isNaN)
  }

  @Test("the bits are those of every other build")
  func fingerprint() {
    var random = SeededRandom(seed: 1)
    var print = Fingerprint()
    for _ in 0..<2000 {
      let x = Double.random(in: -100...100, using: &random)
      for twin in Self.twins { print.take(twin.ours(x)) }
      print.take(Elementary.atan2(x, 3))
      print.take(Elementary.sinDegrees(x))
    }
    #expect(print.value == 0x3D44_5C4F_B8B9_9A38)
  }

  /// How many doubles lie between the two; 0 where both are not a number.
  private func distance(_ first: Double, _ second: Double) -> Double {
    if first.isNaN || second.isNaN { return first.isNaN && second.isNaN ? 0 : .infinity }
    if first == second { return 0 }
    guard first.isFinite, second.isFinite else { return .infinity }
    return abs(first - second) / max(first.ulp, second.ulp)
  }

  private func same(_ first: Double, _ second: Double) -> Bool {
    distance(first, second) <= 1 && (first.isNaN || first.sign == second.sign)
  }
}
