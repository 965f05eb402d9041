import Codecs
import Formatting
import Glibc

/// An MP4 on its way: `ffmpeg` encodes the Y4M stream that is written, into a file beside its place.
struct VideoFile: OutputPlace {
  private var file: OutputFile
  private let shown: String
  private let encoder: ChildProcess
  private let input: FileHandle
  private let messages: FileHandle
  private var isEncoding = true
  private(set) var byteCount = 0

  /// Begins to write `file`, which errors call `shown`.
  ///
  /// ffmpeg gets the file as its descriptor 3: no name of a scene or a file is in its arguments, and
  /// once the file is removed, it cannot make it anew.
  init(_ file: OutputFile, as shown: String, _ quality: Quality) throws {
    guard case .lossy(let quality) = quality else { throw VideoError.lossless }
    guard let output = file.draftHandle else { throw FileError(.write, shown, .notRegular) }
    let messages = try FileHandle.inMemory()
    let (reading, writing) = try FileHandle.pipe()
    defer { reading.close() }
    do throws(ChildProcess.StartError) {
      encoder = try ChildProcess(
        Self.words(quality), streams: [reading, nil, messages, output])
    } catch {
      for handle in [messages, writing] { handle.close() }
      throw VideoError.notStarted(code: error.code)
    }
    writing.widen()
    (self.file, self.shown, input, self.messages) = (file, shown, writing, messages)
  }

  /// The command line for a quality from 0 to 100.
  private static func words(_ quality: Int) -> [String] {
    // x264's rate factor, from 51, the worst: 18 for a quality of 90, about its default of 23 for 75.
    let factor = NumberFormat.rounded(51 - Double(quality) * 33 / 90, decimals: 2)
    return [
      "ffmpeg", "-nostdin", "-hide_banner", "-v", "error", "-xerror", "-y",
      "-protocol_whitelist", "pipe", "-f", "yuv4mpegpipe", "-i", "pipe:0",
      // The head of the stream cannot say that its colours are BT.709.
      "-vf",
      "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,format=yuv420p",
      "-color_range", "tv", "-color_primaries", "bt709", "-color_trc", "bt709",
      "-colorspace", "bt709",
      "-c:v", "libx264", "-preset", "medium", "-crf", factor,
      // As many threads on every machine, for the bytes depend on it.
      "-threads", "4", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1",
      "-movflags", "+faststart", "-protocol_whitelist", "file", "-f", "mp4",
      "file:/proc/self/fd/3",
    ]
  }

  mutating func write(_ output: SinkOutput) throws {
    guard case .bytes(let bytes) = output else { return }
    do throws(FileError) {
      try input.write(bytes)
    } catch {
      // Where the pipe is closed, ffmpeg has ended and says why.
      if error.isBrokenPipe, let failure = end() { throw failure }
      throw error
    }
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
    let code = encoder.wait()
    defer { messages.close() }
    messages.rewind()
    let said = (try? messages.readHead(1 << 16)) ?? []
    let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
    let last = lines.last { $0 != "Conversion failed!" }
    // On a full disk, ffmpeg says so and ends with 0.
    guard code != 0 || last != nil else { return nil }
    return .failed(path: shown, code: code, message: last.map { String($0.prefix(300)) })
  }
}

/// Why an MP4 was not written.
public enum VideoError: Error, Hashable, Sendable {
  /// The system does not start ffmpeg: its number of an error.
  case notStarted(code: Int32)
  /// ffmpeg has ended with an exit code, or with 128 and a signal's number.
  case failed(path: String, code: Int32, message: String?)
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
        ? "an MP4 needs the program ffmpeg, which is not on the PATH"
        : "cannot run ffmpeg: \(FileError.sentence(of: code))"
    case .failed(let path, let code, let message):
      "cannot write \"\(path)\": ffmpeg "
        + (message.map { "says: \($0)" }
          ?? (code > 128 ? "was ended by signal \(code - 128)" : "ended with code \(code)"))
    case .lossless: "MP4 has no lossless quality; use a number from 0 to 100"
    case .unknownSize: "--max-bytes does not apply to MP4"
    }
  }
}
