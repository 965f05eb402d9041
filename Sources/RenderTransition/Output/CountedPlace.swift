import Codecs

/// No place at all: what is written is counted, and too much of it refused.
struct CountedPlace: OutputPlace {
  /// The most bytes.
  let limit: Int
  private(set) var byteCount = 0

  /// More was written than was allowed.
  struct Overflow: Error {}

  init(limit: Int) { self.limit = limit }

  mutating func write(_ output: SinkOutput) throws {
    switch output {
    case .bytes(let bytes), .file(_, let bytes): byteCount += bytes.count
    }
    if byteCount > limit { throw Overflow() }
  }

  mutating func commit() {}

  mutating func abandon() {}
}
