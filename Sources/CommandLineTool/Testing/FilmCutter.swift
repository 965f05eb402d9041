import ImageDiff
import Pixels
import RenderTransition

/// Chooses how much of a failure's pictures a report has room for: everything if it can, and the
/// changed part of the worst frame if nothing else fits.
struct FilmCutter {
  let expected: Exhibit?
  let actual: Exhibit
  let comparison: LockComparison
  /// How much each frame differs, where that is known.
  let differences: [FrameComparison]
  let jobs: Int?

  /// A choice: some frames, and a part of each.
  struct Cut: Hashable {
    var frames: [Int]
    var area: PixelRect
    /// What is not shown.
    var limits: String
    /// Below this, it is not worth trying.
    var leastRoom: Int
  }

  /// The pictures that take at most `room` bytes as base64; nil if not even the smallest do.
  func film(room: Int) async throws -> ReportFilm? {
    for cut in cuts where room >= cut.leastRoom {
      if let film = try await film(of: cut, room: room) { return film }
    }
    return nil
  }

  private func film(of cut: Cut, room: Int) async throws -> ReportFilm? {
    // Four characters of base64 for three bytes.
    let film = try await actual.film(
      of: cut.frames, in: cut.area, beside: expected, atMost: room / 4 * 3, jobs: jobs)
    return film.map {
      ReportFilm(
        widthPixels: bounds.width, heightPixels: bounds.height, area: cut.area, frames: cut.frames,
        expected: $0.expected, actual: $0.actual, limits: cut.limits, isPatched: $0.isPatched)
    }
  }

  /// The choices, the best first.
  var cuts: [Cut] {
    let count = max(comparison.expected.frames.count, comparison.actual.frames.count)
    let peak = self.peak
    let part = changedPart(of: differences, in: bounds)
    let crop = changedPart(of: differences.filter { $0.actualIndex == peak }, in: bounds)
    let differing = comparison.differingFrames
    let cuts = [
      Cut(frames: Array(0..<count), area: bounds, limits: "", leastRoom: 20_000),
      Cut(
        frames: differing, area: part,
        limits: "only frames that differ, and the part that changes",
        leastRoom: 16_000),
      Cut(
        frames: Self.spread(differing, over: 16, with: peak), area: part,
        limits: "only some frames, and the part that changes", leastRoom: 8_000),
      Cut(
        frames: Self.spread(differing, over: 6, with: peak), area: part,
        limits: "only a few frames, and the part that changes", leastRoom: 4_000),
      Cut(
        frames: [peak], area: crop,
        limits: "only the changed part of the frame that differs most",
        leastRoom: 0),
    ]
    // What is too large even so is looked at through a hole.
    let holes = [160, 64, 24].map { side in
      Cut(
        frames: [peak], area: Self.middle(of: crop, side: side),
        limits: "only a detail of the frame that differs most", leastRoom: 0)
    }
    return (cuts + holes).filter { !$0.frames.isEmpty && !$0.area.isEmpty }
  }

  /// The frame that differs most; the middle one of those that do where that is not known.
  private var peak: Int {
    let frames = comparison.differingFrames
    let most = differences.max { $0.differentCount < $1.differentCount }?.actualIndex
    return most ?? (frames.isEmpty ? 0 : frames[frames.count / 2])
  }

  private var bounds: PixelRect {
    PixelRect(
      x: 0, y: 0, width: max(actual.width, expected?.width ?? 0),
      height: max(actual.height, expected?.height ?? 0))
  }

  // With a margin, so that one sees where it is.
  private func changedPart(of differences: [FrameComparison], in bounds: PixelRect) -> PixelRect {
    let part = differences.reduce(PixelRect.empty) { $0.union($1.bounds) }
    guard !part.isEmpty else { return bounds }
    let margin = 8
    return PixelRect(
      x: part.x - margin, y: part.y - margin, width: part.width + 2 * margin,
      height: part.height + 2 * margin
    ).intersection(bounds)
  }

  private static func middle(of area: PixelRect, side: Int) -> PixelRect {
    let (width, height) = (min(side, area.width), min(side, area.height))
    return PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
  }

  /// The first, the last, the worst, and some between.
  private static func spread(_ frames: [Int], over count: Int, with peak: Int) -> [Int] {
    guard frames.count > count + 1 else { return frames }
    let picked = (0..<count).map { frames[$0 * (frames.count - 1) / (count - 1)] } + [peak]
    return Set(picked).sorted()
  }
}

extension ReportFilm {
  /// What the pictures take in a page.
  var byteCount: Int { ((expected?.count ?? 0) + (actual?.count ?? 0)) * 4 / 3 }
}

extension FrameComparison {
  /// The least rectangle around all that differs.
  var bounds: PixelRect { regions.reduce(.empty) { $0.union($1) } }
}
