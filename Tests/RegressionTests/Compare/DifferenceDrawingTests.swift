import Codecs
import Formatting
import Foundation
import ImageDiff
import Pixels
import RenderTransition
import TestSupport
import Testing

@testable import Regression

@Suite("pictures, bars and curves of differences")
struct DifferenceDrawingTests {
  private static func channels(_ image: StraightImage, _ x: Int, _ y: Int) -> [UInt8] {
    Array(image.bytes[(y * image.width + x) * 4..<(y * image.width + x) * 4 + 4])
  }

  @Test("a picture shows what was, the difference and what is, with gaps of 8 pixels")
  func panes() throws {
    let old = Pixmap(width: 4, height: 3, filledWith: Pixel(.white))
    let new = Pixmap(width: 5, height: 2, filledWith: Pixel(.black))
    let differences = try Differences(
      DiffInput(path: "a", kind: .picture(StraightImage(old))),
      DiffInput(path: "b", kind: .picture(StraightImage(new))), jobs: 1)
    let image = try StraightImage(png: differences.drawingFile(), limits: ImageLimits())
    #expect(image.width == 3 * 5 + 2 * 8 && image.height == 3)
    let (white, black, gray) = (
      [UInt8](repeating: 255, count: 4), [UInt8](arrayLiteral: 0, 0, 0, 255),
      [UInt8](arrayLiteral: 0x55, 0x55, 0x5A, 255)
    )
    let red: [UInt8] = [255, 0, 0, 255]
    for (x, y, color) in [
      (0, 0, white), (3, 2, white), (4, 0, gray), (5, 1, gray), (12, 1, gray), (13, 0, red),
      (17, 1, red), (18, 0, gray), (25, 2, gray), (26, 0, black), (30, 1, black), (26, 2, gray),
    ] {
      #expect(Self.channels(image, x, y) == color, "\(x), \(y)")
    }
  }

  private static func comparison(_ frame: Int, count: Int, ratio: Double) -> FrameComparison {
    FrameComparison(
      expectedIndex: frame, actualIndex: frame, seconds: Double(frame) / 50, differentCount: count,
      ratio: ratio, isOverLimit: true, regions: [])
  }

  @Test("a bar is as high as the root of what differs, and the frame's own is marked")
  func bars() {
    let curve = [
      Self.comparison(0, count: 4, ratio: 0.4), Self.comparison(1, count: 1, ratio: 0.1),
      Self.comparison(2, count: 0, ratio: 0), Self.comparison(3, count: 1, ratio: 1e-9),
    ]
    let picture = DifferenceBars(curve, width: 40, at: 1).picture
    #expect(picture.width == 40 && picture.height == 48)
    let (red, blue) = (SIMD3<UInt8>(0xE0, 0x2B, 0x2B), SIMD3<UInt8>(0xD8, 0xE4, 0xFF))
    let white = SIMD3<UInt8>(255, 255, 255)
    for (x, y, color) in [
      (0, 0, red), (8, 47, red), (9, 47, white), (10, 23, blue), (10, 24, red), (18, 0, blue),
      (20, 47, white), (30, 45, white), (30, 46, red),
    ] {
      let found = picture[x, y].channels
      #expect(SIMD3(found.x, found.y, found.z) == color, "\(x), \(y)")
    }
  }

  private static func lock(_ times: [Double], changed: Set<Int> = [], fps: Double = 50) -> SceneLock
  {
    SceneLock(
      scene: FrameHash(high: 1, low: 2), widthPixels: 20, heightPixels: 10, scale: 2, fps: fps,
      environment: RenderEnvironment(
        renderingVersion: 7, program: "1.0.0", libraries: [], fonts: []),
      frames: times.enumerated().map {
        SceneLock.LockedFrame(
          time: $1, hash: FrameHash(high: UInt64($0), low: changed.contains($0) ? 1 : 0))
      })
  }

  private static let times = [0, 0.02, 0.04, 0.06]

  static let headlines: [(old: SceneLock, new: SceneLock, said: String)] = [
    (lock(times), lock(times, changed: [0, 1, 2, 3]), "all 4 frames differ"),
    (lock([0]), lock([0], changed: [0]), "the frame differs"),
    (lock(times), lock(times, changed: [2]), "frame 2 of 4 differs (0.04 s)"),
    (lock(times), lock(times, changed: [0, 3]), "frames 0, 3 of 4 differ (0.00-0.06 s)"),
    (lock(times), lock([0, 0.02, 0.04, 0.07]), "the frames are at other times"),
    (lock([0, 0.02]), lock([0, 0.04], fps: 25), "fps 50 -> 25"),
    (
      lock([0, 0.02]), lock(times),
      "frames 2-3 of 4 differ (0.04-0.06 s); frames 2 -> 4"
    ),
    (
      lock(times), lock([0, 0.02]),
      "frames 2-3 of 4 differ (0.04-0.06 s); frames 4 -> 2"
    ),
  ]

  @Test("a verdict says which frames differ, and when", arguments: headlines)
  func headline(_ row: (old: SceneLock, new: SceneLock, said: String)) {
    let verdict = TestRun.verdict(
      on: "a.json", LockComparison(expected: row.old, actual: row.new))
    #expect(verdict.kind == .different && verdict.headline == row.said)
  }

  /// What the page's script gets of a report.
  private static func cards(_ report: TestReport) throws -> [[String: Any]] {
    let data = Data(report.page.json.text(.compact).utf8)
    let page = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(page?["cards"] as? [[String: Any]])
  }

  @Test("a page has what differs first, with a bar for each frame, and what passes last")
  func page() throws {
    var different = TestRun.verdict(
      on: "d",
      LockComparison(expected: Self.lock(Self.times), actual: Self.lock([0, 0.02], changed: [1])))
    different.differences = [Self.comparison(1, count: 9, ratio: 0.123_456_789)]
    different.curves = [ReportCurve(name: "x", expected: [0.123_456, nil], actual: [1, -2.0006])]
    var same = TestRun.verdict(
      on: "s", LockComparison(expected: Self.lock([0]), actual: Self.lock([0])))
    same.notes = ["note"]
    func plain(_ name: String, _ kind: SceneVerdict.Kind) -> SceneVerdict {
      SceneVerdict(scene: name, kind: kind, headline: "")
    }
    let cards = try Self.cards(
      TestReport(
        verdicts: [
          same, plain("o", .orphaned), plain("m", .missing), plain("i", .invalid), different,
        ], isStrict: true, seconds: 0))
    #expect(cards.map { $0["name"] as? String } == ["d", "i", "m", "o", "s"])
    #expect(cards[0]["times"] as? [Double] == [0, 0.02, 0.04, 0.06])
    let shares = try #require(cards[0]["shares"] as? [Any])
    #expect(shares.map { $0 as? Double } == [0, 0.123457, nil, nil])
    #expect((cards[4]["times"] as? [Double])?.isEmpty == true)
    let facts = try #require(cards[0]["facts"] as? [[String: String]])
    let values = Dictionary(
      uniqueKeysWithValues: facts.map { ($0["name"] ?? "", $0["value"] ?? "") })
    #expect(
      values == [
        "size": "20 × 10 px", "frames": "2", "rate": "50 fps", "cause": "renderer",
        "peak": "frame 1, 12.35 %",
      ])
    let curve = try #require((cards[0]["curves"] as? [[String: Any]])?.first)
    #expect((curve["expected"] as? [Any])?.map { $0 as? Double } == [0.123, nil])
    #expect(curve["actual"] as? [Double] == [1, -2.001])
  }

  private static func animation(_ opacity: Double, _ x: Double) throws -> Animation {
    let folder = try ScratchFolder()
    return try Animation(
      sceneAt: folder.write(
        """
        { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": {}, "to": {},
          "transition": { "type": "custom", "duration": 0.1, "curve": "linear", "push": { "tracks": [
            { "target": "to", "opacity": [\(opacity), 1], "x": [\(x), 0] } ] } } }
        """, to: "a.json"))
  }

  @Test("curves are shown if one sees the change, the most changed first")
  func curves() throws {
    let old = try Self.animation(0, 100)
    func names(_ opacity: Double, _ x: Double) throws -> [String] {
      ReportCurve.changed(from: old, to: try Self.animation(opacity, x)).map(\.name)
    }
    #expect(try names(0, 100) == [])
    #expect(try names(0.004, 100.4) == [] && names(0.006, 100) == ["to opacity"])
    #expect(try names(0.1, 150) == ["to x", "to opacity"])
    #expect(try names(0.5, 101) == ["to opacity", "to x"])
  }
}
