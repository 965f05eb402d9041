import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("the system's keyboard")
struct KeyboardTests {
  private static let chat = ##"{ "background": "#fff", "keyboard": true }"##
  private static let list = ##"{ "background": "#eef" }"##

  private func run(
    _ from: String, _ to: String, _ transition: String = #""push""#, width: Double = 390,
    height: Double = 844
  ) throws -> Run {
    try Sketch(from: from, to: to, transition: transition, width: width, height: height)
      .stage().runs[0]
  }

  private func keyboard(_ run: Run, _ role: Role) throws -> Element {
    try #require(run.chrome.find(.part(role, .keyboard)))
  }

  /// Where the keyboard of a screen is on the canvas at a share of the run.
  private func origin(_ role: Role, at fraction: Double, in run: Run) throws -> Point {
    let pair = try #require(run.chrome.find(.pair(.keyboard)))
    let moved = run.tracks.apply(to: try keyboard(run, role), at: Progress(fraction: fraction))
    return moved.matrix().then(pair.matrix()).flattened.apply(.zero)
  }

  @Test(
    "it is as high as its rows: more with a home indicator and suggestions, less in landscape",
    arguments: [
      (390.0, 844.0, "", 226.0), (390, 844, #", "homeIndicator": true"#, 291),
      (320, 568, #", "keyboard": { "suggestions": ["a"] }"#, 270), (844, 390, "", 162),
      (844, 390, #", "homeIndicator": true"#, 183),
    ] as [(Double, Double, String, Double)])
  func height(_ width: Double, _ height: Double, _ more: String, _ expected: Double) throws {
    let own = more.contains("keyboard") ? "" : #", "keyboard": true"#
    let run = try run(
      ##"{ "background": "#fff"\##(more)\##(own) }"##, Self.list, width: width, height: height)
    let frame = try keyboard(run, .from).frameRect
    #expect(frame.width == width && frame.height == expected)
    #expect(try origin(.from, at: 0, in: run) == Point(x: 0, y: height - expected))
  }

  @Test(
    "its letters lie in their keys, and its keys beside each other", arguments: [320.0, 390, 430])
  func letters(_ width: Double) throws {
    let run = try run(Self.chat, Self.list, width: width)
    let found = try keyboard(run, .from).children
    for letters in ["qwertyuiop", "asdfghjkl", "zxcvbnm"] {
      let frames = try letters.map { letter in
        try #require(found.first { $0.path.name == "from.keyboard.\(letter)" }).frameRect
      }
      let middles = frames.map { $0.x + $0.width / 2 }
      for (left, right) in zip(middles, middles.dropFirst()) {
        #expect(abs(right - left - width / 10) < 0.6)
      }
      #expect(abs(middles[0] + middles[middles.count - 1] - width) < 1.2)
      #expect(frames.allSatisfy { $0.width < width / 10 - 6 })
    }
  }

  @Test("the key that does something is blue, and the one that returns is grey")
  func action() throws {
    for (key, isBlue) in [("return", false), ("send", true), ("go", true)] {
      let run = try run(
        ##"{ "background": "#fff", "keyboard": { "return": "\##(key)" } }"##, Self.list)
      let found = try #require(run.chrome.first.first).children
      let blue = Paint.color(Color(red: 0, green: 0x7A, blue: 0xFF))
      #expect(found.contains { $0.layer.fill == blue } == isBlue)
      let face = try #require(found.first { $0.path.name == "from.keyboard.return" })
      guard case .text(_, let text)? = face.mark else { return #expect(Bool(false)) }
      #expect(text.text == key && text.color == (isBlue ? .white : .black))
    }
  }

  @Test("words above the keys are words, whatever they are, also on a canvas of a few points")
  func suggestions() throws {
    let screen =
      ##"{ "background": "#fff", "keyboard": { "suggestions": ["shift", "globe"] } }"##
    for width in [390.0, 30] {
      let found = try #require(run(screen, Self.list, width: width).chrome.first.first).children
      let words = found.filter { $0.path.name.contains("suggestion") }
      let texts = words.compactMap { element in
        if case .text(_, let text)? = element.mark { text.text } else { nil }
      }
      #expect(texts == ["shift", "globe"])
    }
  }

  @Test("one that both screens have is painted in the same way in every frame")
  func stays() throws {
    let stage = try Sketch(
      from: Self.chat, to: ##"{ "background": "#eef", "keyboard": true }"##, width: 390,
      height: 844
    ).stage()
    let first = stage.frame(at: 0).commands.filter { $0.names("keyboard") }
    #expect(!first.isEmpty)
    for time in stage.frameTimes(fps: 10) {
      #expect(stage.frame(at: time).commands.filter { $0.names("keyboard") } == first)
    }
  }

  @Test("in a push and a pop it goes with the upper screen, or lies beside it")
  func travels() throws {
    let push = try run(Self.list, Self.chat)
    let leaving = try run(Self.chat, Self.list)
    let pop = try run(Self.chat, Self.list, #"{ "type": "push", "operation": "pop" }"#)
    let coming = try run(Self.list, Self.chat, #"{ "type": "push", "operation": "pop" }"#)
    for fraction in [0.0, 0.2, 0.5] {
      let upper = push.tracks.apply(to: push.to, at: Progress(fraction: fraction)).layer.transform.x
      #expect(try origin(.to, at: fraction, in: push).x == upper)
      #expect(abs(try origin(.from, at: fraction, in: leaving).x - (upper - 390)) < 1e-9)
      let lower = pop.tracks.apply(to: pop.from, at: Progress(fraction: fraction)).layer.transform.x
      #expect(try origin(.from, at: fraction, in: pop).x == lower)
      #expect(abs(try origin(.to, at: fraction, in: coming).x - (lower - 390)) < 1e-9)
    }
  }

  @Test("else the spring brings it from below, in its own time where the run is long enough")
  func slides() throws {
    let spring = try #require(Spring(mass: 3, stiffness: 1000, damping: 500))
    for (type, seconds) in [("present", spring.settlingSeconds), ("cover", 1.0)] {
      let run = try run(
        Self.list, Self.chat,
        #"{ "type": "\#(type)", "operation": "present", "duration": \#(seconds) }"#)
      for time in [0.0, 0.1, 0.3] {
        let y = try origin(.to, at: time / seconds, in: run).y
        #expect(abs(y - (844 - 226 * spring.value(at: time))) < 0.01, "\(type) at \(time)")
      }
      #expect(abs(try origin(.to, at: 1, in: run).y - (844 - 226)) < 0.3)
    }
    let going = try run(Self.chat, Self.list, #"{ "type": "fade", "operation": "replace" }"#)
    #expect(try origin(.from, at: 0, in: going).y == 844 - 226)
    #expect(abs(try origin(.from, at: 1, in: going).y - 844) < 0.3)
  }

  @Test(
    "a track that names it takes the place of its own motion",
    arguments: ["keyboard", "to.keyboard"])
  func named(_ target: String) throws {
    let run = try run(
      Self.list, Self.chat,
      #"{ "type": "push", "push": { "tracks": [{ "target": "\#(target)", "opacity": [0, 1] }] } }"#)
    #expect(run.tracks.properties(of: .part(.to, .keyboard)).contains(.x) == false)
    #expect(try origin(.to, at: 0, in: run).x == 0)
  }

  @Test("it lies under the clock and the home indicator, and above the bars")
  func order() throws {
    let screen =
      ##"{ "background": "#fff", "keyboard": true, "statusBar": true, "homeIndicator": true, "toolbar": {} }"##
    let stage = try Sketch(from: screen, to: screen, width: 390, height: 844).stage()
    let commands = stage.frame(at: 0.2).commands
    func last(_ part: String) throws -> Int { try #require(commands.lastIndex { $0.names(part) }) }
    func first(_ part: String) throws -> Int {
      try #require(commands.firstIndex { $0.names(part) })
    }
    #expect(try last("toolbar") < first("keyboard"))
    #expect(try last("keyboard") < first("statusBar"))
    #expect(try last("keyboard") < first("homeIndicator"))
  }
}
