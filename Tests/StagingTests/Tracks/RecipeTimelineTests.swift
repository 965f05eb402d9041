import Foundation
import Inspection
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

/// A recipe, played in some way.
struct Play: Sendable, CustomTestStringConvertible {
  var recipe: String
  var operation = "push"
  /// More keys of the transition, as JSON.
  var more = ""
  var fps = 50.0

  var testDescription: String { "\(recipe) \(operation) \(more)" }
  var isForward: Bool { operation == "push" || operation == "present" }

  static let all = RecipePage.names.flatMap { recipe in
    ["push", "pop", "present", "dismiss"].map { Play(recipe: recipe, operation: $0) }
  }

  func sketch(isRightToLeft: Bool = false) -> Sketch {
    // One recipe moves bars; without them, no text has to be laid out.
    var sketch = recipe == "pairedBars" ? Sketch() : Sketch.ofPlainScreens
    sketch.isRightToLeft = isRightToLeft
    sketch.transition =
      #"{ "type": "\#(recipe)", "operation": "\#(operation)"\#(more.isEmpty ? "" : ", " + more) }"#
    return sketch
  }
}

@Suite("the timelines of built-in recipes")
struct RecipeTimelineTests {
  @Test("every frame has the page's numbers", arguments: Play.all)
  func numbers(_ play: Play) throws {
    let page = try #require(
      play.isForward
        ? RecipePage.forward(play.recipe, 120, 80) : RecipePage.backward(play.recipe, 120, 80))
    for fps in [50.0, 60] { try expect(play.sketch().stage(), follows: page, fps: fps) }
  }

  @Test("every number that a recipe moves is on the page", arguments: Play.all)
  func complete(_ play: Play) throws {
    let page = try #require(RecipePage.forward(play.recipe, 120, 80))
    let known = Set((page.ways + page.reversed.ways).map { "\($0.target).\($0.property)" })
    let timeline = try play.sketch().stage().timeline(fps: 50)
    for entry in timeline.frames[0].targets {
      for value in entry.values {
        guard case .numbers = value.value else { continue }
        #expect(known.contains("\(entry.target).\(value.name.name)"))
      }
    }
  }

  static let ways: [(recipe: String, written: String)] = [
    ("push", "left"), ("recede", "left"), ("shift", "left"), ("rise", "up"), ("cover", "up"),
    ("bounce", "up"),
  ]

  @Test(
    "in another direction, lengths follow the axis and signs the way",
    arguments: ways.indices, ["left", "right", "up", "down"])
  func directions(_ index: Int, direction: String) throws {
    let (recipe, written) = Self.ways[index]
    for operation in ["push", "pop"] {
      let play = Play(
        recipe: recipe, operation: operation, more: #""direction": "\#(direction)""#)
      try expect(
        play.sketch().stage(), follows: turned(recipe, operation, written, direction), fps: 50)
    }
  }

  @Test(
    "in a scene from right to left, a transition runs the other way along x",
    arguments: ["push", "recede", "shift", "rise", "cover"], ["push", "dismiss"])
  func rightToLeft(_ recipe: String, operation: String) throws {
    let written = recipe == "rise" || recipe == "cover" ? "up" : "left"
    let direction = written == "up" ? "up" : "right"
    try expect(
      Play(recipe: recipe, operation: operation).sketch(isRightToLeft: true).stage(),
      follows: turned(recipe, operation, written, direction), fps: 50)
    let more = #""direction": "left""#
    try expect(
      Play(recipe: "shift", operation: operation, more: more).sketch(isRightToLeft: true).stage(),
      follows: turned("shift", operation, "left", "right"), fps: 50)
  }

  @Test("a scene's duration and curve take the place of the recipe's", arguments: Play.all)
  func overrides(_ play: Play) throws {
    var play = play
    play.more = #""duration": "240ms", "curve": [0.1, 0.7, 0.2, 1]"#
    var page = try #require(
      play.isForward
        ? RecipePage.forward(play.recipe, 120, 80) : RecipePage.backward(play.recipe, 120, 80))
    page.seconds = 0.24
    for index in page.ways.indices { page.ways[index].curve = .bezier(0.1, 0.7, 0.2, 1) }
    // A track that has a curve of its own is shaped by the scene's all the same.
    try expect(play.sketch().stage(), follows: page, fps: 50)
  }

  @Test("a spring that is given another duration is stretched to it", arguments: ["push", "pop"])
  func stretchedSpring(_ operation: String) throws {
    var page = try #require(
      operation == "push"
        ? RecipePage.forward("recede", 120, 80) : RecipePage.backward("recede", 120, 80))
    page.seconds = 0.93
    let play = Play(recipe: "recede", operation: operation, more: #""duration": 0.93"#)
    try expect(play.sketch().stage(), follows: page, fps: 50)
  }

  @Test("a delay holds the first values and is part of the run", arguments: Play.all)
  func delay(_ play: Play) throws {
    var play = play
    play.more = #""delay": "70ms""#
    let page = try #require(
      play.isForward
        ? RecipePage.forward(play.recipe, 120, 80) : RecipePage.backward(play.recipe, 120, 80))
    try expect(play.sketch().stage(), follows: page, delay: 0.07, fps: 50)
  }

  @Test("a critical spring has the page's golden values and frequencies")
  func goldenSprings() {
    let table: [(Double, Double, Double, frequency: Double)] = [
      (1, 0, 0.6, 15.389022460752642), (1, 0.1, 0.6, 15.37815303317007),
      (1, 0, 0.5, 18.46682695290317), (0.6, 0, 0.6, 18.3890922403621),
    ]
    for (damping, velocity, seconds, frequency) in table {
      #expect(abs(PlainCurve.frequency(damping, velocity, seconds) - frequency) < 1e-9)
    }
    let values = [0.719403984, 1.091538517, 1.036927214, 0.992362919, 0.995431413]
    for (index, value) in values.enumerated() {
      let found = PlainCurve.spring(0.6, 0).value(at: Double(index + 1) / 6, seconds: 0.6)
      #expect(abs(found - value) < 1e-8)
    }
  }

  @Test("a run has a frame for every tick and one for the end")
  func frameCounts() throws {
    let table: [(String, Double, frames: Int, last: Double)] = [
      ("cover", 50, 18, 0.33), ("cover", 100, 34, 0.33), ("recede", 60, 37, 0.6),
      ("none", 50, 2, 0.02), ("none", 25, 2, 0.02), ("zoom", 30, 13, 0.4),
    ]
    for (recipe, fps, frames, last) in table {
      let times = try Play(recipe: recipe).sketch().stage().frameTimes(fps: fps)
      #expect(times.count == frames && times.last == last, "\(recipe) at \(fps)")
      #expect(times.first == 0)
    }
  }
}

extension RecipeTimelineTests {
  /// The page of a recipe that is written for one direction, as it looks in another.
  private func turned(
    _ recipe: String, _ operation: String, _ written: String, _ direction: String
  ) throws -> RecipePage {
    let names = ["up", "right", "down", "left"]
    let (from, to) = (names.firstIndex(of: written), names.firstIndex(of: direction))
    let swaps = ((try #require(to)) - (try #require(from))) % 2 != 0
    let (w, h) = swaps ? (80.0, 120.0) : (120.0, 80.0)
    var page = try #require(
      operation == "push" || operation == "present"
        ? RecipePage.forward(recipe, w, h) : RecipePage.backward(recipe, w, h))
    let axis = direction == "up" || direction == "down" ? "y" : "x"
    // The incoming screen comes from the right or from below if it moves to the left or up.
    let isPositive = direction == "left" || direction == "up"
    for index in page.ways.indices where ["x", "y"].contains(page.ways[index].property) {
      page.ways[index].property = axis
      if !isPositive {
        page.ways[index].start.negate()
        page.ways[index].end.negate()
      }
    }
    return page
  }

  private func expect(
    _ stage: Stage, follows page: RecipePage, delay: Double = 0, fps: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let timeline = stage.timeline(fps: fps)
    let seconds = page.seconds + delay
    #expect(abs(timeline.seconds - seconds) < 1e-12, sourceLocation: sourceLocation)
    #expect(
      timeline.frames.count == Int((seconds * fps - 1e-9).rounded(.up)) + 1,
      sourceLocation: sourceLocation)
    for (index, frame) in timeline.frames.enumerated() {
      let time = min(Double(index) / fps, seconds)
      #expect(abs(frame.time - time) < 1e-12, sourceLocation: sourceLocation)
      #expect(abs(frame.progress - time / seconds) < 1e-12, sourceLocation: sourceLocation)
      let fraction = time == seconds ? 1 : max(0, time - delay) / page.seconds
      for way in page.ways {
        let share = way.curve.value(at: fraction, seconds: page.seconds)
        let wanted = way.start + (way.end - way.start) * share
        let found = frame[way.target, way.property]
        #expect(
          abs((found ?? .nan) - wanted) < 1e-6,
          "\(way.target).\(way.property) at \(time)", sourceLocation: sourceLocation)
      }
    }
  }
}

extension Timeline.Sample {
  /// The number of a property of a target, by their names.
  subscript(target: String, property: String) -> Double? {
    for entry in targets where "\(entry.target)" == target {
      for value in entry.values where value.name.name == property {
        if case .numbers(let numbers) = value.value { return numbers.first }
      }
    }
    return nil
  }
}
