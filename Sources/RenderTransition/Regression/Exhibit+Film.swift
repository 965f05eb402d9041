import Codecs
import ImageDiff
public import Pixels
import SceneFormat

/// The pictures of a comparison, packed small: what differs little takes little.
public struct ComparedFilm: Hashable, Sendable {
  /// What was expected, as an APNG; nil where it is not at hand.
  public var expected: [UInt8]?
  /// What is there; nil where there is nothing.
  public var actual: [UInt8]?
  /// Whether each frame of `actual` goes over the one of `expected` at the same place, and not over
  /// the one before.
  public var isPatched = false
}

extension Exhibit {
  /// The scene that was read as `animation`, at its own rate and in its own time, without holds.
  public init(_ animation: Animation, path: String, jobs: Int? = nil) async throws {
    let sequence = try await animation.sequence(holds: false, jobs: jobs)
    self.init(path: path, kind: .scene(animation, sequence, fps: animation.scene.output.fps))
  }

  /// Some frames, or a part of each, beside those of `expected`; nil if they take more than `limit`
  /// bytes.
  public func film(
    of frames: [Int], in area: PixelRect, beside expected: Exhibit?, atMost limit: Int,
    jobs: Int? = nil
  ) async throws -> ComparedFilm? {
    let pump = FramePump(jobs: jobs ?? Threads.usualJobs)
    let isPatched = expected.map { $0.width == width && $0.height == height } ?? false
    // Of one picture every byte counts: it is what is left where there is hardly any room.
    var reel = Reel(isPatched: isPatched, compression: frames.count == 1 ? .best : .standard)
    let cameras = (expected.map { Camera($0, area) }, Camera(self, area))
    let chunk = FramePump.framesOfJob * pump.jobs
    for start in stride(from: 0, to: frames.count, by: chunk) {
      let places = Array(frames[start..<min(frames.count, start + chunk)])
      let taken = try await pump.inOrder(places.count) { index in
        Take(old: try cameras.0?.picture(places[index]), new: try cameras.1.picture(places[index]))
      }
      try await reel.add(taken, pump)
      guard reel.byteCount <= limit else { return nil }
    }
    return try reel.film(sizes: (cameras.0?.area, cameras.1.area))
  }
}

/// Takes pictures of a part of an exhibit.
private struct Camera: Sendable {
  let area: PixelRect
  private let sequence: FrameSequence

  init(_ exhibit: Exhibit, _ area: PixelRect) {
    let bounds = PixelRect(x: 0, y: 0, width: exhibit.width, height: exhibit.height)
    (self.area, sequence) = (area.intersection(bounds), exhibit.sequence)
  }

  /// The part of a frame; nil where there is no such frame.
  func picture(_ frame: Int) throws -> Pixmap? {
    guard sequence.frames.indices.contains(frame), !area.isEmpty else { return nil }
    return try sequence.pixels(of: frame).cropped(to: area)
  }
}

/// The same moment of both.
private struct Take: Sendable {
  var old, new: Pixmap?
}

/// The moments that were taken, packed one after the other.
private struct Reel {
  let isPatched: Bool
  private var last = Take()
  private var old: [APNGSink.Part] = []
  private var new: [APNGSink.Part] = []
  private(set) var byteCount = 0

  private let compression: PNGCompression

  init(isPatched: Bool, compression: PNGCompression) {
    (self.isPatched, self.compression) = (isPatched, compression)
  }

  /// Packs some more, side by side.
  mutating func add(_ takes: [Take], _ pump: FramePump) async throws {
    let (before, isPatched, first) = (last, isPatched, old.isEmpty && new.isEmpty)
    let compression = compression
    let parts = try await pump.inOrder(takes.count) { index in
      let take = takes[index]
      let previous = index > 0 ? takes[index - 1] : first ? Take() : before
      return (
        try take.old.map { try Self.part($0, over: previous.old, compression) },
        try take.new.map {
          try Self.part($0, over: isPatched ? take.old : previous.new, compression)
        }
      )
    }
    for (oldPart, newPart) in parts {
      if let oldPart { old.append(oldPart) }
      if let newPart { new.append(newPart) }
      byteCount += (oldPart?.byteCount ?? 0) + (newPart?.byteCount ?? 0)
    }
    last = takes.last ?? last
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

  func film(sizes: (old: PixelRect?, new: PixelRect)) throws -> ComparedFilm {
    ComparedFilm(
      expected: try sizes.old.flatMap { try Self.file(old, $0) },
      actual: try Self.file(new, sizes.new),
      isPatched: isPatched)
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
