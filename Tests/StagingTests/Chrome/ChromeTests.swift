import Drawing
import Geometry
import Inspection
import Motion
import Pixels
import SceneFormat
import StagingTestSupport
import TestSupport
import Testing

@testable import Staging

@Suite("bars that stay, and what the system draws")
struct ChromeTests {
  static let operations = ["push", "pop", "present", "dismiss"]

  private static func phone(_ title: String, back: String?, bar: String = "") -> String {
    """
    { "background": "#fff", "statusBar": true, "homeIndicator": true,
      "navigationBar": {
        "title": "\(title)"\(back.map { #", "back": "\#($0)""# } ?? "")\(bar) },
      "tabBar": { "items": [{ "title": "One", "icon": "M2 2 H22 V22 H2 Z" }, { "title": "Two" }] },
      "layers": [{ "id": "card", "frame": [10, 10, 40, 20], "fill": "#f00" }] }
    """
  }

  private func sketch(_ type: String, _ operation: String = "push", _ more: String = "") -> Sketch {
    Sketch(
      from: Self.phone("Inbox", back: nil), to: Self.phone("Message", back: "Inbox"),
      transition: #"{ "type": "\#(type)", "operation": "\#(operation)"\#(more) }"#, width: 195,
      height: 422)
  }

  /// The commands that paint what a screen's part, or something in it, is called.
  private func commands(of part: String, at time: Double, in stage: Stage) -> [DrawCommand] {
    stage.frame(at: time).commands.filter { $0.names(part) }
  }

  @Test(
    "the clock and the home indicator never move, and are painted once",
    arguments: Share.third(of: RecipeLibrary.names, "recipes, for the clock"), operations)
  func clock(_ recipe: String, operation: String) throws {
    let stage = try sketch(recipe, operation).stage()
    for part in ["time", "homeIndicator"] {
      let first = commands(of: part, at: 0, in: stage)
      #expect(first.count == 1)
      for time in stage.frameTimes(fps: 20) {
        // A sheet leaves the clock as it is, but in light letters.
        let now = commands(of: part, at: time, in: stage)
        guard part == "homeIndicator" || recipe != "present" else {
          #expect(now.count >= 1 && now.count <= 2)
          continue
        }
        #expect(now == first, "at \(time)")
      }
    }
  }

  @Test("a tab bar that both screens have is painted in the same way in every frame")
  func tabBar() throws {
    let stage = try sketch("zoom").stage()
    let times = stage.frameTimes(fps: 30).dropFirst().dropLast()
    let bars = Set(times.map { commands(of: "tabBar", at: $0, in: stage) })
    #expect(bars.count == 1 && bars.first?.isEmpty == false)
  }

  @Test("titles move sideways, and were turned where screens are pushed upward")
  func upward() throws {
    let tracks = try sketch("push", "push", #", "direction": "up""#).stage().runs[0].tracks
    #expect(tracks.properties(of: .part(.to, .barTitle)).contains(.x))
    #expect(!tracks.properties(of: .part(.to, .barTitle)).contains(.y))
    #expect(tracks.properties(of: .screen(.to)).contains(.y))
  }

  @Test("bars that move are part of their screens")
  func moving() throws {
    let stage = try sketch("push", "push", #", "bars": "move""#).stage()
    #expect(stage.runs[0].chrome.bars.isEmpty)
    #expect(try sketch("push").stage().runs[0].chrome.bars.count == 2)
    #expect(try sketch("push", "present").stage().runs[0].chrome.bars.isEmpty)
    let custom = #", "bars": "stay", "tracks": [{ "target": "to", "x": ["100%", 0] }]"#
    #expect(try sketch("custom", "present", custom).stage().runs[0].chrome.bars.count == 2)
  }

  @Test("a bar that one screen lacks leaves with the other one")
  func lacking() throws {
    var sketch = sketch("push")
    sketch.to = Sketch.plain("#eef")
    let run = try sketch.stage().runs[0]
    #expect(run.chrome.bars.isEmpty)
    #expect(run.table.layer(.screen(.from))?.element.find(.part(.from, .tabBar)) != nil)
  }

  @Test("below an opaque bar that stays, screens are as high as what is left")
  func content() throws {
    let run = try sketch("zoom").stage().runs[0]
    let element = try #require(run.table.layer(.screen(.to))?.element)
    #expect(element.frameRect == Rect(x: 0, y: 91, width: 195, height: 331))
    let modal = try sketch("zoom", "present").stage().runs[0]
    #expect(modal.table.layer(.screen(.to))?.element.size == Size(width: 195, height: 422))
  }

  @Test("backdrops of one size are one backdrop, those of two sizes fade with their bars")
  func backdrops() throws {
    for (height, count) in [(44, 1), (60, 2)] {
      var sketch = sketch("push")
      let bar = #", "translucent": true, "height": "#
      sketch.from = Self.phone("Inbox", back: nil, bar: bar + "44")
      sketch.to = Self.phone("Message", back: "Inbox", bar: bar + "\(height)")
      var (waiting, found) = (try sketch.stage().runs[0].chrome.bars, 0)
      while let next = waiting.popLast() {
        found += next.layer.backdrop == LayerFilters() ? 0 : 1
        waiting += next.children
      }
      #expect(found == count)
    }
  }

  @Test("a title turns into the label of the back button, and back")
  func title() throws {
    for (operation, name) in [("push", "bar.title"), ("pop", "bar.back.label")] {
      var sketch = sketch("push", operation)
      if operation == "pop" { (sketch.from, sketch.to) = (sketch.to, sketch.from) }
      let motion = try #require(try sketch.stage().runs[0].sharedMotions.first)
      #expect(motion.target == .sharedLayer(name) && motion.isInChrome)
    }
    var sketch = sketch("push")
    sketch.to = Self.phone("Message", back: nil)
    #expect(try sketch.stage().runs[0].sharedMotions.isEmpty)
  }

  @Test(
    "halves have the windows of the table",
    arguments: [
      // The part, its property, and its values at a quarter, a half and three quarters of the way.
      ("from.bar.background", Property.opacity, [0.75, 0.5, 0.25]),
      ("to.bar.items", .opacity, [0, Self.easeIn(1.0 / 6), Self.easeIn(7.0 / 12)]),
      ("from.bar.items", .opacity, [1 - Self.easeOut(5.0 / 12), 1 - Self.easeOut(5.0 / 6), 0]),
      ("to.bar.title", .x, [73.125, 48.75, 24.375]),
      ("to.bar.title", .opacity, [0, Self.easeIn(1.0 / 3), Self.easeIn(2.0 / 3)]),
      ("to.bar.back.chevron", .x, [21, 0, 0]),
      ("to.bar.back.chevron", .scaleX, [1, 1, 1]),
      ("to.bar.back.chevron", .opacity, [0, 1.0 / 6, 7.0 / 12]),
    ] as [(String, Property, [Double])])
  func halves(_ target: String, _ property: Property, _ values: [Double]) throws {
    var sketch = sketch("push", "push", #", "curve": "linear", "duration": 1"#)
    func bar(_ color: String) -> String {
      """
      , "background": "\(color)", "items": [{ "frame": [0, 60, 9, 9], "fill": "\(color)" }]
      """
    }
    sketch.from = Self.phone("A", back: nil, bar: bar("#ff0"))
    sketch.to = Self.phone("B", back: target.contains("back") ? "C" : nil, bar: bar("#0ff"))
    let frames = try sketch.stage().timeline(fps: 4).frames
    for (frame, value) in zip(frames.dropFirst(), values) {
      let entry = try #require(frame.targets.first { "\($0.target)" == target })
      let found = try #require(entry.values.first { $0.name == property }?.value)
      guard case .numbers(let numbers) = found else { continue }
      #expect(abs(numbers[0] - value) < 1e-9)
    }
  }

  @Test("lower rows are on their screens, and the bar that stays is its inline row")
  func lowerRows() throws {
    var sketch = sketch("push")
    sketch.from = Self.phone("Inbox", back: nil, bar: #", "largeTitle": true, "search": "Find""#)
    let run = try sketch.stage().runs[0]
    #expect(run.chrome.bars.first?.frameRect.height == 91)
    let search = Target.part(.from, .barSearch)
    let field = try #require(run.table.layer(search))
    #expect(field.ancestors == [.screen(.from)] && run.chrome.find(search) == nil)
    // By its own curve it is gone long before its screen is; a finger moves it evenly.
    let moved = run.tracks.apply(to: field.element, at: Progress(fraction: 0.5))
    #expect(abs(moved.layer.transform.x + 195 * Self.cubic(0.05, 0.9, 0.9, 0.95, 0.5)) < 1e-6)
    let dragged = run.tracks.apply(
      to: field.element, at: Progress(fraction: 0.5, isShaped: false))
    #expect(dragged.layer.transform.x == -97.5 && dragged.layer.opacity == 0.375)
  }

  @Test("a search field that both screens have does not fade, and a chevron does not move")
  func both() throws {
    var sketch = sketch("push")
    func bar(_ tint: String) -> String { ##", "search": "Find", "tint": "#\##(tint)""## }
    sketch.from = Self.phone("Inbox", back: "All", bar: bar("f00"))
    sketch.to = Self.phone("Message", back: "Inbox", bar: bar("00f"))
    let tracks = try sketch.stage().runs[0].tracks
    for role in [Role.from, .to] {
      #expect(tracks.properties(of: .part(role, .barSearch)) == [.x])
      #expect(tracks.properties(of: .part(role, .barChevron)) == [.opacity])
    }
  }

  @Test("a search field is a part of a screen that does not slide")
  func searchInZoom() throws {
    var sketch = sketch("zoom")
    sketch.from = Self.phone("Inbox", back: nil, bar: #", "search": "Find""#)
    #expect(try sketch.stage().runs[0].table.layer(.part(.from, .barSearch)) == nil)
  }

  @Test("a label that leaves is cut where the chevron ends", arguments: [false, true])
  func label(isRightToLeft: Bool) throws {
    var sketch = sketch("push")
    sketch.isRightToLeft = isRightToLeft
    sketch.from = Self.phone("Inbox", back: "All", bar: "")
    sketch.to = Self.phone("Message", back: "", bar: "")
    var (waiting, found) = (try sketch.stage().runs[0].chrome.bars, [Element]())
    while let next = waiting.popLast() {
      if next.layer.clipsChildren { found.append(next) }
      waiting += next.children
    }
    let holder = try #require(found.first { $0.target == .part(.from, .barBack) })
    if isRightToLeft {
      #expect(holder.children[0].frameRect.maxX <= holder.size.width)
    } else {
      #expect(holder.children[0].frameRect.x == 4)
    }
  }

  @Test("between bars that are alike and told to stay, nothing moves")
  func still() throws {
    for (bars, count) in [(#", "bars": "stay""#, 0), ("", 1)] {
      var sketch = sketch("push", "push", bars)
      sketch.from = Self.phone("Inbox", back: "Inbox")
      sketch.to = sketch.from
      let run = try sketch.stage().runs[0]
      #expect(run.sharedMotions.count == count)
      #expect((run.tracks.properties(of: .part(.to, .barTitle)).isEmpty) == (count == 0))
    }
  }

  // The slow and plain way, by bisection.
  private static func easeIn(_ x: Double) -> Double { cubic(0.42, 0, 1, 1, x) }
  private static func easeOut(_ x: Double) -> Double { cubic(0, 0, 0.58, 1, x) }

  private static func cubic(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double
  ) -> Double {
    func bezier(_ t: Double, _ a: Double, _ b: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
    }
    var (least, most) = (0.0, 1.0)
    for _ in 0..<80 {
      let t = (least + most) / 2
      if bezier(t, x1, x2) < x { least = t } else { most = t }
    }
    return bezier(least, y1, y2)
  }

  @Test("the screen that decides on the status bar is the one that UIKit asks")
  func statusBar() throws {
    func style(_ transition: String) throws -> [Color?] {
      var sketch = sketch("push")
      sketch.to = sketch.to.replacing(
        #""statusBar": true"#, with: #""statusBar": { "style": "light" }"#)
      sketch.transition = transition
      let run = try sketch.stage().runs[0]
      return [run.chrome.first, run.chrome.last].map { parts in
        parts.first { $0.path.name.hasSuffix("statusBar") }?.children.compactMap { child in
          if case .text(_, let text) = child.mark { text.color } else { nil }
        }.first
      }
    }
    #expect(try style(#""push""#) == [.black, .white])
    #expect(try style(#"{ "type": "cover", "operation": "present" }"#) == [.black, .white])
    // A side that rests leaves the say to the screen behind it.
    let sheet = #""type": "custom", "operation": "present", "rest": true, "tracks": []"#
    #expect(try style("{ \(sheet) }") == [.black, .black])
    #expect(try style(#"{ \#(sheet), "statusBar": "to" }"#) == [.black, .white])
    #expect(try style(#"{ \#(sheet), "statusBar": "light" }"#) == [.black, .white])
    #expect(try style(#"{ "type": "push", "statusBar": "from" }"#) == [.black, .black])
    #expect(try style(#"{ "type": "push", "statusBar": "dark" }"#) == [.black, .black])
  }

  @Test("a screen without a status bar hides it")
  func hidden() throws {
    var sketch = sketch("push")
    sketch.to = Sketch.plain("#eef")
    let stage = try sketch.stage()
    #expect(!commands(of: "time", at: 0, in: stage).isEmpty)
    #expect(commands(of: "time", at: stage.seconds, in: stage).isEmpty)
    // The home indicator stays as the screen below has it.
    #expect(!commands(of: "homeIndicator", at: stage.seconds, in: stage).isEmpty)
  }

  @Test(
    "what is not in the container cannot be put in order",
    arguments: [
      ("from.statusBar", "the status bar is not in the container"),
      ("homeIndicator", "the home indicator is not in the container"),
      ("bar", "the navigation bar is not in the container"),
    ])
  func order(_ target: String, message: String) throws {
    let sketch = sketch(
      "custom", "push", #", "order": ["from", "to", "\#(target)"], "tracks": []"#)
    let mistakes = SceneReading(of: "scene.json", from: OneText(sketch.text)).mistakes
    #expect(mistakes.map { "\($0.problem)" }.contains { $0.contains(message) })
  }

  @Test("a track of a part that its screen lacks is a warning, but not in a built-in recipe")
  func missing() throws {
    let tracks = #", "tracks": [{ "target": "from.toolbar", "y": [0, 44] }]"#
    let warnings = try sketch("custom", "push", tracks).stage().warnings(fps: 10)
    #expect(warnings.contains { "\($0)".contains(#""from" has no toolbar: nothing moves"#) })
    for recipe in RecipeLibrary.names {
      #expect(
        !(try sketch(recipe).stage().warnings(fps: 10).contains {
          "\($0)".contains("nothing moves")
        }))
    }
  }
}

extension DrawCommand {
  /// Whether it paints the part of a screen that is called `part`, or something in it.
  func names(_ part: String) -> Bool {
    switch self {
    case .fill(let fill): fill.layer.name.contains(".\(part)")
    case .image(let image): image.layer.name.contains(".\(part)")
    case .picture, .beginGroup, .endGroup: false
    }
  }
}
