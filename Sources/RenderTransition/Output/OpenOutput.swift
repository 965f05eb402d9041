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

/// An output that is being written: an encoder and the place its bytes go to.
struct OpenOutput: Sendable {
  /// Encodes frames side by side: the sink before its first frame.
  let encoder: any FrameSink
  /// The statistics so far.
  private(set) var report = OutputReport()
  /// How many bytes there were after each frame.
  private(set) var byteCounts: [Int] = []
  private var sink: any FrameSink
  /// Where its bytes go.
  private(set) var place: any OutputPlace

  /// Writes what `sink` makes to `place`.
  init(_ sink: any FrameSink, to place: any OutputPlace) {
    (encoder, self.sink, self.place) = (sink, sink, place)
  }

  /// How many bytes have been written.
  var byteCount: Int { place.byteCount }

  /// Takes the next part in order.
  mutating func append(_ part: EncodedPart) throws {
    report.note(part, type(of: sink).facts(ofOwn: part.part))
    for output in try sink.append(own: part.part) { try place.write(output) }
    byteCounts.append(byteCount)
  }

  /// Writes the end.
  mutating func finish() throws {
    for output in try sink.finish() { try place.write(output) }
    try place.flush()
  }

  /// Puts the output in its place.
  mutating func commit() throws { try place.commit() }

  /// Leaves the place as it was.
  mutating func abandon() {
    place.abandon()
  }
}

// Parts come back to the sink that made them, whose type is forgotten.
extension FrameSink {
  fileprivate static func facts(ofOwn part: any Sendable) -> FrameFacts {
    (part as? Part).map(facts) ?? FrameFacts()
  }

  fileprivate mutating func append(own part: any Sendable) throws -> [SinkOutput] {
    try (part as? Part).map { try append($0) } ?? []
  }
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
