import Geometry
import Motion
import Testing

@testable import SceneFormat

@Suite("values at the ends of what is allowed")
struct EdgeTests {
  private func lines(_ text: String, _ limits: Limits = Limits()) -> [String] {
    Shelf().reading(text, limits: limits).mistakes.map { "\($0.severity) \($0.problem.code)" }
  }

  private func pair(_ keys: String) -> String {
    "{ \"version\": 1, \"from\": {}, \"to\": {}, \(keys) }"
  }

  private func screen(_ keys: String) -> String {
    "{ \"version\": 1, \"from\": { \(keys) }, \"to\": {} }"
  }

  private func limits(_ limit: Limit, _ value: Double) -> Limits {
    var limits = Limits()
    limits[limit] = value
    return limits
  }

  @Test(
    "a canvas may have as many pixels as allowed, in either direction",
    arguments: [
      (8192, 4089, []), (8192, 4090, ["error limit"]), (9000, 10, ["error limit"]),
      (10, 9000, ["error limit"]),
    ] as [(Int, Int, [String])])
  func canvas(_ width: Int, _ height: Int, _ expected: [String]) {
    let text = pair("\"canvas\": { \"width\": \(width), \"height\": \(height) }")
    #expect(lines(text) == expected)
  }

  @Test("a canvas of exactly the area that is allowed is read")
  func area() {
    let text = pair(#""canvas": { "width": 10, "height": 20 }"#)
    #expect(lines(text, limits(.canvasPixels, 200)) == [])
    #expect(lines(text, limits(.canvasPixels, 199)) == ["error limit"])
  }

  @Test("a duration may be as long as allowed")
  func seconds() {
    func text(_ seconds: String) -> String {
      pair("\"transition\": { \"type\": \"fade\", \"duration\": \(seconds) }")
    }
    #expect(lines(text("120")) == [] && lines(text("\"120s\"")) == [])
    #expect(lines(text("\"120001ms\"")) == ["error limit"])
  }

  @Test("a window may end when it begins, stops may share a place, samples no time")
  func order() {
    let track = #"{ "target": "to", "x": 1, "during": [0.5, 0.5] }"#
    #expect(lines(pair("\"transition\": { \"type\": \"custom\", \"tracks\": [\(track)] }")) == [])
    let stops = ##"[["#000", 0.5], ["#fff", 0.5]]"##
    #expect(
      lines(screen("\"background\": { \"gradient\": \"linear\", \"stops\": \(stops) }")) == [])
    let gesture = #"{ "type": "fade", "gesture": { "samples": [[0.1, 1], [0.1, 2]] } }"#
    #expect(lines(pair("\"transition\": \(gesture)")) == ["error order"])
  }

  @Test("layers, letters and masks are read up to their limits")
  func counts() {
    let layers = screen(#""layers": [{ "frame": [0,0,1,1] }, { "frame": [0,0,1,1] }]"#)
    #expect(lines(layers, limits(.layers, 2)) == [])
    let story = Shelf().reading(layers, limits: limits(.layers, 2)).scene?.story
    guard case .pair(let from, _, _)? = story, from.layers.count == 2 else {
      Issue.record("\(String(describing: story))")
      return
    }
    #expect(lines(layers, limits(.layers, 1)) == ["error limit"])
    let text = #"{ "type": "text", "frame": [0,0,9,null], "text": "abcd" }"#
    let texts = screen("\"layers\": [\(text), \(text)]")
    for (limit, most) in [(Limit.letters, 4.0), (.allLetters, 8)] {
      #expect(lines(texts, limits(limit, most)) == [])
      #expect(lines(texts, limits(limit, most - 1)).contains("error limit"))
    }
    let inner = #"{ "frame": [0,0,1,1], "mask": { "frame": [0,0,1,1] } }"#
    let masks = screen("\"layers\": [{ \"frame\": [0,0,1,1], \"mask\": \(inner) }]")
    #expect(lines(masks, limits(.masks, 2)) == [])
    #expect(lines(masks, limits(.masks, 1)) == ["error limit"])
  }

  @Test("no limit nests JSON deeper than the stack allows")
  func depth() {
    #expect(limits(.jsonDepth, 1000).usableJSONDepth == 256)
    #expect(limits(.jsonDepth, 7).usableJSONDepth == 7)
  }

  @Test("50 frames a second suit a GIF, and more are doubted")
  func rate() {
    func text(_ fps: Int) -> String {
      pair("\"output\": { \"fps\": \(fps), \"formats\": [\"gif\"] }")
    }
    #expect(lines(text(50)) == [])
    #expect(Shelf().reading(text(51)).mistakes.map(\.severity) == [.warning])
  }

  @Test("each hold is its own")
  func holds() {
    let scene = Shelf().reading(pair(#""output": { "hold": [0.25, "1.5s"] }"#)).scene
    #expect(scene?.output.holdFirst == 0.25 && scene?.output.holdLast == 1.5)
  }

  @Test("a catch at the end of the transition is too late")
  func catching() {
    func text(_ seconds: Double) -> String {
      pair(
        "\"transition\": { \"type\": \"fade\", \"duration\": 1, "
          + "\"gesture\": { \"at\": \(seconds), \"samples\": [[0, 0], [0.1, 300]] } }")
    }
    let late = { (seconds: Double) in
      Shelf().reading(text(seconds)).mistakes.contains {
        $0.problem == .warning(.finger(.catchTooLate(seconds: seconds, end: 1)))
      }
    }
    #expect(late(1) && !late(0.875))
  }

  @Test("a tab bar selects one of its items, is 49 points high, and may lack its line")
  func tabBar() {
    func text(_ keys: String) -> String {
      screen("\"tabBar\": { \"items\": [{ \"title\": \"A\" }, { \"title\": \"B\" }], \(keys) }")
    }
    #expect(lines(text("\"selected\": 1")) == [])
    #expect(!lines(text("\"selected\": 2")).isEmpty)
    let reading = Shelf().reading(text("\"separator\": false"))
    guard case .pair(let from, _, _)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(from.tabBar?.style.height == 49 && from.tabBar?.style.hasSeparator == false)
  }

  @Test("no layer is called what a part of a screen is")
  func parts() {
    let reading = Shelf().reading(
      screen(#""layers": [{ "id": "tabBar", "frame": [0,0,1,1] }]"#))
    #expect(reading.mistakes.map(\.problem) == [.structure(.partName("tabBar"))])
  }

  @Test("a gesture is cancelled by the system where it, or its release, says so")
  func cancelled() {
    for keys in [#""state": "cancelled""#, #""release": { "at": 0.2, "state": "cancelled" }"#] {
      let text = pair(
        "\"transition\": { \"type\": \"fade\", \"gesture\": { \"samples\": [[0, 0], [0.1, 300]], \(keys) } }"
      )
      guard case .pair(_, _, let transition)? = Shelf().reading(text).scene?.story else {
        Issue.record("\(keys): \(Shelf().reading(text).report)")
        continue
      }
      #expect(transition.gesture?.isSystemCancelled == true)
    }
  }

  @Test(
    "notations accept no more than their patterns say",
    arguments: [
      (Notation.position, "100%", true), (.position, "100.00%", true), (.position, "100.5%", false),
      (.position, "099%", false), (.position, "99%", true), (.bound, "<= 10%", true),
      (.bound, "<= -10%", false), (.word, "a1", true), (.word, "1a", false), (.word, "_", true),
    ])
  func notations(_ notation: Notation, _ text: String, _ isAccepted: Bool) {
    #expect(notation.accepts(text) == isAccepted)
  }

  @Test("a time is in seconds or in thousandths of one")
  func durations() {
    #expect(Duration("350ms")?.seconds == 0.35 && Duration("0.35s")?.seconds == 0.35)
    #expect(Duration("350") == nil && Duration("ms") == nil)
  }

  @Test("a map has as many keys as allowed")
  func maps() throws {
    for (count, isAccepted) in [(2, true), (3, false)] {
      let text = "{" + (0..<count).map { "\"k\($0)\": true" }.joined(separator: ",") + "}"
      let node = try JSONParser.parse(Array(text.utf8), file: "a", limits: Limits())
      var check = StructureCheck()
      #expect(check.check(node, .map(keys: .name, values: .flag, most: 2)) == isAccepted)
    }
  }
}
