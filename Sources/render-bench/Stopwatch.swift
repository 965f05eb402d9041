import Glibc

/// How long work takes, apart from what other programs on the machine take from it.
struct Stopwatch {
  /// How often everything is measured; the shortest time is the one that nothing disturbed.
  static let rounds = 5

  /// The mean over `frames` of the shortest processor time of each, in milliseconds.
  static func milliseconds(frames: Int, _ work: (Int) -> Void) -> Double {
    let shortest = (0..<frames).map { frame in
      (0..<rounds).map { _ in processor { work(frame) } }.min() ?? 0
    }
    return shortest.reduce(0, +) / Double(max(1, frames))
  }

  /// By how many milliseconds `one` takes longer than `other`, the mean over `frames`.
  ///
  /// Both run in turn, and their medians are compared: what slows the machine down for a while slows
  /// both down.
  static func difference(
    frames: Int, _ one: (Int) -> Void, _ other: (Int) -> Void
  ) -> Double {
    let differences = (0..<frames).map { frame in
      let times = (0..<rounds * 2 + 1).map { _ in
        (processor { one(frame) }, processor { other(frame) })
      }
      return median(times.map(\.0)) - median(times.map(\.1))
    }
    return differences.reduce(0, +) / Double(max(1, frames))
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// The processor time of `work`, in milliseconds.
  private static func processor(_ work: () -> Void) -> Double {
    let start = clock()
    work()
    return Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
  }

  /// The shortest time of all rounds by the clock on the wall, in milliseconds, shared by `frames`.
  static func milliseconds(
    sharedBy frames: Int, _ work: () async -> Void
  ) async -> Double {
    var shortest = Double.infinity
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      await work()
      shortest = min(shortest, (ContinuousClock.now - start) / .milliseconds(1))
    }
    return shortest / Double(max(1, frames))
  }
}

extension Double {
  /// With three digits behind the point.
  var thousandths: String {
    let steps = Int((self * 1000).rounded())
    return "\(steps / 1000)." + String(String(steps % 1000 + 1000).dropFirst())
  }
}
