public import Codecs
import Formatting
package import Pixels
public import SceneFormat

/// An input of frames: files, a folder, or a stream.
public struct FootageInput: Hashable, Sendable {
  /// Several pictures; or a folder of pictures, an animation, a video, a Y4M file; or `-`.
  public var paths: [String]
  /// The sides of raw RGBA frames, of which nothing else tells.
  public var size: Size?
  /// The colours of Y4M, those that players take for its size unless given; or of a video, those that
  /// it says unless given.
  public var matrix: YUVMatrix?
  /// What is decoded of a video's frames; all of them unless given.
  package var window: VideoWindow?

  /// The frames that are named by paths.
  public init(_ paths: [String], size: Size? = nil, matrix: YUVMatrix? = nil) {
    (self.paths, self.size, self.matrix) = (paths, size, matrix)
  }

  /// A width and a height.
  public struct Size: Hashable, Sendable {
    var width, height: Int

    /// Reads `WIDTHxHEIGHT`.
    public init?(_ text: String) {
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        (1...65_535).contains(width), (1...65_535).contains(height)
      else { return nil }
      (self.width, self.height) = (width, height)
    }
  }
}

/// A part of a video's frames, and the size that it is scaled to.
///
/// `ffmpeg` does both, which is much faster than whole frames and `AreaScaling`; its rounding differs.
package struct VideoWindow: Hashable, Sendable {
  var crop: PixelRect
  var width, height: Int

  package init(_ crop: PixelRect, width: Int, height: Int) {
    (self.crop, self.width, self.height) = (crop, width, height)
  }
}

extension Footage {
  /// Reads the frames that `input` names.
  public init(
    at input: FootageInput, options: FootageOptions = FootageOptions(), limits: Limits = Limits(),
    onFrame: (_ count: Int) -> Void = { _ in }
  ) async throws {
    // An existential is opened by handing it on.
    func read(_ source: consuming some FrameSource) throws -> Footage {
      try Footage(source, input.paths.compactMap(Folder.realPath), options, limits, onFrame)
    }
    self = try Self.reading(limits) { try read(Self.source(input, $0)) }
  }

  /// What `body` reads of sources within limits; its errors are a `FootageError`.
  package static func reading<Value>(
    _ limits: Limits, _ body: (ImageLimits) throws -> Value
  ) throws -> Value {
    do {
      return try body(
        ImageLimits(
          fileBytes: limits.count(.imageBytes), pixels: limits.count(.imagePixels), frames: .max))
    } catch let error as FileError where error.action == .read {
      if case .tooLarge = error.reason {
        throw FootageError.limit(.imageBytes, allowed: limits[.imageBytes])
      }
      throw FootageError.file(error)
    }
  }

  /// Whether the file at `path` is a video, or is called like one.
  package static func isVideo(_ path: String) -> Bool {
    guard case .file = SceneAddress(path) else { return false }
    let head = (try? FileHandle.reading(path)).flatMap { file in
      defer { file.close() }
      return try? file.readHead(PictureFormat.headCount)
    }
    if let format = head.flatMap({ PictureFormat($0) }) {
      return VideoSource.formats.contains(format)
    }
    if let head, Y4MSource.begins(head) { return false }
    return [".mov", ".mp4", ".m4v", ".webm", ".mkv"].contains(where: path.lowercased().hasSuffix)
  }

  /// The frames that `input` names, one after the other.
  package static func source(
    _ input: FootageInput, _ limits: ImageLimits
  ) throws -> any FrameSource {
    guard input.paths.count == 1, let path = input.paths.first else {
      let folders = try input.paths.filter { try FileStatus($0)?.isFolder == true }
      if let folder = folders.first {
        throw FootageError.content(folder, reason: "a folder of frames is an input by itself")
      }
      if input.paths.contains("-") {
        throw FootageError.content("standard input", reason: "it is an input by itself")
      }
      return PictureSource(input.paths.map { ListedFrame(path: $0) }, limits)
    }
    switch SceneAddress(path) {
    case .standardInput: return try source(.standardInput, "standard input", input, limits)
    case .stream:
      return try source(FileHandle.readingStream(path), path, input, limits)
    case .revision: throw FootageError.content(path, reason: "frames are not read from revisions")
    case .file:
      if try FileStatus(path)?.isFolder == true {
        return PictureSource(try FrameListing.frames(in: path, limits), limits)
      }
      return try source(FileHandle.reading(path), path, input, limits)
    }
  }

  /// What `handle` reads, by its first bytes.
  private static func source(
    _ handle: FileHandle, _ name: String, _ input: FootageInput, _ limits: ImageLimits
  ) throws -> any FrameSource {
    let head = try handle.readHead(PictureFormat.headCount)
    if Y4MSource.begins(head) {
      return try Y4MSource(
        ByteStream(handle, ahead: head), name, matrix: input.matrix, limits)
    }
    let format = PictureFormat(head)
    if let format, AnimationSource.formats.contains(format) {
      defer { handle.close() }
      let rest = try handle.readAll(limit: max(0, limits.fileBytes - head.count))
      return try AnimationSource(head + rest, format, name, limits)
    }
    if let format, VideoSource.formats.contains(format) {
      return try VideoSource(handle, format, name, input, limits)
    }
    if let size = input.size {
      guard size.width <= limits.pixels / size.height else {
        throw FootageError.limit(.imagePixels, allowed: Double(limits.pixels))
      }
      return RGBASource(
        ByteStream(handle, ahead: head), name, width: size.width, height: size.height)
    }
    throw FootageError.content(name, reason: refusal(head, format, name))
  }

  /// Why a file is not read as frames, and what helps.
  private static func refusal(
    _ head: [UInt8], _ format: PictureFormat?, _ name: String
  ) -> String {
    switch format {
    case let format?:
      format.refusal(of: name, because: "encode reads PNG, JPEG, WebP, APNG, GIF, Y4M and videos")
    case nil where head.isEmpty && name == "standard input":
      "it is empty; if ffmpeg should have written it, see its message, or add "
        + "\"-pix_fmt yuv444p\" to it"
    case nil where head.isEmpty: "it is empty"
    case nil: "it is no PNG, JPEG, WebP, APNG, GIF or video; bare RGBA needs --size and --fps"
    }
  }
}
