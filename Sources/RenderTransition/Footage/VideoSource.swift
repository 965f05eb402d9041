package import Codecs
import Glibc
import Pixels
import SceneFormat

/// The frames of an MP4, a MOV, a WebM or an MKV, upright and with their own times, as `ffmpeg`
/// decodes them.
package struct VideoSource: FrameSource {
  /// What is decoded.
  package static let formats: [PictureFormat] = [.mp4, .matroska]

  /// Recordings of games may have 120 or 240.
  package var mostFPS: Double { 60 }

  private let decoder: VideoDecoder
  private var video: Y4MSource
  private var times: VideoTimes
  /// Frames of which it is not known yet how long they show.
  private var waiting: [SourceFrame] = []
  /// Whether all frames have been read.
  private var isWhole = false

  /// Begins to decode `file`, which errors call `name`, and closes it.
  init(
    _ file: FileHandle, _ format: PictureFormat, _ name: String, _ input: FootageInput,
    _ limits: ImageLimits
  ) throws {
    defer { file.close() }
    guard !file.isPipe else {
      throw FootageError.content(
        name, reason: "it is \(format), which is not read from a pipe: name the file")
    }
    let decoder = try VideoDecoder(file, format, name, input, limits)
    self.decoder = decoder
    times = VideoTimes(decoder.times)
    video = try decoder.checked { try Y4MSource(decoder.frames, name, matrix: .bt709, limits) }
    try decoder.checkRange()
  }

  package mutating func next() throws -> SourceFrame? {
    let decoder = decoder
    return try decoder.checked {
      // ffmpeg lists the time of a frame some time after it has written the frame.
      while !isWhole || !waiting.isEmpty {
        if var frame = waiting.first, let seconds = try times.next(isWhole: isWhole) {
          waiting.removeFirst()
          frame.seconds = seconds
          // Of two frames at one time the later one shows.
          if seconds > 0 { return frame }
        } else if isWhole {
          throw decoder.failure("ffmpeg listed fewer times than frames")
        } else if let frame = try video.next() {
          waiting.append(frame)
        } else {
          try decoder.checkEnd()
          isWhole = true
        }
      }
      return nil
    }
  }
}

/// An `ffmpeg` that decodes one file; ended when it is no longer used.
private final class VideoDecoder {
  /// The frames as Y4M, and the list of their times.
  let frames, times: ByteStream
  private let name: String
  private let mostPixels: Int
  private var program: FFmpeg
  private var isRunning = true

  /// ffmpeg gets the file as its descriptor 3: no name is in its arguments, and the format is given, so
  /// that a list of other files is not taken for a video.
  init(
    _ file: FileHandle, _ format: PictureFormat, _ name: String, _ input: FootageInput,
    _ limits: ImageLimits
  ) throws {
    (self.name, mostPixels) = (name, limits.pixels)
    let (video, list) = (try FileHandle.pipe(), try FileHandle.pipe())
    let timer = StallTimer()
    frames = ByteStream(video.reading, timer: timer)
    times = ByteStream(list.reading, timer: timer)
    defer { for end in [video.writing, list.writing] { end.close() } }
    video.writing.widen()
    program = try FFmpeg(
      Self.words(format, input, pixels: mostPixels),
      streams: [nil, video.writing, file, list.writing])
  }

  deinit {
    guard isRunning else { return }
    program.kill()
    _ = end()
  }

  private static func words(
    _ format: PictureFormat, _ input: FootageInput, pixels: Int
  ) -> [String] {
    // Where the unit of times is left to ffmpeg, frames that come at no constant rate have equal ones.
    let frames = [
      "-map", "0:v:0", "-an", "-sn", "-dn", "-fps_mode", "passthrough",
      "-enc_time_base", "1/1000000000",
    ]
    let matrix = input.matrix.map { "in_color_matrix=\($0.rawValue):" } ?? ""
    var (crop, size, filter) = ("", "", "")
    if let window = input.window {
      let area = window.crop
      crop = "crop=\(area.width):\(area.height):\(area.x):\(area.y):exact=1,"
      (size, filter) = ("\(window.width):\(window.height):", "area+")
    }
    return [
      // What is said of the input tells its range of light.
      "-v", "level+info", "-nostats", "-xerror", "-protocol_whitelist", "file",
      "-codec_whitelist", "h264,hevc,vp8,vp9,av1,libdav1d,mpeg4,prores,mjpeg,png",
      "-max_pixels", "\(pixels)", "-threads", "4",
      "-f", format == .mp4 ? "mov" : "matroska", "-i", "file:/proc/self/fd/3",
    ] + frames + [
      // With these flags, the bytes are the same with and without SIMD.
      "-vf",
      "\(crop)scale=\(size)\(matrix)out_color_matrix=bt709:out_range=tv"
        + ":flags=\(filter)bitexact+accurate_rnd+full_chroma_int,format=yuv444p",
      "-strict", "-1", "-f", "yuv4mpegpipe", "pipe:1",
    ] + frames + ["-flush_packets", "1", "-f", "framecrc", "pipe:4"]
  }

  /// What `body` reads; where it fails because ffmpeg does, the error says why.
  func checked<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as FileError where error.reason == .system(ETIMEDOUT) {
      throw failure(StallTimer().sentence)
    } catch {
      if isRunning, frames.isAtEnd { try checkEnd() }
      throw error
    }
  }

  /// Throws for a video of high dynamic range.
  func checkRange() throws {
    let streams = program.firstLines.filter { $0.contains(": Video: ") }
    for (word, range) in [("smpte2084", "PQ"), ("arib-std-b67", "HLG")]
    where streams.contains(where: { $0.contains(word) }) {
      throw failure(
        "its colours are of high dynamic range (\(range)), which is not read; export it in SDR")
    }
  }

  /// Throws if ffmpeg does not come to the end of the file.
  func checkEnd() throws {
    if let reason = end() { throw failure(reason) }
  }

  func failure(_ reason: String) -> FootageError {
    reason.contains(Self.tooLarge)
      ? .limit(.imagePixels, allowed: Double(mostPixels)) : .content(name, reason: reason)
  }

  /// What ffmpeg says of a picture of more than the pixels that are allowed.
  private static let tooLarge = "exceeds specified max pixel count"

  /// Waits for ffmpeg's end; returns why it failed, or nil.
  private func end() -> String? {
    isRunning = false
    return program.end { code, lines in
      let errors = lines.filter { $0.contains("[error] ") || $0.contains("[fatal] ") }
      if lines.contains(where: { $0.contains("Unrecognized option") }) {
        return "it is older than 5.1, which is needed"
      }
      // Of a Matroska that is cut off, it says so and ends with 0.
      let told = code == 0 ? "File ended prematurely" : Self.tooLarge
      let last = errors.last { $0.contains(told) } ?? (code == 0 ? nil : errors.last)
      // Behind its level, what says it, and the file.
      return last?.split(separator: "] ").last?.split(separator: "/proc/self/fd/3: ").last
    }
  }
}

/// How long frames show, as ffmpeg's `framecrc` lists their beginnings.
private struct VideoTimes {
  private let list: ByteStream
  private var rows: [Row] = []
  /// When the next frame begins, since the first one.
  private var elapsed = 0.0
  private var origin: Double?

  /// When a frame begins, and how long frames of the video usually show, in seconds.
  private struct Row {
    let start, usual: Double

    /// Reads a line; nil for one of the head.
    init?(_ line: String) {
      let words = line.split { $0 == "," || $0 == " " }
      guard words.count > 3, let start = Double(words[2]), let length = Double(words[3]) else {
        return nil
      }
      // A rate has five decimals at most.
      let rate = (1e14 / max(1, length)).rounded() / 1e5
      (self.start, usual) = (start / 1e9, 1 / max(rate, 1e-5))
    }
  }

  init(_ list: ByteStream) { self.list = list }

  /// How long the next frame shows, in seconds; nil if it is not known, or where the list `isWhole`, if
  /// there is none.
  mutating func next(isWhole: Bool) throws -> Double? {
    while rows.count < 2, isWhole || list.hasBytes, let line = try list.line(atMost: 1024) {
      if let row = Row(line) { rows.append(row) }
    }
    guard let row = rows.first, rows.count > 1 || isWhole else { return nil }
    rows.removeFirst()
    let first = origin ?? row.start
    origin = first
    guard let following = rows.first else { return row.usual }
    let exact = max(0, following.start - first - elapsed)
    // Matroska has whole milliseconds.
    let seconds = (exact - row.usual).magnitude < 0.001_1 ? row.usual : exact
    elapsed += seconds
    return seconds
  }
}
