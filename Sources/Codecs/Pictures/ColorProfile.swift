import Geometry

/// The colours of a picture: an ICC profile of three primaries, or of grey, and its curves.
package struct ColorProfile: Hashable, Sendable {
  /// What each of the 256 levels of a channel is in linear light.
  let curves: [[Double]]
  /// Red, green and blue in the profile connection space (XYZ, D50).
  let primaries: [SIMD3<Double>]

  /// The primaries of sRGB there, as its own profile has them.
  static let primariesOfSRGB = [
    SIMD3(0.4360747, 0.2225045, 0.0139322), SIMD3(0.3850649, 0.7168786, 0.0971045),
    SIMD3(0.1430804, 0.0606169, 0.7141733),
  ]

  /// Reads a profile.
  package init(_ bytes: [UInt8]) throws(PictureError) {
    let profile = ProfileData(bytes)
    guard bytes.count >= 132, profile.word(at: 36) == "acsp" else {
      throw .profile("it is damaged")
    }
    // Tables beside the primaries say more than these.
    guard profile.word(at: 20) == "XYZ ", !profile.has("A2B0") else {
      throw .profile("it has tables instead of primaries")
    }
    switch profile.word(at: 16) {
    case "RGB ":
      primaries = ["rXYZ", "gXYZ", "bXYZ"].compactMap(profile.color)
      curves = ["rTRC", "gTRC", "bTRC"].compactMap(profile.curve)
      guard primaries.count == 3, curves.count == 3 else {
        throw .profile("it has tables instead of primaries")
      }
    case "GRAY":
      guard let curve = profile.curve("kTRC") else { throw .profile("it has no curve") }
      curves = [curve, curve, curve]
      primaries = Self.primariesOfSRGB
    case let space: throw .profile("it is of the colour space \"\(space)\"")
    }
  }
}

/// The tags of an ICC profile.
private struct ProfileData {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func word(at offset: Int) -> String {
    guard offset + 4 <= bytes.count else { return "" }
    let word = bytes[offset..<offset + 4].map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }
    return String(decoding: word, as: UTF8.self)
  }

  private func number(at offset: Int) -> Int {
    offset >= 0 && offset + 4 <= bytes.count ? Int(bytes.bigEndian32(at: offset)) : 0
  }

  /// An s15Fixed16Number: 16 bits before the point, 16 behind it.
  private func fixed(at offset: Int) -> Double {
    Double(Int32(truncatingIfNeeded: number(at: offset))) / 65_536
  }

  private func tag(_ name: String) -> Range<Int>? {
    for index in 0..<min(number(at: 128), 100) {
      let entry = 132 + 12 * index
      guard word(at: entry) == name else { continue }
      let (start, count) = (number(at: entry + 4), number(at: entry + 8))
      guard count >= 12, start >= 128, start <= bytes.count, count <= bytes.count - start else {
        return nil
      }
      return start..<start + count
    }
    return nil
  }

  func has(_ name: String) -> Bool { tag(name) != nil }

  func color(_ name: String) -> SIMD3<Double>? {
    guard let tag = tag(name), word(at: tag.lowerBound) == "XYZ ", tag.count >= 20 else {
      return nil
    }
    let start = tag.lowerBound + 8
    return SIMD3(fixed(at: start), fixed(at: start + 4), fixed(at: start + 8))
  }

  /// The 256 values of a curve.
  func curve(_ name: String) -> [Double]? {
    guard let tag = tag(name) else { return nil }
    let levels = (0..<256).map { Double($0) / 255 }
    switch word(at: tag.lowerBound) {
    case "curv": return table(in: tag).map { table in levels.map(table) }
    case "para": return formula(in: tag).map { formula in levels.map(formula) }
    default: return nil
    }
  }

  private func table(in tag: Range<Int>) -> ((Double) -> Double)? {
    let count = number(at: tag.lowerBound + 8)
    guard count <= (tag.count - 12) / 2 else { return nil }
    let values = (0..<count).map { Int(bytes.bigEndian16(at: tag.lowerBound + 12 + 2 * $0)) }
    if count == 0 { return { $0 } }
    if count == 1 { return { Self.power($0, Double(values[0]) / 256) } }
    return { level in
      let place = level * Double(count - 1)
      let index = min(Int(place), count - 2)
      let (low, high) = (Double(values[index]), Double(values[index + 1]))
      return (low + (high - low) * (place - Double(index))) / 65_535
    }
  }

  private func formula(in tag: Range<Int>) -> ((Double) -> Double)? {
    let kind = number(at: tag.lowerBound + 8) >> 16
    let counts = [1, 3, 4, 5, 7]
    guard counts.indices.contains(kind), tag.count >= 12 + 4 * counts[kind] else { return nil }
    let p = (0..<counts[kind]).map { fixed(at: tag.lowerBound + 12 + 4 * $0) }
    let (g, a, b) = (p[0], kind > 0 ? p[1] : 1, kind > 0 ? p[2] : 0)
    switch kind {
    case 0: return { Self.power($0, g) }
    case 1: return { a * $0 + b >= 0 ? Self.power(a * $0 + b, g) : 0 }
    case 2: return { a * $0 + b >= 0 ? Self.power(a * $0 + b, g) + p[3] : p[3] }
    case 3: return { $0 >= p[4] ? Self.power(a * $0 + b, g) : p[3] * $0 }
    default: return { $0 >= p[4] ? Self.power(a * $0 + b, g) + p[5] : p[3] * $0 + p[6] }
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    base <= 0 ? 0 : Elementary.exp(exponent * Elementary.log(base))
  }
}

/// The way from a profile's colours to those of sRGB.
struct ProfileConversion: Sendable {
  /// Whether it changes next to nothing.
  let isIdentity: Bool
  private let curves: [[Double]]
  /// The matrix from the profile's linear RGB to linear sRGB.
  private let rows: [SIMD3<Double>]
  /// In linear light, where each level of sRGB begins.
  private let thresholds: [Double]

  init(_ profile: ColorProfile) {
    curves = profile.curves
    rows = Self.inverse(of: ColorProfile.primariesOfSRGB).map { row in
      let parts = profile.primaries.map { Self.dot(row, $0) }
      return SIMD3(parts[0], parts[1], parts[2])
    }
    thresholds = (1...255).map { Self.linear((Double($0) - 0.5) / 255) }
    let plain = [SIMD3(1.0, 0, 0), SIMD3(0.0, 1, 0), SIMD3(0.0, 0, 1)]
    let isPlain = zip(rows, plain).allSatisfy { row, plain in
      let difference = row - plain
      return (0..<3).allSatisfy { abs(difference[$0]) < 0.001 }
    }
    isIdentity =
      isPlain
      && profile.curves.allSatisfy { curve in
        curve.indices.allSatisfy { abs(curve[$0] - Self.linear(Double($0) / 255)) < 0.001 }
      }
  }

  /// The light of a share of sRGB.
  private static func linear(_ value: Double) -> Double {
    value <= 0.04045
      ? value / 12.92 : Elementary.exp(2.4 * Elementary.log((value + 0.055) / 1.055))
  }

  /// Converts straight RGBA; alpha stays.
  func convert(_ pixels: inout [UInt8]) {
    var (from, to) = (SIMD3<UInt8>(), converted(SIMD3()))
    for offset in stride(from: 0, to: pixels.count, by: 4) {
      let color = SIMD3(pixels[offset], pixels[offset + 1], pixels[offset + 2])
      // Neighbours are often equal.
      if color != from { (from, to) = (color, converted(color)) }
      (pixels[offset], pixels[offset + 1], pixels[offset + 2]) = (to.x, to.y, to.z)
    }
  }

  private func converted(_ color: SIMD3<UInt8>) -> SIMD3<UInt8> {
    let light = SIMD3(
      curves[0][Int(color.x)], curves[1][Int(color.y)], curves[2][Int(color.z)])
    return SIMD3(
      level(of: Self.dot(rows[0], light)), level(of: Self.dot(rows[1], light)),
      level(of: Self.dot(rows[2], light)))
  }

  /// The level of sRGB that is nearest.
  private func level(of light: Double) -> UInt8 {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if thresholds[middle] <= light { low = middle + 1 } else { high = middle }
    }
    return UInt8(low)
  }

  // In an order of its own, which no processor changes.
  private static func dot(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    one.x * other.x + one.y * other.y + one.z * other.z
  }

  private static func cross(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> SIMD3<Double> {
    let x = one.y * other.z - one.z * other.y
    let y = one.z * other.x - one.x * other.z
    let z = one.x * other.y - one.y * other.x
    return SIMD3(x, y, z)
  }

  /// The rows of the inverse of a matrix with these columns.
  private static func inverse(of columns: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let scale = dot(columns[0], cross(columns[1], columns[2]))
    return [(1, 2), (2, 0), (0, 1)].map { cross(columns[$0], columns[$1]) / scale }
  }
}
