import Codecs
import Formatting
import Glibc

/// An MP4 on its way: `ffmpeg` encodes the Y4M stream that is written, into a file beside its place.
struct VideoFile: OutputPlace {
  private var file: OutputFile
  private let shown: String
  private var encoder: FFmpeg
  private let input: FileHandle
  private var isEncoding = true
  private(set) var byteCount = 0

  /// Begins to write `file`, which errors call `shown`.
  ///
  /// ffmpeg gets the file as its descriptor 3: no name of a scene or a file is in its arguments, and
  /// once the file is removed, it cannot make it anew.
  init(_ file: OutputFile, as shown: String, _ quality: Quality) throws {
    guard case .lossy(let quality) = quality else { throw VideoError.lossless }
    guard let output = file.draftHandle else { throw FileError(.write, shown, .notRegular) }
    let (reading, writing) = try FileHandle.pipe()
    defer { reading.close() }
    do {
      encoder = try FFmpeg(Self.words(quality), streams: [reading, nil, output])
    } catch {
      writing.close()
      throw error
    }
    writing.widen()
    writing.makeNonblocking()
    (self.file, self.shown, input) = (file, shown, writing)
  }

  /// The command line for a quality from 0 to 100.
  private static func words(_ quality: Int) -> [String] {
    // x264's rate factor, from 51, the worst: 18 for a quality of 90, about its default of 23 for 75.
    let factor = NumberFormat.rounded(51 - Double(quality) * 33 / 90, decimals: 2)
    return [
      "-v", "error", "-xerror", "-y",
      "-protocol_whitelist", "pipe", "-f", "yuv4mpegpipe", "-i", "pipe:0",
      // The head of the stream cannot say that its colours are BT.709.
      "-vf",
      "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,format=yuv420p",
      "-color_range", "tv", "-color_primaries", "bt709", "-color_trc", "bt709",
      "-colorspace", "bt709",
      "-c:v", "libx264", "-preset", "medium", "-crf", factor,
      // As many threads on every machine, for the bytes depend on it.
      "-threads", "4", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1",
      // Each frame makes the file larger, which is how it is seen to go on.
      "-flush_packets", "1",
      "-movflags", "+faststart", "-protocol_whitelist", "file", "-f", "mp4",
      "file:/proc/self/fd/3",
    ]
  }

  mutating func write(_ output: SinkOutput) throws {
    guard case .bytes(let bytes) = output else { return }
    var rest = bytes[...]
    do throws(FileError) {
      while !rest.isEmpty, !encoder.isStalled {
        let count = try input.writeSome(rest, waiting: 100)
        encoder.note(count > 0 ? nil : 100, file.draftHandle)
        rest = rest.dropFirst(count)
      }
    } catch {
      // Where the pipe is closed, ffmpeg has ended and perhaps says why.
      guard error.isBrokenPipe else { throw error }
    }
    if !rest.isEmpty { throw end() ?? .failed(path: shown, reason: Self.noMP4) }
  }

  mutating func flush() throws {
    if let failure = end() { throw failure }
    byteCount = file.draftHandle?.size ?? 0
    try file.flush()
  }

  mutating func commit() throws { try file.commit() }

  mutating func abandon() {
    if isEncoding { encoder.kill() }
    _ = end()
    file.abandon()
  }

  /// Lets ffmpeg come to its end; returns the error if it failed.
  private mutating func end() -> VideoError? {
    guard isEncoding else { return nil }
    isEncoding = false
    input.close()
    // On a full disk, ffmpeg says so and ends with 0.
    let reason = encoder.end(writing: file.draftHandle) { _, lines in
      lines.last { $0 != "Conversion failed!" }
    }
    return reason != nil || !isMP4 ? .failed(path: shown, reason: reason ?? Self.noMP4) : nil
  }

  private static let noMP4 = "ffmpeg ended with code 0 without a whole MP4"

  /// Whether the file begins as an MP4 does.
  private var isMP4: Bool {
    guard let head = try? file.draftHandle?.read(at: 4..<8) else { return false }
    return head == Array("ftyp".utf8)
  }
}

/// Why a video was not written, or not read.
public enum VideoError: Error, Hashable, Sendable {
  /// The system does not start ffmpeg: its number of an error.
  case notStarted(code: Int32)
  /// ffmpeg has failed; the reason has it as its subject.
  case failed(path: String, reason: String)
  /// Lossless was asked for; players do not show lossless H.264.
  case lossless
  /// How many bytes it has is known only when it is written.
  case unknownSize

  /// Whether there is no ffmpeg.
  public var isAboutMissing: Bool {
    if case .notStarted(let code) = self { code == ENOENT } else { false }
  }
}

extension VideoError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .notStarted(let code):
      isAboutMissing
        ? "a video needs the program ffmpeg, which is not on the PATH"
        : "cannot run ffmpeg: \(FileError.sentence(of: code))"
    case .failed(let path, let reason): "cannot write \"\(path)\": \(reason)"
    case .lossless: "MP4 has no lossless quality; use a number from 0 to 100"
    case .unknownSize: "--max-bytes does not apply to MP4"
    }
  }
}
