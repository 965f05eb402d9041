import Codecs
package import Pixels
import SceneFormat

/// Reads frames side by side into a store.
struct FootageReading {
  private let options: FootageOptions
  private let limits: Limits
  /// The frames; nil if there was none.
  private(set) var store: FrameStore?
  /// When they show.
  private(set) var frames: [Footage.TimedFrame] = []
  /// Whether every pixel of every frame is opaque.
  private(set) var isOpaque = true
  /// Whether the source said how long frames show.
  private(set) var hasTimes = true
  private var last: Pixmap?
  private var time = 0.0
  private var count = 0
  /// The frames that are decoded, equal ones included, and their pixels.
  private var decoded = (frames: 0, pixels: 0)

  init(_ options: FootageOptions, _ limits: Limits) {
    (self.options, self.limits) = (options, limits)
  }

  /// A frame that is kept, and for how long.
  private struct Kept: Sendable {
    var frame: SourceFrame
    var number: Int
    var seconds: Double
  }

  /// Reads all frames.
  mutating func read(_ source: consuming some FrameSource, _ onFrame: (Int) -> Void) throws {
    // The first frame tells the size.
    guard let first = try nextKept(&source) else { return }
    let shape = try FrameShape(of: first.frame.pixels(), first.frame.name, options)
    let plan = Plan(
      shape.width, shape.height, frames: 0, seconds: 0, outputs: [SampledOutput(fps: 1)])
    let jobs = try Self.jobs(options.jobs, plan, limits)
    // The room beside the usual output; for others, frames leave it again. Where the system limits the
    // memory of the process, all of it is for the work on frames.
    let output = SampledOutput(fps: 1, hasPalette: true)
    let writing = Plan(shape.width, shape.height, frames: 0, seconds: 0, outputs: [output])
    let isLimited = ProcessMemory.leftBytes != nil
    let store = try FrameStore(
      width: shape.width, height: shape.height,
      memoryBytes: isLimited ? 0 : writing.memoryLeft(jobs: jobs, within: limits),
      rawBytes: limits[.temporaryBytes])
    self.store = store
    var kept = [first]
    while true {
      while kept.count < FramePump.framesOfJob * jobs, let next = try nextKept(&source) {
        kept.append(next)
      }
      guard !kept.isEmpty else { return try source.finish() }
      try Task.checkCancellation()
      try add(kept, to: store, shape, jobs)
      onFrame(count)
      kept = []
    }
  }

  /// The next frame inside of the trimmed time; nil if there is none left.
  private mutating func nextKept(_ source: inout some FrameSource) throws -> Kept? {
    let trim = options.trim ?? 0...Double.infinity
    while time < trim.upperBound, let frame = try source.next() {
      guard let seconds = frame.shownSeconds(fps: options.fps) else { throw FootageError.noTimes }
      hasTimes = frame.seconds != nil
      count += 1
      let (start, end) = (time, time + seconds)
      time = end
      let shown = min(end, trim.upperBound) - max(start, trim.lowerBound)
      // Sums of times are not exact.
      guard shown > seconds * 1e-6 else { continue }
      decoded.frames += 1
      try check(.frames, Double(decoded.frames))
      return Kept(frame: frame, number: count, seconds: shown)
    }
    return nil
  }

  private func check(_ limit: Limit, _ demand: Double) throws(FootageError) {
    guard demand <= limits[limit] else { throw .limit(limit, allowed: limits[limit]) }
  }

  private mutating func add(
    _ kept: [Kept], to store: FrameStore, _ shape: FrameShape, _ jobs: Int
  ) throws {
    let decodings = try parallelMap(kept.count, jobs: jobs) { index in
      let pixels = try kept[index].frame.pixels()
      let picture = try shape.applied(to: pixels, kept[index].number, kept[index].frame.name)
      return (picture: picture, area: pixels.width * pixels.height)
    }
    decoded.pixels += decodings.reduce(0) { $0 + $1.area }
    try check(.work, Double(decoded.pixels))
    let pictures = withoutNoise(decodings.map(\.picture), of: kept)
    let before = last
    let isCompressed = store.compresses(kept.count)
    let changes = try parallelMap(kept.count, jobs: jobs) { index in
      try store.changes(
        to: pictures[index], since: index > 0 ? pictures[index - 1] : before,
        compressed: isCompressed)
    }
    for (frame, changes) in zip(kept, changes) {
      let start = frames.last?.end ?? 0
      if changes.isEmpty {
        frames[frames.count - 1].end += frame.seconds
      } else {
        let stored = try store.append(changes, to: frames.last?.frame)
        frames.append(Footage.TimedFrame(frame: stored, start: start, end: start + frame.seconds))
      }
    }
    isOpaque = isOpaque && pictures.allSatisfy(\.isOpaque)
    last = pictures.last
    try check(.seconds, (frames.last?.end ?? 0) / options.speed)
  }

  /// The pictures, in order, without what is noise since the one before each.
  private func withoutNoise(_ pictures: consuming [Pixmap], of kept: [Kept]) -> [Pixmap] {
    var before = last
    for index in pictures.indices where options.removesNoise && kept[index].frame.isNoisy {
      if let before { pictures[index].removeNoise(since: before) }
      before = pictures[index]
    }
    return pictures
  }

  /// As many of the `wanted` jobs as there is memory for; throws where even one takes too much.
  static func jobs(_ wanted: Int?, _ plan: Plan, _ limits: Limits) throws(FootageError) -> Int {
    if let limit = plan.excess(over: limits) { throw .limit(limit, allowed: limits[limit]) }
    let planned = plan.memoryBytes(jobs: 1)
    if let left = ProcessMemory.leftBytes, planned > Double(left) {
      throw .memory(planned: planned, left: left)
    }
    return plan.jobs(wanted, within: limits)
  }
}

extension Pixmap {
  /// Why a part cannot be cut out of it; nil if it can.
  package func refusal(of crop: PixelRect) -> String? {
    guard crop.isEmpty || crop.intersection(bounds) != crop else { return nil }
    return "it is \(width) x \(height), and the crop ends at \(crop.maxX),\(crop.maxY)"
  }
}

/// What is cut off from frames, and to what size they are scaled.
private struct FrameShape: Sendable {
  private let source: (width: Int, height: Int)
  private let crop: PixelRect
  private let fits: Bool
  let width, height: Int

  /// As the options want it of frames of which `first` is the first one.
  init(of first: Pixmap, _ name: String?, _ options: FootageOptions) throws(FootageError) {
    source = (first.width, first.height)
    fits = options.fits
    crop = options.crop ?? first.bounds
    if let reason = first.refusal(of: crop) {
      throw .frame(1, of: name ?? "the input", reason: reason)
    }
    width = max(1, options.width ?? crop.width)
    let shaped = (Double(crop.height) * Double(width) / Double(crop.width)).rounded()
    height = max(1, options.height ?? Int(shaped))
  }

  func applied(to picture: Pixmap, _ number: Int, _ name: String?) throws(FootageError) -> Pixmap {
    var picture = picture
    if (picture.width, picture.height) != source {
      guard fits else {
        throw .frame(
          number, of: name ?? "the input",
          reason: "it is \(picture.width) x \(picture.height), and the first one "
            + "\(source.width) x \(source.height); --fit scales it")
      }
      picture = AreaScaling(from: (picture.width, picture.height), to: source)(picture)
    }
    picture = picture.cropped(to: crop)
    guard width != crop.width || height != crop.height else { return picture }
    return AreaScaling(from: (crop.width, crop.height), to: (width, height))(picture)
  }
}
