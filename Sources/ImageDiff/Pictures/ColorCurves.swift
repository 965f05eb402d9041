/// sRGB's curve and cube roots as tables, made with sums and products alone: the system's own
/// powers and cube roots differ from machine to machine.
package struct ColorCurves: Sendable {
  /// Made once, for they are the same for all.
  static let shared = ColorCurves()

  private static let steps = 4096
  private let linear: [Double]
  private let cubeRoots: [Double]
  /// The slopes of the cube root beside its values.
  private let slopes: [Double]

  private init() {
    let levels = (0...256).map { Double(min($0, 255)) / 255 }
    linear = levels.map(Self.light)
    cubeRoots = (0...Self.steps + 1).map { Self.root(3, of: Double($0) / Double(Self.steps)) }
    slopes = cubeRoots.map { 1 / (3 * $0 * $0) }
  }

  /// The three cone responses of Oklab to a colour of channels from 0 to 255.
  func cone(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let (r, g, b) = (light(color.x), light(color.y), light(color.z))
    return SIMD3(
      cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
      cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
      cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b))
  }

  /// A colour of whole channels in CIELAB, to the last digits of a double.
  func lab(_ color: SIMD4<Int32>) -> SIMD3<Double> {
    let light = tristimulus(color)
    let f = SIMD3(labCurve(light.x), labCurve(light.y), labCurve(light.z))
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }

  /// A colour of whole channels in CIE XYZ, where white is 1.
  @inline(__always)
  func tristimulus(_ color: SIMD4<Int32>) -> SIMD3<Double> {
    let (r, g, b) = (linear[Int(color.x)], linear[Int(color.y)], linear[Int(color.z)])
    return SIMD3(
      (r * 0.4124 + g * 0.3576 + b * 0.1805) / 0.950489, r * 0.2126 + g * 0.7152 + b * 0.0722,
      (r * 0.0193 + g * 0.1192 + b * 0.9505) / 1.08884)
  }

  /// The curve of CIELAB without a division, with errors below 1e-7.
  @inline(__always)
  func nearLabCurve(_ light: Double) -> Double {
    guard light > 216.0 / 24_389 else { return light * 841 / 108 + 4.0 / 29 }
    // The tangent of the nearest entry, whose error is 2e-5 at most, and a step of Newton's.
    let place = Int(light * Double(Self.steps) + 0.5)
    let (root, slope) = (cubeRoots[place], slopes[place])
    let near = root + (light - Double(place) / Double(Self.steps)) * slope
    return near - (near * near * near - light) * slope
  }

  /// A cube root with a straight start.
  private func labCurve(_ light: Double) -> Double {
    guard light > 216.0 / 24_389 else { return light * 841 / 108 + 4.0 / 29 }
    // The table's error is 2e-5 at most: two of Newton's steps make it 4e-10 and 2e-19.
    let near = cubeRoot(light)
    let nearer = (2 * near + light / (near * near)) / 3
    return (2 * nearer + light / (nearer * nearer)) / 3
  }

  private func light(_ level: Double) -> Double {
    let below = Int(level)
    return linear[below] + (linear[below + 1] - linear[below]) * (level - Double(below))
  }

  private func cubeRoot(_ light: Double) -> Double {
    let place = light * Double(Self.steps)
    let below = Int(place)
    return cubeRoots[below] + (cubeRoots[below + 1] - cubeRoots[below]) * (place - Double(below))
  }

  /// The light of a level of sRGB, both from 0 to 1: a power of 2.4, which is a square and the fifth
  /// root of a square.
  package static func light(_ level: Double) -> Double {
    guard level > 0.04045 else { return level / 12.92 }
    let base = (level + 0.055) / 1.055
    return base * base * root(5, of: base * base)
  }

  /// A root by Newton's steps, which fall toward it from above until rounding stops them.
  private static func root(_ degree: Int, of value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = max(1, value)
    while true {
      let power = (1..<degree).reduce(1.0) { product, _ in product * root }
      let next = (Double(degree - 1) * root + value / power) / Double(degree)
      guard next < root else { return root }
      root = next
    }
  }
}
