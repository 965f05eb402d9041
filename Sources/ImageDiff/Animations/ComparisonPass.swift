internal import Pixels

/// Every pixel of two animations, fetched once: the curve of differences, and what alignment needs.
struct ComparisonPass {
  private let expected: FrameSequence
  private let actual: FrameSequence
  private let rules: AnimationRules
  /// Every frame of the second animation beside what was expected at its time.
  let curve: [FrameComparison]
  /// The change in time.
  let alignment: Alignment

  init(
    _ expected: FrameSequence, _ actual: FrameSequence, _ rules: AnimationRules,
    _ workers: Workers<[UInt8]>
  ) throws {
    (self.expected, self.actual, self.rules) = (expected, actual, rules)
    var (one, two) = (SampledSequence(expected, rules), SampledSequence(actual, rules))
    (one.width, one.height) = (
      max(expected.width, actual.width), max(expected.height, actual.height)
    )
    (two.width, two.height) = (one.width, one.height)
    var curve: [FrameComparison] = []
    for moment in Self.moments(expected, actual) {
      curve.append(
        try Self.difference(
          &one, moment.expected, &two, moment.actual, moment.seconds, rules, workers))
    }
    self.curve = curve
    // Of two still pictures nothing can be said in time.
    let isMoving = expected.frames.count > 1 || actual.frames.count > 1
    let needed =
      isMoving && (curve.contains { $0.differentCount > 0 } || !Self.endTogether(one, two))
    alignment =
      needed
      ? Alignment(try one.features(), try two.features(), noise: rules.metric.isExact ? 0 : 1.5)
      : Alignment(.none, actual.frames.map { expected.index(at: $0.startSeconds) })
  }

  /// Whether no frame differs by more than is let pass.
  var isWithinLimits: Bool { !curve.contains(where: \.isOverLimit) }

  /// Whether the two show the same at different rates: only frames that begin together can be
  /// expected to be equal.
  func isResampled(_ alignment: Alignment) -> Bool {
    let rates = (expected.stepSeconds, actual.stepSeconds)
    guard alignment.change == .none, (rates.0 - rates.1).magnitude > 0.02 * max(rates.0, rates.1)
    else { return false }
    return coincidingCurve.count >= 2
  }

  /// The part of the curve where two frames begin at the same time.
  var coincidingCurve: [FrameComparison] {
    curve.filter { difference in
      let starts = (
        expected.frames[difference.expectedIndex].startSeconds,
        actual.frames[difference.actualIndex].startSeconds
      )
      let step = min(expected.stepSeconds, actual.stepSeconds)
      return (starts.0 - starts.1).magnitude <= step * 0.08 + 1e-9
    }
  }

  /// The pixels that differ between each frame and the one that it shows, and the frames that
  /// show none.
  func rest(
    _ alignment: Alignment, _ workers: Workers<[UInt8]>
  ) throws -> (pixels: Int, frames: Int) {
    var rest = (pixels: 0, frames: 0)
    let known = Dictionary(
      curve.map { ([$0.expectedIndex, $0.actualIndex], $0.differentCount) },
      uniquingKeysWith: { first, _ in first })
    for (j, partner) in alignment.partners.enumerated() {
      guard let i = partner else {
        rest.frames += 1
        continue
      }
      if let pixels = known[[i, j]] {
        rest.pixels += pixels
        continue
      }
      guard expected.frames[i].hash != actual.frames[j].hash,
        let pixels = rules.pixels(at: actual.frames[j].startSeconds)
      else { continue }
      try Task.checkCancellation()
      let comparison = PixelComparison(
        try expected.pixels(of: i), try actual.pixels(of: j), rules: pixels, by: workers)
      rest.pixels += comparison.differentCount
    }
    return rest
  }

  /// Every time at which either begins to show something, with what both show then.
  private static func moments(
    _ one: FrameSequence, _ two: FrameSequence
  ) -> [(expected: Int, actual: Int, seconds: Double)] {
    var moments: [(expected: Int, actual: Int, seconds: Double)] = []
    let starts = (one.frames + two.frames).map(\.startSeconds).sorted()
    for (place, time) in starts.enumerated() {
      // Times that are nearly the same are one: the later of them, when both have begun.
      let slack = max(one.stepSeconds, two.stepSeconds) / 8 + 1e-9
      if place + 1 < starts.count, starts[place + 1] - time <= slack { continue }
      moments.append((one.index(at: time), two.index(at: time), time))
    }
    return moments
  }

  private static func endTogether(_ one: SampledSequence, _ two: SampledSequence) -> Bool {
    let slack = max(one.sequence.stepSeconds, two.sequence.stepSeconds) / 8 + 1e-9
    return (one.sequence.seconds - two.sequence.seconds).magnitude <= slack
  }

  /// How much longer the last frame shows, where that is all that there is to say.
  var ending: TimeChange {
    let ends = (expected.seconds, actual.seconds)
    // A still picture has no duration.
    guard isWithinLimits, min(ends.0, ends.1) > 0, rules.pixels(at: min(ends.0, ends.1)) != nil
    else { return .none }
    let steps = (expected.stepSeconds, actual.stepSeconds)
    let isOneRate = (steps.0 - steps.1).magnitude <= 0.02 * max(steps.0, steps.1)
    // At other rates the last frames end within one of each other; and in hundredths, times are
    // rounded.
    let slack = isOneRate ? max(max(steps.0, steps.1) / 8, 0.0055) : max(steps.0, steps.1)
    let seconds = ends.1 - ends.0
    return seconds.magnitude > slack + 1e-9 ? .held(seconds: seconds) : .none
  }

  private static func difference(
    _ one: inout SampledSequence, _ i: Int, _ two: inout SampledSequence, _ j: Int,
    _ seconds: Double, _ rules: AnimationRules, _ workers: Workers<[UInt8]>
  ) throws -> FrameComparison {
    try Task.checkCancellation()
    guard one.sequence.frames[i].hash != two.sequence.frames[j].hash,
      let pixels = rules.pixels(at: seconds)
    else { return .none(expected: i, actual: j, seconds) }
    let comparison = PixelComparison(
      try one.frame(i), try two.frame(j), rules: pixels, by: workers)
    return FrameComparison(
      expectedIndex: i, actualIndex: j, seconds: seconds,
      differentCount: comparison.differentCount, ratio: comparison.ratio,
      isOverLimit: !rules.limits.allow(comparison), regions: comparison.regions(),
      visible: comparison.visibleDifference)
  }
}

/// The frames of one animation as they are fetched; their thumbnails are kept, not their pixels.
private struct SampledSequence {
  let sequence: FrameSequence
  private let hidden: [PixelRect]
  private var thumbnails: [FrameHash: (thumbnail: Thumbnail, shown: FrameHash)] = [:]
  /// The canvas that thumbnails are made for.
  var (width, height) = (0, 0)

  init(_ sequence: FrameSequence, _ rules: AnimationRules) {
    (self.sequence, hidden) = (sequence, rules.areasOfAllTimes)
  }

  /// The pixels of a frame.
  mutating func frame(_ index: Int) throws -> Pixmap {
    try Task.checkCancellation()
    let pixels = try sequence.pixels(of: index)
    note(pixels, of: index)
    return pixels
  }

  /// The animation as far as alignment needs it.
  mutating func features() throws -> SequenceFeatures {
    for index in sequence.frames.indices where thumbnails[sequence.frames[index].hash] == nil {
      _ = try frame(index)
    }
    let noted = sequence.frames.compactMap { thumbnails[$0.hash] }
    return SequenceFeatures(sequence, noted.map(\.thumbnail), noted.map(\.shown))
  }

  private mutating func note(_ pixels: Pixmap, of index: Int) {
    let hash = sequence.frames[index].hash
    guard thumbnails[hash] == nil else { return }
    let thumbnail = Thumbnail(pixels, width: width, height: height, hiding: hidden)
    // Ignored areas must not make equal frames look different.
    thumbnails[hash] = (thumbnail, hidden.isEmpty ? hash : FrameHash(pixels.hiding(hidden)))
  }
}
