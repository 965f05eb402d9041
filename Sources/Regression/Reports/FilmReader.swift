import Codecs
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

/// Unpacks the pictures of a report into the two animations that they show.
enum FilmReader {
  /// The two animations; a frame that was not packed shows the one that was packed before it, and
  /// parts that were not packed are transparent.
  static func inputs(
    of film: ReportFilm, limits: Limits = Limits()
  ) throws -> (expected: DiffInput?, actual: DiffInput?) {
    var options = DiffInputOptions()
    options.limits = limits
    let budget = ComparisonBudget(limits)
    var (old, new) = (UniquePictures(budget), UniquePictures(budget))
    var oldReader = try film.expected.map { try APNGReader($0, limits: options.imageLimits) }
    var newReader = try film.actual.map { try APNGReader($0, limits: options.imageLimits) }
    var (oldHashes, newHashes) = ([FrameHash](), [FrameHash]())
    for _ in film.frames {
      let before = try oldReader?.nextFrame()?.pixels
      let after = try newReader?.nextFrame(over: film.isPatched ? before : nil)?.pixels
      if let before { oldHashes.append(try old.keep(SourceFrame { before })) }
      if let after { newHashes.append(try new.keep(SourceFrame { after })) }
    }
    return try (
      input(film, old, oldHashes, film.expectedTimes), input(film, new, newHashes, film.actualTimes)
    )
  }

  private static func input(
    _ film: ReportFilm, _ pictures: UniquePictures, _ hashes: [FrameHash], _ times: [Double]
  ) throws -> DiffInput? {
    guard let first = try hashes.first.flatMap(pictures.pixels), times.count > 1 else { return nil }
    // The two sides may have other sizes; only what was cut needs the size of the film.
    let size = film.limits.isEmpty ? first.bounds : film.bounds
    // For each frame, the last packed frame at or before it.
    let shown = (0..<times.count - 1).map { frame in
      hashes[
        max(0, (film.frames.prefix(hashes.count).firstIndex { $0 > frame } ?? hashes.count) - 1)]
    }
    let frames = shown.enumerated().map { frame, hash in
      FrameSequence.Frame(
        startSeconds: times[frame], endSeconds: times[frame + 1], hash: hash)
    }
    let sequence = FrameSequence(width: size.width, height: size.height, frames: frames) { frame in
      let part = try pictures.pixels(of: shown[frame]) ?? Pixmap(width: 0, height: 0)
      guard part.bounds != size else { return part }
      var whole = Pixmap(width: size.width, height: size.height)
      whole.copy(part, from: part.bounds, toX: film.area.x, y: film.area.y)
      return whole
    }
    return sequence.map { DiffInput(path: "", kind: .footage($0)) }
  }
}

extension ReportFilm {
  fileprivate var bounds: PixelRect {
    PixelRect(x: 0, y: 0, width: widthPixels, height: heightPixels)
  }

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
