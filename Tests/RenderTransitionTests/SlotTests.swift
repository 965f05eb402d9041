import Compositing
import Drawing
import Geometry
import Motion
import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition
@testable import Staging

/// A flow of screens whose layers have what can go wrong: fractions, groups, corners, bars.
struct SmallFlow {
  let folder: ScratchFolder
  let animation: Animation

  init(_ steps: String, width: Int = 60) throws {
    folder = try ScratchFolder()
    let text = """
      { "version": 1, "canvas": { "width": \(width), "height": 100, "background": "#024" },
        "screens": {
          "home": \(Self.screen("#fff", "#d33", #""statusBar": { "height": 8 }, "#)),
          "note": \(Self.screen("#efe", "#36c", #""statusBar": { "height": 8, "style": "light" }, "#)),
          "list": \(Self.screen("#fec", "#383", Self.bars("List", "Back"))),
          "item": \(Self.screen("#ccf", "#a3a", Self.bars("Item", "List"))),
          "glass": \(Self.screen("#0000", "#2828", "")) },
        "steps": [{ "show": "home" }, \(steps)], "output": { "fps": 25 } }
      """
    animation = try Animation(sceneAt: folder.write(text, to: "scene.json"))
  }

  private static func bars(_ title: String, _ back: String) -> String {
    """
    "navigationBar": { "title": "\(title)", "back": "\(back)", "height": 14 },
    "tabBar": { "items": [{ "title": "One" }], "height": 12 },
    """
  }

  private static func screen(_ background: String, _ color: String, _ bars: String) -> String {
    """
    { "background": "\(background)", \(bars)
      "layers": [
        { "id": "card", "frame": [3.3, 9.7, 40.1, 20.4], "fill": "\(color)", "cornerRadius": 5.5,
          "opacity": 0.62 },
        { "frame": [40, 40, 30, 30], "fill": "#fa08", "transform": { "rotate": 31 } }] }
    """
  }

  /// The segments, each with a few moments of it from its start to its end.
  func moments(of segment: Int, count: Int = 3) -> [Double] {
    let segment = animation.stage.segments[segment]
    return (0...count).map {
      segment.start + segment.seconds * (Double($0) / Double(count)) * (1 - 1e-9)
    }
  }

  var last: Int { animation.stage.segments.count - 1 }
}

extension Pixmap {
  /// How many pixels differ that `rect`, grown by a pixel, does not touch.
  fileprivate func differences(from other: Pixmap, outside rect: Rect = .zero) -> Int {
    let (left, top) = (Int(rect.x.rounded(.down)) - 1, Int(rect.y.rounded(.down)) - 1)
    let (right, bottom) = (Int(rect.maxX.rounded(.up)) + 1, Int(rect.maxY.rounded(.up)) + 1)
    var count = 0
    for y in 0..<height {
      for x in 0..<width
      where rect.isEmpty || !(left..<right).contains(x) || !(top..<bottom).contains(y) {
        let pixel = (y * stride + 4 * x)..<(y * stride + 4 * x + 4)
        if bytes[pixel] != other.bytes[pixel] { count += 1 }
      }
    }
    return count
  }
}

@Suite("what happens on a sheet")
struct SlotTests {
  /// A sheet that comes to rest in the middle of the canvas, smaller and with a shadow.
  static let card = """
    "type": "custom", "duration": 0.2, "rest": true, "order": ["from", "dim", "to"],
    "set": { "to": { "frame": [5, 12, 50, 60.5], "cornerRadius": 7.5,
                     "shadow": { "radius": 3, "opacity": 0.5 } } },
    "tracks": [{ "target": "to", "y": [90, 14.3], "scale": [1, 0.9] },
               { "target": "from", "scale": [1, 0.9], "blur": [0, 2] },
               { "target": "dim", "opacity": [0, 0.3] }]
    """
  static let slot = Rect(x: 7.5, y: 29.325, width: 45, height: 54.45)

  @Test(
    "outside of the sheet every pixel stays what it is at rest",
    arguments: [
      #"{ "push": "item" }"#, #"{ "push": "item", "type": "zoom", "duration": 0.3 }"#,
      #"{ "push": "item", "type": "cube" }"#, #"{ "push": "item" }, { "pop": true }"#,
      #"{ "push": "item" }, { "pop": true, "gesture": { "samples": [[0, 0], [0.2, 20]], "outcome": "cancel" } }"#,
      #"{ "push": "item" }, { "stack": ["note"], "type": "slide" }"#,
      #"{ "push": "item" }, { "wait": 0.1 }"#,
    ])
  func outside(_ steps: String) throws {
    let flow = try SmallFlow("{ \"present\": \"list\", \(Self.card) }, \(steps)")
    let renderer = try flow.animation.renderer()
    let rest = try renderer.frame(at: flow.animation.stage.segments[2].start)
    for segment in 2...flow.last {
      for time in flow.moments(of: segment) {
        let frame = try renderer.frame(at: time)
        #expect(frame.differences(from: rest, outside: Self.slot) == 0, "at \(time)")
      }
    }
    let inside = try renderer.frame(at: flow.moments(of: 2)[1])
    #expect(inside.differences(from: rest) > 0)
  }

  @Test("nor does a sheet on a sheet change what is outside of its own place")
  func nested() throws {
    let flow = try SmallFlow(
      """
      { "present": "list" }, { "present": "note", \(Self.card) },
      { "push": "item" }, { "pop": true }
      """)
    let renderer = try flow.animation.renderer()
    let rest = try renderer.frame(at: flow.animation.stage.segments[3].start)
    for segment in 3...4 {
      for time in flow.moments(of: segment) {
        let frame = try renderer.frame(at: time)
        #expect(frame.differences(from: rest, outside: Self.slot) == 0, "at \(time)")
      }
    }
    #expect(try renderer.frame(at: flow.animation.seconds).differences(from: rest) == 0)
  }

  @Test(
    "every step begins with what the step before it left",
    arguments: [
      #"{ "present": "list" }, { "push": "item" }, { "wait": 0.1 }, { "pop": true }, { "dismiss": true }"#,
      #"{ "present": "list" }, { "push": "item" }, { "dismiss": true }, { "wait": 0.1 }"#,
      #"{ "present": "list" }, { "present": "item" }, { "dismiss": true }, { "dismiss": true }"#,
      #"{ "present": "list" }, { "push": "item" }, { "present": "note", "type": "fullScreen" }, { "push": "list" }, { "dismiss": true }, { "pop": true }"#,
      #"{ "present": "list" }, { "adjust": { "top": 0.5 } }, { "push": "item" }, { "adjust": { "top": 0.2 } }, { "dismiss": true }"#,
      #"{ "present": "list" }, { "dismiss": true, "type": "fade" }"#,
      #"{ "present": "list" }, { "push": "item" }, { "show": "note", "type": "fade" }, { "push": "item" }"#,
      #"{ "present": "glass" }, { "push": "item" }, { "pop": true }"#,
      #"{ "push": "list", "type": "present" }, { "push": "item" }, { "pop": true }, { "pop": true }"#,
      #"{ "show": ["list", "note"] }, { "tab": "note" }, { "present": "item" }, { "dismiss": true }"#,
      // A sheet of which nothing is left, and one whose root moves up its stack.
      #"{ "present": "list", "top": 1 }, { "push": "item" }, { "pop": true }, { "dismiss": true }"#,
      #"{ "present": "list" }, { "push": "item" }, { "stack": ["note", "list"] }, { "dismiss": true }"#,
      #"{ "push": "list", "type": "halfSheet" }, { "push": "item" }, { "popToRoot": true }"#,
      #"{ "show": "note", "type": "present" }, { "push": "item" }"#,
    ])
  func joints(_ steps: String) throws {
    let flow = try SmallFlow(steps)
    let renderer = try flow.animation.renderer()
    for (before, after) in zip(
      flow.animation.stage.segments, flow.animation.stage.segments.dropFirst())
    {
      let end: Pixmap
      switch before.kind {
      case .still: end = try renderer.frame(at: before.start)
      case .run(let run):
        end = try renderer.frame(of: run.lastPicture, on: flow.animation.stage)
      }
      let start: Pixmap
      switch after.kind {
      case .still: start = try renderer.frame(at: after.start)
      case .run(let run):
        start = try renderer.frame(of: run.firstPicture, on: flow.animation.stage)
      }
      #expect(end.differences(from: start) == 0, "at \(after.start)")
    }
  }

  @Test("what is on a sheet is as sharp when it begins to move as at rest")
  func sharpness() throws {
    let flow = try SmallFlow(
      #"{ "present": "list", "top": 0.083 }, { "push": "item" }"#, width: 180)
    let renderer = try flow.animation.renderer()
    let start = flow.animation.stage.segments[2].start
    let (rest, moving) = (
      try renderer.frame(at: start), try renderer.frame(at: start.nextUp + 1e-9)
    )
    // The sheet's own edge cuts the uppermost rows; letters that touch the bar's hairline meet it
    // in another order.
    let inside = 12 * rest.stride
    let most = zip(rest.bytes[inside...], moving.bytes[inside...])
      .map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(most) <= 8)
  }

  @Test("to adjust a sheet there and back changes nothing")
  func identity() throws {
    for screen in ["list", "list\" }, { \"push\": \"item"] {
      let flow = try SmallFlow(
        """
        { "present": "\(screen)" }, { "wait": 0.1 }, { "adjust": { "top": 0.6, "dim": 0.4 } },
        { "adjust": { "top": 0.08, "dim": 0.1 } }, { "wait": 0.1 }
        """)
      let renderer = try flow.animation.renderer()
      let before = flow.animation.stage.segments[flow.last - 3].start
      let after = try renderer.frame(at: flow.animation.seconds)
      #expect(try renderer.frame(at: before).differences(from: after) == 0)
    }
  }

  @Test("an adjustment goes by the side's curve, from one rest to the other")
  func adjustment() throws {
    let flow = try SmallFlow(
      """
      { "present": "list" }, { "adjust": { "top": 0.5, "scale": 0.5 }, "curve": "linear", "duration": 1 }
      """)
    guard case .run(let run) = flow.animation.stage.segments[2].kind else {
      Issue.record("no run")
      return
    }
    #expect(run.seconds == 1)
    let offsets = [0, 0.25, 0.5, 1].map { run.element(.screen(.to), at: $0).layer.transform.y }
    #expect(zip(offsets, [8, 18.5, 29, 50]).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    #expect(
      (run.element(.screen(.from), at: 0.5).layer.transform.scaleX - 0.70825).magnitude < 1e-9)
    // Its tab bar keeps its place at the lower edge of the canvas.
    for progress in [0, 0.25, 0.5, 1] {
      let sheet = run.element(.screen(.to), at: progress)
      let bar = try #require(sheet.find(.part(.to, .tabBar)))
      let bottom = sheet.layer.transform.y + bar.layer.frame.y + bar.layer.transform.y + 12
      #expect((bottom - 100).magnitude < 1e-9)
    }
  }

  @Test("the edge of a sheet stays under the finger, whether it comes, goes, or is resized")
  func finger() throws {
    let drag = #""gesture": { "samples": [[0, 0], [0.1, 7], [0.3, 19.25]], "kind": "pan" }"#
    for (steps, sign) in [
      ("{ \"present\": \"list\", \(drag) }", -1.0),
      ("{ \"present\": \"list\" }, { \"adjust\": { \"top\": 0.6 }, \(drag) }", 1),
      (
        "{ \"present\": \"list\" }, { \"adjust\": { \"top\": 0.6 } }, "
          + "{ \"adjust\": { \"top\": 0.1 }, \(drag) }", -1
      ),
      (
        "{ \"present\": \"list\" }, { \"adjust\": { \"top\": 0.6 } }, { \"dismiss\": true, \(drag) }",
        1
      ),
    ] {
      let flow = try SmallFlow(steps)
      let run = try #require(flow.animation.stage.runs.last)
      let gesture = try #require(run.gesture)
      let role: Role = run.transition.operation == .dismiss ? .from : .to
      let start = run.element(.screen(role), at: 0).layer.transform.y
      for time in [0.02, 0.1, 0.17, 0.29] {
        let way = run.tracks.apply(
          to: run.table.layer(.screen(role))!.element, at: gesture.run.progress(at: time)
        ).layer.transform.y
        let finger = gesture.run.finger.translation(at: time) * sign
        #expect((way - start - finger).magnitude < 1e-9, "\(steps) at \(time)")
      }
    }
  }

  @Test("a sheet that is turned in space is painted once, whole")
  func space() throws {
    let flow = try SmallFlow(
      #"{ "present": "note", "type": "custom", "rest": true, "tracks": [{ "target": "to", "rotateY": [0, 30] }] }"#
    )
    let rest = try flow.animation.renderer().frame(at: flow.animation.seconds)
    // Through the middle the screen has its own colour from side to side, and no black.
    let row = rest.bytes[(90 * rest.stride)..<(91 * rest.stride)]
    #expect(
      !stride(from: row.startIndex, to: row.endIndex, by: 4).contains {
        row[$0] == 0 && row[$0 + 1] == 0 && row[$0 + 2] == 0
      })
  }

  @Test("a push on a sheet that is turned in space is told where it is written")
  func turned() throws {
    let turned = """
      { "present": "list", "type": "custom", "rest": true,
        "set": { "container": { "perspective": 300 } }, "tracks": [{ "target": "to", "rotateY": [0, 20] }] }
      """
    #expect {
      _ = try SmallFlow("\(turned),\n{ \"push\": \"item\" }")
    } throws: { error in
      "\(error)".contains("nothing can be pushed or popped on a sheet that is turned in space")
    }
    // What is presented over it plays on the canvas.
    _ = try SmallFlow("\(turned), { \"present\": \"item\" }, { \"dismiss\": true }")
  }
}

extension Run {
  /// The layer of a target as it is at a share of the way.
  fileprivate func element(_ target: Target, at fraction: Double) -> Element {
    let layer = table.layers.first { $0.target == target }
    return layer.map { present($0, at: Progress(fraction: fraction)).element } ?? container
  }
}

extension Renderer {
  /// A frame of other commands.
  fileprivate func frame(of commands: [DrawCommand], on stage: Stage) throws -> Pixmap {
    try compositor.render(
      DisplayList(background: stage.canvas.background, commands: commands))
  }
}
