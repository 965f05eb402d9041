import Testing

@testable import Codecs

struct DelayClockTests {
  @Test(
    "a time is split so that no part is too short or too long",
    arguments: [
      (0.054, [5]), (0.056, [6]), (0.001, [2]), (655.35, [65_535]), (655.36, [65_534, 2]),
      (655.37, [65_535, 2]), (1310.71, [65_535, 65_534, 2]),
    ] as [(Double, [Int])])
  func delays(_ seconds: Double, _ expected: [Int]) {
    var clock = DelayClock(start: 0, unitsPerSecond: 100, shortest: 2, longest: 65_535)
    #expect(clock.delays(until: seconds) == expected)
  }
}
