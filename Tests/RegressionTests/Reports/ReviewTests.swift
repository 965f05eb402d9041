import Codecs
import Formatting
import Foundation
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@testable import Regression

/// A report of scenes that were compared: one with another colour, one that is new and one that is gone.
private struct ReviewedScenes {
  let report: TestReport

  init(canvas: (Int, Int) = (96, 64), seconds: Double = 0.4) async throws {
    let folder = try ScratchFolder()
    func input(_ color: String) async throws -> (DiffInput, SceneLock, Animation) {
      let path = try folder.write(
        """
        { "version": 1, "canvas": { "width": \(canvas.0), "height": \(canvas.1) },
          "from": { "background": "#fff", "layers": [
            { "type": "shape", "path": "ellipse", "frame": [20, 20, 30, 30], "fill": "\(color)" } ] },
          "to": { "background": "#124" },
          "transition": { "type": "slide", "duration": \(seconds) } }
        """, to: "\(color.dropFirst()).json")
      let animation = try Animation(sceneAt: path)
      let input = try await DiffInput(animation, path: path)
      return (input, try await animation.lock(), animation)
    }
    let (old, oldLock, oldAnimation) = try await input("#f00000")
    let (new, newLock, newAnimation) = try await input("#00a0f0")
    let comparison = LockComparison(expected: oldLock, actual: newLock)
    let found = try Differences(old, new)
    var different = TestRun.verdict(on: "scenes/dot.json", comparison)
    different.differences = found.frames.curve.filter { $0.differentCount > 0 }
    different.curves = ReportCurve.changed(from: oldAnimation, to: newAnimation)
    different.curves.append(ReportCurve(name: "x", expected: [0.1, nil], actual: [1 / 3, 2]))
    different.layers = ["from#dot"]
    different.className = "changed"
    func film(_ expected: DiffInput?, _ actual: DiffInput?) async throws -> ReportFilm? {
      try ReportFilm.showing(
        expected?.sequence, actual?.sequence, differing: comparison.differingFrames,
        different.differences, room: 16 << 20, jobs: 2)
    }
    different.film = try await film(old, new)
    var added = SceneVerdict(scene: "scenes/new.json", kind: .missing, headline: "new")
    added.film = try await film(nil, new)
    var gone = SceneVerdict(scene: "scenes/gone.json", kind: .orphaned, headline: "gone")
    gone.film = try await film(old, nil)
    let line = LinePart("  \"a\": \"é|\",", skipped: 3, isCut: true)
    let invalid = SceneVerdict(
      scene: "scenes/bad.json", kind: .invalid, headline: "bad",
      diagnostics: [
        Diagnostic(
          .error, .place(Place(file: "bad.json", line: 3, column: 7)), "bad", hint: "good",
          sourceLine: line)
      ], code: .badAsset, seconds: 0.25)
    let same = TestRun.verdict(
      on: "scenes/same.json", LockComparison(expected: newLock, actual: newLock))
    var report = TestReport(
      verdicts: [different, added, invalid, same, gone], isStrict: true, seconds: 1.5)
    report.origin = RunOrigin(
      scenes: report.verdicts.dropLast().map(\.scene))
    self.report = report
  }
}

@Suite("what several machines found, as one report")
struct BlobTests {
  private static func read(_ bytes: [UInt8]) throws -> TestReport {
    try BlobReader.report(in: bytes, called: "a.blob", limits: Limits())
  }

  @Test("a blob reads back to the same report")
  func roundTrip() async throws {
    let report = try await ReviewedScenes().report
    #expect(try Self.read(Blob(report: report).bytes) == report)
  }

  @Test("a damaged blob is refused with a sentence")
  func damage() async throws {
    let bytes = Blob(report: try await ReviewedScenes().report).bytes
    var random = SeededRandom.fresh("damaged blobs")
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
      #expect(throws: Failure.self) { try Self.read(Array(bytes.prefix(count))) }
    }
    for _ in 0..<300 {
      var broken = bytes
      broken[Int.random(in: broken.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      // A changed letter may leave it valid, and a changed picture is found when it is unpacked.
      do throws(Failure) {
        let report = try BlobReader.report(in: broken, called: "a.blob", limits: Limits())
        for film in report.verdicts.compactMap(\.film) { _ = try? film.sequences() }
      } catch {
        #expect([.badAsset, .usage].contains(error.code) && error.diagnostics.count == 1)
      }
    }
  }

  @Test(
    "numbers that no test writes are refused",
    arguments: [
      (#""shrink":1"#, #""shrink":0"#), (#""peak":"#, #""peak":-1"#),
      (#""width":96"#, #""width":1000000"#),
      (#""frames":[0,1,"#, #""frames":[1,0,"#), (#""shard":"1/1""#, #""shard":"2/1""#),
      (#""expectedTimes":[0,"#, #""expectedTimes":[9,"#), (#""verdict":"same""#, #""verdict":"x""#),
      (#""schema":"render-transition/blob-2""#, #""schema":"render-transition/blob-1""#),
      (#""count":5"#, #""count":4"#), (#""code":4"#, #""code":400"#),
    ])
  func numbers(old: String, new: String) async throws {
    let bytes = Blob(report: try await ReviewedScenes().report).bytes
    let range = try #require(bytes.firstRange(of: Array(old.utf8)), "\(old)")
    var other = bytes
    other.replaceSubrange(range, with: Array(new.utf8))
    #expect(throws: Failure.self) { try Self.read(other) }
  }

  @Test("blobs of shards make the report of one machine, in whatever order")
  func merging() async throws {
    let report = try await ReviewedScenes().report
    let folder = try ScratchFolder()
    var paths: [String] = []
    for shard in 1...2 {
      var part = report
      part.verdicts = report.verdicts.enumerated().filter { $0.offset % 2 + 1 == shard }.map(
        \.element)
      part.origin.plan = "abc"
      part.origin.shard = try #require(Shard(shard, of: 2))
      part.seconds = 0.75
      paths.append(try folder.write(Blob(report: part).bytes, to: "\(shard).blob"))
    }
    for order in [paths, paths.reversed(), paths + [paths[0]]] {
      var merged = try Merge(of: order).report
      merged.seconds = report.seconds
      #expect(merged == report)
    }
    let half = try Merge(of: [paths[1]]).report
    #expect(half.code.number == ExitCode.failure.number)
    let missing = half.verdicts.filter {
      $0.headline == "not tested: the blob of shard 1/2 is missing"
    }
    #expect(missing.map(\.scene) == ["scenes/dot.json", "scenes/bad.json"])
  }

  /// A blob of 289 kB made `merge` write 2.4 GB.
  @Test("scenes of many missing shards have one short sentence, and are told together")
  func missingShards() throws {
    func blob(_ scenes: Int, of shards: Int) throws -> [UInt8] {
      let origin = RunOrigin(
        plan: "abc", scenes: (1...scenes).map { "\($0).json" },
        shard: try #require(Shard(1, of: shards)))
      let report = TestReport(verdicts: [], isStrict: true, seconds: 0, origin: origin)
      return Blob(report: report).bytes
    }
    let folder = try ScratchFolder()
    let report = try Merge(of: [folder.write(blob(1000, of: 10_000), to: "a.blob")]).report
    let headline =
      "not tested: the blobs of shards 2/10000, 3/10000, 4/10000 and 9996 more are missing"
    #expect(report.verdicts.count == 1000 && report.verdicts.allSatisfy { $0.headline == headline })
    #expect(report.groups.map(\.headline) == ["1000 scenes: \(headline)"])
    for (scenes, shards, words) in [
      (
        20_000, 10_000,
        "its 20000 scenes times 10000 shards are 200000000, over the limit of 100000000"
      ),
      (100_001, 1, "it has 100001 scenes, over the limit of 100000"),
    ] {
      let failure = try #require(throws: Failure.self) { try Self.read(blob(scenes, of: shards)) }
      #expect(failure.diagnostics[0].message.hasSuffix(words))
    }
  }

  @Test(
    "a blob of another version is refused with both versions",
    arguments: [
      ("\"program\":\"render-transition 0.0.9\",", "\"render-transition 0.0.9\""),
      ("", "an older version without a number"),
    ])
  func versions(program: String, name: String) throws {
    let text = String(
      decoding: Blob(report: TestReport(verdicts: [], isStrict: true, seconds: 0)).bytes,
      as: UTF8.self)
    let other = text.replacing("\"program\":\"\(Release.title)\",", with: program)
    let failure = try #require(throws: Failure.self) { try Self.read(Array(other.utf8)) }
    #expect(failure.code == .usage)
    #expect(
      failure.diagnostics[0].message
        == "it is of \(name), and this is \"\(Release.title)\"; test with this version")
  }

  @Test("a blob in another form is refused with both forms")
  func forms() throws {
    let text = String(
      decoding: Blob(report: TestReport(verdicts: [], isStrict: true, seconds: 0)).bytes,
      as: UTF8.self)
    let other = text.replacing(Blob.schema, with: "render-transition/blob-1")
    let failure = try #require(throws: Failure.self) { try Self.read(Array(other.utf8)) }
    #expect(failure.code == .usage)
    #expect(
      failure.diagnostics[0].message
        == "it is in the form render-transition/blob-1, and this version reads "
        + "render-transition/blob-2; test with this version")
  }

  @Test("a line of a blob that would take gigabytes as JSON is refused")
  func longLine() throws {
    let line = Array((String(repeating: " ", count: 20_001) + "\n").utf8)
    var limits = Limits()
    (limits[.fileBytes], limits[.frames]) = (1000, 8)
    let failure = try #require(throws: Failure.self) {
      try BlobReader.report(in: line, called: "a.blob", limits: limits)
    }
    #expect(failure.diagnostics[0].message.hasSuffix("record 1 is too long"))
  }

  @Test("the blobs that are fuzzed are of this version", arguments: ["same", "changed"])
  func fuzzed(_ name: String) throws {
    let path = Fixtures.package.appending(path: "Tests/Fuzz/blob/\(name).blob").path()
    #expect(try BlobReader.report(at: path, limits: Limits()).verdicts.isEmpty == false)
  }

  @Test("blobs of another plan, and two results for one scene, are refused")
  func refusals() async throws {
    let report = try await ReviewedScenes().report
    let folder = try ScratchFolder()
    var other = report
    other.origin.plan = "xyz"
    var changed = report
    changed.verdicts[0].headline = "something else"
    let paths = try [report, other, changed].enumerated().map { index, report in
      try folder.write(Blob(report: report).bytes, to: "\(index).blob")
    }
    for (pair, words) in [([0, 1], "is of another plan"), ([0, 2], "found different results")] {
      let failure = try #require(throws: Failure.self) { try Merge(of: pair.map { paths[$0] }) }
      #expect(failure.code == .usage && failure.diagnostics[0].message.contains(words))
    }
  }
}

@Suite("pictures for a review")
struct ReviewPicturesTests {
  @Test("each scene that changed, is new or is gone has its pictures, and the index lists them")
  func pictures() async throws {
    let report = try await ReviewedScenes(canvas: (900, 60)).report
    let pictures = try ReviewPictures(report, jobs: 2)
    let kinds = Dictionary(grouping: pictures.pictures, by: \.scene).mapValues { $0.map(\.kind) }
    #expect(kinds["scenes/dot.json"] == [.sideBySide, .strip, .before, .after])
    #expect(kinds["scenes/new.json"] == [.strip, .after])
    #expect(kinds["scenes/gone.json"] == [.strip, .before])
    #expect(kinds.count == 3 && pictures.leftOut.isEmpty)
    for picture in pictures.pictures {
      #expect(picture.width <= 800 && picture.bytes.count <= 2_000_000)
      if picture.kind == .strip {
        let image = try StraightImage(png: picture.bytes, limits: ImageLimits())
        #expect(image.width == picture.width && image.height == picture.height)
      } else {
        let reader = try GIFReader(picture.bytes, limits: ImageLimits())
        let (width, height) = (reader.width, reader.height)
        #expect((width, height) == (picture.width, picture.height))
      }
    }
    let folder = try ScratchFolder()
    try pictures.write(to: folder.path("out"))
    let names = pictures.pictures.map(\.file) + ["index.json"]
    #expect(try folder.names(in: "out").sorted() == names.sorted())
    // Written again, old pictures go; a folder with anything else in it is refused.
    let nothing = try ReviewPictures(
      TestReport(verdicts: [], isStrict: true, seconds: 0), jobs: 1)
    try nothing.write(to: folder.path("out"))
    #expect(try folder.names(in: "out") == ["index.json"])
    _ = try folder.write("mine", to: "out/notes.txt")
    #expect(throws: FileError.self) { try nothing.write(to: folder.path("out")) }
  }

  @Test("before and after are side by side, in sync, and what differs is outlined in both")
  func sideBySide() async throws {
    let report = try await ReviewedScenes().report
    let pictures = try ReviewPictures(report, jobs: 1)
    let picture = try #require(pictures.pictures.first { $0.kind == .sideBySide })
    #expect(picture.width == 200 && picture.height == 64)
    var reader = try GIFReader(picture.bytes, limits: ImageLimits())
    let frame = try #require(try reader.next()).pixels
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let pixel = frame[x, y]
      return [pixel.channels.x, pixel.channels.y, pixel.channels.z]
    }
    #expect(color(35, 35) == [0xF0, 0, 0])
    #expect(color(104 + 35, 35) == [0, 0xA0, 0xF0])
    #expect(color(100, 30) == [0x55, 0x55, 0x5A])
    // The dot is from 20 to 50; the outline is around it.
    for x in [0, 104] { #expect(color(x + 35, 17) == [0xFF, 0x2D, 0x55]) }
  }

  @Test("a page keeps pictures of every scene, as many as fit")
  func pages() async throws {
    let report = try await ReviewedScenes(canvas: (300, 200)).report
    let whole = HTMLReport.text(of: report.page).utf8.count
    let bare = HTMLReport.text(
      of: TestReport(verdicts: [], isStrict: true, seconds: 0).page
    ).utf8.count
    for limit in [whole + 10_000, (whole + bare) / 2, bare + 20_000] {
      let (page, own) = try report.page.fitted(into: limit, folder: "all", jobs: 2)
      #expect(HTMLReport.text(of: page).utf8.count <= limit)
      #expect(page.cards.count { $0.film != nil } == 3, "\(limit)")
      #expect(own.isEmpty == (limit > whole))
      #expect(Set(own.map { "all/\($0.name)" }) == Set(page.cards.compactMap(\.whole)))
    }
  }

  @Test("a page of many scenes with curves and bars is as small as it must be, and shows them all")
  func manyScenes() async throws {
    let one = try await ReviewedScenes().report.verdicts[0]
    var report = TestReport(verdicts: [], isStrict: true, seconds: 0)
    report.verdicts = (0..<40).map { index in
      var verdict = one
      (verdict.scene, verdict.change) = ("\(index).json", "change \(index)")
      verdict.curves = (0..<24).map {
        ReportCurve(name: "\($0)", expected: Array(repeating: 1 / 3, count: 200), actual: [0.5])
      }
      return verdict
    }
    let bare = HTMLReport.text(of: TestReport(verdicts: [], isStrict: true, seconds: 0).page)
    let limit = bare.utf8.count + 40 * 4000
    let (page, own) = try report.page.fitted(into: limit, folder: nil, jobs: 2)
    #expect(HTMLReport.text(of: page).utf8.count <= limit && own.isEmpty)
    #expect(page.cards.count == 40 && page.cards.allSatisfy { $0.film != nil && $0.whole == nil })
    #expect(HTMLReport.text(of: report.page).utf8.count > 2 * limit)
    #expect(report.page.cards.count { $0.pageName != nil } == 40)
    report.verdicts.indices.forEach { report.verdicts[$0].change = "the same change" }
    #expect(report.page.cards.count { $0.pageName != nil } == 3)
  }

  @Test("what a page has no room for is in the folder beside it, a page with all frames each")
  func folder() async throws {
    let report = try await ReviewedScenes(canvas: (300, 200)).report
    let folder = try ScratchFolder()
    let request = try #require(ReportRequest("html=\(folder.path("out.html"))"))
    let whole = HTMLReport.text(of: report.page).utf8.count
    let room = report.verdicts.reduce(0) { $0 + ($1.film?.apng.count ?? 0) }
    for (limit, names) in [(whole - room / 2, 3), (whole + 2000, 0)] {
      let delivery = ReportDelivery(
        [request], pageBytes: limit, pictureBase: nil, style: .plain, isQuiet: false, jobs: 2)
      try delivery.deliver(report) { (_, _) throws(Failure) in }
      #expect(try folder.bytes(of: "out.html").count <= limit)
      let own = names == 0 ? [] : try folder.names(in: "out.scenes").sorted()
      #expect(own.count == names)
      for name in own {
        let text = String(decoding: try folder.bytes(of: "out.scenes/\(name)"), as: UTF8.self)
        #expect(text.contains("\"shrink\":1,\"limits\":\"\","), "\(name)")
      }
      if names > 0 { try FileManager.default.removeItem(atPath: folder.path("out.scenes")) }
    }
  }

  @Test("all pictures together are as small as they must be, and what is left out is listed")
  func folderBudget() async throws {
    let report = try await ReviewedScenes().report
    let all = try ReviewPictures(report, jobs: 2)
    let sum = all.pictures.reduce(0) { $0 + $1.bytes.count }
    for most in [sum, sum - 1, sum / 2, 0] {
      let some = try ReviewPictures(report, mostBytes: most, jobs: 2)
      #expect(some.pictures.reduce(0) { $0 + $1.bytes.count } <= most)
      #expect(some.leftOut.isEmpty == (most == sum), "\(most)")
      #expect(most > 0 || some.pictures.isEmpty && some.leftOut.count == 3)
      // Before and after go first.
      if most == sum - 1 { #expect(some.pictures.count { $0.kind == .sideBySide } == 1) }
    }
  }

  @Test("what does not fit as a GIF has fewer frames, and says so")
  func ladder() async throws {
    func side(_ seed: UInt64) throws -> FrameSequence {
      var random = SeededRandom(seed: seed)
      let pictures = (0..<40).map { _ in
        var picture = Pixmap(width: 200, height: 150)
        for x in 0..<200 {
          for y in 0..<150 {
            let bits = UInt32(truncatingIfNeeded: random.next())
            let channels = SIMD3<UInt32>(bits, bits >> 8, bits >> 16) & 255
            picture[x, y] = Pixel(
              Color(red: UInt8(channels.x), green: UInt8(channels.y), blue: UInt8(channels.z)))
          }
        }
        return picture
      }
      let frames = pictures.indices.map {
        FrameSequence.Frame(
          startSeconds: Double($0) / 50, endSeconds: Double($0 + 1) / 50,
          hash: FrameHash(high: seed, low: UInt64($0)))
      }
      return try #require(
        FrameSequence(width: 200, height: 150, frames: frames) { pictures[$0] })
    }
    var verdict = SceneVerdict(scene: "noise.json", kind: .different, headline: "")
    verdict.film = try ReportFilm.showing(
      side(1), side(2), differing: Array(0..<40), [], room: 16 << 20, jobs: 2)
    #expect(verdict.film?.limits == "")
    let pictures = try ReviewPictures(
      TestReport(verdicts: [verdict], isStrict: true, seconds: 0), jobs: 2
    ).pictures
    #expect(pictures.map(\.kind) == [.sideBySide, .strip, .before, .after])
    #expect(pictures.allSatisfy { $0.bytes.count <= 2_000_000 && $0.width <= 800 })
    #expect(pictures.map(\.limits) == ["20 of 40 frames", "", "", ""])
    #expect(pictures[0].width == 408)
  }

  @Test("Markdown shows pictures with their size, at the address that was given")
  func markdown() async throws {
    let report = try await ReviewedScenes().report
    let pictures = try ReviewPictures(report, jobs: 2)
    let text = MarkdownReport(
      report: report, pictures: pictures, pictureBase: "https://example.com/a/"
    ).text
    let name = ReviewPictures.name(of: "scenes/dot.json")
    let image =
      "<img src=\"https://example.com/a/\(name)-side-by-side.gif\" width=\"200\" height=\"64\""
    #expect(text.contains(image))
    #expect(text.components(separatedBy: "<img ").count - 1 == 6)
    #expect(!MarkdownReport(report: report).text.contains("<img"))
  }
}
