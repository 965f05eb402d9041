import Codecs
public import ImageDiff
import Pixels
public import RenderTransition
public import SceneFormat

/// One side of a comparison: a picture, an animation, or a scene.
public struct DiffInput: Sendable {
  /// What it is.
  public enum Kind: Sendable {
    /// A picture that does not move.
    case picture(StraightImage)
    /// Frames in a file or a folder.
    case footage(FrameSequence)
    /// A scene, and its frames at a rate.
    case scene(Animation, FrameSequence, fps: Double)
  }

  /// As the user wrote it.
  public let path: String
  /// What it is.
  public let kind: Kind

  /// Its frames; one for a picture.
  public var sequence: FrameSequence {
    switch kind {
    case .picture(let image): FrameSequence(still: image.premultiplied)
    case .footage(let sequence), .scene(_, let sequence, _): sequence
    }
  }

  /// The number of columns.
  public var width: Int {
    switch kind {
    case .picture(let image): image.width
    case .footage(let sequence), .scene(_, let sequence, _): sequence.width
    }
  }

  /// The number of rows.
  public var height: Int {
    switch kind {
    case .picture(let image): image.height
    case .footage(let sequence), .scene(_, let sequence, _): sequence.height
    }
  }

  /// The scene, if it is one.
  public var animation: Animation? {
    if case .scene(let animation, _, _) = kind { animation } else { nil }
  }
}

/// How an input is read.
public struct DiffInputOptions: Hashable, Sendable {
  /// Frames per second of scenes, instead of their own, and of folders that do not say.
  public var fps: Double?
  /// Pixels per point of scenes, instead of their own.
  public var scale: Double?
  /// The folder that no asset may lie outside of.
  public var assetRoot: String?
  /// What scenes and files may ask for.
  public var limits = Limits()
  /// Frames that are worked on side by side.
  public var jobs: Int?

  /// Everything as the scenes say.
  public init() {}

  var imageLimits: ImageLimits {
    ImageLimits(
      fileBytes: limits.count(.imageBytes), pixels: limits.count(.imagePixels),
      frames: limits.count(.frames))
  }
}

/// Why an input cannot be read.
public enum DiffInputError: Error, Sendable, CustomStringConvertible {
  /// The file or the folder cannot be read.
  case file(FileError)
  /// It is a scene that cannot be rendered.
  case scene(LoadFailure, path: String)
  /// It is no picture, or a damaged one: a sentence.
  case content(path: String, reason: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .scene(let failure, _): failure.description
    case .content(let path, let reason): "cannot read \"\(path)\": \(reason)"
    }
  }
}

extension DiffInput {
  /// Reads what `path` names: a PNG, an APNG, a GIF, a folder of frames, a scene, or a file of a
  /// revision as `git:REV:path`.
  public init(at path: String, options: DiffInputOptions = DiffInputOptions()) async throws {
    if let recorded = try Self.recorded(at: path, options) {
      self = recorded
    } else {
      self = try await Self.scene(at: path, options)
    }
  }

  /// Reads two inputs; files are decoded side by side.
  public static func both(
    _ expected: String, _ actual: String, options: DiffInputOptions = DiffInputOptions()
  ) async throws -> (expected: DiffInput, actual: DiffInput) {
    let paths = [expected, actual]
    let recorded = try await FramePump(jobs: min(2, Threads.usualJobs)).inOrder(2) { index in
      try Self.recorded(at: paths[index], options)
    }
    // A scene keeps all cores busy by itself.
    var inputs: [DiffInput] = []
    for (path, input) in zip(paths, recorded) {
      if let input {
        inputs.append(input)
      } else {
        inputs.append(try await scene(at: path, options))
      }
    }
    return (inputs[0], inputs[1])
  }

  /// Reads a file or a folder of pictures; nil for a scene.
  private static func recorded(at path: String, _ options: DiffInputOptions) throws -> DiffInput? {
    let bytes: [UInt8]
    do {
      switch SceneAddress(path) {
      case .file:
        if FileStatus(path)?.isFolder == true { return try frames(in: path, options) }
        bytes = try TextFile.read(path, limit: options.imageLimits.fileBytes)
      case .revision(let revision, let inside):
        // Others are scenes, which are not read twice.
        guard PictureFormat(ofName: inside) != nil else { return nil }
        let folder = try RevisionFolder(of: inside, inRevision: revision, shownAs: path)
        bytes = try folder.readFile(limit: options.imageLimits.fileBytes, shownAs: path)
      case .standardInput, .stream: return nil
      }
    } catch let error as FileError {
      throw DiffInputError.file(error)
    }
    guard let format = PictureFormat(of: bytes) ?? PictureFormat(ofName: path) else { return nil }
    guard !bytes.isEmpty else {
      throw DiffInputError.content(path: path, reason: "\(format.refusal): it is empty")
    }
    switch format {
    case .png: return try Self.png(bytes, path, options)
    case .gif: return try Self.gif(bytes, path, options)
    }
  }

  private static func frames(in path: String, _ options: DiffInputOptions) throws -> DiffInput {
    let folder = PictureFolder(path: path, limits: options.imageLimits)
    let sequence = try folder.sequence(fps: options.fps ?? PictureFolder.usualRate)
    return DiffInput(path: path, kind: .footage(sequence))
  }

  private static func png(
    _ bytes: [UInt8], _ path: String, _ options: DiffInputOptions
  ) throws -> DiffInput {
    let list: FrameList
    do throws(PNGError) {
      let reader = try APNGReader(bytes, limits: options.imageLimits)
      guard !reader.isStill else {
        let image = try PNGImage(png: bytes, limits: options.imageLimits)
        return picture(image, path)
      }
      list = try Self.list(reader, options.limits)
    } catch {
      throw DiffInputError.content(path: path, reason: "\(error)")
    }
    return try footage(list, path)
  }

  private static func list(
    _ reader: APNGReader, _ limits: Limits
  ) throws(PNGError) -> FrameList {
    var reader = reader
    var list = FrameList(width: reader.width, height: reader.height, limits: limits)
    while let frame = try reader.nextFrame() {
      guard list.add(frame.pixels, for: frame.delaySeconds) else { break }
    }
    return list
  }

  private static func picture(_ image: PNGImage, _ path: String) -> DiffInput {
    let straight = StraightImage(width: image.width, height: image.height, straight: image.bytes)
    return DiffInput(path: path, kind: .picture(straight ?? StraightImage(image.premultiplied)))
  }

  private static func gif(
    _ bytes: [UInt8], _ path: String, _ options: DiffInputOptions
  ) throws -> DiffInput {
    var list: FrameList
    do throws(GIFError) {
      var reader = try GIFReader(bytes, limits: options.imageLimits)
      list = FrameList(width: reader.width, height: reader.height, limits: options.limits)
      while let frame = try reader.next() {
        guard list.add(frame.pixels, for: Double(frame.delayCentiseconds) / 100) else { break }
      }
    } catch {
      throw DiffInputError.content(path: path, reason: "\(error)")
    }
    return try footage(list, path)
  }

  private static func footage(_ list: FrameList, _ path: String) throws -> DiffInput {
    try Task.checkCancellation()
    guard !list.isFull else {
      throw DiffInputError.content(
        path: path, reason: "its frames take more memory than --limit-memory lets them")
    }
    guard let sequence = list.sequence else {
      throw DiffInputError.content(path: path, reason: "it has no frames")
    }
    return DiffInput(path: path, kind: .footage(sequence))
  }

  private static func scene(
    at path: String, _ options: DiffInputOptions
  ) async throws -> DiffInput {
    let animation: Animation
    do throws(LoadFailure) {
      animation = try Animation(
        at: SceneAddress(path), scale: options.scale, assetRoot: options.assetRoot,
        limits: options.limits)
    } catch {
      throw DiffInputError.scene(error, path: path)
    }
    let sequence = try await animation.sequence(fps: options.fps, jobs: options.jobs)
    let fps = options.fps ?? animation.scene.output.fps
    return DiffInput(path: path, kind: .scene(animation, sequence, fps: fps))
  }
}

/// What a picture's file is.
private enum PictureFormat {
  case png, gif

  /// What the first bytes say; nil if they are no picture's.
  init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: "GIF8".utf8) {
      self = .gif
    } else {
      return nil
    }
  }

  /// What the name says, for files whose beginning is damaged; nil if it is no picture's.
  init?(ofName path: String) {
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
  var refusal: String {
    switch self {
    case .png: "\(PNGError.notPNG)"
    case .gif: "\(GIFError.notGIF)"
    }
  }
}
