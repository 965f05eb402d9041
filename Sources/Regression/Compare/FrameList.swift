package import Codecs
import Compositing
public import ImageDiff
import Pixels
public import RenderTransition
import SceneFormat
import Staging

/// Pictures by their hashes: equal ones are kept once.
struct UniquePictures: Sendable {
  private let budget: ComparisonBudget
  private var pictures: [FrameHash: Pixmap] = [:]

  init(_ budget: ComparisonBudget) { self.budget = budget }

  /// Keeps a picture, and says by which hash; throws if there is no room for it.
  mutating func keep(_ pixels: Pixmap) throws -> FrameHash {
    let hash = FrameHash(pixels)
    guard pictures[hash] == nil else { return hash }
    try budget.take(4 * Double(pixels.width) * Double(pixels.height), of: .memoryBytes)
    pictures[hash] = pixels
    return hash
  }

  subscript(hash: FrameHash) -> Pixmap? { pictures[hash] }
}

/// The frames of a file that can only be read from its beginning.
struct FrameList {
  private let extent: PictureExtent
  private var frames: [FrameSequence.Frame] = []
  private var time = 0.0
  private var pictures: UniquePictures

  init(_ extent: PictureExtent, _ budget: ComparisonBudget) {
    (self.extent, pictures) = (extent, UniquePictures(budget))
  }

  /// Zero-delay frames count as 100 ms, as in browsers.
  private static let zeroDelay = 0.1
  /// A delay this long may be the format's longest, after which the frame is repeated.
  private static let long = 655.34

  /// Takes the next frame, which shows for so long; throws if there is no room for it, or the task
  /// is cancelled.
  mutating func add(_ pixels: Pixmap, for seconds: Double) throws {
    try Task.checkCancellation()
    let hash = try pictures.keep(pixels)
    let end = time + (seconds > 0 ? seconds : Self.zeroDelay)
    if let last = frames.last, last.hash == hash, last.endSeconds - last.startSeconds >= Self.long {
      frames.removeLast()
      time = last.startSeconds
    }
    frames.append(FrameSequence.Frame(startSeconds: time, endSeconds: end, hash: hash))
    time = end
  }

  /// The frames; nil if there are none.
  var sequence: FrameSequence? {
    let (frames, pictures, size) = (frames, pictures, (extent.width, extent.height))
    return FrameSequence(width: size.0, height: size.1, frames: frames) { index in
      pictures[frames[index].hash] ?? Pixmap(width: size.0, height: size.1)
    }
  }
}

/// A folder of PNGs that are the frames of an animation: our own sequence, whose manifest says
/// when each shows, or any that are numbered.
package struct PictureFolder: Sendable {
  private let path: String
  private let limits: ImageLimits
  private let entries: [ListedFrame]
  private let fps: Double
  /// The largest width and height of its pictures.
  private(set) var extent = PictureExtent(width: 0, height: 0, frames: 0, storage: .folder)

  /// The default rate, in frames per second.
  static let usualRate = 50.0

  /// Reads the list of frames and the head of each; `fps` is the rate where there is no manifest.
  package init(path: String, fps: Double, limits: ImageLimits) throws {
    (self.path, self.limits) = (path, limits)
    do {
      entries = try FrameListing.frames(in: path, limits)
    } catch let error as FileError {
      throw DiffInputError.file(error)
    } catch FootageError.content(let path, let reason) {
      throw DiffInputError.content(path: path, reason: reason)
    }
    self.fps = fps
    guard entries.count <= limits.frames else {
      throw DiffInputError.content(
        path: path, reason: "it has more frames than the limit of \(limits.frames)")
    }
    extent.frames = entries.count
    for path in Set(entries.map(\.path)).sorted() {
      try Task.checkCancellation()
      let header = try header(path)
      extent.width = max(extent.width, header.width)
      extent.height = max(extent.height, header.height)
    }
  }

  /// The frames; every one is decoded once, for what the manifest says of its pixels may be old.
  package func sequence() throws -> FrameSequence {
    var frames: [FrameSequence.Frame] = []
    var last: (bytes: [UInt8], hash: FrameHash)?
    for (index, entry) in entries.enumerated() {
      try Task.checkCancellation()
      let bytes = try read(entry.path)
      // Pictures that stand still are written again.
      let hash =
        if let last, last.bytes == bytes { last.hash } else {
          FrameHash(try decode(bytes, entry.path))
        }
      last = (bytes, hash)
      let times = entry.times ?? Double(index) / fps...Double(index + 1) / fps
      frames.append(
        FrameSequence.Frame(
          startSeconds: times.lowerBound, endSeconds: times.upperBound, hash: hash))
    }
    let sequence = FrameSequence(width: extent.width, height: extent.height, frames: frames) {
      try decode(try read(entries[$0].path), entries[$0].path)
    }
    guard let sequence else {
      throw DiffInputError.content(path: path, reason: "there are no PNGs in it")
    }
    return sequence
  }

  private func header(_ path: String) throws(DiffInputError) -> PNGHeader {
    let head: [UInt8]
    do throws(FileError) {
      head = try TextFile.readHead(of: path, count: PNGHeader.byteCount)
    } catch {
      throw Self.error(error)
    }
    do throws(PNGError) {
      return try PNGHeader(head, limits: limits)
    } catch {
      throw .content(path: path, reason: "\(error)")
    }
  }

  private func read(_ path: String) throws(DiffInputError) -> [UInt8] {
    do throws(FileError) {
      return try TextFile.read(path, limit: limits.fileBytes)
    } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ error: FileError) -> DiffInputError {
    // The folder is there: one of its pictures is bad.
    let reason = error.isAboutMissing ? "there is no such file" : "\(error)"
    return .content(path: error.path, reason: reason)
  }

  private func decode(_ bytes: [UInt8], _ path: String) throws(DiffInputError) -> Pixmap {
    do throws(PNGError) {
      return try PNGImage(png: bytes, limits: limits).premultiplied
    } catch {
      throw .content(path: path, reason: "\(error)")
    }
  }
}

extension Animation {
  /// The frames as outputs show them, holds included unless told otherwise, at the scene's own rate
  /// unless given.
  public func sequence(
    fps: Double? = nil, holds: Bool = true, jobs: Int? = nil
  ) async throws -> FrameSequence {
    let rate = fps ?? scene.output.fps
    let shots = shots(
      fps: rate, holdFirst: holds ? scene.output.holdFirst : 0,
      holdLast: holds ? scene.output.holdLast : 0)
    let jobs = try self.jobs(jobs, fps: rate)
    let (renderer, grid) = (try renderer(jobs: jobs), try stage.grid)
    // The first frames stay: most animations that are compared are short.
    let kept = Self.keptBytes / max(1, 4 * grid.pixelWidth * grid.pixelHeight)
    let pump = FramePump(jobs: jobs)
    let rendered = try await pump.inOrder(shots.count) { index in
      let pixels = try renderer.frame(at: shots[index].moment)
      return (hash: FrameHash(pixels), pixels: index < kept ? pixels : nil)
    }
    let frames = zip(shots, rendered).map { shot, frame in
      FrameSequence.Frame(startSeconds: shot.start, endSeconds: shot.end, hash: frame.hash)
    }
    let sequence = FrameSequence(
      width: grid.pixelWidth, height: grid.pixelHeight, frames: frames
    ) { index in try rendered[index].pixels ?? renderer.frame(at: shots[index].moment) }
    return try sequence ?? FrameSequence(still: renderer.frame(at: 0))
  }

  private static let keptBytes = 192 << 20
}
