internal import Pixels

/// Writes frames as raw RGBA of straight alpha, one after the other, at a constant rate.
public struct RGBASink: FrameSink {
  /// A frame's bytes, and until when it shows.
  public struct Part: Sendable {
    var bytes: [UInt8]
    var end: Double
    /// Keeps the frame's buffer from being reused, where `bytes` share it.
    var lenders: [any Sendable] = []
  }

  /// Every frame is written whole.
  public static var looksBack: Bool { false }

  private let isOpaque: Bool
  private var rate: SteadyRate

  /// A sink for frames at a constant rate; `isOpaque` declares that all pixels are opaque.
  public init(framesPerSecond: Double, isOpaque: Bool = false) {
    self.isOpaque = isOpaque
    rate = SteadyRate(framesPerSecond: framesPerSecond)
  }

  /// Divides the frame's colours by alpha; opaque frames are written as they are.
  public func encode(_ frame: Frame) throws -> Part {
    let bytes = frame.pixels.bytes
    guard !isOpaque else { return Part(bytes: bytes, end: frame.end, lenders: frame.lenders) }
    return Part(bytes: StraightAlpha.straight(bytes), end: frame.end)
  }

  /// Writes the frame as often as its time takes.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    Array(repeating: .bytes(part.bytes), count: rate.repeats(until: part.end))
  }

  /// Nothing is left.
  public mutating func finish() throws -> [SinkOutput] { [] }
}
