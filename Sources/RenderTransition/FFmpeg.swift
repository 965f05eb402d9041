import Glibc

/// A run of the program `ffmpeg`, of which what it says is kept.
struct FFmpeg {
  private let process: ChildProcess
  private let messages: FileHandle
  private var timer = StallTimer()

  /// Starts it with these words behind its name, and with `streams` as its descriptors 0, 1, 3, 4.
  init(_ words: [String], streams: [FileHandle?]) throws {
    messages = try FileHandle.inMemory()
    let streams = streams.prefix(2) + [messages] + streams.dropFirst(2)
    do throws(ChildProcess.StartError) {
      process = try ChildProcess(
        ["ffmpeg", "-nostdin", "-hide_banner"] + words, streams: Array(streams))
    } catch {
      messages.close()
      throw VideoError.notStarted(code: error.code)
    }
  }

  /// Whether it made no progress for too long.
  var isStalled: Bool { timer.isOver }

  /// Adds a wait in milliseconds, nil for a byte that was taken; `file` is what it writes.
  mutating func note(_ wait: Int?, _ file: FileHandle? = nil) { timer.note(wait, file) }

  /// Ends it; `end` is still to be called.
  func kill() { process.kill() }

  /// Waits for its end, once, while `file` grows; `message` chooses what is said of a failure.
  mutating func end(
    writing file: FileHandle? = nil, message: (_ code: Int32, _ lines: [Substring]) -> Substring?
  ) -> Ending {
    while !process.hasEnded(within: 5), !timer.isOver { timer.note(5, file) }
    if timer.isOver { process.kill() }
    let code = process.wait()
    defer { messages.close() }
    if timer.isOver { return .stalled(seconds: timer.limitSeconds) }
    let size = messages.size
    let last = message(code, lines(max(0, size - 1 << 16)..<size))
    return .ended(code: code, message: last.map { String($0.prefix(300)) })
  }

  /// The lines of what it has said so far, from its first bytes on.
  var firstLines: [Substring] { lines(0..<1 << 20) }

  private func lines(_ place: Range<Int>) -> [Substring] {
    let said = (try? messages.read(at: place)) ?? []
    return String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// How it came to its end.
  enum Ending: Hashable, Sendable {
    /// With an exit code, or with 128 and a signal's number.
    case ended(code: Int32, message: String?)
    /// It had neither taken nor given a byte for so long.
    case stalled(seconds: Int)
  }
}

extension FFmpeg.Ending: CustomStringConvertible {
  /// A sentence with ffmpeg as its subject.
  var description: String {
    switch self {
    case .ended(_, let message?): "ffmpeg says: \(message)"
    case .ended(let code, _) where code > 128: "ffmpeg was ended by signal \(code - 128)"
    case .ended(let code, _): "ffmpeg ended with code \(code)"
    case .stalled(let seconds): "ffmpeg made no progress for \(seconds) s"
    }
  }
}

/// How long a program has been waited for without taking or giving a byte.
///
/// The waits are added up, so that the time in which this program does something else, or is
/// stopped, does not count.
struct StallTimer {
  let limitSeconds: Int
  private var milliseconds = 0
  private var fileSize = 0

  init() {
    let told = unsafe getenv("RT_STALL_SECONDS").flatMap { unsafe Int(String(cString: $0)) }
    limitSeconds = min(max(1, told ?? 60), 1 << 30)
  }

  var isOver: Bool { milliseconds >= limitSeconds * 1000 }

  /// Adds a wait in milliseconds, nil for a byte that was taken; `file` is what grows meanwhile.
  mutating func note(_ wait: Int?, _ file: FileHandle? = nil) {
    let size = file?.size ?? 0
    milliseconds = size == fileSize ? wait.map { milliseconds + $0 } ?? 0 : 0
    fileSize = size
  }
}
