import Drawing
import Geometry
import Inspection
import SceneFormat
import StagingTestSupport
import Testing

@testable import Motion
@testable import Staging

@Suite("fingers that catch, drag and throw")
struct FingerTests {
  private func run(_ play: Play, isRightToLeft: Bool = false) throws -> Run {
    try #require(try play.sketch(isRightToLeft: isRightToLeft).stage().runs.first)
  }

  private static let operations = ["push", "pop", "present", "dismiss"]

  @Test(
    "a catch is continuous for every recipe, and ends where the recipe ends",
    arguments: RecipeLibrary.names, operations)
  func catching(_ recipe: String, _ operation: String) throws {
    for moment in [0.05, 0.11, 0.23] {
      let gesture =
        #""duration": 0.5, "gesture": { "kind": "pan", "at": \#(moment), "samples": [[0, 0], [0.1, 9]] }"#
      let run = try run(Play(recipe: recipe, operation: operation, more: gesture))
      let script = try #require(run.gesture)
      let caught = run.progress(at: moment)
      #expect(caught.caught != nil && script.run.catchSeconds == moment)
      // The very same values, to the last digit, and so the same picture.
      let before = Progress(fraction: moment / 0.5)
      #expect(run.moving(at: caught) == run.moving(at: before))
      #expect(run.progress(at: moment.nextDown).fraction <= before.fraction)
      for end in [0.0, 1] {
        var progress = caught
        progress.fraction = end
        // A finger brings a spring to its very end, time to a thousandth of the way before it.
        let linear = Progress(fraction: end, isShaped: false)
        #expect(run.moving(at: progress) == run.moving(at: linear))
      }
    }
  }

  @Test("a push that is caught and dragged back is cancelled")
  func cancelledPush() throws {
    let gesture =
      #""duration": 0.5, "curve": "linear", "gesture": { "kind": "pan", "at": 0.25, "samples": [[0, 0], [0.1, -36]], "tail": { "curve": "linear" } }"#
    var sketch = Sketch.ofPlainScreens
    sketch.transition =
      #"{ "type": "cover", "operation": "push", "direction": "left", \#(gesture) }"#
    let stage = try sketch.stage()
    // Half of the way; back by 36 of 120 points, which leaves 0.2; back at the run's speed.
    #expect(abs(stage.seconds - (0.35 + 0.1)) < 1e-9)
    let timeline = stage.timeline(fps: 20)
    let shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.35, 0.2, 0.1, 0]
    for (frame, share) in zip(timeline.frames, shares) {
      #expect(abs(frame.progress - share) < 1e-9, "at \(frame.time)")
      #expect(abs((frame["to", "x"] ?? .nan) - 120 * (1 - share)) < 1e-9)
    }
    #expect(
      timeline.events.map(\.name) == [
        "willDisappear", "willAppear", "began", "caught", "updated", "released", "cancelled",
        "willDisappear", "willAppear", "didDisappear", "didAppear",
      ])
    #expect(stage.frame(at: stage.seconds).commands == stage.frame(at: 0).commands)
  }

  @Test(
    "a sheet stays under the finger, all the way and back",
    arguments: [
      ("present", -1.0, "up", false), ("dismiss", 1, "up", false), ("present", -1, "left", false),
      ("dismiss", 1, "left", true), ("present", 1, "down", false),
    ])
  func sheet(_ operation: String, _ sign: Double, _ direction: String, _ isRightToLeft: Bool) throws
  {
    let gesture =
      #""top": 0.25, "direction": "\#(direction)", "gesture": { "samples": [[0, 0], [1, 37], [2, 11]] }"#
    let play = Play(recipe: "present", operation: operation, more: gesture)
    let run = try run(play, isRightToLeft: isRightToLeft)
    let sheet = Target.screen(operation == "present" ? .to : .from)
    let property = direction == "left" ? Property.x : .y
    func place(_ seconds: Double) throws -> Double {
      let motions = run.tracks.motions(of: property, sheet)
      let value = motions.value(at: run.progress(at: seconds), rest: nil)
      guard case .numbers(let numbers)? = value else { throw MissingValue() }
      return try #require(numbers.first)
    }
    let finger = try #require(run.gesture).run.finger
    let start = try place(0)
    let direction = isRightToLeft ? -sign : sign
    for step in 0...80 {
      let seconds = Double(step) / 40
      let way = direction * finger.translation(at: seconds)
      #expect(abs(try place(seconds) - start - way) < 1e-9, "at \(seconds)")
    }
  }

  private struct MissingValue: Error {}

  @Test("the speed of the finger is that of its tail: 0 and 2000 points a second differ")
  func speeds() throws {
    func place(_ velocity: Double) throws -> Double {
      let gesture =
        #""gesture": { "samples": [[0, 0], [0.5, 84]], "release": { "velocity": \#(velocity) } }"#
      let run = try run(Play(recipe: "push", operation: "pop", more: gesture))
      return run.progress(at: 0.52).fraction
    }
    // A critical spring of 18.257418583505537 radians a second, on 120 points.
    let frequency = 18.257418583505537
    for velocity in [0.0, 2000] {
      let slope = -0.3 * frequency + velocity / 120
      let envelope = Swing(
        frequency: frequency, dampingRatio: 1, offset: 1, velocity: -frequency
      ).offset(at: 0.02)
      #expect(abs(try place(velocity) - 1 - (-0.3 + slope * 0.02) * envelope) < 1e-9)
    }
    #expect(try place(2000) - place(0) > 0.2)
  }

  private static let photo = """
    { "background": "#fff", "layers": [{ "id": "hero", "frame": [0, 20, 120, 40], "fill": "#f00" }] }
    """

  @Test("a photo follows the finger in both axes, and returns along the tail")
  func photo() throws {
    var sketch = Sketch(from: Self.photo, to: Sketch.plain("#eef"))
    sketch.transition = """
      { "type": "custom", "operation": "dismiss", "direction": "up", "curve": "linear",
        "dismiss": { "order": ["to", "from", "shared"], "tracks": [{ "target": "from", "opacity": [1, 0] }] },
        "shared": [{ "from": "hero", "to": "card" }],
        "gesture": { "samples": [[0, 0, 0], [0.4, 30, 16]], "distance": 80, "follow": "shared#hero",
          "outcome": "finish", "tail": { "curve": "linear", "duration": 0.2 } } }
      """
    let stage = try sketch.stage()
    let frames = stage.timeline(fps: 10).frames
    for (time, share, offset) in [
      (0, 0, 0), (0.2, 0.1, 0.5), (0.4, 0.2, 1), (0.5, 0.6, 0.5), (0.6, 1, 0),
    ] {
      let frame = try #require(frames.first { abs($0.time - time) < 1e-9 })
      #expect(abs(frame.progress - share) < 1e-9)
      #expect(abs((frame["shared#hero", "x"] ?? .nan) - 30 * offset) < 1e-9)
      #expect(abs((frame["shared#hero", "y"] ?? .nan) - 16 * offset) < 1e-9)
    }
    #expect(stage.warnings(fps: 50).isEmpty)
  }

  @Test("what follows the finger need not move otherwise, and may be cut into slices")
  func followers() throws {
    var sketch = Sketch.ofPlainScreens
    let gesture = #""samples": [[0, 0, 0], [0.4, 8, 12]], "release": { "at": 0.5 }"#
    for (follow, targets) in [
      ("from#card", [Target.layer(.from, "card")]), ("container", [.container]), ("dim", [.dim]),
      ("tiles", [.slice("tiles", 0), .slice("tiles", 1)]), ("tiles[1]", [.slice("tiles", 1)]),
    ] {
      sketch.transition = """
        { "type": "custom", "push": { "order": ["to", "dim", "from", "tiles"],
            "slices": [{ "id": "tiles", "of": "from", "columns": 2 }],
            "tracks": [{ "target": "to", "opacity": [0, 1] }, { "target": "dim", "opacity": 0.5 }] },
          "gesture": { \(gesture), "follow": "\(follow)" } }
        """
      let run = try #require(try sketch.stage().runs.first)
      let progress = run.progress(at: 0.45)
      #expect(progress.offset == Point(x: 8, y: 12))
      let still = Progress(fraction: progress.fraction, isShaped: false)
      #expect(run.moving(at: progress) != run.moving(at: still))
      for target in targets {
        for (property, number) in [(Property.x, 8.0), (.y, 12)] {
          let value = run.tracks.motions(of: property, target).value(
            at: progress, rest: .numbers([1]))
          #expect(value == .numbers([number + 1]))
        }
      }
      #expect(run.tracks.motions(of: .x, .screen(.to)).isEmpty)
    }
  }

  @Test("a side that is played backward lets the other screen's layer follow")
  func reversedFollow() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "custom", "operation": "pop",
        "push": { "tracks": [{ "target": "to", "opacity": [0, 1] }],
          "gesture": { "follow": "to#card" } },
        "gesture": { "samples": [[0, 0, 0], [0.4, 8, 12]] } }
      """
    let run = try #require(try sketch.stage().runs.first)
    #expect(run.gesture?.followingTarget == .layer(.from, "card"))
  }
}
