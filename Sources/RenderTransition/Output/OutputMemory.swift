import Codecs

/// An output that stays in memory.
struct OutputMemory: OutputPlace {
  private(set) var bytes: [UInt8] = []

  var byteCount: Int { bytes.count }

  mutating func write(_ output: SinkOutput) throws {
    guard case .bytes(let more) = output else { return }
    bytes += more
  }

  mutating func commit() throws {}

  mutating func abandon() { bytes = [] }
}
