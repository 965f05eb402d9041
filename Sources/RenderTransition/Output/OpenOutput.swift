package import Codecs

/// Where an output goes: a file or a folder of files.
package protocol OutputPlace: Sendable {
  /// How many bytes have been written.
  var byteCount: Int { get }

  /// Writes more.
  mutating func write(_ output: SinkOutput) throws

  /// Waits until the bytes are on the disk.
  mutating func flush() throws

  /// Puts the output in its place, in one step.
  mutating func commit() throws

  /// Leaves the place as it was.
  mutating func abandon()
}

extension OutputPlace {
  /// Nothing to wait for.
  package mutating func flush() {}
}

/// The part of an encoder that runs side by side: the sink's type is forgotten.
struct SinkEncoder: Sendable {
  /// Encodes one frame.
  let encode: @Sendable (Frame) throws -> any Sendable
  /// Whether it wants to see the one before.
  let looksBack: Bool
}

/// An output that is being written: an encoder and the place its bytes go to.
struct OpenOutput: Sendable {
  /// What runs side by side.
  let encoder: SinkEncoder
  /// The statistics so far.
  private(set) var statistics = OutputStatistics()
  /// How many bytes there were after each frame.
  private(set) var byteCounts: [Int] = []
  private var line: any SinkLine
  /// Where its bytes go.
  private(set) var place: any OutputPlace

  /// Writes what `sink` makes to `place`.
  init<Sink: FrameSink>(_ sink: Sink, to place: any OutputPlace) {
    encoder = SinkEncoder(encode: { try sink.encode($0) }, looksBack: Sink.looksBack)
    line = TypedSinkLine(sink: sink)
    self.place = place
  }

  /// How many bytes have been written.
  var byteCount: Int { place.byteCount }

  /// Takes the next part in order.
  mutating func append(_ part: EncodedPart) throws {
    statistics.note(part, line.facts(of: part.part))
    for output in try line.append(part.part) { try place.write(output) }
    byteCounts.append(byteCount)
  }

  /// Writes the end.
  mutating func finish() throws {
    for output in try line.finish() { try place.write(output) }
    try place.flush()
  }

  /// Puts the output in its place.
  mutating func commit() throws { try place.commit() }

  /// Leaves the place as it was.
  mutating func abandon() {
    place.abandon()
  }
}

/// A sink whose parts come without their type.
private protocol SinkLine: Sendable {
  func facts(of part: any Sendable) -> FrameFacts
  mutating func append(_ part: any Sendable) throws -> [SinkOutput]
  mutating func finish() throws -> [SinkOutput]
}

private struct TypedSinkLine<Sink: FrameSink>: SinkLine {
  var sink: Sink

  func facts(of part: any Sendable) -> FrameFacts {
    (part as? Sink.Part).map(Sink.facts) ?? FrameFacts()
  }

  mutating func append(_ part: any Sendable) throws -> [SinkOutput] {
    // The parts come from this very sink's encoder.
    guard let part = part as? Sink.Part else { return [] }
    return try sink.append(part)
  }

  mutating func finish() throws -> [SinkOutput] { try sink.finish() }
}

/// Holds an output back until it is known whether it is wanted.
struct HeldPlace: OutputPlace {
  private(set) var byteCount = 0
  /// Nil where the bytes are counted only.
  private let file: TemporaryFile?
  /// The outputs in the file, without their bytes, and how many these are.
  private var parts: [(output: SinkOutput, count: Int)] = []

  /// Counts bytes, and holds them if they are to be kept.
  init(isKept: Bool) throws(FileError) {
    file = isKept ? try TemporaryFile() : nil
  }

  mutating func write(_ output: SinkOutput) throws {
    let (bytes, empty): ([UInt8], SinkOutput) =
      switch output {
      case .bytes(let bytes): (bytes, .bytes([]))
      case .file(let name, let bytes): (bytes, .file(name: name, []))
      }
    byteCount += bytes.count
    guard let file else { return }
    try file.handle.write(bytes)
    parts.append((empty, bytes.count))
  }

  /// Writes all that is held to `place`.
  func write(to place: inout any OutputPlace) throws {
    guard let file else { return }
    var start = 0
    for (output, count) in parts {
      let bytes = try file.handle.read(at: start..<start + count)
      start += count
      switch output {
      case .bytes: try place.write(.bytes(bytes))
      case .file(let name, _): try place.write(.file(name: name, bytes))
      }
    }
    try place.flush()
  }

  mutating func commit() {}

  mutating func abandon() {}
}
