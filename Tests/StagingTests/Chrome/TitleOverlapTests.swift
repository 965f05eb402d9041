import Drawing
import Geometry
import Pixels
import SceneFormat
import StagingTestSupport
import TestSupport
import Testing

@testable import Staging

@Suite("texts of bars in a push")
struct TitleOverlapTests {
  /// The bars of a screen and of the one that is pushed onto it.
  static let bars: [(from: String, to: String)] = [
    // A title that becomes the back button's label, a first one and a second one.
    (#""title": "Mailboxes""#, #""title": "Inbox", "back": "Mailboxes""#),
    (#""title": "Inbox", "back": "Mailboxes""#, #""title": "Message", "back": "Inbox""#),
    (
      #""title": "Notifications", "back": "Settings""#, #""title": "Mail", "back": "Notifications""#
    ),
    // A title without a label to become, with and without a chevron.
    (#""title": "Mailboxes""#, #""title": "Inbox""#),
    (#""title": "Mailboxes""#, #""title": "Inbox", "back": "" "#),
    (#""title": "Inbox", "back": "" "#, #""title": "Mail", "back": "" "#),
    (#""title": "Inbox", "back": "" "#, #""title": "Message", "back": "Inbox""#),
    (#""title": "Inbox", "back": "Mailboxes""#, #""title": "Mail", "back": "" "#),
    // Wide ones, and long ones that become labels.
    (#""title": "A wide old title""#, #""title": "Another wide title""#),
    (
      #""title": "The title of a long list", "back": "Accounts""#,
      #""title": "Correspondence", "back": "The title of a long list""#
    ),
    // Large titles.
    (#""title": "Mailboxes", "largeTitle": true"#, #""title": "Inbox", "back": "Mailboxes""#),
    (#""title": "Mailboxes", "largeTitle": true"#, #""title": "Inbox""#),
    (#""title": "Mailboxes", "largeTitle": true"#, #""title": "Inbox", "largeTitle": true"#),
    (
      #""title": "Mailboxes", "largeTitle": true"#,
      #""title": "Inbox", "back": "Mailboxes", "largeTitle": true"#
    ),
    (#""title": "Mailboxes""#, #""title": "Inbox", "back": "Mailboxes", "largeTitle": true"#),
    (
      #""title": "Inbox", "back": "Mailboxes", "largeTitle": true"#,
      #""title": "Message", "back": "Inbox", "largeTitle": true"#
    ),
    (
      #""title": "Inbox", "back": "Mailboxes", "largeTitle": true"#,
      #""title": "Message", "back": "Inbox""#
    ),
    // A search field that leaves, and one that stays.
    (
      #""title": "Mailboxes", "largeTitle": true, "search": "Search""#,
      #""title": "Inbox", "back": "Mailboxes""#
    ),
    (
      #""title": "Mailboxes", "largeTitle": true, "search": "Search""#,
      #""title": "Inbox", "back": "Mailboxes", "largeTitle": true, "search": "Search""#
    ),
  ]

  /// A finger that goes almost all the way.
  static let finger = """
    , "gesture": { "samples": [[0, 0], [1.5, 380]], "release": { "at": 1.5, "velocity": 0 } }
    """

  private func stage(
    _ from: String, _ to: String, _ operation: String, _ more: String, isRightToLeft: Bool = false
  ) throws -> Stage {
    func screen(_ bar: String) -> String {
      #"{ "background": "white", "statusBar": true, "navigationBar": { \#(bar) } }"#
    }
    let ends = operation == "pop" ? (to, from) : (from, to)
    return try Sketch(
      from: screen(ends.0), to: screen(ends.1),
      transition: #"{ "type": "push", "operation": "\#(operation)"\#(more) }"#, width: 390,
      height: 300, isRightToLeft: isRightToLeft
    ).stage()
  }

  @Test(
    "two different texts of which more than a tenth is seen never overlap",
    arguments: Share.third(of: bars, "bars"),
    ["push", "pop"])
  func apart(_ bars: (from: String, to: String), operation: String) throws {
    // By its own curve, without it, and as a finger does it.
    for more in ["", #", "curve": "linear", "duration": 2"#, Self.finger] {
      for isRightToLeft in [false, true] {
        let stage = try stage(bars.from, bars.to, operation, more, isRightToLeft: isRightToLeft)
        for time in stage.frameTimes(fps: 50) {
          let pairs = Self.overlaps(at: time, in: stage)
          #expect(pairs.isEmpty, "at \(time)\(isRightToLeft ? ", right to left" : "")")
        }
      }
    }
  }

  @Test(
    "texts that overlap are found, with what is left of them and of the groups that they are in")
  func found() throws {
    // A title in place of which another one fades in, the bar being half as dim.
    let tracks = """
      , "curve": "linear", "duration": 1, "push": { "tracks": [
        { "target": "bar", "opacity": 0.5 }, { "target": "to.bar.title", "x": 0 },
        { "target": "from.bar.title", "opacity": [1, 0] },
        { "target": "to.bar.title", "opacity": [0, 1] } ] }
      """
    let stage = try stage(#""title": "One""#, #""title": "Other""#, "push", tracks)
    let pairs = Self.overlaps(at: 0.375, in: stage)
    #expect(pairs.map { [$0.0.text, $0.1.text] } == [["One", "Other"]])
    #expect(pairs.map { [$0.0.opacity, $0.1.opacity] } == [[0.3125, 0.1875]])
    // Less than a tenth of the second one is seen.
    #expect(Self.overlaps(at: 0.1875, in: stage).isEmpty)
    let texts = Self.texts(at: 0.1875, in: stage)
    #expect(texts.map(\.opacity) == [0.40625, 0.09375])
    #expect(texts.allSatisfy { abs($0.frame.x + $0.frame.width / 2 - 195) < 1e-9 })
  }

  @Test("a large title has the same place, however long it is")
  func longLargeTitle() throws {
    func top(_ title: String) throws -> Double {
      let stage = try stage(
        #""title": "\#(title)", "largeTitle": true"#, #""title": "B""#, "push", "")
      return try #require(Self.texts(at: 0, in: stage).first { $0.text == title }).frame.y
    }
    #expect(try top("Inbox") == top("A title that is far longer than the row is wide"))
  }
}

extension TitleOverlapTests {
  /// A text in a frame.
  private struct SeenText {
    var text: String
    /// Its tight frame, on the canvas.
    var frame: Rect
    /// What is seen of it: its own opacity, times that of all that it is in.
    var opacity: Double

    /// Leaves what `cover`, which comes over it from the side, does not hide.
    mutating func cover(with cover: Rect) {
      guard cover.y <= frame.y, cover.maxY >= frame.maxY else { return }
      if cover.maxX >= frame.maxX { frame.width = max(0, min(frame.maxX, cover.x) - frame.x) }
      if cover.x <= frame.x, cover.maxX > frame.x {
        frame.width = max(0, frame.maxX - cover.maxX)
        frame.x = cover.maxX
      }
    }
  }

  /// The pairs of different texts at `time` that overlap by more than a hairline.
  private static func overlaps(at time: Double, in stage: Stage) -> [(SeenText, SeenText)] {
    let texts = texts(at: time, in: stage).filter { $0.opacity > 0.1 }
    return texts.indices.flatMap { index in
      texts[(index + 1)...].filter { other in
        let common = texts[index].frame.intersection(other.frame)
        return texts[index].text != other.text && min(common.width, common.height) > 1
      }.map { (texts[index], $0) }
    }
  }

  /// All texts that are painted at `time`, also those in pictures.
  private static func texts(at time: Double, in stage: Stage) -> [SeenText] {
    let run = stage.runs[0]
    let names = Dictionary(
      run.from.texts + run.to.texts, uniquingKeysWith: { first, _ in first })
    var found: [SeenText] = []
    seen(
      stage.frame(at: time).commands, pictures: stage.pictures, names: names, at: .identity, 1,
      into: &found)
    return found
  }

  private static func seen(
    _ commands: [DrawCommand], pictures: [Picture], names: [String: String],
    at outside: Transform, _ opacity: Double, into found: inout [SeenText]
  ) {
    var opacities = [opacity]
    for command in commands {
      let opacity = opacities.last ?? 1
      switch command {
      case .beginGroup(let effects): opacities.append(opacity * effects.opacity)
      case .endGroup: opacities.removeLast()
      case .fill(let fill):
        let frame = fill.transform.then(outside).bounds(of: fill.paintBounds)
        switch fill.outline {
        case .path:
          guard let text = names[fill.layer.name] else { continue }
          found.append(SeenText(text: text, frame: frame, opacity: opacity))
        case .rect where fill.paint.isOpaque && opacity == 1:
          for index in found.indices { found[index].cover(with: frame) }
        case .rect, .ring, .stroke: break
        }
      case .picture(let draw):
        seen(
          pictures[draw.picture.index].commands, pictures: pictures, names: names,
          at: draw.transform.then(outside), opacity * draw.opacity, into: &found)
      case .image: break
      }
    }
  }
}

extension Element {
  /// The names of all texts, here and below, with what they say.
  fileprivate var texts: [(String, String)] {
    var texts = children.flatMap(\.texts)
    if case .text(_, let text)? = mark { texts.append((path.name, text.text)) }
    return texts
  }
}
