import Glibc

/// How long work takes, apart from what other programs on the machine take from it.
struct Stopwatch {
  /// How often everything is measured.
  static let rounds = 5

  /// The mean over `frames` of the shortest processor time of each, in milliseconds: that is the
  /// one that nothing disturbed.
  static func milliseconds(frames: Int, _ work: (Int) throws -> Void) rethrows -> Double {
    let shortest = try (0..<frames).map { frame in
      try (0..<rounds).map { _ in try processor { try work(frame) } }.min() ?? 0
    }
    return shortest.reduce(0, +) / Double(max(1, frames))
  }

  /// By how many milliseconds `one` takes longer than `other`, the mean over `frames`.
  ///
  /// Both run in turn, twice as often and once more, and their medians are compared: what slows the
  /// machine down for a while slows both down.
  static func difference(
    frames: Int, _ one: (Int) throws -> Void, _ other: (Int) throws -> Void
  ) rethrows -> Double {
    let differences = try (0..<frames).map { frame in
      let times = try (0..<rounds * 2 + 1).map { _ in
        (try processor { try one(frame) }, try processor { try other(frame) })
      }
      return median(times.map(\.0)) - median(times.map(\.1))
    }
    return differences.reduce(0, +) / Double(max(1, frames))
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// The processor time of `work`, in milliseconds.
  private static func processor(_ work: () throws -> Void) rethrows -> Double {
    let start = clock()
    try work()
    return Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
  }

  /// The shortest time of all rounds by the clock on the wall, in milliseconds, shared by `frames`.
  static func milliseconds(
    sharedBy frames: Int, _ work: () async throws -> Void
  ) async rethrows -> Double {
    var shortest = Double.infinity
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      try await work()
      shortest = min(shortest, (ContinuousClock.now - start) / .milliseconds(1))
    }
    return shortest / Double(max(1, frames))
  }
}
