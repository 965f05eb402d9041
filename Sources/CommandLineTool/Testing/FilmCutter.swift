import Codecs
import Pixels
import RenderTransition

/// Chooses how much of a failure's pictures a report has room for: everything if it can, and the
/// changed part of the worst frame if nothing else fits.
struct FilmCutter {
  let expected: Animation?
  let actual: Animation
  let comparison: LockComparison
  /// How much each frame differs, where that is known.
  let differences: [FrameDifference]
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
    for cut in try cuts where room >= cut.leastRoom {
      let film = try await film(of: cut)
      if film.byteCount <= room { return film }
    }
    return nil
  }

  private func film(of cut: Cut) async throws -> ReportFilm {
    let bounds = try bounds
    var old: [UInt8]?
    if let expected, cut.frames.contains(where: expected.frameTimes.indices.contains) {
      old = try await expected.film(
        of: cut.frames, in: cut.area.intersection(try expected.bounds), jobs: jobs)
    }
    // A frame too many in the baseline has nothing to show.
    let shown = cut.frames.filter(actual.frameTimes.indices.contains)
    let new =
      shown.isEmpty
      ? nil
      : try await actual.film(of: shown, in: cut.area.intersection(try actual.bounds), jobs: jobs)
    return ReportFilm(
      widthPixels: bounds.width, heightPixels: bounds.height, area: cut.area, frames: cut.frames,
      expected: old, actual: new, limits: cut.limits)
  }

  /// The choices, the best first.
  var cuts: [Cut] {
    get throws {
      let bounds = try bounds
      let count = max(comparison.expected.frames.count, comparison.actual.frames.count)
      let peak = self.peak
      let part = changedPart(of: differences, in: bounds)
      let crop = changedPart(of: differences.filter { $0.frame == peak }, in: bounds)
      let some = Self.spread(comparison.differingFrames, around: peak)
      let cuts = [
        Cut(frames: Array(0..<count), area: bounds, limits: "", leastRoom: 20_000),
        Cut(
          frames: comparison.differingFrames, area: part,
          limits: "only frames that differ, and the part that changes", leastRoom: 16_000),
        Cut(
          frames: some, area: part, limits: "only some frames, and the part that changes",
          leastRoom: 6_000),
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
  }

  /// The frame that differs most; the middle one of those that do where that is not known.
  private var peak: Int {
    let frames = comparison.differingFrames
    let most = differences.max { $0.pixels < $1.pixels }?.frame
    return most ?? (frames.isEmpty ? 0 : frames[frames.count / 2])
  }

  private var bounds: PixelRect {
    get throws {
      let (new, old) = (try actual.bounds, try expected?.bounds)
      return PixelRect(
        x: 0, y: 0, width: max(new.width, old?.width ?? 0),
        height: max(new.height, old?.height ?? 0))
    }
  }

  // With a margin, so that one sees where it is.
  private func changedPart(of differences: [FrameDifference], in bounds: PixelRect) -> PixelRect {
    let boxes = differences.map(\.bounds).filter { !$0.isEmpty }
    guard let left = boxes.map(\.x).min(), let top = boxes.map(\.y).min(),
      let right = boxes.map({ $0.x + $0.width }).max(),
      let bottom = boxes.map({ $0.y + $0.height }).max()
    else { return bounds }
    let margin = 8
    return PixelRect(
      x: left - margin, y: top - margin, width: right - left + 2 * margin,
      height: bottom - top + 2 * margin
    ).intersection(bounds)
  }

  private static func middle(of area: PixelRect, side: Int) -> PixelRect {
    let (width, height) = (min(side, area.width), min(side, area.height))
    return PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
  }

  /// The first, the last, the worst, and some between.
  private static func spread(_ frames: [Int], around peak: Int) -> [Int] {
    guard frames.count > 9 else { return frames }
    let picked = (0..<8).map { frames[$0 * (frames.count - 1) / 7] } + [peak]
    return Set(picked).sorted()
  }
}

extension ReportFilm {
  /// What the pictures take in a page.
  var byteCount: Int { ((expected?.count ?? 0) + (actual?.count ?? 0)) * 4 / 3 }
}
