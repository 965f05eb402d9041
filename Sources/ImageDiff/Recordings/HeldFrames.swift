/// A time in which a recording shows an old picture.
package struct HeldFrames: Hashable, Sendable {
  /// When the first picture that is missing should have shown, and when the next one does, in seconds.
  package var from, to: Double
  /// How many pictures are missing.
  package var count: Int

  package init(from: Double, to: Double, count: Int) {
    (self.from, self.to, self.count) = (from, to, count)
  }
}

/// Finds frames that repeat the one before, and gaps in the times of a recording.
package struct HeldFrameSearch: Sendable {
  /// The times in which pictures are missing.
  package private(set) var held: [HeldFrames] = []
  /// The frames that repeat an old picture.
  package private(set) var frames: Set<Int> = []

  /// Less of the expected change than this is none.
  private static let leastChange = 0.3

  /// A smaller change than this, in levels, may be lost in the codec.
  private static let leastSeen = 1.0

  /// Searches the frames between `start` and `end`, each as far as `shares` say.
  ///
  /// `changes` are those of the recording from frame to frame; `expected` is what the design changes
  /// by between two shares of the way, both in levels.
  package init(
    times: [Double], shares: [Double], changes: [Double], wholeWay: Int, start: Double, end: Double,
    expected: (Double, Double) -> Double
  ) {
    let inside = times.indices.dropFirst().filter { times[$0] > start && times[$0 - 1] < end }
    let gaps = inside.map { times[$0] - times[$0 - 1] }.sorted()
    guard let step = gaps.median else { return }
    // Where rates vary, what counts as a gap is longer than the longer ones of them.
    let irregular = gaps.count { ($0 - step).magnitude > 0.25 * step }
    let longest = irregular * 5 > gaps.count ? 1.6 * gaps[gaps.count * 3 / 4] : 1.5 * step
    let leastWay = 2 / Double(wholeWay)
    for index in inside {
      let (last, now) = (shares[index - 1], shares[index])
      // Before the start, a still may be one frame that is seen for long.
      let shown = max(start, times[index - 1])
      let length = times[index] - shown
      if length > longest, now - last > leastWay {
        let missing = Int((length / step).rounded()) - 1
        add(HeldFrames(from: shown + step, to: times[index], count: missing))
      }
      guard (now - last).magnitude >= leastWay else { continue }
      let change = expected(last, now)
      guard change > Self.leastSeen, changes[index] < Self.leastChange * change else { continue }
      frames.insert(index)
      let next = index + 1 < times.count ? times[index + 1] : times[index] + step
      add(HeldFrames(from: times[index], to: next, count: 1))
    }
  }

  /// Adds to the last one what follows it without a gap.
  private mutating func add(_ found: HeldFrames) {
    guard found.count > 0 else { return }
    guard let last = held.last, found.from - last.to < 1e-4 else { return held.append(found) }
    held[held.count - 1].to = found.to
    held[held.count - 1].count += found.count
  }
}
