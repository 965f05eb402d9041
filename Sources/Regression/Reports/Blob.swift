import Formatting
import ImageDiff
import Pixels
import RenderTransition
package import SceneFormat

/// What one machine found, in a file from which `merge` makes every report: verdicts, hashes, and
/// the pictures of what failed.
///
/// A line of JSON says of which plan it is, and a line follows for each scene, behind which stand
/// the bytes of its pictures.
package struct Blob: Sendable {
  /// What the tests found.
  var report: TestReport

  package init(report: TestReport) { self.report = report }

  /// The name of the form.
  static let schema = "render-transition/blob-1"

  /// The program and its version: what another one found may stand for something else.
  static let program = "\(Release.program) \(Release.version)"

  /// The file.
  package var bytes: [UInt8] {
    var bytes = line(head)
    for verdict in report.verdicts {
      bytes += line(verdict.record)
      bytes += verdict.film?.expected ?? []
      bytes += verdict.film?.actual ?? []
    }
    return bytes
  }

  private func line(_ value: JSONValue) -> [UInt8] { Array((value.text(.compact) + "\n").utf8) }

  private var head: JSONValue {
    let origin = report.origin
    return .object([
      "schema": .text(Self.schema), "program": .text(Self.program), "plan": .text(origin.plan),
      "scenes": .list(origin.scenes.map(JSONValue.text)),
      "shard": .whole(origin.shard.index), "shards": .whole(origin.shard.count),
      "strict": .flag(report.isStrict), "seconds": .number(report.seconds),
      "count": .whole(report.verdicts.count),
    ])
  }
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

// Writing.
extension SceneVerdict {
  fileprivate var record: JSONValue {
    .object([
      "scene": .text(scene), "verdict": .text(kind.rawValue), "headline": .text(headline),
      "notes": .list(notes.map(JSONValue.text)), "code": .whole(Int(code.number)),
      "seconds": .number(seconds), "expected": comparison.map { .text($0.expected.text) },
      "actual": comparison.map { .text($0.actual.text) },
      "mistakes": .list(diagnostics.map(\.record)),
      "differences": .list(differences.map(\.record)), "renamed": isRenamed ? .flag(true) : nil,
      "class": className.map(JSONValue.text),
      "change": change.map(JSONValue.text),
      "places": .list(
        places.map { .list([.text($0.file), .whole($0.line), .whole($0.column)]) }),
      "layers": .list(layers.map(JSONValue.text)), "curves": .list(curves.map(\.record)),
      "film": film?.record,
    ])
  }
}

extension Diagnostic {
  fileprivate var record: JSONValue {
    var (file, line, column): (String?, Int?, Int?) = (nil, nil, nil)
    switch subject {
    case .place(let place): (file, line, column) = (place.file, place.line, place.column)
    case .file(let name): file = name
    case .program: break
    }
    return .object([
      "severity": .text(severity.rawValue), "file": file.map(JSONValue.text),
      "line": line.map(JSONValue.whole), "column": column.map(JSONValue.whole),
      "message": .text(message), "hint": hint.map(JSONValue.text),
      "source": sourceLine.map { .text($0.text) }, "skipped": sourceLine.map { .whole($0.skipped) },
      "cut": sourceLine.map { .flag($0.isCut) },
      "allowed": .list(allowed.map(JSONValue.text)),
      "fix": fix.map { .list([.whole($0.length), .text($0.replacement)]) },
    ])
  }
}

extension FrameComparison {
  fileprivate var record: JSONValue {
    .list(
      [
        .whole(expectedIndex), .whole(actualIndex), .number(seconds), .whole(differentCount),
        .number(ratio), .whole(isOverLimit ? 1 : 0),
      ] + regions.flatMap(\.record))
  }
}

extension PixelRect {
  fileprivate var record: [JSONValue] { [x, y, width, height].map(JSONValue.whole) }
}

extension ReportCurve {
  fileprivate var record: JSONValue {
    func list(_ values: [Double?]) -> JSONValue {
      .list(values.map { $0.map(JSONValue.number) ?? .null })
    }
    return .object([
      "name": .text(name), "expected": list(expected), "actual": list(actual),
    ])
  }
}

extension ReportFilm {
  fileprivate var record: JSONValue {
    .object([
      "size": .list([.whole(widthPixels), .whole(heightPixels)]), "area": .list(area.record),
      "frames": .list(frames.map(JSONValue.whole)), "limits": .text(limits),
      "patched": .flag(isPatched), "expectedTimes": .list(expectedTimes.map(JSONValue.number)),
      "actualTimes": .list(actualTimes.map(JSONValue.number)),
      "expectedBytes": expected.map { .whole($0.count) },
      "actualBytes": actual.map { .whole($0.count) },
    ])
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
  /// The largest number of frames or pixels.
  private static let countLimit = 1_000_000
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
    let head = try record()
    guard head.optionalText("schema") == Blob.schema else {
      throw BlobError(reason: "its first line says nothing of \(Blob.schema)")
    }
    let program = head.optionalText("program")
    guard program == Blob.program else {
      let name = program.map { Escaped.quoted($0) } ?? "an older version without a number"
      throw BlobError(
        reason: "it is of \(name), and this is \"\(Blob.program)\"; test with this version",
        isOfOtherVersion: true)
    }
    var origin = RunOrigin()
    origin.plan = try head.text("plan")
    origin.scenes = try head.texts("scenes")
    guard
      let shard = Shard(
        try head.whole("shard", in: 1...Self.countLimit),
        of: try head.whole("shards", in: 1...Self.countLimit))
    else { throw BlobError(reason: "its shard is none") }
    guard origin.scenes.count <= Self.sceneLimit else {
      throw BlobError(
        reason: "it has \(origin.scenes.count) scenes, over the limit of \(Self.sceneLimit)")
    }
    let names = origin.scenes.count * shard.count
    guard names <= Self.nameLimit else {
      throw BlobError(
        reason: "its \(origin.scenes.count) scenes times \(shard.count) shards are \(names), over "
          + "the limit of \(Self.nameLimit)")
    }
    origin.shard = shard
    let count = try head.whole("count", in: 0...Self.sceneLimit)
    var verdicts: [SceneVerdict] = []
    for _ in 0..<count { verdicts.append(try verdict()) }
    guard next == bytes.count else { throw BlobError(reason: "there is more behind its end") }
    return TestReport(
      verdicts: verdicts, isStrict: try head.flag("strict"), seconds: try head.number("seconds"),
      origin: origin)
  }

  /// The next line.
  private mutating func record() throws(BlobError) -> BlobRecord {
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
      return BlobRecord(node: node)
    } catch {
      throw BlobError(reason: "record \(lineNumber): \(error.problem.message)")
    }
  }

  private mutating func picture(_ count: Int?) throws(BlobError) -> [UInt8]? {
    guard let count else { return nil }
    guard count <= bytes.count - next else { throw BlobError(reason: "it ends too early") }
    defer { next += count }
    return Array(bytes[next..<next + count])
  }

  private mutating func verdict() throws(BlobError) -> SceneVerdict {
    let record = try record()
    guard let kind = SceneVerdict.Kind(rawValue: try record.text("verdict")) else {
      throw BlobError(reason: "record \(lineNumber) has an unknown verdict")
    }
    var verdict = SceneVerdict(
      scene: try record.text("scene"), kind: kind, headline: try record.text("headline"))
    verdict.notes = try record.texts("notes")
    verdict.code = ExitCode(number: Int32(try record.whole("code", in: 0...255)))
    verdict.seconds = try record.number("seconds")
    if let expected = try record.lock("expected"), let actual = try record.lock("actual") {
      verdict.comparison = LockComparison(expected: expected, actual: actual)
    }
    verdict.diagnostics = try record.list("mistakes", \.diagnostic)
    verdict.differences = try record.list("differences", \.frameComparison)
    verdict.className = record.optionalText("class")
    verdict.isRenamed = record.node["renamed"]?.flag ?? false
    verdict.change = record.optionalText("change")
    verdict.places = try record.list("places", \.place)
    verdict.layers = try record.texts("layers")
    verdict.curves = try record.list("curves", \.curve)
    if let film = record["film"] {
      verdict.film = try self.film(film)
    }
    return verdict
  }

  private mutating func film(_ record: BlobRecord) throws(BlobError) -> ReportFilm {
    let size = try record.wholes("size", in: 1...Self.countLimit)
    guard size.count == 2, Double(size[0]) * Double(size[1]) <= limits[.imagePixels] else {
      throw BlobError(reason: "its pictures are too large")
    }
    let bounds = PixelRect(x: 0, y: 0, width: size[0], height: size[1])
    let area = PixelRect(try record.wholes("area", in: 0...Self.countLimit)[...])
    let frames = try record.wholes("frames", in: 0...Self.countLimit)
    guard let area, !area.isEmpty, area.intersection(bounds) == area, !frames.isEmpty,
      zip(frames, frames.dropFirst()).allSatisfy({ $0 < $1 }),
      frames.count <= limits.count(.frames)
    else { throw BlobError(reason: "its pictures have no valid area or order") }
    var film = ReportFilm(
      widthPixels: size[0], heightPixels: size[1], area: area, frames: frames,
      limits: try record.text("limits"), isPatched: try record.flag("patched"))
    film.expectedTimes = try record.times("expectedTimes", most: limits.count(.frames))
    film.actualTimes = try record.times("actualTimes", most: limits.count(.frames))
    film.expected = try picture(record.optionalWhole("expectedBytes"))
    film.actual = try picture(record.optionalWhole("actualBytes"))
    return film
  }
}

/// Why a blob cannot be read: a phrase.
private struct BlobError: Error {
  var reason: String
  /// Whether it is a blob, but of another program; the reason is a sentence then.
  var isOfOtherVersion = false
}

/// One line of a blob, whose values are there and of their kind, or an error.
private struct BlobRecord {
  let node: JSONNode

  subscript(key: String) -> BlobRecord? { node[key].map(BlobRecord.init) }

  func optionalText(_ key: String) -> String? { node[key]?.text }

  func optionalWhole(_ key: String) -> Int? { node[key]?.number.flatMap { Self.whole($0) } }

  func text(_ key: String) throws(BlobError) -> String { try Self.found(optionalText(key), key) }

  func number(_ key: String) throws(BlobError) -> Double {
    try Self.found(node[key]?.number, key)
  }

  func flag(_ key: String) throws(BlobError) -> Bool { try Self.found(node[key]?.flag, key) }

  func whole(_ key: String, in range: ClosedRange<Int>) throws(BlobError) -> Int {
    let whole = optionalWhole(key).flatMap { range.contains($0) ? $0 : nil }
    return try Self.found(whole, key)
  }

  func texts(_ key: String) throws(BlobError) -> [String] { try list(key, \.node.text) }

  func wholes(_ key: String, in range: ClosedRange<Int>) throws(BlobError) -> [Int] {
    let numbers = try list(key, \.node.number)
    let wholes = numbers.compactMap { Self.whole($0) }.filter(range.contains)
    return try Self.found(wholes.count == numbers.count ? wholes : nil, key)
  }

  /// Ascending times, in seconds.
  func times(_ key: String, most: Int) throws(BlobError) -> [Double] {
    let times = try list(key, \.node.number)
    let isRising = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    return try Self.found(isRising && times.count <= most + 1 ? times : nil, key)
  }

  func list<Element>(
    _ key: String, _ element: (BlobRecord) -> Element?
  ) throws(BlobError) -> [Element] {
    let nodes = node[key]?.elements ?? []
    let elements = nodes.compactMap { element(BlobRecord(node: $0)) }
    return try Self.found(elements.count == nodes.count ? elements : nil, key)
  }

  func lock(_ key: String) throws(BlobError) -> SceneLock? {
    guard let text = optionalText(key) else { return nil }
    do throws(LockError) {
      return try LockReader.lock(Array(text.utf8), file: key)
    } catch {
      throw BlobError(reason: "\"\(key)\" is no lock: \(error.problem)")
    }
  }

  /// The numbers of a list; nil if it has anything else.
  private var numbers: [Double]? {
    guard let nodes = node.elements else { return nil }
    let numbers = nodes.compactMap(\.number)
    return numbers.count == nodes.count ? numbers : nil
  }

  var place: Place? {
    guard let parts = node.elements, parts.count == 3, let file = parts[0].text,
      let line = parts[1].number.flatMap({ Self.whole($0) }),
      let column = parts[2].number.flatMap({ Self.whole($0) })
    else { return nil }
    return Place(file: file, line: line, column: column)
  }

  var diagnostic: Diagnostic? {
    guard let message = optionalText("message"),
      let severity = optionalText("severity").flatMap(Diagnostic.Severity.init)
    else { return nil }
    var subject = Diagnostic.Subject.program
    if let file = optionalText("file") {
      subject = .file(file)
      if let line = optionalWhole("line"), let column = optionalWhole("column") {
        subject = .place(Place(file: file, line: line, column: column))
      }
    }
    let source = optionalText("source").map { text in
      LinePart(text, skipped: optionalWhole("skipped") ?? 0, isCut: node["cut"]?.flag ?? false)
    }
    var diagnostic = Diagnostic(
      severity, subject, message, hint: optionalText("hint"), sourceLine: source)
    diagnostic.allowed = (node["allowed"]?.elements ?? []).compactMap(\.text)
    if let fix = node["fix"]?.elements, fix.count == 2, let text = fix[1].text,
      let length = fix[0].number.flatMap({ Self.whole($0) })
    {
      diagnostic.fix = Diagnostic.Fix(length: length, replacement: text)
    }
    return diagnostic
  }

  var frameComparison: FrameComparison? {
    guard let numbers, numbers.count >= 6, (numbers.count - 6) % 4 == 0 else { return nil }
    let wholes = numbers.enumerated().compactMap { place, number in
      place == 2 || place == 4 ? 0 : Self.whole(number)
    }
    guard wholes.count == numbers.count else { return nil }
    let regions = stride(from: 6, to: wholes.count, by: 4).compactMap {
      PixelRect(wholes[$0..<$0 + 4])
    }
    return FrameComparison(
      expectedIndex: wholes[0], actualIndex: wholes[1], seconds: numbers[2],
      differentCount: wholes[3], ratio: numbers[4], isOverLimit: wholes[5] == 1, regions: regions)
  }

  var curve: ReportCurve? {
    func values(_ key: String) -> [Double?]? { node[key]?.elements?.map(\.number) }
    guard let name = optionalText("name"), let expected = values("expected"),
      let actual = values("actual")
    else { return nil }
    return ReportCurve(name: name, expected: expected, actual: actual)
  }

  private static func whole(_ number: Double) -> Int? {
    Int(exactly: number).flatMap { (0...(1 << 40)).contains($0) ? $0 : nil }
  }

  private static func found<Value>(_ value: Value?, _ key: String) throws(BlobError) -> Value {
    guard let value else {
      throw BlobError(reason: "\"\(key)\" is missing, or not what it has to be")
    }
    return value
  }
}

extension PixelRect {
  /// Reads x, y, width and height.
  fileprivate init?(_ numbers: ArraySlice<Int>) {
    let sides = Array(numbers)
    guard sides.count == 4 else { return nil }
    self.init(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }
}
