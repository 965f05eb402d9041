public import Pixels

/// Blends the first pixels of `line` with those along `run`, which begins at `offset` of `rows`.
func blendRun(
  _ line: Span<UInt8>, _ run: Coverage.Run, of coverage: Coverage, opacity: Weight,
  mode: BlendMode, onto rows: inout MutableSpan<UInt8>, at offset: Int
) {
  for i in 0..<run.width where line.pixel(at: i * 4) != .clear {
    let weight = opacity.covered(by: coverage.level(of: run, at: i))
    let at = offset + i * 4
    let pixel = mode.blended(line.pixel(at: i * 4), fadedBy: weight, over: rows.pixel(at: at))
    rows.setPixel(pixel, at: at)
  }
}

extension BlendMode {
  /// `source`, faded to `weight`, blended with `backdrop`: W3C's formula, rounded once at the end.
  public func blended(_ source: Pixel, fadedBy weight: Weight, over backdrop: Pixel) -> Pixel {
    guard self != .normal, self == .plusLighter || source.alpha > 0 && backdrop.alpha > 0 else {
      return source.faded(by: weight, over: backdrop)
    }
    if self == .plusLighter, let sum = source.faded(by: weight, addedTo: backdrop) { return sum }
    return Self.pixel(
      blended(
        SIMD4<Double>(source.channels) / 255, Double(weight.parts) / 65_536,
        over: SIMD4<Double>(backdrop.channels) / 255))
  }

  /// W3C's formula for premultiplied colours from 0 to 1, `share` of the source; both have alpha.
  private func blended(
    _ top: SIMD4<Double>, _ share: Double, over below: SIMD4<Double>
  ) -> SIMD4<Double> {
    guard self != .plusLighter else { return top * share + below }
    let alpha = top.w * share
    let mixed = mix(straight(below), straight(top))
    var result = top * (share * (1 - below.w)) + below * (1 - alpha)
    result += SIMD4(mixed, 0) * (alpha * below.w)
    result.w = alpha + below.w - alpha * below.w
    return result
  }

  private func straight(_ channels: SIMD4<Double>) -> SIMD3<Double> {
    SIMD3(channels.x, channels.y, channels.z) / channels.w
  }

  private static func pixel(_ channels: SIMD4<Double>) -> Pixel {
    let levels = bounded(channels * 255, to: 255)
    var bytes = SIMD4<UInt8>()
    for i in 0..<4 { bytes[i] = UInt8(levels[i] + 0.5) }
    return Pixel(
      SIMD4(min(bytes.x, bytes.w), min(bytes.y, bytes.w), min(bytes.z, bytes.w), bytes.w))
  }

  /// What the two straight colours make of each other.
  private func mix(_ backdrop: SIMD3<Double>, _ source: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hue:
      source.withSaturation(of: backdrop).withLuminosity(of: backdrop)
    case .saturation:
      backdrop.withSaturation(of: source).withLuminosity(of: backdrop)
    case .color: source.withLuminosity(of: backdrop)
    case .luminosity: backdrop.withLuminosity(of: source)
    default:
      SIMD3(
        mix(backdrop.x, source.x), mix(backdrop.y, source.y), mix(backdrop.z, source.z))
    }
  }

  /// What two values of one channel make of each other.
  private func mix(_ backdrop: Double, _ source: Double) -> Double {
    switch self {
    case .multiply: backdrop * source
    case .screen: backdrop + source - backdrop * source
    case .overlay: Self.hardLight(source, backdrop)
    case .darken: min(backdrop, source)
    case .lighten: max(backdrop, source)
    case .colorDodge:
      backdrop <= 0 ? 0 : source >= 1 ? 1 : min(1, backdrop / (1 - source))
    case .colorBurn:
      backdrop >= 1 ? 1 : source <= 0 ? 0 : 1 - min(1, (1 - backdrop) / source)
    case .hardLight: Self.hardLight(backdrop, source)
    case .softLight: Self.softLight(backdrop, source)
    case .difference: abs(backdrop - source)
    case .exclusion: backdrop + source - 2 * backdrop * source
    case .normal, .hue, .saturation, .color, .luminosity, .plusLighter: source
    }
  }

  private static func hardLight(_ backdrop: Double, _ source: Double) -> Double {
    guard source > 0.5 else { return backdrop * 2 * source }
    let screen = 2 * source - 1
    return backdrop + screen - backdrop * screen
  }

  private static func softLight(_ backdrop: Double, _ source: Double) -> Double {
    guard source > 0.5 else {
      return backdrop - (1 - 2 * source) * backdrop * (1 - backdrop)
    }
    let bright =
      backdrop <= 0.25
      ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : backdrop.squareRoot()
    return backdrop + (2 * source - 1) * (bright - backdrop)
  }
}

extension Pixel {
  /// The sum of both, where no channel of it lies in the middle between two levels: there, `Double`s
  /// decide.
  fileprivate func faded(by weight: Weight, addedTo backdrop: Pixel) -> Pixel? {
    var sums = SIMD4<UInt32>()
    for i in 0..<4 {
      sums[i] = UInt32(channels[i]) &* weight.parts &+ UInt32(backdrop.channels[i]) &<< 16 &+ 32_768
      if sums[i] & 65_535 == 0 { return nil }
    }
    let alpha = min(255, sums.w &>> 16)
    var bytes = SIMD4<UInt8>()
    for i in 0..<4 { bytes[i] = UInt8(min(alpha, sums[i] &>> 16)) }
    return Pixel(bytes)
  }
}

extension SIMD3<Double> {
  /// How bright the eye finds the colour.
  private var luminosity: Double { 0.3 * x + 0.59 * y + 0.11 * z }

  fileprivate func withLuminosity(of other: SIMD3<Double>) -> SIMD3<Double> {
    let color = self + (other.luminosity - luminosity)
    let light = color.luminosity
    var result = color
    if color.min() < 0 {
      result = light + (color - light) * light / (light - color.min())
    }
    if color.max() > 1 {
      result = light + (result - light) * (1 - light) / (result.max() - light)
    }
    return result
  }

  fileprivate func withSaturation(of other: SIMD3<Double>) -> SIMD3<Double> {
    let range = self.max() - self.min()
    guard range > 0 else { return SIMD3(repeating: 0) }
    return (self - self.min()) * ((other.max() - other.min()) / range)
  }
}
