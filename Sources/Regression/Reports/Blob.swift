import Formatting
import ImageDiff
import Pixels
import RenderTransition
package import SceneFormat

/// What one machine found, in a file from which `merge` makes every report: verdicts, hashes, and
/// the pictures of what failed.
///
/// A line of JSON says of which plan it is. A line follows for each scene, with the members of the JSON
/// report that do not follow from others and with those below; behind it stand the bytes of its pictures.
package struct Blob: Sendable {
  /// What the tests found.
  var report: TestReport

  package init(report: TestReport) { self.report = report }

  /// The name of the form.
  static let schema = "render-transition/blob-2"

  /// The file.
  package var bytes: [UInt8] {
    var bytes = line(Self.head.json(report))
    for verdict in report.verdicts {
      bytes += line(Self.verdict.json(verdict))
      bytes += verdict.film?.apng ?? []
    }
    return bytes
  }

  private func line(_ value: JSONValue) -> [UInt8] { Array((value.text(.compact) + "\n").utf8) }
}

/// The plan that a report is of, and which part of it.
struct RunOrigin: Hashable, Sendable {
  /// The hash of the plan; empty where one machine tested everything.
  var plan = ""
  /// The scenes of the whole plan, in order.
  var scenes: [String] = []
  /// Which part of them was tested.
  var shard = Shard.whole
}

// The lines of a blob.
extension Blob {
  /// The largest number of frames or pixels.
  private static let countLimit = 1_000_000

  fileprivate static let head = Record<TestReport>(members: [
    .init(schema: schema), .program, .init("plan", .text(), \.origin.plan),
    .init("scenes", .list(.text()), \.origin.scenes),
    .init(
      "shard", JSONForm(.text(""), { .text("\($0)") }, { $0.text.flatMap { Shard($0) } }),
      \.origin.shard),
    .init("strict", .flag(), \.isStrict), .init("seconds", .number(), \.seconds),
    .init("count", .whole(), from: \.verdicts.count),
  ])

  fileprivate static let verdict = Record<SceneVerdict>(
    members: SceneVerdict.record(isStrict: false).members.filter(\.isRead) + [
      .init("code", .whole(in: 0...255), \.codeNumber), .init("seconds", .number(), \.seconds),
      .init("locks?", .locks, \.comparison),
      .init("renamed?", .flag(), \.isRenamed, omitting: false),
      .init("change?", .text(), \.change),
      .init("places", .list(.object(place, on: Place(file: "", line: 1, column: 1))), \.places),
      .init(
        "mistakes", .list(.object(diagnostic, on: Diagnostic(.error, .program, ""))), \.diagnostics),
      .init("differences", .list(.object(difference, on: .none(at: 0, 0))), \.differences),
      .init(
        "curves", .list(.object(curve, on: ReportCurve(name: "", expected: [], actual: []))),
        \.curves),
      .init(
        "film?",
        .object(
          film,
          on: ReportFilm(
            widthPixels: 0, heightPixels: 0, frameCount: 0, frames: [], differing: [], peak: 0,
            times: [[], []])),
        \.film),
    ])

  private static let place = Record<Place>(
    members: Place.record.members + [.init("column", .whole(), \.column)])

  private static let diagnostic = Record<Diagnostic>(
    members: Diagnostic.record.members + [
      .init("source?", .object(sourceLine, on: LinePart("")), \.sourceLine)
    ])

  private static let sourceLine = Record<LinePart>(members: [
    .init("text", .text(), \.text), .init("skipped", .whole(), \.skipped),
    .init("cut", .flag(), \.isCut),
  ])

  private static let difference = Record<FrameComparison>(
    members: FrameComparison.record.members + [.init("regions", .list(.area()), \.regions)])

  private static let curve = Record<ReportCurve>(members: [
    .init("name", .text(), \.name), .init("expected", .list(.numberOrNull), \.expected),
    .init("actual", .list(.numberOrNull), \.actual),
  ])

  private static let film = Record<ReportFilm>(members: [
    .init("width", .whole(in: 1...countLimit), \.widthPixels),
    .init("height", .whole(in: 1...countLimit), \.heightPixels),
    .init("count", .whole(in: 1...countLimit), \.frameCount),
    .init("frames", .list(.whole(in: 0...countLimit)), \.frames),
    .init("differing", .list(.whole(in: 0...countLimit)), \.differing),
    .init("peak", .whole(in: 0...countLimit), \.peak),
    .init("expectedTimes", .list(.number()), \.times[0]),
    .init("actualTimes", .list(.number()), \.times[1]),
    .init("shrink", .whole(in: 1...countLimit), \.shrink),
    .init("bytes", .whole(), from: \.apng.count),
  ])
}

extension SceneVerdict {
  fileprivate var codeNumber: Int {
    get { Int(code.number) }
    set { code = ExitCode(number: Int32(newValue)) }
  }
}

extension JSONForm<Double?> {
  fileprivate static var numberOrNull: JSONForm {
    JSONForm(.number("").orNull, { $0.map(JSONValue.number) ?? .null }, { .some($0.number) })
  }
}

extension JSONForm<LockComparison> {
  /// The texts of both locks.
  fileprivate static var locks: JSONForm {
    let texts = JSONForm<[String]>.list(.text())
    return JSONForm(
      texts.shape, { texts.write([$0.expected.text, $0.actual.text]) },
      { json in
        let locks = texts.read(json)?.compactMap {
          try? LockReader.lock(Array($0.utf8), file: "the blob")
        }
        guard let locks, locks.count == 2 else { return nil }
        return LockComparison(expected: locks[0], actual: locks[1])
      })
  }
}

/// Reads a blob, which may have come from anybody: a value that exists is valid.
package struct BlobReader {
  private let path: String
  private let bytes: [UInt8]
  private let limits: Limits
  private var next = 0
  private var lineNumber = 0

  /// The most bytes of a blob.
  private static let byteLimit = 512 << 20
  private static let sceneLimit = 100_000
  /// The most scenes times shards: so many names do the blobs of all shards have.
  private static let nameLimit = 100_000_000

  /// The report in the file at `path`.
  package static func report(at path: String, limits: Limits) throws(Failure) -> TestReport {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: byteLimit)
    } catch {
      let code: ExitCode = error.isTransient ? .failure : .badAsset
      throw Failure(error.isAboutMissing ? .noScene : code, "\(error)")
    }
    return try report(in: bytes, called: path, limits: limits)
  }

  static func report(
    in bytes: [UInt8], called path: String, limits: Limits
  ) throws(Failure) -> TestReport {
    var reader = BlobReader(path: path, bytes: bytes, limits: limits)
    do throws(BlobError) {
      return try reader.report()
    } catch {
      let message =
        error.isOfOtherVersion
        ? error.reason : "it is no blob of \"--reporter blob=\": \(error.reason)"
      throw Failure(
        error.isOfOtherVersion ? .usage : .badAsset, [Diagnostic(.error, .file(path), message)])
    }
  }

  private init(path: String, bytes: [UInt8], limits: Limits) {
    (self.path, self.bytes, self.limits) = (path, bytes, limits)
  }

  private mutating func report() throws(BlobError) -> TestReport {
    let head = try line()
    guard let schema = head["schema"]?.text, schema.hasPrefix("render-transition/blob-") else {
      throw BlobError(reason: "its first line says nothing of \(Blob.schema)")
    }
    guard schema == Blob.schema else {
      let form = Escaped.text(schema)
      throw BlobError(
        otherVersion: "it is in the form \(form), and this version reads \(Blob.schema)")
    }
    let program = head["program"]?.text
    guard program == Release.title else {
      let name = program.map { Escaped.quoted($0) } ?? "an older version without a number"
      throw BlobError(otherVersion: "it is of \(name), and this is \"\(Release.title)\"")
    }
    var report = TestReport(verdicts: [], isStrict: false, seconds: 0)
    try read(Blob.head, from: head, into: &report)
    let (scenes, shards) = (report.origin.scenes.count, report.origin.shard.count)
    guard scenes <= Self.sceneLimit else {
      throw BlobError(reason: "it has \(scenes) scenes, over the limit of \(Self.sceneLimit)")
    }
    guard scenes * shards <= Self.nameLimit else {
      throw BlobError(
        reason: "its \(scenes) scenes times \(shards) shards are \(scenes * shards), over "
          + "the limit of \(Self.nameLimit)")
    }
    let count = JSONForm.whole(in: 0...Self.sceneLimit).read(head["count"] ?? .null)
    guard let count else { throw BlobError(RecordError(key: "count")) }
    for _ in 0..<count { report.verdicts.append(try verdict()) }
    guard next == bytes.count else { throw BlobError(reason: "there is more behind its end") }
    return report
  }

  /// The next line.
  private mutating func line() throws(BlobError) -> JSONValue {
    guard let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw BlobError(reason: "it ends too early")
    }
    lineNumber += 1
    // JSON takes 40 times its bytes in memory. The names of all scenes have room, and for each frame
    // two hashes and some curves.
    guard Double(end - next) <= 4 * limits[.fileBytes] + 2000 * limits[.frames] else {
      throw BlobError(reason: "record \(lineNumber) is too long")
    }
    do throws(SceneError) {
      let node = try JSONParser.parse(Array(bytes[next..<end]), file: path, limits: limits)
      next = end + 1
      return node.json
    } catch {
      throw BlobError(reason: "record \(lineNumber): \(error.problem.message)")
    }
  }

  private func read<Owner>(
    _ record: Record<Owner>, from json: JSONValue, into owner: inout Owner
  ) throws(BlobError) {
    do throws(RecordError) {
      try record.read(json, into: &owner)
    } catch {
      throw BlobError(error)
    }
  }

  private mutating func verdict() throws(BlobError) -> SceneVerdict {
    let json = try line()
    var verdict = SceneVerdict(scene: "", kind: .same, headline: "")
    try read(Blob.verdict, from: json, into: &verdict)
    guard let film = verdict.film else { return verdict }
    try check(film)
    let size = json["film"]?["bytes"] ?? .null
    guard let count = JSONForm.whole(in: 0...bytes.count - next).read(size) else {
      throw BlobError(reason: "it ends too early")
    }
    verdict.film?.apng = Array(bytes[next..<next + count])
    next += count
    return verdict
  }

  private func check(_ film: ReportFilm) throws(BlobError) {
    guard Double(film.widthPixels) * Double(film.heightPixels) <= limits[.imagePixels] else {
      throw BlobError(reason: "its pictures are too large")
    }
    func isInOrder(_ times: [Double]) -> Bool {
      times.count <= film.frames.count + 1 && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    }
    let frames = film.frames
    guard !frames.isEmpty, zip(frames, frames.dropFirst()).allSatisfy({ $0 < $1 }),
      frames.count <= limits.count(.frames), film.times.allSatisfy(isInOrder)
    else { throw BlobError(reason: "its pictures have no valid order") }
  }
}

/// Why a blob cannot be read: a phrase.
private struct BlobError: Error {
  var reason: String
  /// Whether it is a blob, but of another program; the reason is a sentence then.
  var isOfOtherVersion = false

  init(reason: String) { self.reason = reason }

  init(otherVersion phrase: String) {
    (reason, isOfOtherVersion) = ("\(phrase); test with this version", true)
  }

  init(_ error: RecordError) { reason = "\(error)" }
}
