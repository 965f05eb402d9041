import TestSupport
import Testing

@testable import Motion

@Suite("Keyframes")
struct KeyframesTests {
  typealias Stop = Keyframes.Stop

  private func list(
    _ stops: [(Double, Double)], _ interpolation: Keyframes.Interpolation = .linear
  ) throws -> Keyframes {
    try #require(
      Keyframes(
        stops.map { Stop(position: $0.0, value: [$0.1]) }, interpolation: interpolation))
  }

  @Test("between two stops the value is on the line, before and after them it holds")
  func linear() throws {
    let list = try list([(0.2, 10), (0.6, 20)])
    for (position, value) in [(0, 10), (0.2, 10), (0.4, 15), (0.6, 20), (1, 20), (0.3, 12.5)] {
      #expect(abs(list.value(at: position)[0] - value) < 1e-12)
    }
    #expect(list.value(at: 1.5) == [20])
    #expect(list.value(at: -1) == [10])
    #expect(list.value(at: .nan) == [10])
  }

  @Test("an overshoot goes on in a straight line where a stop is at the end")
  func overshoot() throws {
    let list = try list([(0, 0), (0.5, 40), (1, 100)])
    #expect(abs(list.value(at: 1.1)[0] - 112) < 1e-12)
    #expect(abs(list.value(at: -0.1)[0] + 8) < 1e-12)
    #expect(try self.list([(0, 0), (0.9, 10)]).value(at: 1.2) == [10])
    #expect(try self.list([(0, 7)]).value(at: 1.2) == [7])
  }

  @Test("both ends are exact")
  func exactEnds() throws {
    let list = try list([(0, 0.1), (1, 0.7)])
    #expect(list.value(at: 1) == [0.7])
    #expect(list.value(at: 0) == [0.1])
  }

  @Test("two stops at one position are a jump to the later one")
  func jump() throws {
    for interpolation in [Keyframes.Interpolation.linear, .discrete, .cubic] {
      let list = try list([(0, 0), (0.5, 0), (0.5, 8), (1, 8)], interpolation)
      #expect(list.value(at: 0.4999) == [0])
      #expect(list.value(at: 0.5) == [8])
      #expect(list.value(at: 0.7) == [8])
    }
    let atEnds = try list([(0, 1), (0, 2), (1, 3), (1, 4)])
    #expect(atEnds.value(at: 0) == [2])
    #expect(atEnds.value(at: 1) == [4])
    #expect(atEnds.value(at: 1.2) == [4])
    #expect(atEnds.value(at: -0.2) == [1])
  }

  @Test("discrete values switch at their stop and never go beyond it")
  func discrete() throws {
    let list = try list([(0, 1), (0.5, 2), (1, 3)], .discrete)
    for (position, value) in [(-1, 1), (0, 1), (0.4999, 1), (0.5, 2), (0.99, 2), (1, 3), (2, 3)] {
      #expect(list.value(at: position)[0] == Double(value))
    }
  }

  @Test("an easing shapes the way to the next stop only")
  func easing() throws {
    let easing = Easing(.easeInOut, seconds: 1)
    let list = try #require(
      Keyframes([
        Stop(position: 0, value: [0, 100], easing: easing), Stop(position: 0.5, value: [10, 0]),
        Stop(position: 1, value: [20, 100]),
      ]))
    let eased = easing.value(at: 0.25)
    #expect(list.value(at: 0.125) == [10 * eased, 100 - 100 * eased])
    #expect(list.value(at: 0.75) == [15, 50])
    #expect(list.value(at: 0.125, shaped: false) == [2.5, 75])
  }

  @Test("a smooth list goes through its stops and stays between equal ones")
  func cubic() throws {
    let list = try list([(0, 0), (0.4, 15), (0.6, 0), (0.8, 0), (1, 5)], .cubic)
    for stop in list.stops { #expect(list.value(at: stop.position) == stop.value) }
    for step in 0...200 {
      let position = Double(step) / 200
      let value = list.value(at: position)[0]
      #expect((0...15).contains(value))
      if position >= 0.6, position <= 0.8 { #expect(value == 0) }
    }
  }

  @Test("a smooth list never leaves the range of the stops around it, and has no kinks")
  func monotone() throws {
    let seed: UInt64 = 71
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let stops = (0...6).map { (Double($0) / 6, Double(Int.random(in: 0...4, using: &random))) }
      let list = try list(stops, .cubic)
      for (from, to) in zip(stops, stops.dropFirst()) {
        for step in 0...20 {
          let value = list.value(at: from.0 + (to.0 - from.0) * Double(step) / 20)[0]
          let range = min(from.1, to.1) - 1e-12...max(from.1, to.1) + 1e-12
          #expect(range.contains(value), "seed \(seed)")
        }
      }
      for stop in stops.dropFirst().dropLast() {
        let h = 1e-7
        let (left, right) = (list.value(at: stop.0 - h)[0], list.value(at: stop.0 + h)[0])
        #expect(abs((right - stop.1) - (stop.1 - left)) < 1e-9, "seed \(seed)")
      }
    }
  }

  @Test("two stops of a smooth list are a line")
  func cubicLine() throws {
    let list = try list([(0, 0), (1, 10)], .cubic)
    for step in 0...11 {
      #expect(abs(list.value(at: Double(step) / 10)[0] - Double(step)) < 1e-12)
    }
  }

  @Test("lists that make no sense do not exist")
  func invalid() {
    func stop(_ position: Double, _ value: [Double]) -> Stop {
      Stop(position: position, value: value)
    }
    #expect(Keyframes([]) == nil)
    #expect(Keyframes([stop(0, [1]), stop(1, [1, 2])]) == nil)
    #expect(Keyframes([stop(0.5, [1]), stop(0.4, [1])]) == nil)
    #expect(Keyframes([stop(-0.1, [1])]) == nil)
    #expect(Keyframes([stop(1.1, [1])]) == nil)
    #expect(Keyframes([stop(.nan, [1])]) == nil)
    #expect(Keyframes([stop(0, [.infinity])]) == nil)
  }
}
