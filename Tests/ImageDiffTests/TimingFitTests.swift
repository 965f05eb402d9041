import Testing
import TestSupport

@testable import ImageDiff

@Suite("the timing of a recorded motion, fitted to tables without pictures")
struct TimingFitTests {
  /// Curves as closures: what they are called does not matter here.
  private static let curves: [TimingCurve] = [
    TimingCurve("smooth") { $0 * $0 * (3 - 2 * $0) },
    TimingCurve("late") { $0 * $0 * $0 },
    TimingCurve("early") { 1 - (1 - $0) * (1 - $0) * (1 - $0) },
    TimingCurve("even") { $0 },
  ]

  /// A table of a motion along `curve`, with noise; frames of `held` show what the one before them shows.
  private static func table(
    _ curve: TimingCurve, start: Double, length: Double, rate: Double, noise: Double = 4,
    held: Range<Int> = 0..<0, seed: UInt64 = 7
  ) -> DistanceTable {
    var random = SeededRandom(seed: seed)
    let times = (0..<Int(rate * (length + 0.6))).map { Double($0) / rate }
    var last = 0.0
    let rows = times.indices.map { index in
      let share = min(1, max(0, (times[index] - start) / length))
      if !held.contains(index) { last = share >= 1 ? 1 : curve.shape(share) }
      return (0...148).map { place in
        let apart = Double(place) / 128 - last
        return 60 + 3000 * apart * apart / (0.2 + apart.magnitude)
          + Double.random(in: 0...noise, using: &random)
      }
    }
    return DistanceTable(times: times, wholeWay: 128, rows: rows)
  }

  private static func choice(_ table: DistanceTable, own: Int) -> CurveChoice? {
    let others = curves.indices.filter { $0 != own }.map { curves[$0] }
    return CurveChoice(
      of: table, own: curves[own], others: others,
      free: (
        [0.4, 0.6],
        { numbers in
          TimingCurve("free") { share in
            let rest = 1 - share
            return 3 * rest * rest * share * numbers[0] + 3 * rest * share * share * numbers[1]
              + share * share * share
          }
        }
      ))
  }

  @Test(
    "start and duration are those of the motion", arguments: [60.0, 50, 30],
    [(0.21, 0.35), (0.1937, 0.42), (0.25, 0.61)])
  func timing(_ rate: Double, _ motion: (start: Double, length: Double)) throws {
    let table = Self.table(Self.curves[0], start: motion.start, length: motion.length, rate: rate)
    let choice = try #require(Self.choice(table, own: 0))
    #expect(choice.apart == 0 && choice.fit.curve.name == "smooth")
    #expect((choice.fit.start - motion.start).magnitude < 0.004, "\(choice.fit.start)")
    #expect((choice.fit.duration / motion.length - 1).magnitude < 0.015, "\(choice.fit.duration)")
  }

  @Test("another curve is told by its name", arguments: [1, 2, 3])
  func curve(_ index: Int) throws {
    let table = Self.table(Self.curves[index], start: 0.2, length: 0.4, rate: 60)
    let choice = try #require(Self.choice(table, own: 0))
    #expect(choice.fit.curve.name == Self.curves[index].name)
    #expect(choice.apart > CurveChoice.leastApart)
  }

  @Test("without held frames, a hole does not make a motion longer")
  func hole() throws {
    let held = 24..<26
    let errors = try (1...12).map { seed in
      let table = Self.table(
        Self.curves[0], start: 0.2, length: 0.4, rate: 60, held: held, seed: UInt64(seed))
      return try #require(Self.choice(table.without(Set(held)), own: 0)).fit.duration / 0.4 - 1
    }
    // The noise of one table moves it by a percent or so; that of all is averaged out.
    #expect((errors.reduce(0, +) / 12).magnitude < 0.005, "\(errors)")
  }

  @Test("gaps in times and repeated pictures are found, at their times")
  func holes() {
    let even = (0..<40).map { Double($0) / 60 }
    let times = even.enumerated().filter { !(20...21).contains($0.offset) }.map(\.element)
    let shares = times.map { min(1, max(0, ($0 - 0.1) / 0.5)) }
    let changes = shares.indices.map { index in
      index == 0 || (12...13).contains(index) ? 0 : 100 * (shares[index] - shares[index - 1])
    }
    let search = HeldFrameSearch(
      times: times, shares: shares, changes: changes, wholeWay: 128, start: 0.1, end: 0.6
    ) { 100 * ($1 - $0) }
    #expect(search.held.map(\.count) == [2, 2])
    #expect(search.frames == [12, 13])
    #expect((search.held[0].from - 0.2).magnitude < 1e-6)
    #expect((search.held[1].from - 20.0 / 60).magnitude < 1e-6)
    #expect((search.held[1].to - 22.0 / 60).magnitude < 1e-6)
  }

  @Test("a still that is one long frame is no gap")
  func longStill() {
    let times = [0, 0.5] + (1..<20).map { 0.5 + Double($0) / 50 }
    let shares = times.map { min(1, max(0, ($0 - 0.49) / 0.3)) }
    let changes = shares.indices.map { $0 == 0 ? 0 : 100 * (shares[$0] - shares[$0 - 1]) }
    let search = HeldFrameSearch(
      times: times, shares: shares, changes: changes, wholeWay: 128, start: 0.49, end: 0.79
    ) { 100 * ($1 - $0) }
    #expect(search.held.isEmpty, "\(search.held)")
  }

  @Test("a motion is found between two stills, and one frame alone is none")
  func stills() throws {
    let times = (0..<120).map { Double($0) / 60 }
    var changes = times.map { _ in 0.1 }
    for index in 40..<60 { changes[index] = 5 }
    changes[100] = 9
    let spans = StillSearch(times: times, end: 2, changes: changes).spans
    #expect(spans.map(\.frames) == [40..<60])
    let span = try #require(spans.first)
    #expect(span.before.count >= 2 && span.behind.count >= 2)
    #expect(span.before.upperBound <= 40 && span.behind.lowerBound >= 60)
  }

  @Test("a recording of which only the frames that change are kept has its stills")
  func longFrames() throws {
    let moving = (0..<15).map { 0.42 + Double($0) / 50 }
    let spans = StillSearch(
      times: [0, 0.08] + moving, end: 1.6, changes: [0, 0.1] + moving.map { _ in 20 }
    ).spans
    #expect(spans.map(\.frames) == [2..<17])
    let span = try #require(spans.first)
    #expect(span.before == 0..<2 && span.behind == 16..<17)
  }

  @Test("two motions share a still that is one long frame")
  func sharedStill() {
    let first = (0..<20).map { 0.4 + Double($0) / 60 }
    let second = (0..<20).map { 1.3 + Double($0) / 60 }
    let times = [0, 0.1, 0.2, 0.3] + first + second + [1.8, 1.9]
    let changes = times.map { (first + second).contains($0) ? 20.0 : 0.1 }
    let spans = StillSearch(times: times, end: 2, changes: changes).spans
    #expect(spans.map(\.frames) == [4..<24, 24..<44])
    #expect(spans.map(\.before) == [0..<4, 23..<24])
    #expect(spans.map(\.behind) == [23..<24, 43..<46])
  }

  @Test("the least value of a parabola is found in one and in two dimensions")
  func minima() {
    let one = Minimum.goldenSection(-1, 4, steps: 30) { ($0 - 1.3) * ($0 - 1.3) }
    #expect((one.place - 1.3).magnitude < 1e-3)
    let two = Minimum.simplex(from: [0, 0], steps: [1, 1], rounds: 200) { place in
      (place[0] - 2) * (place[0] - 2) + 3 * (place[1] + 1) * (place[1] + 1)
    }
    #expect((two.place[0] - 2).magnitude < 1e-2 && (two.place[1] + 1).magnitude < 1e-2)
  }
}
