import Codecs
import Formatting
import Pixels
public import RenderTransition

/// A lock's file: read as a whole, and replaced as a whole.
public struct LockFile: Hashable, Sendable {
  /// Where it is.
  public let path: String

  /// The lock's file at `path`.
  public init(_ path: String) { self.path = path }

  /// The lock; nil if there is no file.
  ///
  /// Throws a `FileError` if it cannot be read, and a `LockError` if it is not a valid lock.
  public func read() throws -> SceneLock? {
    guard try FileStatus(path) != nil else { return nil }
    let handle = try FileHandle.reading(path)
    defer { handle.close() }
    return try LockReader.lock(try handle.readAll(limit: LockReader.byteLimit), file: path)
  }

  /// Throws if a lock cannot be there: no part of the path beneath the current folder may be a
  /// link.
  public func checkPlace() throws(FileError) { _ = try OutputTarget(beside: path) }

  /// Replaces the file by `lock`, unless they differ only in versions of the program or of libraries;
  /// returns whether it was written.
  @discardableResult
  public func replace(with lock: SceneLock) throws -> Bool {
    let target = try OutputTarget(beside: path, making: true)
    let handle = try Self.answer { () throws(FileError) in
      try FileHandle.reading(target.name, in: target.folder)
    }
    if let handle {
      defer { handle.close() }
      let bytes = try Self.answer { () throws(FileError) in
        try handle.readAll(limit: LockReader.byteLimit)
      }
      let old = bytes.flatMap { try? LockReader.lock($0, file: path) }
      if old?.isEquivalent(to: lock) == true { return false }
    }
    try TextFile.write(Array(lock.text.utf8), to: OutputFile(target, as: path))
    return true
  }

  /// What `body` gives, nil where it fails; throws where another try may succeed.
  private static func answer<Answer>(
    _ body: () throws(FileError) -> Answer
  ) throws(FileError) -> Answer? {
    do throws(FileError) {
      return try body()
    } catch {
      guard !error.isTransient else { throw error }
      return nil
    }
  }

  /// Removes the file.
  public func remove() throws(FileError) {
    try OutputTarget(beside: path).remove()
  }
}

/// A lock that cannot be read, and where.
public struct LockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as people call it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// One phrase, without a full stop.
  public var problem: String

  /// One line, as a compiler has it.
  public var description: String { "\(file):\(line):\(column): error: \(problem)" }
}

/// Reads the text of a lock, which may have come from anybody.
struct LockReader {
  private let file: String
  private let lines: [Substring]
  private var next = 0

  /// The most bytes that a lock may have: a million frames.
  static let byteLimit = 64 << 20
  /// The most frames, libraries or fonts.
  private static let countLimit = 1_000_000

  /// Reads the lock called `file`.
  static func lock(_ bytes: [UInt8], file: String) throws(LockError) -> SceneLock {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LockError(file: file, line: 1, column: 1, problem: "the lock is not UTF-8")
    }
    var reader = LockReader(text, file: file)
    return try reader.read()
  }

  private init(_ text: String, file: String) {
    self.file = file
    // Git may have given it the line ends of another system.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  private mutating func read() throws(LockError) -> SceneLock {
    guard lines.first.map(String.init) == SceneLock.title else {
      throw mistake("expected \"\(SceneLock.title)\"")
    }
    next += 1
    // Takes the text of a line, then parses it: a mistake in it is in the line before `next`.
    let sceneText = try value("scene")
    let scene = try hash(of: sceneText, from: 6)
    let (width, height) = try size()
    let scaleText = try value("scale")
    let scale = try number(scaleText, from: 6, in: 0.25...8)
    let fpsText = try value("fps")
    let fps = try number(fpsText, from: 4, in: 1...1000)
    let environment = try environment()
    return SceneLock(
      scene: scene, widthPixels: width, heightPixels: height, scale: scale, fps: fps,
      environment: environment, frames: try frames())
  }

  private mutating func size() throws(LockError) -> (Int, Int) {
    let text = try value("size")
    let sides = text.split(separator: " ", omittingEmptySubsequences: false)
    guard sides.count == 3, sides[1] == "x", let width = Self.whole(sides[0]),
      let height = Self.whole(sides[2]), width > 0, height > 0
    else { throw mistake("expected a size, as in \"390 x 844\"", column: 6, back: 1) }
    return (width, height)
  }

  private mutating func environment() throws(LockError) -> RenderEnvironment {
    guard let renderingVersion = Self.whole(try value("look")) else {
      throw mistake("expected a whole number", column: 6, back: 1)
    }
    let program = optionalValue("program").map(String.init)
    var environment = RenderEnvironment(
      renderingVersion: renderingVersion, program: program, libraries: [], fonts: [])
    while let text = optionalValue("library") {
      guard let gap = text.lastIndex(of: " "), gap != text.startIndex else {
        throw mistake("expected a name and a version", column: 9, back: 1)
      }
      environment.libraries.append(
        RenderEnvironment.Library(
          name: String(text[..<gap]), version: String(text[text.index(after: gap)...])))
    }
    while let text = optionalValue("font") {
      let hash = try hash(of: text.prefix(32), from: 5)
      let name = text.dropFirst(33)
      guard !name.isEmpty, text.dropFirst(32).first == " " else {
        throw mistake("expected the font's name", column: 38, back: 1)
      }
      environment.fonts.append(
        RenderEnvironment.Font(name: String(removingPercents: name), hash: hash))
    }
    return environment
  }

  private mutating func frames() throws(LockError) -> [SceneLock.LockedFrame] {
    guard let count = Self.whole(try value("frames")), count > 0 else {
      throw mistake("expected the number of frames", column: 8, back: 1)
    }
    var frames: [SceneLock.LockedFrame] = []
    for _ in 0..<count {
      let line = try self.line("a frame: a time and a hash")
      let gap = line.firstIndex(of: " ") ?? line.endIndex
      let time = try number(line[..<gap], from: 0, in: 0...1e6)
      let column = line[..<gap].utf8.count + 1
      if let last = frames.last, time <= last.time {
        throw mistake("the times do not rise", back: 1)
      }
      let text = gap == line.endIndex ? "" : line[line.index(after: gap)...]
      frames.append(SceneLock.LockedFrame(time: time, hash: try hash(of: text, from: column)))
    }
    guard next == lines.count - 1, lines[next].isEmpty else {
      let frames = count == 1 ? "there is 1 frame" : "there are \(count) frames"
      throw mistake("expected the end: \(frames)")
    }
    return frames
  }
}

// The parts of a line.
extension LockReader {
  /// The next line.
  private mutating func line(_ expected: String) throws(LockError) -> Substring {
    guard next < lines.count - 1 else {
      throw mistake("expected \(expected), but the lock ends")
    }
    defer { next += 1 }
    return lines[next]
  }

  /// The value of `key` on the next line.
  private mutating func value(_ key: String) throws(LockError) -> Substring {
    guard let value = optionalValue(key) else {
      let line = next < lines.count ? lines[next] : ""
      throw mistake(Self.conflict(in: line) ?? "expected \"\(key)\"")
    }
    return value
  }

  /// What is said of a line that git leaves where two changes meet; nil for any other.
  private static func conflict(in line: Substring) -> String? {
    ["<<<<<<<", "=======", ">>>>>>>"].contains(where: line.hasPrefix)
      ? "a merge is not finished here; approve the scene again" : nil
  }

  private mutating func optionalValue(_ key: String) -> Substring? {
    guard next < lines.count - 1, lines[next].hasPrefix(key + " ") else { return nil }
    defer { next += 1 }
    return lines[next].dropFirst(key.count + 1)
  }

  private func mistake(_ problem: String, column: Int = 1, back: Int = 0) -> LockError {
    LockError(file: file, line: next - back + 1, column: column, problem: problem)
  }

  private static func whole(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 7, text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text).flatMap { $0 <= countLimit ? $0 : nil }
  }

  private func number(
    _ text: Substring, from column: Int, in range: ClosedRange<Double>
  ) throws(LockError) -> Double {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || [43, 45, 46, 101].contains($0) }
    guard isPlain, text.utf8.count <= 32, let number = Double(text), range.contains(number) else {
      throw mistake(
        Self.conflict(in: text) ?? "expected a number", column: column + 1, back: 1)
    }
    return number
  }

  private func hash(of text: Substring, from column: Int) throws(LockError) -> FrameHash {
    let isPlain =
      text.utf8.count == 32
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (97...102).contains(byte)
      }
    guard isPlain, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { throw mistake("expected a hash of 32 digits", column: column + 1, back: 1) }
    return FrameHash(high: high, low: low)
  }
}
