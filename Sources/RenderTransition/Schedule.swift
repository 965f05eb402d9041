import Staging

/// The moments that are rendered for several outputs: equal times only once.
struct Schedule {
  /// The moments, in rising order.
  private(set) var shots: [Shot] = []

  /// What the frames of `clips` show of `stage`, one clip an output.
  init(_ clips: [Clip], of stage: Stage) {
    var places: [Double: Int] = [:]
    for (output, clip) in clips.enumerated() {
      for (time, use) in clip.uses(of: stage, output: output) {
        if let place = places[time] {
          shots[place].uses.append(use)
        } else {
          places[time] = shots.count
          shots.append(Shot(time: time, uses: [use]))
        }
      }
    }
    shots.sort { $0.time < $1.time }
  }

  /// How one output samples the run.
  struct Clip: Hashable, Sendable {
    /// Frames per second.
    var fps: Double
    /// How much longer the first frame shows, in seconds.
    var holdFirst: Double
    /// How much longer the last frame shows, in seconds.
    var holdLast: Double

    fileprivate func uses(
      of stage: Stage, output: Int
    ) -> [(time: Double, use: Shot.Use)] {
      let times = stage.frameTimes(fps: fps)
      // Frame k is shown from k / fps on, behind the first one's hold.
      return times.indices.map { index in
        let start = index == 0 ? 0 : Double(index) / fps + holdFirst
        let isLast = index == times.count - 1
        let end = Double(index + 1) / fps + holdFirst + (isLast ? holdLast : 0)
        return (times[index], Shot.Use(output: output, index: index, start: start, end: end))
      }
    }
  }
}
