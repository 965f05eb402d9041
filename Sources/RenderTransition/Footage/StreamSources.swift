import Codecs
import Glibc
import Pixels

/// The bytes of a pipe or a file, read in pieces of a known length; closed when it is no longer used.
final class ByteStream {
  private let handle: FileHandle
  private var ahead: ArraySlice<UInt8>
  private var timer: StallTimer?
  /// Whether its end has been read.
  private(set) var isAtEnd = false

  /// Reads `handle`, of which some bytes have been read already; fails once no byte has come for the
  /// time of `timer`.
  init(_ handle: FileHandle, ahead: [UInt8] = [], timer: StallTimer? = nil) {
    (self.handle, self.ahead, self.timer) = (handle, ahead[...], timer)
  }

  deinit { handle.close() }

  /// The next `count` bytes, or as many as there are.
  func read(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = Array(ahead.prefix(count))
    ahead = ahead.dropFirst(count)
    while bytes.count < count, !isAtEnd {
      try wait()
      let chunk = try handle.readSome(count - bytes.count)
      isAtEnd = chunk.isEmpty
      bytes += chunk
    }
    return bytes
  }

  /// Whether there is something to read that need not be waited for.
  var hasBytes: Bool { !isAtEnd && handle.hasBytes(within: 0) }

  private func wait() throws(FileError) {
    while timer != nil, !handle.hasBytes(within: 100) {
      timer?.note(100)
      if timer?.isOver == true { throw FileError(.read, handle.path, .system(ETIMEDOUT)) }
    }
    timer?.note(nil)
  }

  /// Reads a pipe to its end.
  func drain() throws(FileError) {
    while handle.isPipe, try !read(1 << 16).isEmpty {}
  }

  /// The next line without its end; nil at the end, or if it is longer than `limit`.
  func line(atMost limit: Int) throws(FileError) -> String? {
    var line: [UInt8] = []
    while line.count <= limit {
      guard let byte = try read(1).first else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}

/// Raw RGBA of straight alpha, one frame after the other.
struct RGBASource: FrameSource {
  private let stream: ByteStream
  private let name: String
  private let width, height: Int
  private var count = 0

  init(_ stream: ByteStream, _ name: String, width: Int, height: Int) {
    (self.stream, self.name, self.width, self.height) = (stream, name, width, height)
  }

  mutating func next() throws -> SourceFrame? {
    let (width, height) = (width, height)
    count += 1
    let bytes = try stream.read(4 * width * height)
    guard !bytes.isEmpty else { return nil }
    guard let image = StraightImage(width: width, height: height, straight: bytes) else {
      throw FootageError.frame(
        count, of: name,
        reason: "it has \(bytes.count) of the \(4 * width * height) bytes of \(width)x\(height)")
    }
    return SourceFrame { image.premultiplied }
  }

  mutating func finish() throws { try stream.drain() }
}

/// YUV4MPEG2: what `ffmpeg -f yuv4mpegpipe` writes.
struct Y4MSource: FrameSource {
  private let stream: ByteStream
  private let name: String
  private let format: Y4MFormat
  private var count = 0

  /// Whether a file is one, by its first bytes.
  static func begins(_ head: [UInt8]) -> Bool { head.starts(with: "YUV4MPEG2".utf8) }

  /// Reads the header; the colours are those of `matrix`, or of the size unless given.
  init(
    _ stream: ByteStream, _ name: String, matrix: YUVMatrix?, _ limits: ImageLimits
  ) throws {
    guard let header = try stream.line(atMost: 1024) else {
      throw FootageError.content(name, reason: "its Y4M header does not end")
    }
    format = try Y4MFormat(header, of: name, matrix: matrix, limits)
    (self.stream, self.name) = (stream, name)
  }

  mutating func next() throws -> SourceFrame? {
    count += 1
    guard let line = try stream.line(atMost: 1024) else { return nil }
    guard line == "FRAME" || line.hasPrefix("FRAME ") else {
      throw FootageError.frame(
        count, of: name, reason: "\"FRAME\" is missing in front of it")
    }
    let format = format
    let bytes = try stream.read(format.planes.byteCount)
    guard bytes.count == format.planes.byteCount else {
      throw FootageError.frame(
        count, of: name, reason: "it has \(bytes.count) of \(format.planes.byteCount) bytes")
    }
    var frame = SourceFrame(seconds: format.seconds) { format.planes.pixmap(of: bytes) }
    // A pipe does not say how its frames were compressed; nearly all videos are with loss.
    frame.isNoisy = true
    return frame
  }

  mutating func finish() throws { try stream.drain() }
}

/// What the header of a Y4M stream says.
private struct Y4MFormat {
  private(set) var planes: YUVPlanes
  /// How long a frame shows; nil if it does not say.
  private(set) var seconds: Double?

  init(
    _ header: String, of name: String, matrix: YUVMatrix?, _ limits: ImageLimits
  ) throws(FootageError) {
    func refusal(_ reason: String) -> FootageError { .content(name, reason: reason) }
    var (width, height, chroma, isFull) = (0, 0, "420jpeg", false)
    for word in header.split(separator: " ").dropFirst() {
      let value = word.dropFirst()
      switch word.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "F":
        let parts = value.split(separator: ":").compactMap { Double($0) }
        if parts.count == 2, parts[0] > 0, parts[1] > 0 { seconds = parts[1] / parts[0] }
      case "C": chroma = String(value)
      case "X": isFull = isFull || value == "COLORRANGE=FULL"
      case "I" where ["t", "b", "m"].contains(value):
        throw refusal("its frames are interlaced: add \"-vf yadif\" to ffmpeg")
      // Pixels are taken for square.
      default: break
      }
    }
    guard width > 0, height > 0, width <= 65_535, height <= 65_535 else {
      throw refusal("its Y4M header has no size")
    }
    guard width <= limits.pixels / height else {
      throw refusal("\(width) x \(height) are more pixels than the limit of \(limits.pixels)")
    }
    guard let sampling = YUVPlanes.Sampling(chroma) else {
      throw refusal(
        "its colours are \"C\(chroma)\"; C420, C422, C444 and Cmono of 8 bits are read: add "
          + "\"-pix_fmt yuv444p\" to ffmpeg")
    }
    // The usual guess where nothing is said of it.
    let usual = height >= 720 || width >= 1280 ? YUVMatrix.bt709 : .bt601
    planes = YUVPlanes(
      width: width, height: height, sampling: sampling, matrix: matrix ?? usual, isFullRange: isFull
    )
  }
}
