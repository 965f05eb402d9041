import Pixels

/// The colours between the stops of a gradient, premultiplied and exact at every position.
struct ColorRamp: Hashable, Sendable {
  /// The way from one stop to the next.
  private struct Stretch: Hashable, Sendable {
    /// Where the next one begins.
    var end: Double
    /// The colour at position 0, if it went on so far, and what a whole position adds, in 1/65,536
    /// of a level.
    var color: SIMD4<Double>
    var slope: SIMD4<Double>
  }

  private var stretches: [Stretch] = []
  /// For each 1/256 of the way, the first stretch that is met there.
  private var first: [Int] = []

  /// The ramp through `stops`, whose positions do not fall.
  init(_ stops: [Gradient.Stop]) {
    var last = stops.first
    stretches = [Stretch(end: last?.position ?? 2, color: Self.steps(last), slope: .zero)]
    for stop in stops.dropFirst() {
      guard let before = last else { break }
      let length = stop.position - before.position
      if length > 0 {
        let slope = (Self.steps(stop) - Self.steps(before)) / length
        stretches.append(
          Stretch(
            end: stop.position, color: Self.steps(before) - slope * before.position, slope: slope))
      }
      last = stop
    }
    stretches.append(Stretch(end: .infinity, color: Self.steps(last), slope: .zero))
    first = (0...256).map { part in
      stretches.firstIndex { $0.end > Double(part) / 256 } ?? stretches.count - 1
    }
  }

  private static func steps(_ stop: Gradient.Stop?) -> SIMD4<Double> {
    (stop?.premultiplied ?? .zero) * 65_536
  }

  /// The colour at `position`, in 1/65,536 of a level; before 0 and behind 1 the last ones go on.
  @inline(__always)
  func color(at position: Double) -> SIMD4<UInt32> {
    let place = position > 0 ? min(1, position) : 0
    var index = first[Int(place * 256)]
    while stretches[index].end <= place { index &+= 1 }
    let color = stretches[index].color + stretches[index].slope * place + 0.5
    let levels = bounded(color, to: 16_711_680)
    return SIMD4(
      UInt32(levels.x), UInt32(levels.y), UInt32(levels.z), UInt32(levels.w))
  }
}
