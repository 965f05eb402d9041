import Codecs
import Pixels

/// Keeps nothing of a frame but the hash of its pixels.
struct HashSink: FrameSink {
  func encode(_ frame: Frame) throws -> FrameHash { FrameHash(frame.pixels) }

  mutating func append(_ part: FrameHash) throws -> [SinkOutput] { [.bytes(Self.bytes(of: part))] }

  mutating func finish() throws -> [SinkOutput] { [] }

  private static func bytes(of hash: FrameHash) -> [UInt8] {
    [hash.high, hash.low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
    }
  }

  /// The hashes that were written as `bytes`.
  static func hashes(in bytes: [UInt8]) -> [FrameHash] {
    stride(from: 0, to: bytes.count - 15, by: 16).map { start in
      let halves = [start, start + 8].map { at in
        (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
      }
      return FrameHash(high: halves[0], low: halves[1])
    }
  }
}
