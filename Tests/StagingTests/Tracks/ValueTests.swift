import Inspection
import Pixels
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("the values of custom tracks")
struct ValueTests {
  /// A linear second of the tracks in `side`, sampled ten times.
  private func timeline(_ side: String, more: String = "") throws -> [Timeline.Sample] {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "custom", "duration": 1, "push": { "curve": "linear", \(side) } \(more) }
      """
    return try sketch.stage().timeline(fps: 10).frames
  }

  private func values(
    _ track: String, _ property: String, of target: String = "to"
  ) throws -> [Double] {
    try timeline(#""tracks": [{ "target": "\#(target)", \#(track) }]"#).map {
      (($0[target, property] ?? .nan) * 1e9).rounded() / 1e9
    }
  }

  static let tracks: [(track: String, property: String, values: [Double])] = [
    (#""x": 7"#, "x", Array(repeating: 7, count: 11)),
    (#""x": [0, 10]"#, "x", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    (#""x": [0, 10, 0]"#, "x", [0, 2, 4, 6, 8, 10, 8, 6, 4, 2, 0]),
    (#""x": ["50%", "-50%"]"#, "x", [60, 48, 36, 24, 12, 0, -12, -24, -36, -48, -60]),
    (#""y": ["50%", 0]"#, "y", [40, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0]),
    (
      #""x": ["=W/4 + min(h, 20)", "=-w*0.5"]"#, "x",
      [50, 39, 28, 17, 6, -5, -16, -27, -38, -49, -60]
    ),
    (#""x": { "20%": 10, "60%": 30 }"#, "x", [10, 10, 10, 15, 20, 25, 30, 30, 30, 30, 30]),
    (
      #""x": [0, 10], "during": [0.2, 0.7]"#, "x", [0, 0, 0, 2, 4, 6, 8, 10, 10, 10, 10]
    ),
    (#""x": [0, 10], "through": [0.5, 1]"#, "x", [0, 0, 0, 0, 0, 0, 2, 4, 6, 8, 10]),
    (#""x": [0, 10], "through": [0, 0.5]"#, "x", [0, 2, 4, 6, 8, 10, 10, 10, 10, 10, 10]),
    (#""x": [0, 10], "curve": { "steps": 2 }"#, "x", [0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10]),
    (#""x": [0, 10], "repeat": 2"#, "x", [0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 10]),
    (
      #""x": [0, 10], "repeat": 2, "autoreverse": true"#, "x", [0, 2, 4, 6, 8, 10, 8, 6, 4, 2, 0]
    ),
    (
      #""x": [0, 10, 20], "interpolate": "discrete""#, "x",
      [0, 0, 0, 0, 0, 10, 10, 10, 10, 10, 20]
    ),
    (#""scale": [1, 2]"#, "scaleY", [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2]),
    (
      #""opacity": [0, 1], "curve": "linear""#, "opacity",
      [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
    ),
    (#""order": [3, 4]"#, "order", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
  ]

  @Test("a track's values are those of its page, tenth by tenth", arguments: tracks.indices)
  func track(_ index: Int) throws {
    let row = Self.tracks[index]
    #expect(try values(row.track, row.property) == row.values, "\(row.track)")
  }

  @Test("percents are of the target's own size, W and H of the canvas")
  func sizes() throws {
    // The card is 40 by 20 on a canvas of 120 by 80.
    #expect(try values(#""x": "50%", "y": "50%""#, "x", of: "to#card")[0] == 20)
    #expect(try values(#""x": "50%", "y": "50%""#, "y", of: "to#card")[0] == 10)
    #expect(try values(#""x": "=W - w + H - h""#, "x", of: "to#card")[0] == 140)
  }

  @Test("cubic keyframes pass through their values and never overshoot a hold")
  func cubic() throws {
    let found = try values(
      #""x": { "0%": 0, "40%": 10, "60%": 10, "100%": 0 }, "interpolate": "cubic""#, "x")
    #expect(found[0] == 0 && found[4] == 10 && found[5] == 10 && found[6] == 10 && found[10] == 0)
    #expect(found.allSatisfy { (0...10).contains($0) })
    #expect(zip(found, found.dropFirst()).prefix(4).allSatisfy { $0 < $1 })
  }

  @Test("a keyframe's curve shapes the way to the next one")
  func keyframeCurve() throws {
    let found = try values(
      #""x": { "0%": { "value": 0, "curve": "easeIn" }, "50%": 10, "100%": 20 }"#, "x")
    #expect(abs(found[5] - 10) < 1e-9 && abs(found[8] - 16) < 1e-9)
    // Half way to the middle keyframe: the golden value of easeIn at a half.
    let half = try timeline(
      #""tracks": [{ "target": "to", "x": { "0%": { "value": 0, "curve": "easeIn" }, "100%": 10 } }]"#
    )[5]["to", "x"]
    #expect(abs((half ?? 0) - 3.15356813) < 1e-7)
  }

  @Test("a colour that fades in has its own hue all the way")
  func clear() throws {
    for clear in ["#f000", "#0f00", "#0000"] {
      let stage = try Sketch.stage(
        of: ##""tracks": [{ "target": "from#card", "fill": ["\##(clear)", "#00f"] }]"##)
      #expect(stage.dump(at: 0.5).contains("#0000ff80"))
    }
    let stage = try Sketch.stage(
      of: ##""tracks": [{ "target": "from#card", "fill": ["#f008", "#00f"] }]"##)
    // 136 parts of red and 255 of blue, of 391 together.
    #expect(stage.dump(at: 0.5).contains("#5900a6c4"))
  }

  @Test("a flag switches half way, or at its keyframe")
  func flags() throws {
    func hidden(_ value: String) throws -> [Bool] {
      try timeline(#""tracks": [{ "target": "to", "hidden": \#(value) }]"#).map { frame in
        frame.targets[0].values.contains { $0.name == .hidden && $0.value == .flag(true) }
      }
    }
    let half = Array(repeating: true, count: 5) + Array(repeating: false, count: 6)
    #expect(try hidden("[true, false]") == half)
    #expect(try hidden("true") == Array(repeating: true, count: 11))
    let late = #"{ "0%": false, "80%": true }"#
    #expect(try hidden(late) == Array(repeating: false, count: 8) + [true, true, true])
    #expect(try hidden("[true, false, true]").filter(\.self).count == 6)
    let last = #"{ "0%": true, "100%": false }"#
    #expect(try hidden(last) == Array(repeating: true, count: 10) + [false])
  }

  @Test("on the way back, switches are where they were on the way there")
  func switchesBack() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "custom", "operation": "pop", "duration": 1, "push": { "curve": "linear", "tracks": [
        { "target": "to", "hidden": { "0%": true, "20%": false, "70%": true } },
        { "target": "from", "order": { "0%": 0, "30%": 5 },
          "fill": { "0%": "#f00", "60%": "#00f" }, "interpolate": "discrete" },
        { "target": "to#card", "opacity": { "0%": 1, "90%": 0.5 }, "interpolate": "discrete" } ] } }
      """
    let frames = try sketch.stage().timeline(fps: 20).frames
    func value(_ target: String, _ name: Property, _ index: Int) -> PropertyValue? {
      frames[index].targets.first { "\($0.target)" == target }?.values.first { $0.name == name }?
        .value
    }
    // Not at the keyframes themselves, where one hundredth more or less says which side it is.
    for (index, fraction) in (0...20).map({ ($0, Double($0) / 20) }) where index % 2 == 1 {
      let isHidden = fraction < 0.3 || fraction > 0.8
      #expect(value("from", .hidden, index) == .flag(isHidden), "\(fraction)")
      #expect(frames[index]["to", "order"] == (fraction < 0.7 ? 2 : 0), "\(fraction)")
      let fill: Color =
        fraction < 0.4 ? Color(red: 0, green: 0, blue: 255) : Color(red: 255, green: 0, blue: 0)
      #expect(value("to", .fill, index) == .paint(.color(fill)), "\(fraction)")
      #expect(frames[index]["from#card", "opacity"] == (fraction < 0.1 ? 0.5 : 1), "\(fraction)")
    }
  }

  @Test("additive tracks add, and tracks that follow each other hold between their windows")
  func several() throws {
    let sum = try timeline(
      #""tracks": [{ "target": "to", "x": [0, 10] }, { "target": "to", "x": 5, "additive": true }]"#
    )
    #expect(sum.map { $0["to", "x"] ?? .nan } == (0...10).map { Double($0) + 5 })
    let chain = try timeline(
      """
      "tracks": [{ "target": "to", "x": [20, 30], "during": [0.6, 1] },
                 { "target": "to", "x": [0, 10], "during": [0.2, 0.4] }]
      """)
    let found = chain.map { (($0["to", "x"] ?? .nan) * 1e6).rounded() / 1e6 }
    #expect(found == [0, 0, 0, 5, 10, 10, 20, 22.5, 25, 27.5, 30])
  }

  @Test("an order that is switched is the place in the container")
  func order() throws {
    let found = try timeline(#""tracks": [{ "target": "from", "order": [0, 1] }]"#)
    #expect(found.map { $0["from", "order"] } == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
  }

  @Test("a random number depends on the seed and on nothing else")
  func random() throws {
    let track = #""tracks": [{ "target": "to", "x": "=random(0, 100)", "y": "=random(0, 100)" }]"#
    func pair(_ more: String) throws -> [Double?] {
      let frames = try timeline(track, more: more)
      #expect(frames.allSatisfy { $0["to", "x"] == frames[0]["to", "x"] })
      return [frames[0]["to", "x"], frames[0]["to", "y"]]
    }
    #expect(try pair("") == pair(#", "random": 1"#))
    #expect(try pair("") != pair(#", "random": 2"#))
    let numbers = try pair("")
    #expect(numbers[0] != numbers[1])
    #expect(numbers.allSatisfy { (0...100).contains($0 ?? -1) })
  }
}
