import Codecs
import ImageDiff
import Pixels
public import RenderTransition
import SceneFormat

extension DiffInput {
  /// The scene that was read as `animation`, at its own rate and in its own time, without holds.
  public init(_ animation: Animation, path: String, jobs: Int? = nil) async throws {
    let sequence = try await animation.sequence(holds: false, jobs: jobs)
    self.init(path: path, kind: .scene(animation, sequence, fps: animation.scene.output.fps))
  }
}

/// Crops the frames of an input.
private struct FrameCropper: Sendable {
  let area: PixelRect
  private let sequence: FrameSequence

  init(_ input: DiffInput, _ area: PixelRect) {
    let bounds = PixelRect(x: 0, y: 0, width: input.width, height: input.height)
    (self.area, sequence) = (area.intersection(bounds), input.sequence)
  }

  /// The part of a frame; nil where there is no such frame.
  func picture(_ frame: Int) throws -> Pixmap? {
    guard sequence.frames.indices.contains(frame), !area.isEmpty else { return nil }
    return try sequence.pixels(of: frame).cropped(to: area)
  }
}

/// The same moment of both inputs.
private struct FramePair: Sendable {
  var old, new: Pixmap?
}

/// The moments that were rendered, packed one after the other.
private struct FilmEncoder {
  let isPatched: Bool
  private var last = FramePair()
  private var old: [APNGSink.Part] = []
  private var new: [APNGSink.Part] = []
  private(set) var byteCount = 0

  private let compression: PNGCompression

  init(isPatched: Bool, compression: PNGCompression) {
    (self.isPatched, self.compression) = (isPatched, compression)
  }

  /// Packs some more, side by side.
  mutating func add(_ pairs: [FramePair], jobs: Int) throws {
    let (before, isPatched, first) = (last, isPatched, old.isEmpty && new.isEmpty)
    let compression = compression
    let parts = try parallelMap(pairs.count, jobs: jobs) { index in
      let pair = pairs[index]
      let previous = index > 0 ? pairs[index - 1] : first ? FramePair() : before
      // The first frame of an APNG is as large as the canvas.
      let base = isPatched && !(first && index == 0) ? pair.old : previous.new
      return (
        try pair.old.map { try Self.part($0, over: previous.old, compression) },
        try pair.new.map { try Self.part($0, over: base, compression) }
      )
    }
    for (oldPart, newPart) in parts {
      if let oldPart { old.append(oldPart) }
      if let newPart { new.append(newPart) }
      byteCount += (oldPart?.byteCount ?? 0) + (newPart?.byteCount ?? 0)
    }
    last = pairs.last ?? last
  }

  private static func part(
    _ pixels: Pixmap, over previous: Pixmap?, _ compression: PNGCompression
  ) throws -> APNGSink.Part {
    let sink = try APNGSink(
      width: pixels.width, height: pixels.height, frameCount: 1, compression: compression)
    // Not the first frame: that one is whole whatever was there before.
    return try sink.encode(
      Frame(
        index: previous == nil ? 0 : 1, pixels: pixels, previous: previous, damage: pixels.bounds,
        start: 0, end: 1))
  }

  /// The APNGs of both inputs, of these sizes.
  func files(_ oldSize: PixelRect?, _ newSize: PixelRect?) throws -> (old: [UInt8]?, new: [UInt8]?)
  {
    (
      try oldSize.flatMap { try Self.file(old, $0) }, try newSize.flatMap { try Self.file(new, $0) }
    )
  }

  private static func file(_ parts: [APNGSink.Part], _ size: PixelRect) throws -> [UInt8]? {
    guard !parts.isEmpty else { return nil }
    // A patch is not painted over the one before, and the page that shows it knows nothing else.
    var sink = try APNGSink(
      width: size.width, height: size.height, frameCount: parts.count)
    var outputs = try parts.flatMap { try sink.append($0) }
    outputs += try sink.finish()
    return outputs.flatMap { output -> [UInt8] in
      guard case .bytes(let bytes) = output else { return [] }
      return bytes
    }
  }
}

/// Chooses how much of a scene's pictures there is room for: everything if it can, and the changed
/// part of the worst frame if nothing else fits.
struct FilmSelection {
  let expected: DiffInput?
  let actual: DiffInput?
  /// The frames that differ, by their place.
  let differing: [Int]
  /// How much each frame differs, where that is known.
  let differences: [FrameComparison]
  /// The part of the pictures that is there; nil for all.
  var available: (frames: [Int], area: PixelRect)?
  let jobs: Int?

  /// A choice: some frames, and a part of each.
  struct Cut: Hashable {
    var frames: [Int]
    var area: PixelRect
    /// The frames and parts that are left out.
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
    let jobs = jobs ?? Threads.usualJobs
    var film = ReportFilm(
      widthPixels: bounds.width, heightPixels: bounds.height, area: cut.area, frames: cut.frames,
      limits: cut.limits, expectedTimes: expected?.times ?? [], actualTimes: actual?.times ?? [])
    if let expected, let actual {
      film.isPatched = expected.width == actual.width && expected.height == actual.height
    }
    // One picture is the last choice, where there is the least room.
    var encoder = FilmEncoder(
      isPatched: film.isPatched, compression: cut.frames.count == 1 ? .best : .standard)
    let old = expected.map { FrameCropper($0, cut.area) }
    let new = actual.map { FrameCropper($0, cut.area) }
    let chunk = FramePump.framesOfJob * jobs
    for start in stride(from: 0, to: cut.frames.count, by: chunk) {
      try Task.checkCancellation()
      let places = Array(cut.frames[start..<min(cut.frames.count, start + chunk)])
      let pairs = try parallelMap(places.count, jobs: jobs) { index in
        FramePair(old: try old?.picture(places[index]), new: try new?.picture(places[index]))
      }
      try encoder.add(pairs, jobs: jobs)
      // Four characters of base64 for three bytes.
      guard encoder.byteCount <= room / 4 * 3 else { return nil }
    }
    (film.expected, film.actual) = try encoder.files(old?.area, new?.area)
    return film
  }

  /// The choices, the best first.
  var cuts: [Cut] {
    let count = max(expected?.sequence.frames.count ?? 0, actual?.sequence.frames.count ?? 0)
    let peak = self.peak
    let part = changedPart(of: differences)
    let crop = changedPart(of: differences.filter { $0.actualIndex == peak })
    let cuts = [
      Cut(frames: Array(0..<count), area: bounds, limits: "", leastRoom: 20_000),
      Cut(
        frames: differing, area: part,
        limits: "only frames that differ, and the part that changes",
        leastRoom: 16_000),
      Cut(
        frames: Self.spread(differing, over: 32, with: peak), area: part,
        limits: "only some frames, and the part that changes", leastRoom: 12_000),
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
    // If that is too large, a small detail is shown.
    let holes = [160, 64, 24].map { side in
      Cut(
        frames: [peak], area: Self.middle(of: crop, side: side),
        limits: "only a detail of the frame that differs most", leastRoom: 0)
    }
    return (cuts + holes).map(there).filter { !$0.frames.isEmpty && !$0.area.isEmpty }
  }

  /// As much of `cut` as is available.
  private func there(_ cut: Cut) -> Cut {
    guard let available else { return cut }
    var cut = cut
    cut.area = cut.area.intersection(available.area)
    let frames = Set(available.frames)
    cut.frames = cut.frames.filter(frames.contains)
    return cut
  }

  /// The frame that differs most; the middle one of those that do where that is not known.
  private var peak: Int {
    differences.peak?.actualIndex ?? (differing.isEmpty ? 0 : differing[differing.count / 2])
  }

  private var bounds: PixelRect {
    PixelRect(
      x: 0, y: 0, width: max(actual?.width ?? 0, expected?.width ?? 0),
      height: max(actual?.height ?? 0, expected?.height ?? 0))
  }

  // With a margin, so that one sees where it is.
  private func changedPart(of differences: [FrameComparison]) -> PixelRect {
    let part = differences.bounds
    return part.isEmpty ? bounds : part.extended(by: 8).intersection(bounds)
  }

  private static func middle(of area: PixelRect, side: Int) -> PixelRect {
    let (width, height) = (min(side, area.width), min(side, area.height))
    return PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
  }

  /// The first, the last, the worst, and some between.
  static func spread(_ frames: [Int], over count: Int, with peak: Int) -> [Int] {
    guard frames.count > count + 1 else { return frames }
    let picked = (0..<count).map { frames[$0 * (frames.count - 1) / (count - 1)] } + [peak]
    return Set(picked).sorted()
  }
}

extension DiffInput {
  /// When each of its frames begins to show, and when the last one ceases to.
  fileprivate var times: [Double] {
    sequence.frames.map(\.startSeconds) + [sequence.seconds]
  }
}

extension PixelRect {
  /// The rectangle with so many pixels more on each side.
  func extended(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

extension ReportFilm {
  /// What the pictures take in a page.
  var byteCount: Int { ((expected?.count ?? 0) + (actual?.count ?? 0)) * 4 / 3 }
}

extension [FrameComparison] {
  /// The frame that differs most.
  var peak: FrameComparison? { self.max { $0.differentCount < $1.differentCount } }

  /// The least rectangle around all that differs.
  var bounds: PixelRect { flatMap(\.regions).reduce(.empty) { $0.union($1) } }

  /// The part of `area` in which they differ, with a margin; nil if that is more than a quarter of it,
  /// or not known.
  func detail(of area: PixelRect) -> PixelRect? {
    let changed = bounds
    guard !changed.isEmpty, changed.width * changed.height * 4 < area.width * area.height else {
      return nil
    }
    let margin = Swift.max(12, Swift.max(changed.width, changed.height) / 4)
    return changed.extended(by: margin).intersection(area)
  }
}
