import Formatting
import ImageDiff
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import Regression

@Suite("reports of shards that do not fit together in all")
struct MergeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func report(
    _ verdicts: [SceneVerdict], shard: Int, of count: Int, scenes: [String] = ["a", "b"],
    isStrict: Bool = true, seconds: Double = 1
  ) throws -> TestReport {
    TestReport(
      verdicts: verdicts, isStrict: isStrict, seconds: seconds,
      origin: RunOrigin(
        plan: "p", scenes: scenes, shard: try #require(Shard(shard, of: count))))
  }

  private func merged(_ reports: [TestReport]) throws -> TestReport {
    let paths = try reports.enumerated().map { index, report in
      try folder.write(Blob(report: report).bytes, to: "\(index).blob")
    }
    return try Merge(of: paths).report
  }

  @Test(
    "one strict shard makes the whole strict",
    arguments: [
      (true, true, true), (true, false, true), (false, true, true), (false, false, false),
    ])
  func strict(first: Bool, second: Bool, whole: Bool) throws {
    func part(_ name: String, _ shard: Int, _ isStrict: Bool) throws -> TestReport {
      let verdict = SceneVerdict(scene: name, kind: .missing, headline: "")
      return try Self.report([verdict], shard: shard, of: 2, isStrict: isStrict)
    }
    let parts = try [part("a", 1, first), part("b", 2, second)]
    for order in [parts, parts.reversed()] {
      let report = try merged(order)
      #expect(report.isStrict == whole && report.code == (whole ? .different : .done))
    }
  }

  static let codes: [(first: ExitCode?, second: ExitCode?, whole: ExitCode)] = [
    (nil, nil, .done), (.different, nil, .different), (nil, .different, .different),
    (.badAsset, .different, .badAsset), (.different, .badAsset, .badAsset),
    (.badAsset, .invalidScene, .badAsset), (.invalidScene, .badAsset, .invalidScene),
    (nil, .failure, .failure),
  ]

  @Test("the code is that of the first error in the plan's order", arguments: codes)
  func code(_ row: (first: ExitCode?, second: ExitCode?, whole: ExitCode)) throws {
    func part(_ name: String, _ shard: Int, _ code: ExitCode?) throws -> TestReport {
      var verdict = SceneVerdict(scene: name, kind: .same, headline: "")
      if let code {
        verdict.kind = code == .different ? .different : .invalid
        verdict.code = code == .different ? .done : code
      }
      return try Self.report([verdict], shard: shard, of: 2)
    }
    let parts = try [part("a", 1, row.first), part("b", 2, row.second)]
    for order in [parts, parts.reversed()] { #expect(try merged(order).code == row.whole) }
  }

  @Test("shards of another number of machines, or of other scenes, are of another plan")
  func otherPlans() throws {
    let first = try Self.report([], shard: 1, of: 2)
    for other in [
      try Self.report([], shard: 2, of: 3),
      try Self.report([], shard: 2, of: 2, scenes: ["a", "c"]),
    ] {
      let failure = try #require(throws: Failure.self) { try merged([first, other]) }
      #expect(failure.code == .usage)
    }
    _ = try merged([first, try Self.report([], shard: 2, of: 2)])
  }

  @Test(
    "up to three missing shards are named",
    arguments: [
      (2, "the blob of shard 2/2 is missing"), (3, "the blobs of shards 2/3, 3/3 are missing"),
      (4, "the blobs of shards 2/4, 3/4, 4/4 are missing"),
      (5, "the blobs of shards 2/5, 3/5, 4/5 and 1 more are missing"),
    ])
  func missing(count: Int, words: String) throws {
    let report = try merged([try Self.report([], shard: 1, of: count)])
    #expect(report.verdicts.map(\.headline) == Array(repeating: "not tested: \(words)", count: 2))
    #expect(report.code == .failure)
  }

  @Test("times are added, and a shard that ran again may have taken another time")
  func times() throws {
    func part(_ shard: Int, _ seconds: Double) throws -> TestReport {
      var verdict = SceneVerdict(scene: shard == 1 ? "a" : "b", kind: .same, headline: "")
      verdict.seconds = seconds
      return try Self.report([verdict], shard: shard, of: 2, seconds: seconds)
    }
    let report = try merged([part(1, 1.5), part(2, 2), part(1, 4)])
    #expect(report.seconds == 7.5)
    #expect(report.verdicts.map(\.scene) == ["a", "b"] && report.verdicts[1].seconds == 2)
  }
}

@Suite("blobs at their limits")
struct BlobLimitTests {
  /// A report with pictures of so many frames at so many times.
  private static func report(frames: Int, times: Int) -> TestReport {
    var verdict = SceneVerdict(scene: "a", kind: .different, headline: "")
    let starts = (0..<times).map(Double.init)
    verdict.film = ReportFilm(
      widthPixels: 4, heightPixels: 3, frameCount: frames, frames: Array(0..<frames),
      differing: [1], peak: 1, times: [starts, starts], apng: [1, 2, 3])
    return TestReport(verdicts: [verdict], isStrict: true, seconds: 0)
  }

  private static func read(_ report: TestReport, frames: Double) throws(Failure) -> TestReport {
    var limits = Limits()
    limits[.frames] = frames
    return try BlobReader.report(in: Blob(report: report).bytes, called: "a.blob", limits: limits)
  }

  @Test("pictures have no more frames than scenes may, and no more times than frames")
  func frames() throws {
    let most = Self.report(frames: 3, times: 4)
    #expect(try Self.read(most, frames: 3) == most)
    let more = Self.report(frames: 4, times: 4)
    #expect(try Self.read(more, frames: 4) == more)
    for report in [more, Self.report(frames: 3, times: 5)] {
      let failure = try #require(throws: Failure.self) { try Self.read(report, frames: 3) }
      #expect(failure.code == .badAsset)
    }
    #expect(throws: Failure.self) { try Self.read(Self.report(frames: 3, times: 5), frames: 4) }
  }

  /// A verdict in which nothing is as it is by default.
  private static func full() -> SceneVerdict {
    var verdict = SceneVerdict(scene: "a\n", kind: .missing, headline: "é")
    (verdict.isRenamed, verdict.notes, verdict.code) = (true, ["x", ""], ExitCode(number: 255))
    verdict.seconds = 0.125
    verdict.differences = [true, false].map {
      FrameComparison(
        expectedIndex: 1, actualIndex: 2, seconds: 0.04, differentCount: 7, ratio: 0.5,
        isOverLimit: $0,
        regions: [
          PixelRect(x: 1, y: 2, width: 3, height: 4), PixelRect(x: 5, y: 6, width: 7, height: 8),
        ])
    }
    (verdict.change, verdict.className, verdict.layers) = ("moved", "delayed", ["to#a"])
    verdict.places = [Place(file: "f", line: 12, column: 34)]
    verdict.curves = [ReportCurve(name: "n", expected: [nil, -1.5], actual: [])]
    var fixed = Diagnostic(
      .warning, .place(Place(file: "f", line: 2, column: 9)), "m", hint: "h",
      sourceLine: LinePart("text", skipped: 5, isCut: true))
    (fixed.fix, fixed.allowed) = (.init(length: 3, replacement: "\"b\""), ["b", "c"])
    verdict.diagnostics = [
      fixed, Diagnostic(.error, .file("g"), "n"), Diagnostic(.error, .program, "p"),
    ]
    return verdict
  }

  @Test("every value of a verdict is there and back again")
  func everything() throws {
    let report = TestReport(verdicts: [Self.full()], isStrict: false, seconds: 2.5)
    #expect(try Self.read(report, frames: 10) == report)
  }

  @Test("a verdict has both locks or none", arguments: [1, 2, 3])
  func locks(count: Int) throws {
    var verdict = Self.full()
    verdict.comparison = LockComparison(
      expected: LockTextTests.lock(), actual: LockTextTests.lock())
    let report = TestReport(verdicts: [verdict], isStrict: false, seconds: 2.5)
    let text = String(decoding: Blob(report: report).bytes, as: UTF8.self)
    let start = try #require(text.firstRange(of: #""locks":["#)).upperBound
    let both = text[start..<(try #require(text[start...].firstIndex(of: "]")))]
    let one = String(both.prefix(both.count / 2))
    let locks = Array(repeating: one, count: count).joined(separator: ",")
    let blob = Array(text.replacing(both, with: locks).utf8)
    let read = Result { try BlobReader.report(in: blob, called: "a.blob", limits: Limits()) }
    #expect((try? read.get()) == (count == 2 ? report : nil))
  }

  @Test(
    "places and counts are whole, and not negative",
    arguments: [
      (#""line":12"#, #""line":-1"#), (#""column":34"#, #""column":0.5"#),
      (#","column":34"#, ""), (#""pixels":7"#, #""pixels":-7"#),
      (#""expected":1"#, #""expected":-1"#), ("5,6,7,8]", "5,6,7]"),
      ("5,6,7,8]", "5,6,7,99e99]"),
    ])
  func numbers(old: String, new: String) throws {
    let report = TestReport(verdicts: [Self.full()], isStrict: false, seconds: 2.5)
    let text = String(decoding: Blob(report: report).bytes, as: UTF8.self)
    #expect(text.contains(old))
    let other = Array(text.replacing(old, with: new).utf8)
    #expect(throws: Failure.self) {
      try BlobReader.report(in: other, called: "a.blob", limits: Limits())
    }
  }
}
