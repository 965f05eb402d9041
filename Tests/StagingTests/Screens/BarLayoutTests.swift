import Drawing
import Geometry
import Pixels
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("where bars and what is on them lie")
struct BarLayoutTests {
  private static let bars = """
    , "homeIndicator": true, "toolbar": {}, "navigationBar": { "title": "A" },
      "tabBar": { "selected": 1, "items": [
        { "title": "One", "icon": "M2 2 H22 V22 H2 Z" }, { "title": "Two" },
        { "title": "Three" }] }
    """

  /// A screen of 195 by 422 points with the keys `more`, in a run that moves its bars.
  private func run(_ more: String, scale: Double = 1, isRightToLeft: Bool = false) throws -> Run {
    let sketch = Sketch(
      from: ##"{ "background": "#fff"\##(more) }"##, to: Sketch.plain("#eef"),
      transition: #"{ "type": "custom", "push": { "tracks": [] } }"#, width: 195, height: 422,
      isRightToLeft: isRightToLeft)
    return try sketch.stage(scale: scale).runs[0]
  }

  private func element(_ name: String, in run: Run) throws -> Element {
    var waiting = run.chrome.first + run.table.layers.map(\.element)
    while let next = waiting.popLast() {
      if next.path.name == "from.\(name)" { return next }
      waiting += next.children
    }
    return try #require(nil as Element?, "no \(name)")
  }

  private func text(of element: Element) throws -> TextContent {
    guard case .text(_, let text) = element.mark else {
      return try #require(nil as TextContent?, "\(element.path.name) is no text")
    }
    return text
  }

  @Test("the home indicator is in the middle, eight points above the edge, and dark or light")
  func indicator() throws {
    for (style, color) in [("dark", Color.black), ("light", .white)] {
      let run = try run(#", "homeIndicator": { "style": "\#(style)" }"#)
      let indicator = try element("homeIndicator", in: run)
      #expect(indicator.frameRect == Rect(x: 30.5, y: 409, width: 134, height: 5))
      #expect(indicator.layer.fill == .color(color))
    }
  }

  @Test(
    "the clock of a bar of 40 points is large and at the side, that of a lower one small",
    arguments: [(39.0, 12.0), (40, 17)])
  func clock(_ height: Double, _ size: Double) throws {
    let run = try run(#", "statusBar": { "height": \#(height) }"#)
    let clock = try element("time", in: run)
    #expect(try text(of: clock).size == size)
    let middle = clock.frameRect.x + clock.frameRect.width / 2
    #expect(abs(middle - (size == 12 ? 97.5 : 69)) < 1e-6)
  }

  @Test("the battery is at the end of the status bar, 26 points from the edge")
  func battery() throws {
    for isRightToLeft in [false, true] {
      let run = try run(#", "statusBar": { "height": 44 }"#, isRightToLeft: isRightToLeft)
      // It is 24 times 1.35 points wide.
      let place = try element("statusBar.battery", in: run).frameRect
      #expect(abs(place.x - (isRightToLeft ? 26 : 195 - 26 - 32.4)) < 1e-6)
      // It is 11 times 1.35 points high.
      #expect(abs(place.y - (44 - 14.85) / 2) < 1e-6)
    }
  }

  @Test("the tab bar is the lowest, and reaches down behind the home indicator")
  func heights() throws {
    let full = try run(Self.bars)
    let (tabs, tools) = (try element("tabBar", in: full), try element("toolbar", in: full))
    #expect(tabs.frameRect == Rect(x: 0, y: 422 - 49 - 34, width: 195, height: 49 + 34))
    #expect(tools.frameRect == Rect(x: 0, y: 422 - 49 - 34 - 44, width: 195, height: 44))
    let bare = try run(Self.bars.replacing(#""homeIndicator": true, "#, with: ""))
    #expect(try element("tabBar", in: bare).frameRect.height == 49)
  }

  @Test("a hairline is a pixel high, at the edge towards the content", arguments: [1.0, 2, 3])
  func hairlines(_ scale: Double) throws {
    let run = try run(Self.bars, scale: scale)
    for name in ["toolbar", "tabBar"] {
      let line = try element("\(name).separator", in: run)
      #expect(line.frameRect == Rect(x: 0, y: 0, width: 195, height: 1 / scale))
    }
    let (bar, line) = (try element("bar", in: run), try element("bar.separator", in: run))
    #expect(line.frameRect.height == 1 / scale)
    #expect(abs(line.frameRect.maxY - bar.frameRect.height) < 1e-9)
  }

  @Test("the item of the section that is seen has the tint, the others are grey")
  func selected() throws {
    let run = try run(Self.bars)
    let colors = try (0..<3).map { try text(of: element("tabBar[\($0)].title", in: run)).color }
    let gray = Color(red: 0x8E, green: 0x8E, blue: 0x93)
    #expect(colors == [gray, Color(red: 0, green: 0x7A, blue: 0xFF), gray])
  }

  @Test("sections run from the side on which text begins")
  func sections() throws {
    for isRightToLeft in [false, true] {
      let run = try run(Self.bars, isRightToLeft: isRightToLeft)
      // Three columns of 65 points: an icon of 24 is in the middle of one of them.
      let icon = try element("tabBar[0].icon", in: run)
      #expect(icon.frameRect.x == (isRightToLeft ? 130 : 0) + 20.5)
    }
  }

  @Test("a badge is right of the icon's top, at least as wide as high, and ends with its column")
  func badges() throws {
    func badge(_ value: String, isRightToLeft: Bool = false) throws -> Element {
      let item = #"{ "title": "A", "badge": \#(value) }, { "title": "B" }, { "title": "C" }"#
      let run = try run(#", "tabBar": { "items": [\#(item)] }"#, isRightToLeft: isRightToLeft)
      return try element("tabBar[0].badge", in: run)
    }
    let one = try badge(#""3""#)
    #expect(one.frameRect == Rect(x: 36.5, y: 2, width: 18, height: 18))
    #expect(one.layer.fill == .color(Color(red: 0xFF, green: 0x3B, blue: 0x30)))
    let text = try text(of: try #require(one.children.first))
    #expect(text.color == .white && text.size == 13)
    #expect(try badge(#""3""#, isRightToLeft: true).frameRect.maxX == 195 - 36.5)
    let long = try badge(#""Something new""#)
    #expect(long.frameRect.x == 36.5 && (50...65).contains(long.frameRect.maxX))
    let dot = try badge("true")
    #expect(dot.frameRect == Rect(x: 39.5, y: 4, width: 10, height: 10) && dot.children.isEmpty)
  }

  @Test("the search field is below the large title, which is below the bar's own row")
  func rows() throws {
    for (title, y) in [("", 44.0), (#", "largeTitle": true"#, 44 + 52)] {
      let run = try run(#", "navigationBar": { "title": "A", "search": "Find"\#(title) }"#)
      #expect(try element("bar", in: run).frameRect.height == y + 52)
      let field = try element("bar.search", in: run)
      #expect(field.frameRect == Rect(x: 16, y: y + 1, width: 163, height: 36))
    }
  }

  @Test("a long title ends six points before the back button would begin")
  func title() throws {
    let long = String(repeating: "i", count: 90)
    let run = try run(#", "navigationBar": { "title": "\#(long)", "back": "Back" }"#)
    let (title, back) = (
      try element("bar.title", in: run), try element("bar.back", in: run)
    )
    // What remains is less than the letter that it is filled with.
    let gap = title.frameRect.x - back.frameRect.maxX
    #expect(gap >= 6 && gap < 9)
  }
}
