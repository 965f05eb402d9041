extension [Double] {
  /// The one in the middle when they are sorted; nil if there is none.
  package var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}

/// A part of a recording in which something moves, between two stills.
package struct MovingSpan: Hashable, Sendable {
  /// The frames that move.
  package var frames: Range<Int>
  /// The frames that stand still before it and behind it; empty for none.
  package var before, behind: Range<Int>
  /// The largest change from one frame to the next, in levels.
  package var peak: Double
}

/// Finds where a recording moves and where it stands still.
package struct StillSearch {
  /// The parts that move, in order.
  package let spans: [MovingSpan]

  /// What is quieter than this, in levels, is the codec's work and no motion.
  private static let quiet = 0.3
  /// How long it must be quiet for a motion to have ended, in seconds.
  private static let pause = 0.15
  /// As many frames make a still at most: more would reach back to other pictures.
  private static let mostFrames = 8

  /// Searches frames by when they begin, up to the `end` of the last one, and by how much each differs
  /// from the one before, in levels.
  package init(times: [Double], end: Double, changes: [Double]) {
    let ends = Array(times.dropFirst()) + [end]
    let steps = zip(ends, times).map { $0 - $1 }
    let step = steps.median ?? 0
    // A frame that is seen for long stands for several that do not change.
    let same = steps.reduce(0) { $0 + max(0, Int(($1 / max(step, 1e-6)).rounded()) - 1) }
    let sorted = changes.dropFirst().sorted()
    let quarter = (same + sorted.count) / 4 - same
    let noise = sorted.indices.contains(quarter) ? sorted[quarter] : 0
    let limit = max(Self.quiet, 4 * noise)
    var spans: [MovingSpan] = []
    for index in changes.indices.dropFirst() where changes[index] > limit {
      if let last = spans.last, times[index] - times[last.frames.upperBound - 1] <= Self.pause {
        spans[spans.count - 1].frames = last.frames.lowerBound..<index + 1
        spans[spans.count - 1].peak = max(last.peak, changes[index])
      } else {
        spans.append(
          MovingSpan(frames: index..<index + 1, before: 0..<0, behind: 0..<0, peak: changes[index]))
      }
    }
    // One frame alone is a new picture of the codec, or a cut.
    spans.removeAll { $0.frames.count < 2 || $0.peak < 2 * limit }
    self.spans = spans.indices.map { place in
      var span = spans[place]
      let start = span.frames.lowerBound
      // The still between two motions may be one frame: the one that settles the first.
      let first = place > 0 ? min(spans[place - 1].frames.upperBound, start - 1) : 0
      let next = place + 1 < spans.count ? spans[place + 1].frames.lowerBound - 1 : times.count
      let last = max(span.frames.upperBound, next)
      // A slow start is quieter than noise for a frame or two, and so is the tail of a spring. A
      // still may be one frame that is seen for long.
      let still = (first..<start).first { times[$0] > times[start] - 2.5 * step } ?? start
      span.before = max(first, still - Self.mostFrames)..<still
      let settled = (span.frames.upperBound - 1..<last).first {
        ends[$0] >= times[span.frames.upperBound - 1] + 0.1 + step
      }
      let begin = settled ?? max(span.frames.upperBound, last - 1)
      span.behind = min(last, max(begin, last - Self.mostFrames))..<last
      return span
    }
  }
}
