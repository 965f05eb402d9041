import Codecs
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

/// A file or a folder of pictures whose headers were read, but no pixels.
struct Recording: Sendable {
  private enum Content {
    case png([UInt8])
    case animation([UInt8])
    case folder(PictureFolder)
  }

  let extent: PictureExtent
  /// The bytes of the file; nil for a folder.
  let file: [UInt8]?
  private let path: String
  private let limits: ImageLimits
  private let content: Content

  /// Opens what is at `path`; nil for a scene.
  init?(at path: String, _ options: DiffInputOptions) throws {
    (self.path, limits) = (path, options.imageLimits)
    if try Self.isFolder(path) {
      let folder = try PictureFolder(
        path: path, fps: options.fps ?? PictureFolder.usualRate, limits: limits)
      (content, extent, file) = (.folder(folder), folder.extent, nil)
    } else if let (bytes, format) = try Self.file(at: path, limits) {
      (content, extent) = try Self.opened(bytes, format, path, limits)
      file = bytes
    } else {
      return nil
    }
    let most = options.limits[.comparedSide]
    guard Double(max(extent.width, extent.height)) <= most else {
      throw DiffInputError.limit(.comparedSide, allowed: most)
    }
  }

  private static func isFolder(_ path: String) throws(DiffInputError) -> Bool {
    guard case .file = SceneAddress(path) else { return false }
    return try DiffInputError.reading { () throws(FileError) in
      try FileStatus(path)?.isFolder == true
    }
  }

  /// The bytes of a picture's file; nil for a scene.
  private static func file(
    at path: String, _ limits: ImageLimits
  ) throws -> (bytes: [UInt8], format: PictureFormat)? {
    let bytes: [UInt8]
    do {
      switch SceneAddress(path) {
      case .file: bytes = try TextFile.read(path, limit: limits.fileBytes)
      case .revision(let revision, let inside):
        // Scenes are not read twice.
        guard !inside.lowercased().hasSuffix(".json") else { return nil }
        let folder = try RevisionFolder(of: inside, inRevision: revision, shownAs: path)
        bytes = try folder.readFile(limit: limits.fileBytes, shownAs: path)
      case .standardInput, .stream: return nil
      }
    } catch {
      throw DiffInputError.file(error)
    }
    guard let format = PictureFormat(bytes) ?? PictureFormat(ofName: path) else { return nil }
    guard !bytes.isEmpty else {
      throw DiffInputError.content(path: path, reason: "\(format.refusal(of: path)): it is empty")
    }
    guard [.png, .gif].contains(format) else {
      throw DiffInputError.content(path: path, reason: format.refusal(of: path))
    }
    return (bytes, format)
  }

  private static func opened(
    _ bytes: [UInt8], _ format: PictureFormat, _ path: String, _ limits: ImageLimits
  ) throws(DiffInputError) -> (Content, PictureExtent) {
    do {
      if format == .gif {
        let (width, height) = try GIFReader.canvas(of: bytes, limits: limits)
        return (
          .animation(bytes),
          PictureExtent(width: width, height: height, frames: 0, storage: .frames)
        )
      }
      let reader = try APNGReader(bytes, limits: limits)
      let extent = PictureExtent(
        width: reader.width, height: reader.height, frames: reader.frameCount,
        storage: reader.isStill ? .still : .frames)
      return (reader.isStill ? .png(bytes) : .animation(bytes), extent)
    } catch {
      throw .content(path: path, reason: "\(error)")
    }
  }

  /// Decodes it; what only reading tells is taken from `budget` on the way.
  func decoded(_ budget: ComparisonBudget) throws -> DiffInput {
    do {
      switch content {
      case .png(let bytes):
        let image = try PNGImage(png: bytes, limits: limits)
        let straight = StraightImage(
          width: image.width, height: image.height, straight: image.bytes)
        return DiffInput(path: path, kind: .picture(straight ?? StraightImage(image.premultiplied)))
      case .animation(let bytes):
        let source = try AnimationSource(bytes, path, limits)
        var list = FrameList(extent, budget)
        while let frame = try source.next() {
          // A GIF does not say how many there are.
          if extent.frames == 0 { try budget.take(extent.workOfFrame, of: .work) }
          try list.add(frame.pixels(), for: frame.seconds ?? 0)
        }
        return try footage(list.sequence)
      case .folder(let folder): return try footage(folder.sequence())
      }
    } catch let error as PNGError {
      throw DiffInputError.content(path: path, reason: "\(error)")
    } catch FootageError.content(let path, let reason), FootageError.frame(_, let path, let reason)
    {
      throw DiffInputError.content(path: path, reason: reason)
    }
  }

  private func footage(_ sequence: FrameSequence?) throws(DiffInputError) -> DiffInput {
    guard let sequence else { throw .content(path: path, reason: "it has no frames") }
    return DiffInput(path: path, kind: .footage(sequence))
  }
}

extension PictureFormat {
  /// What the name says, for files whose beginning is damaged; nil if it is none that is read.
  fileprivate init?(ofName path: String) {
    let name = path.lowercased()
    if [".png", ".apng"].contains(where: name.hasSuffix) {
      self = .png
    } else if name.hasSuffix(".gif") {
      self = .gif
    } else {
      return nil
    }
  }

  /// The message for a file of another format.
  fileprivate func refusal(of path: String) -> String {
    switch self {
    case .png: return "\(PNGError.notPNG)"
    case .gif: return "\(GIFError.notGIF)"
    default:
      // Of a revision there is no file to convert.
      let isFile = if case .file = SceneAddress(path) { true } else { false }
      let command = isFile ? conversion(of: path, isMoving: true) : nil
      return "it is \(self); comparisons read PNG, APNG and GIF"
        + (command.map { "; convert it: \($0)" } ?? "")
    }
  }
}
