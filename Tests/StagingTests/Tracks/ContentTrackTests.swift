import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("tracks of what a layer shows")
struct ContentTrackTests {
  private func sketch(_ track: String, from: String = "{}") -> Sketch {
    Sketch(
      from: from,
      to: """
        { "layers": [
          { "id": "box", "frame": [0, 0, 9, 9], "fill": "#fff" },
          { "id": "ring", "type": "shape", "path": "ellipse", "frame": [0, 0, 9, 9],
            "stroke": { "color": "#0f0", "width": 2 } },
          { "id": "disc", "type": "shape", "path": "ellipse", "frame": [0, 0, 9, 9], "fill": "#00f" },
          { "id": "name", "type": "text", "text": "Anna", "frame": [5, 5, 100, null], "size": 10 },
          { "id": "lines", "type": "text", "text": "Anna Berg", "frame": [5, 5, 60, 14], "size": 10 }] }
        """,
      transition: """
        { "type": "custom", "duration": 1, "curve": "linear", "tracks": [\(track)] }
        """)
  }

  private func element(_ id: String, _ track: String, at fraction: Double) throws -> Element {
    let run = try #require(try sketch(track).stage().runs.first)
    let layers = run.presentedLayers(at: Progress(fraction: fraction))
    return try #require(layers.lazy.compactMap { $0.element.find(.layer(.to, id)) }.first)
  }

  @Test("a text is painted in the colour of the moment, whether it is lifted out or moves in place")
  func color() throws {
    for keys in ["", #""inPlace": true, "#] {
      let track = ##"{ "target": "to#name", \##(keys)"color": ["#000", "#f00"] }"##
      let stage = try sketch(track).stage()
      for (time, color) in [
        (0.5, Color(red: 0x80, green: 0, blue: 0)), (0.75, Color(red: 0xBF, green: 0, blue: 0)),
      ] {
        let fills = stage.frame(at: time).commands.compactMap { command -> Paint? in
          if case .fill(let fill) = command, fill.layer.name == "to#name" {
            fill.paint
          } else {
            nil
          }
        }
        #expect(fills == [.color(color)])
      }
    }
  }

  @Test("a text of another size is laid out anew, as high as its lines are")
  func size() throws {
    let track = #"{ "target": "to#name", "inPlace": true, "size": [10, 30] }"#
    let (small, large) = (try element("name", track, at: 0), try element("name", track, at: 1))
    #expect(large.size.height == 3 * small.size.height)
    guard case .text(let drawing, let text) = large.mark, case .text(let before, _) = small.mark
    else {
      Issue.record("no text")
      return
    }
    #expect(text.size == 30)
    #expect(drawing.height > 2.5 * before.height)
  }

  @Test("a height that is written stays, and cuts the lines that do not fit")
  func writtenHeight() throws {
    let track = #"{ "target": "to#lines", "inPlace": true, "size": [10, 20] }"#
    let large = try element("lines", track, at: 1)
    #expect(large.size.height == 14)
    guard case .text(let drawing, _) = large.mark else {
      Issue.record("no text")
      return
    }
    #expect(drawing.height < 30)
  }

  @Test(
    "a text that is placed by its baseline stays on it, and where it is aligned",
    arguments: [("left", 0.0), ("center", 0.5), ("right", 1)], [0.0, 80])
  func baseline(_ align: (name: String, share: Double), _ width: Double) throws {
    for fraction in [0, 0.5, 1] {
      let stage = try Sketch(
        to: """
          { "layers": [{ "id": "name", "type": "text", "text": "Anna\\nEH", "at": "baseline",
            "frame": [60, 40, \(width), null], "align": "\(align.name)", "size": 20 }] }
          """,
        transition: """
          { "type": "custom", "duration": 1, "curve": "linear", "tracks": [
            { "target": "to#name", "inPlace": true, "size": [10, 20] }] }
          """
      ).stage()
      let layers = stage.runs[0].presentedLayers(at: Progress(fraction: fraction))
      let element = try #require(
        layers.lazy.compactMap { $0.element.find(.layer(.to, "name")) }.first)
      guard case .text(let drawing, let text) = element.mark else {
        Issue.record("no text")
        return
      }
      let frame = element.frameRect
      #expect(abs(frame.x + align.share * frame.width - 60) < 1e-9)
      #expect(width == 0 ? frame.width < 3 * text.size : frame.width == width)
      // The second line's letters stand on its baseline.
      let lineHeight = frame.height / 2
      #expect(
        abs(frame.y + drawing.outline.controlBounds.maxY - 40 - lineHeight) < 0.02 * text.size)
    }
  }

  @Test("a stroke is as wide as its track says")
  func strokeWidth() throws {
    let ring = try element(
      "ring", #"{ "target": "to#ring", "stroke.width": [2, 6] }"#, at: 0.5)
    guard case .shape(let shape) = ring.mark else {
      Issue.record("no shape")
      return
    }
    #expect(shape.stroke?.width == 4)
  }

  @Test(
    "a track of a text or a stroke that the target does not have is an error",
    arguments: [
      (#"{ "target": "to#box", "color": "red" }"#, #""to#box" has no "color""#),
      (#"{ "target": "to#ring", "size": 3 }"#, #""to#ring" has no "size""#),
      (#"{ "target": "to#disc", "stroke.width": 3 }"#, #""to#disc" has no "stroke.width""#),
      (#"{ "target": "to", "color": "red" }"#, #""to" has no "color""#),
      (#"{ "target": "dim", "size": 3 }"#, #""dim" has no "size""#),
      (#"{ "target": "to#*", "color": "red" }"#, #""to#box" has no "color""#),
    ])
  func missing(_ track: String, _ sentence: String) throws {
    let error = try #require(throws: SceneError.self) { try sketch(track).stage() }
    #expect("\(error)".contains(sentence))
  }

  @Test("a layer of the recipe's own has its text moved, too")
  func ownLayer() throws {
    let own = #"""
      "layers": [{ "id": "mine", "in": "to", "type": "text", "text": "A", "frame": [0, 0, 9, null] }]
      """#
    var sketch = sketch(#"{ "target": "mine", "size": [10, 20] }"#)
    sketch.transition = sketch.transition.replacing(
      #""duration": 1"#, with: #""duration": 1, \#(own)"#)
    let run = try #require(try sketch.stage().runs.first)
    let layers = run.presentedLayers(at: Progress(fraction: 0.5)).flatMap(\.own)
    #expect(layers.first?.value(of: Property(named: "size")!) == .numbers([15]))
  }
}

extension TextDrawing {
  fileprivate var height: Double { Outline.path(outline, .nonzero).bounds.height }
}
