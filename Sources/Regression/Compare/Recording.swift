import Codecs
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

/// A file or a folder of pictures whose headers were read, but no pixels.
package struct Recording: Sendable {
  private enum Content {
    case file([UInt8], PictureFormat)
    case folder([ListedFrame])
  }

  let extent: PictureExtent
  private let path: String
  private let limits: ImageLimits
  /// The rate of a folder without a manifest, in frames per second.
  private let fps: Double
  private let content: Content

  private static let defaultRate = 50.0

  /// The bytes of the file; nil for a folder.
  var file: [UInt8]? { if case .file(let bytes, _) = content { bytes } else { nil } }

  /// Opens what is at `path`; nil for a scene.
  package init?(at path: String, _ options: DiffInputOptions) throws {
    (self.path, limits) = (path, options.imageLimits)
    fps = options.fps ?? Self.defaultRate
    do {
      if case .file = SceneAddress(path), try FileStatus(path)?.isFolder == true {
        let frames = try FrameListing.frames(in: path, limits)
        content = .folder(frames)
        extent = try PictureExtent(frames, limits)
      } else if let (bytes, format) = try Self.file(at: path, limits) {
        content = .file(bytes, format)
        extent = PictureExtent(try AnimationSource(bytes, format, path, limits))
      } else {
        return nil
      }
    } catch let error as FileError {
      throw FootageError.file(error)
    }
    let most = options.limits[.comparedSide]
    guard Double(max(extent.width, extent.height)) <= most else {
      throw FootageError.limit(.comparedSide, allowed: most)
    }
  }

  /// The bytes of a picture's file; nil for a scene.
  private static func file(
    at path: String, _ limits: ImageLimits
  ) throws -> (bytes: [UInt8], format: PictureFormat)? {
    let bytes: [UInt8]
    // Of a revision there is no file to convert.
    var file: String?
    switch SceneAddress(path) {
    case .file:
      bytes = try TextFile.read(path, limit: limits.fileBytes)
      file = path
    case .revision(let revision, let inside):
      // Scenes are not read twice.
      guard !inside.lowercased().hasSuffix(".json") else { return nil }
      let folder = try RevisionFolder(of: inside, inRevision: revision, shownAs: path)
      bytes = try folder.readFile(limit: limits.fileBytes, shownAs: path)
    case .standardInput, .stream: return nil
    }
    guard let format = PictureFormat(bytes) ?? PictureFormat(ofName: path) else { return nil }
    guard !bytes.isEmpty else {
      let error = "\(format == .gif ? "\(GIFError.notGIF)" : "\(PNGError.notPNG)")"
      throw FootageError.content(path, reason: "\(error): it is empty")
    }
    guard AnimationSource.formats.contains(format) else {
      let reason = format.refusal(
        of: file, because: "comparisons read PNG, JPEG, WebP, APNG and GIF")
      throw FootageError.content(path, reason: reason)
    }
    return (bytes, format)
  }

  /// Decodes it; what only reading tells is taken from `budget` on the way.
  package func decoded(_ budget: ComparisonBudget) throws -> DiffInput {
    switch content {
    case .file(let bytes, _) where extent.storage == .still:
      let image = try FootageError.content(of: path) { () throws(PictureError) in
        try PictureFile.image(bytes, limits: limits)
      }
      return DiffInput(path: path, kind: .picture(image))
    case .file(let bytes, let format):
      return try footage(AnimationSource(bytes, format, path, limits), budget)
    case .folder(let frames):
      return try FootageError.ofPicture { try footage(PictureSource(frames, limits), budget) }
    }
  }

  /// A delay this long, in seconds, may be the format's longest, after which the frame is repeated.
  private static let longDelay = 655.34

  private func footage(
    _ source: consuming some FrameSource, _ budget: ComparisonBudget
  ) throws -> DiffInput {
    var pictures = UniquePictures(budget)
    var frames: [FrameSequence.Frame] = []
    var time = 0.0
    while let frame = try source.next() {
      try Task.checkCancellation()
      if extent.frames == nil { try budget.take(extent.workOfFrame, of: .work) }
      let hash = try pictures.keep(frame)
      let end = time + (frame.shownSeconds(fps: fps) ?? 0)
      if let last = frames.last, last.hash == hash,
        last.endSeconds - last.startSeconds >= Self.longDelay
      {
        frames.removeLast()
        time = last.startSeconds
      }
      frames.append(FrameSequence.Frame(startSeconds: time, endSeconds: end, hash: hash))
      time = end
    }
    let size = (width: extent.width, height: extent.height)
    let sequence = FrameSequence(width: size.width, height: size.height, frames: frames) {
      [frames, pictures] index in
      try pictures.pixels(of: frames[index].hash) ?? Pixmap(width: size.width, height: size.height)
    }
    guard let sequence else { throw FootageError.content(path, reason: "it has no frames") }
    return DiffInput(path: path, kind: .footage(sequence))
  }
}

extension PictureExtent {
  fileprivate init(_ source: AnimationSource) {
    self.init(
      width: source.width, height: source.height, frames: source.frameCount,
      storage: source.isStill ? .still : .frames)
  }

  /// The largest width and height of the pictures of a folder.
  fileprivate init(_ frames: [ListedFrame], _ limits: ImageLimits) throws {
    guard frames.count <= limits.frames else {
      throw FootageError.limit(.frames, allowed: Double(limits.frames))
    }
    self.init(width: 0, height: 0, frames: frames.count, storage: .folder)
    for path in Set(frames.map(\.path)).sorted() {
      try Task.checkCancellation()
      let bytes = try FootageError.ofPicture {
        try TextFile.read(path, limit: limits.fileBytes)
      }
      let header = try FootageError.content(of: path) { () throws(PictureError) in
        try PictureHeader(bytes, limits: limits)
      }
      (width, height) = (max(width, header.width), max(height, header.height))
    }
  }
}

extension FootageError {
  /// What `body` answers; a file that it cannot read is a bad picture, for the folder is there.
  fileprivate static func ofPicture<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as FileError {
      let reason = error.isAboutMissing ? "there is no such file" : "\(error)"
      throw FootageError.content(error.path, reason: reason)
    }
  }
}

extension PictureFormat {
  /// What the name says, for files whose beginning is damaged; nil if it is none that is read.
  fileprivate init?(ofName path: String) {
    let endings: [(ending: String, PictureFormat)] = [
      (".png", .png), (".apng", .png), (".gif", .gif),
    ]
    guard let row = endings.first(where: { path.lowercased().hasSuffix($0.ending) }) else {
      return nil
    }
    self = row.1
  }
}

/// Pictures by their hashes: equal ones are kept once.
struct UniquePictures: Sendable {
  private let budget: ComparisonBudget
  private var pictures: [FrameHash: SourceFrame] = [:]
  private var last: (file: [UInt8], hash: FrameHash)?

  init(_ budget: ComparisonBudget) { self.budget = budget }

  /// Keeps a picture, and says by which hash; throws if there is no room for it.
  ///
  /// One with a file of its own takes no room: it is decoded whenever it is asked for.
  mutating func keep(_ frame: SourceFrame) throws -> FrameHash {
    let file = try frame.file?()
    // Pictures that stand still are written again.
    if let last, last.file == file { return last.hash }
    let pixels = try frame.pixels()
    let hash = FrameHash(pixels)
    last = file.map { ($0, hash) }
    guard pictures[hash] == nil else { return hash }
    if file == nil {
      try budget.take(4 * Double(pixels.width) * Double(pixels.height), of: .memoryBytes)
    }
    pictures[hash] = frame
    return hash
  }

  /// The picture that `keep` answered `hash` for; nil if there is none.
  func pixels(of hash: FrameHash) throws -> Pixmap? { try pictures[hash]?.pixels() }
}
