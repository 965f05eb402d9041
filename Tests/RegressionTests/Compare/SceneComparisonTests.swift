import Codecs
import Compositing
import Formatting
import ImageDiff
import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import Regression
@testable import RenderTransition

/// What is said of two scenes in their own words.
@Suite("two scenes, compared")
struct SceneComparisonTests {
  private let small: SmallScene

  init() throws {
    small = try .tiny()
    try small.folder.write(Self.flow(wait: "0.1"), to: "short.json")
    try small.folder.write(Self.flow(wait: "0.3"), to: "long.json")
  }

  private static func flow(wait: String) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 },
      "screens": { "a": { "background": "#fff" }, "b": { "background": "#123" } },
      "steps": [{ "show": "a" }, { "wait": 0.1 }, { "push": "b", "type": "shift", "duration": 0.2 },
                { "wait": \(wait) }, { "pop": true }] }
    """
  }

  /// What is said of two transitions between the same screens.
  private func compare(_ old: String, _ new: String) throws -> SceneComparison {
    var (one, two) = (small, small)
    (one.transition, two.transition) = (old, new)
    return try SceneComparison(
      one.animation(name: "old.json"), two.animation(name: "new.json"), fps: (60, 60), peak: nil)
  }

  static let timings: [(old: String, new: String, said: String)] = [
    (#""duration": 0.35"#, #""duration": 0.5"#, "takes 1.43 times as long (0.5 s, not 0.35 s)"),
    (#""duration": 0.5"#, #""duration": 0.502"#, "takes 1.004 times as long (0.502 s, not 0.5 s)"),
    (#""duration": 0.3"#, #""duration": 0.3, "delay": 0.2"#, "starts 0.2 s later"),
    (#""duration": 0.3, "delay": 0.205"#, #""duration": 0.3"#, "starts 0.205 s earlier"),
    (
      #""duration": 0.35"#, #""duration": 0.7, "delay": 0.1"#,
      "starts 0.1 s later, takes 2 times as long (0.7 s, not 0.35 s)"
    ),
    (#""duration": 0"#, #""duration": 0.5"#, "takes 0.5 s, not 0 s"),
  ]

  @Test(
    "a change of a value is told as it follows its name",
    arguments: [
      (.value(from: "1", to: "2"), "1 -> 2"), (.time(.curve), "on another curve"),
      (.time(.delayed(frames: 1, seconds: 0.02)), "starts 1 frame later, same curve"),
      (.time(.delayed(frames: -2.5, seconds: -0.05)), "starts 2.5 frames earlier, same curve"),
      (.time(.stretched(factor: 1.5)), "takes 1.5 times as long"),
      (.time(.stretched(factor: 1.0042)), "takes 1.0042 times as long"),
      (.time(.stretched(factor: 0.996)), "takes 0.996 times as long"),
    ] as [(ValueChange, String)])
  func words(_ change: ValueChange, _ said: String) { #expect(change.summary == said) }

  @Test("a transition says itself when it starts and how long it takes", arguments: timings)
  func timing(_ old: String, _ new: String, _ said: String) throws {
    let found = try compare("{ \"type\": \"shift\", \(old) }", "{ \"type\": \"shift\", \(new) }")
    #expect(found.timings.map(\.summary) == ["the transition \(said)"])
  }

  private static let near = #""gesture": { "samples": [[0, 0], [0.2, 6]] }"#
  private static let far = #""gesture": { "samples": [[0, 0], [0.2, 18]] }"#
  private static let backward =
    #""gesture": { "samples": [[0, 0], [0.2, 18]], "#
    + #""velocityRule": "cancelIfBackward", "release": { "velocity": -5 } }"#
  private static let wrong = #""gesture": { "samples": [[0, 0], [0.2, -6]], "begins": "forward" }"#

  static let outcomes: [(old: String, new: String, said: [String])] = [
    (far, near, ["outcome finished -> cancelled (released at 0.75 -> 0.25, threshold)"]),
    (near, far, ["outcome cancelled -> finished (released at 0.25 -> 0.75, threshold)"]),
    (
      far, backward,
      ["outcome finished -> cancelled (released at 0.75 -> 0.75, threshold -> velocity)"]
    ),
    (#""delay": 0"#, near, ["outcome finished -> cancelled (released at 0.25, threshold)"]),
    (near, #""delay": 0"#, ["outcome cancelled -> finished (was released at 0.25, threshold)"]),
    (far, wrong, ["outcome finished -> neverBegan (was released at 0.75, threshold)"]),
    (#""delay": 0"#, wrong, ["outcome finished -> neverBegan"]),
    (near, backward, []), (#""delay": 0"#, far, []),
  ]

  @Test("a transition that comes out otherwise says so, with what decided", arguments: outcomes)
  func outcome(_ old: String, _ new: String, _ said: [String]) throws {
    let found = try compare("{ \"type\": \"shift\", \(old) }", "{ \"type\": \"shift\", \(new) }")
    #expect(found.outcomes.map(\.summary) == said)
  }

  @Test("outcomes come first in what is said, by the steps of a flow, and as JSON")
  func outcomesOfFlow() async throws {
    func flow(_ wait: String, _ pop: String, to screen: String = "b") -> String {
      """
      { "version": 1, "canvas": { "width": 24, "height": 16 },
        "screens": { "a": { "background": "#fff" }, "b": { "background": "#123" },
                     "c": { "background": "#321" } },
        "steps": [{ "show": "a" }, \(wait){ "push": "\(screen)", "type": "shift" },
                  { "pop": true, \(pop) }] }
      """
    }
    try small.folder.write(flow("", Self.far), to: "old.json")
    try small.folder.write(flow(#"{ "wait": 0.1 }, "#, Self.near), to: "new.json")
    try small.folder.write(flow("", Self.near, to: "c"), to: "other.json")
    let (old, new, other) = (
      try await DiffInput(at: small.folder.path("old.json")),
      try await DiffInput(at: small.folder.path("new.json")),
      try await DiffInput(at: small.folder.path("other.json"))
    )
    let report = DiffReport(differences: try Differences(old, new), exceptions: [])
    // The step that was the third is the fourth now.
    let said = "step 4: outcome finished -> cancelled (released at 0.75 -> 0.25, threshold)"
    let place = "\(small.folder.path("new.json")):4"
    #expect(report.headline.contains(" s): \(said); \(place) transition 1 starts 0.1 s later"))
    let outcomes = report.json.members.first { $0.key == "outcomes" }?.value.text(.compact)
    #expect(
      outcomes == #"[{"step":4,"#
        + #""expected":{"outcome":"finished","progress":0.75,"verdict":"finish","by":"threshold"},"#
        + #""actual":{"outcome":"cancelled","progress":0.25,"verdict":"cancel","by":"threshold"}}]"#
    )
    // Another screen's transition is another one.
    #expect(try Differences(old, other).scenes?.outcomes == [])
  }

  @Test("what only follows its transition is no change of its own, and has its very numbers")
  func follows() throws {
    let found = try compare(
      #"{ "type": "shift", "duration": 0.35 }"#,
      #"{ "type": "shift", "duration": 0.5, "delay": 0.1 }"#)
    #expect(found.ownChanges == [] && !found.changes.isEmpty)
    for change in found.changes {
      guard case .motion(_, .time(.stretched(let factor))) = change.kind else {
        Issue.record("\(change)")
        continue
      }
      #expect(factor == 0.5 / 0.35)
    }
  }

  @Test("what moves otherwise in a slower transition is still named")
  func ownChanges() throws {
    let track = #"{ "target": "to", "x": [24, 0] }, { "target": "from", "x": [0, "#
    let start = #"{ "type": "custom", "push": { "order": ["from", "to"], "tracks": ["#
    let found = try compare(
      "\(start)\(track)-8] }] }, \"duration\": 0.3 }",
      "\(start)\(track)-9] }] }, \"duration\": 0.4 }")
    #expect(found.ownChanges.map(\.layer) == ["from"])
    #expect(found.changes.map(\.layer) == ["to", "from"])
  }

  @Test("another curve is not taken for another length")
  func curve() throws {
    let found = try compare(
      #"{ "type": "shift", "duration": 0.3, "curve": "linear" }"#,
      #"{ "type": "shift", "duration": 0.3, "curve": "easeIn" }"#)
    #expect(found.timings == [] && found.className == "curve changed")
  }

  private static let recipe = """
    { "version": 1, "duration": 0.3, "push": { "order": ["from", "to"],
      "tracks": [{ "target": "to", "curve": "easeIn", "x": [24, 0],
        "y": { "0%": 130, "100%": 0 } }] } }
    """

  /// What is said of two scenes whose recipes, each in a file of its own, are one and another; and
  /// the place that is named first.
  private func headline(ofRecipe other: String) async throws -> String {
    var inputs: [DiffInput] = []
    for (name, recipe) in [("old", Self.recipe), ("new", other)] {
      try small.folder.write(recipe, to: "\(name)/recipes/r.json")
      var scene = small
      scene.transition = #"{ "type": "recipes/r.json" }"#
      inputs.append(try await DiffInput(scene.animation(name: "\(name)/s.json"), path: name))
    }
    let report = DiffReport(differences: try Differences(inputs[0], inputs[1]), exceptions: [])
    let place = try #require(report.places.first)
    return "\(report.what) @ \(place.file):\(place.line)"
      .replacing(small.folder.path("new/"), with: "")
  }

  static let edits: [(old: String, new: String, said: String)] = [
    ("130", "150", "recipes/r.json:3 y 0% 130 -> 150 @ recipes/r.json:3"),
    ("easeIn", "easeOut", "recipes/r.json:2 curve easeIn -> easeOut @ recipes/r.json:2"),
    ("[24, 0]", "[12, 0]", "recipes/r.json:2 x [24,0] -> [12,0] @ recipes/r.json:2"),
    (
      #""x": [24, 0]"#, #""x": [24, 0], "scale": [2, 1]"#,
      "recipes/r.json:2 scale none -> [2,1] @ recipes/r.json:2"
    ),
    (
      #""curve": "easeIn", "#, "",
      "recipes/r.json:2 curve easeIn -> none @ recipes/r.json:2"
    ),
  ]

  @Test("a headline names the key that was edited, in its file and line", arguments: edits)
  func edit(_ old: String, _ new: String, _ said: String) async throws {
    let found = try await headline(ofRecipe: Self.recipe.replacing(old, with: new))
    #expect(found == said)
  }

  @Test("frames have one clock: a hold that both scenes have is no time of theirs")
  func clock() async throws {
    for (name, color) in [("old", "#123"), ("new", "#321")] {
      try small.folder.write(
        """
        { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": { "background": "#fff" },
          "to": { "background": "\(color)" }, "transition": { "type": "fade", "duration": 0.1 },
          "output": { "fps": 50, "hold": [0.3, 0.3] } }
        """, to: "\(name).json")
    }
    let inputs = try await DiffInput.both(
      small.folder.path("old.json"), small.folder.path("new.json"))
    let alone = try Animation(sceneAt: small.folder.path("new.json"))
    let times = inputs.actual.sequence.frames.map(\.startSeconds)
    #expect(zip(times, alone.frameTimes).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    // Footage has its holds in it.
    let one = try await DiffInput(at: small.folder.path("new.json"))
    #expect(one.sequence.frames[1].startSeconds == 0.32)
  }

  @Test("frames that both sides show are fetched from one of them")
  func borrowing() async throws {
    struct Fetched: Error {}
    let sequence = try await small.animation(name: "old.json").sequence(
      holds: (0, 0), jobs: nil)
    let blind = FrameSequence(
      width: sequence.width, height: sequence.height, frames: sequence.frames
    ) { _ in throw Fetched() }
    let borrowing = try #require(blind).borrowing(from: sequence)
    for index in sequence.frames.indices {
      #expect(try borrowing.pixels(of: index) == sequence.pixels(of: index))
    }
  }

  @Test("what a layer or a timing tells by itself is not told again as an edit")
  func toldOnce() throws {
    #expect(
      try compare(
        #"{ "type": "shift", "duration": 0.35 }"#, #"{ "type": "shift", "duration": 0.5 }"#
      ).edits == [])
    var (one, two) = (small, small)
    (one.from, two.from) = (
      Self.screen([Self.red]), Self.screen([Self.red.replacing("#d33", with: "#d34")])
    )
    let found = try SceneComparison(
      one.animation(name: "old.json"), two.animation(name: "new.json"), fps: (50, 50), peak: nil)
    #expect(found.edits == [] && found.changes.count == 1)
  }

  @Test("a longer wait in a flow is a later start of the transition behind it")
  func flow() throws {
    let found = try SceneComparison(
      Animation(sceneAt: small.folder.path("short.json")),
      Animation(sceneAt: small.folder.path("long.json")), fps: (50, 50), peak: nil)
    #expect(
      found.timings.map(\.summary) == ["transition 2 starts 0.2 s later after the one before"])
    #expect(found.changes == [] && found.className == "delayed")
  }

  /// What is said of layers, line by line, of two screens that come first.
  private func told(_ old: [String], _ new: [String]) throws -> [String] {
    var (one, two) = (small, small)
    (one.from, two.from) = (Self.screen(old), Self.screen(new))
    let found = try SceneComparison(
      one.animation(name: "old.json"), two.animation(name: "new.json"), fps: (50, 50), peak: nil)
    return found.changes.map { "\($0.layer) \($0.summary)" }
  }

  private static func screen(_ layers: [String]) -> String {
    "{ \"layers\": [\n\(layers.joined(separator: ",\n"))\n] }"
  }

  private static let red = ##"{ "id": "red", "frame": [2, 2, 9, 9], "fill": "#d33" }"##
  private static let blue = ##"{ "id": "blue", "frame": [6, 6, 4, 4], "fill": "#33d" }"##
  private static let green = ##"{ "frame": [4, 1, 8, 8], "fill": "#3d3" }"##
  private static let gold = ##"{ "frame": [1, 4, 8, 8], "fill": "#dd3" }"##

  static let orders: [(old: [String], new: [String], told: [String])] = [
    ([red, blue], [blue, red], ["from#red lies above from#blue, not below it"]),
    ([red, green, blue], [green, blue, red], ["from#red lies above from#blue, not below it"]),
    ([red, green, blue], [blue, red, green], ["from#blue lies below from#red, not above it"]),
    // Names are lines: what is not named is known by what it is.
    ([green, gold], [gold, green], ["from:4 lies above from:3, not below it"]),
    ([green, red, gold], [red, green, gold], ["from:4 lies above from#red, not below it"]),
    ([red, blue], [red, green, blue], ["from:4 is new"]),
    ([red, green, blue], [red, blue], ["from:4 is gone"]),
    (
      [red, blue], [red.replacing("\"fill\"", with: "\"order\": 1, \"fill\""), blue],
      ["from#red order none -> 1", "from#red lies above from#blue, not below it"]
    ),
    (
      [red, blue], [red.replacing("2, 2", with: "6, 6"), blue.replacing("6, 6", with: "2, 2")],
      ["from#red trades places with from#blue"]
    ),
    (
      [red, blue], [red.replacing("2, 2", with: "6, 6"), blue.replacing("6, 6", with: "3, 2")],
      ["from#red frame 2,2,9,9 -> 6,6,9,9", "from#blue frame 6,6,4,4 -> 3,2,4,4"]
    ),
  ]

  @Test("layers that lie elsewhere among the others say so", arguments: orders)
  func order(_ old: [String], _ new: [String], _ said: [String]) throws {
    #expect(try Set(told(old, new)) == Set(said))
  }

  @Test("of many layers that trade two places, each trades once")
  func trades() throws {
    let places = ["2, 2", "6, 6"]
    let layers = { (first: Int) in
      (0..<8).map { "{ \"id\": \"l\($0)\", \"frame\": [\(places[($0 + first) % 2]), 4, 4] }" }
    }
    let pairs = stride(from: 0, to: 8, by: 2)
    #expect(
      try told(layers(0), layers(1))
        == pairs.map { "from#l\($0) trades places with from#l\($0 + 1)" })
  }

  @Test("a file with other pixels is a change of each layer that shows it, and of no other")
  func pixels() async throws {
    var small = small
    let row = { (id: String, file: String) in
      "{ \"id\": \"\(id)\", \"type\": \"image\", \"src\": \"\(file)\", \"frame\": [0, 0, 8, 8] }"
    }
    small.from = Self.screen([row("a", "a.png"), row("b", "b.png"), row("c", "a.png")])
    func write(_ name: String, _ color: Color) throws {
      let pixels = Pixmap(width: 3, height: 2, filledWith: Pixel(color))
      try small.folder.write(PNGWriter().file(of: pixels), to: name)
    }
    try write("a.png", .white)
    try write("b.png", .black)
    let old = try small.animation(name: "old.json")
    try write("a.png", .black)
    let new = try small.animation(name: "new.json")
    let one = try await old.sequence(holds: (0, 0), jobs: nil)
    let two = try await new.sequence(holds: (0, 0), jobs: nil)
    let frame = try #require(try AnimationComparison(one, two).peak)
    let pixels = PixelComparison(
      try one.pixels(of: frame.expectedIndex), try two.pixels(of: frame.actualIndex))
    let found = SceneComparison(old, new, fps: (50, 50), peak: (frame, pixels))
    #expect(
      found.changes.map { "\($0.layer) \($0.summary)" } == [
        "from#a a.png has other pixels", "from#c a.png has other pixels",
      ])
    // It covers all others.
    #expect(found.layers.first == "from#c")
  }

  @Test("an image that is put in front of others changes none of them")
  func imageNumbers() throws {
    let (one, two) = (Pixmap(width: 1, height: 1), Pixmap(width: 2, height: 1))
    let numbers = ImageNumbers([SourceImage(one)], [SourceImage(two), SourceImage(one)])
    #expect(numbers.expected[0] == numbers.actual[1] && numbers.expected[0] != numbers.actual[0])
  }
}
