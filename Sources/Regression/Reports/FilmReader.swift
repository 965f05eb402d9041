import Codecs
import ImageDiff
import Pixels
import SceneFormat

/// Unpacks the pictures of a report, frame by frame, into the two animations that they show.
struct FilmReader {
  private let film: ReportFilm
  private let budget: ComparisonBudget
  private let limits: ImageLimits
  private var expected: FrameTrack
  private var actual: FrameTrack

  /// The frames of one side, from the first that was packed to the last.
  fileprivate struct FrameTrack {
    var reader: APNGReader?
    /// The pictures by their hashes; many frames are equal.
    var pictures: [FrameHash: Pixmap] = [:]
    /// The hash of each frame that was packed.
    var hashes: [FrameHash] = []
  }

  private init(_ film: ReportFilm, _ limits: Limits) throws {
    self.film = film
    budget = ComparisonBudget(limits)
    var options = DiffInputOptions()
    options.limits = limits
    let imageLimits = options.imageLimits
    self.limits = imageLimits
    func track(_ bytes: [UInt8]?) throws -> FrameTrack {
      FrameTrack(reader: try bytes.map { try APNGReader($0, limits: imageLimits) })
    }
    (expected, actual) = (try track(film.expected), try track(film.actual))
  }

  /// The two animations; frames and parts that were not packed show what was packed before them, or
  /// nothing.
  static func inputs(
    of film: ReportFilm, limits: Limits = Limits()
  ) throws -> (expected: DiffInput?, actual: DiffInput?) {
    var reader = try FilmReader(film, limits)
    for _ in film.frames { try reader.readFrame() }
    return (
      reader.input(reader.expected, film.expectedTimes),
      reader.input(reader.actual, film.actualTimes)
    )
  }

  private mutating func readFrame() throws {
    let old = try Self.next(&expected.reader, over: nil)
    let new = try Self.next(&actual.reader, over: film.isPatched ? old : nil)
    try keep(old, in: \.expected)
    try keep(new, in: \.actual)
  }

  private static func next(_ reader: inout APNGReader?, over base: Pixmap?) throws -> Pixmap? {
    try reader?.nextFrame(over: base)?.pixels
  }

  private mutating func keep(
    _ part: Pixmap?, in track: WritableKeyPath<FilmReader, FrameTrack>
  ) throws {
    guard let part else { return }
    let hash = FrameHash(part)
    self[keyPath: track].hashes.append(hash)
    guard self[keyPath: track].pictures[hash] == nil else { return }
    try budget.take(Double(part.bytes.count), of: .memoryBytes)
    self[keyPath: track].pictures[hash] = part
  }

  private func input(_ track: FrameTrack, _ times: [Double]) -> DiffInput? {
    guard !track.hashes.isEmpty, times.count > 1 else { return nil }
    let (pictures, hashes, area) = (track.pictures, track.hashes, film.area)
    let size = track.size(of: film)
    // For each frame, the index of the last packed frame at or before it.
    let places = (0..<times.count - 1).map { frame in
      max(0, (film.frames.prefix(hashes.count).firstIndex { $0 > frame } ?? hashes.count) - 1)
    }
    let frames = places.enumerated().map { frame, place in
      FrameSequence.Frame(
        startSeconds: times[frame], endSeconds: times[frame + 1], hash: hashes[place])
    }
    let sequence = FrameSequence(width: size.width, height: size.height, frames: frames) { frame in
      let part = pictures[hashes[places[frame]]] ?? Pixmap(width: 0, height: 0)
      guard part.width != size.width || part.height != size.height else { return part }
      var whole = Pixmap(width: size.width, height: size.height)
      whole.copy(part, from: part.bounds, toX: area.x, y: area.y)
      return whole
    }
    return sequence.map { DiffInput(path: "", kind: .footage($0)) }
  }
}

extension FilmReader.FrameTrack {
  /// The size of a whole frame: of pictures without limits their own, else the film's.
  fileprivate func size(of film: ReportFilm) -> (width: Int, height: Int) {
    guard let reader, film.limits.isEmpty else { return (film.widthPixels, film.heightPixels) }
    return (reader.width, reader.height)
  }
}

extension ReportFilm {
  /// As much of the pictures as fits into `room` bytes as base64; nil if nothing does.
  func reduced(
    to room: Int, differing: [Int], _ differences: [FrameComparison], jobs: Int?
  ) async throws -> ReportFilm? {
    let inputs = try FilmReader.inputs(of: self)
    let selection = FilmSelection(
      expected: inputs.expected, actual: inputs.actual,
      differing: differing.isEmpty ? frames : differing, differences: differences,
      available: (frames, area), jobs: jobs)
    return try await selection.film(room: room)
  }
}
