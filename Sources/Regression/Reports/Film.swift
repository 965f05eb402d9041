import Codecs
import ImageDiff
public import Pixels
public import RenderTransition
import SceneFormat

extension DiffInput {
  /// The scene that was read as `animation`, at its own rate and in its own time, without holds;
  /// frames in `known` are rendered again when they are asked for.
  public init(
    _ animation: Animation, path: String, except known: Set<FrameHash> = [], jobs: Int? = nil
  ) async throws {
    let sequence = try await animation.sequence(
      holds: (0, 0), except: known, jobs: jobs)
    self.init(path: path, kind: .scene(animation, sequence, fps: animation.scene.output.fps))
  }
}

/// The pictures of a comparison, of all frames or of some, in one APNG.
///
/// Each picture is stored as what differs from the one before it. So that this is little, the sides
/// take turns: expected 0, actual 0, actual 1, expected 1, expected 2, and so on.
struct ReportFilm: Hashable, Sendable {
  /// The size of a frame.
  var widthPixels, heightPixels: Int
  /// How many frames there are in all.
  var frameCount: Int
  /// The frames that are shown.
  var frames: [Int]
  /// Those that differ, and the one that differs most: what is shown where not all can be.
  var differing: [Int]
  var peak: Int
  /// When each frame that is shown begins, and when the last one ceases to show, in seconds.
  ///
  /// Of `expected` and of `actual`: a side with fewer frames has fewer times, one that is missing none.
  var times: [[Double]]
  /// How many times smaller than the frames the pictures are.
  var shrink = 1
  var apng: [UInt8] = []
}

// Making films.
extension ReportFilm {
  /// What is shown where there is not room for everything: so many frames, and so many times smaller.
  struct Reduction: Hashable, Sendable {
    var frames: Int
    var shrink: Int
  }

  /// Whole screens at full size, then so many frames as are enough for the eye, then smaller ones,
  /// then fewer; and if that is still too much, the frame that differs most, as large as it can be.
  static func ladder(enough: Int) -> [Reduction] {
    ([(Int.max, 1), (enough, 1), (enough, 2)] + [16, 6].filter { $0 < enough }.map { ($0, 2) })
      .map(Reduction.init) + [1, 2, 4, 8, 16, 32].map { Reduction(frames: 1, shrink: $0) }
  }

  /// The steps of the ladder that leave less than the one before; one frame each 40 ms is enough.
  var reductions: [Reduction] {
    let seconds = times.compactMap { $0.last }.max() ?? 0
    return Self.ladder(enough: max(2, Int((seconds / 0.04).rounded(.up))))
      .filter { $0.frames == .max || $0.frames < frames.count || $0.shrink > 1 }
  }

  /// As much of the pictures of two animations as takes at most `room` bytes; nil if nothing does.
  static func showing(
    _ expected: FrameSequence?, _ actual: FrameSequence?, differing: [Int],
    _ differences: [FrameComparison], room: Int, jobs: Int?
  ) throws -> ReportFilm? {
    let sides = [expected, actual]
    func most(_ value: (FrameSequence) -> Int) -> Int {
      sides.compactMap { $0.map(value) }.max() ?? 0
    }
    let count = most(\.frames.count)
    let middle = differing.isEmpty ? count / 2 : differing[differing.count / 2]
    let whole = ReportFilm(
      widthPixels: most(\.width), heightPixels: most(\.height), frameCount: count,
      frames: Array(0..<count), differing: differing,
      peak: differences.peak?.actualIndex ?? middle,
      times: sides.map { $0.map { $0.frames.map(\.startSeconds) + [$0.seconds] } ?? [] })
    return try whole.packed(sides, room: room, jobs: jobs)
  }

  /// As much of it as takes at most `room` bytes; nil if nothing does.
  func fitted(into room: Int, jobs: Int?) throws -> ReportFilm? {
    apng.count <= room ? self : try packed(try sequences(), room: room, jobs: jobs)
  }

  private func packed(
    _ sides: [FrameSequence?], room: Int, jobs: Int?
  ) throws -> ReportFilm? {
    for reduction in reductions {
      var (film, places) = reduced(to: reduction)
      let (order, size) = (film.order, film.pictureSize)
      guard !order.isEmpty else { return nil }
      let writer = FilmWriter(
        width: size.width, height: size.height, count: order.count, mostBytes: room,
        compression: .fast, jobs: jobs ?? Threads.defaultJobs)
      let apng = try writer.film(.apng, times: (0...order.count).map(Double.init)) {
        [places] index in
        let (place, side) = order[index]
        let picture = try sides[side]?.pixels(of: places[place])
        return try (picture ?? Pixmap(width: 0, height: 0)).shrunk(by: reduction.shrink, onto: size)
      }
      guard let apng else { continue }
      film.apng = apng
      return film
    }
    return nil
  }

  /// What a reduction leaves of it, without the pictures; and the places in `frames` of what it leaves.
  func reduced(to reduction: Reduction) -> (film: ReportFilm, places: [Int]) {
    var places = Array(frames.indices)
    if reduction.frames < frames.count {
      let differing = Set(differing)
      let different = places.filter { differing.contains(frames[$0]) }
      if !different.isEmpty { places = different }
      let worst = places.min { (frames[$0] - peak).magnitude < (frames[$1] - peak).magnitude }
      places = Self.spread(places, over: reduction.frames, with: worst ?? 0)
    }
    var film = self
    film.frames = places.map { frames[$0] }
    film.times = times.map { times in
      places.filter { $0 < times.count - 1 }.map { times[$0] } + times.suffix(1)
    }
    film.shrink *= reduction.shrink
    film.apng = []
    return (film, places)
  }

  /// The first, the last, the worst, and some between.
  static func spread(_ frames: [Int], over count: Int, with peak: Int) -> [Int] {
    guard frames.count - 1 > count else { return frames }
    let between = count > 1 ? (0..<count).map { frames[$0 * (frames.count - 1) / (count - 1)] } : []
    return Set(between + [peak]).sorted()
  }
}

// Showing films.
extension ReportFilm {
  /// How many of the frames that are shown each side has.
  var counts: [Int] { times.map { max(0, $0.count - 1) } }

  /// The pictures in the order of the file: the place of each in `frames`, and its side.
  var order: [(place: Int, side: Int)] {
    let counts = counts
    return frames.indices.flatMap { place in
      (place % 2 == 0 ? [0, 1] : [1, 0]).filter { place < counts[$0] }.map { (place, $0) }
    }
  }

  /// A whole frame.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: widthPixels, height: heightPixels) }

  private var pictureSize: PixelRect {
    PixelRect(
      x: 0, y: 0, width: (widthPixels + shrink - 1) / shrink,
      height: (heightPixels + shrink - 1) / shrink)
  }

  /// What is left out, as in "12 of 51 frames, at 1/2 of their size"; empty for nothing.
  var limits: String {
    [
      frames.count < frameCount ? "\(frames.count) of \(frameCount) frames" : nil,
      shrink > 1 ? "1/\(shrink) of the size" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The frames of both sides, unpacked; nil for a side that has none.
  func sequences(limits: Limits = Limits()) throws -> [FrameSequence?] {
    var options = DiffInputOptions()
    options.limits = limits
    // A frame has two pictures.
    options.limits[.frames] *= 2
    var pictures = UniquePictures(ComparisonBudget(limits))
    var reader = try APNGReader(apng, limits: options.imageLimits)
    var hashes: [[FrameHash]] = [[], []]
    for (_, side) in order {
      guard let frame = try reader.nextFrame() else { throw PNGError.noFrames }
      hashes[side].append(try pictures.keep(SourceFrame { frame.pixels }))
    }
    let (width, height, kept) = (reader.width, reader.height, pictures)
    return zip(hashes, times).map { hashes, times in
      let frames = hashes.indices.map {
        FrameSequence.Frame(
          startSeconds: times[$0], endSeconds: times[$0 + 1], hash: hashes[$0])
      }
      return FrameSequence(width: width, height: height, frames: frames) {
        try kept.pixels(of: hashes[$0]) ?? Pixmap(width: width, height: height)
      }
    }
  }
}

extension Pixmap {
  /// The picture so many times smaller, on a clear one of this size.
  fileprivate func shrunk(by divisor: Int, onto size: PixelRect) throws -> Pixmap {
    guard divisor > 1 || bounds != size else { return self }
    var montage = Montage(width: size.width, height: size.height, background: .clear)
    montage.tiles = [
      Montage.Tile(
        pixels: self,
        destination: PixelRect(
          x: 0, y: 0, width: (width + divisor - 1) / divisor,
          height: (height + divisor - 1) / divisor))
    ]
    return try montage.rendered()
  }
}

extension PixelRect {
  /// Whether it has pixels, but less than this part of the pixels of `area`.
  func take(lessThanOneIn parts: Int, of area: PixelRect) -> Bool {
    !isEmpty && width * height * parts < area.width * area.height
  }
}

extension [FrameComparison] {
  /// The least rectangle around all that differs.
  var bounds: PixelRect { flatMap(\.regions).reduce(.empty) { $0.union($1) } }

  /// The part of `area` in which they differ, with a margin; nil if that is more than a quarter of it,
  /// or not known.
  func detail(of area: PixelRect) -> PixelRect? {
    let changed = bounds
    guard changed.take(lessThanOneIn: 4, of: area) else { return nil }
    let margin = Swift.max(12, Swift.max(changed.width, changed.height) / 4)
    return PixelRect(
      x: changed.x - margin, y: changed.y - margin, width: changed.width + 2 * margin,
      height: changed.height + 2 * margin
    ).intersection(area)
  }
}
