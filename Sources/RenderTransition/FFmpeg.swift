import Glibc

/// A running `ffmpeg`, whose standard error is kept.
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

  /// Waits for its end, once, while `file` grows; returns why it failed, or nil.
  ///
  /// `message` chooses the line of its standard error that is told; where it finds none, that is the
  /// exit code.
  mutating func end(
    writing file: FileHandle? = nil, message: (_ code: Int32, _ lines: [Substring]) -> Substring?
  ) -> String? {
    while !process.hasEnded(within: 5), !timer.isOver { timer.note(5, file) }
    if timer.isOver { process.kill() }
    let code = process.wait()
    defer { messages.close() }
    if timer.isOver { return timer.sentence }
    let size = messages.size
    if let last = message(code, lines(max(0, size - 1 << 16)..<size)) {
      return "ffmpeg says: \(last.prefix(300))"
    }
    if code > 128 { return "ffmpeg was ended by signal \(code - 128)" }
    return code == 0 ? nil : "ffmpeg ended with code \(code)"
  }

  /// The lines of what it has said so far, from its first bytes on.
  var firstLines: [Substring] { lines(0..<1 << 20) }

  private func lines(_ place: Range<Int>) -> [Substring] {
    let said = (try? messages.read(at: place)) ?? []
    return String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
  }
}

/// How long a program has been waited for without taking or giving a byte.
///
/// The waits are added up, so that the time in which this program does something else, or is
/// stopped, does not count.
struct StallTimer {
  private let limitSeconds: Int
  private var milliseconds = 0
  private var fileSize = 0

  init() {
    let told = unsafe getenv("RT_STALL_SECONDS").flatMap { unsafe Int(String(cString: $0)) }
    limitSeconds = min(max(1, told ?? 60), 1 << 30)
  }

  /// What is said of a program that took too long.
  var sentence: String { "ffmpeg made no progress for \(limitSeconds) s" }

  var isOver: Bool { milliseconds >= limitSeconds * 1000 }

  /// Adds a wait in milliseconds, nil for a byte that was taken; `file` is what grows meanwhile.
  mutating func note(_ wait: Int?, _ file: FileHandle? = nil) {
    let size = file?.size ?? 0
    milliseconds = size == fileSize ? wait.map { milliseconds + $0 } ?? 0 : 0
    fileSize = size
  }
}
