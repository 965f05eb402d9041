internal import Pixels

/// Writes frames as bare straight RGBA, one after the other, at a constant rate.
public struct RGBASink: FrameSink {
  /// A frame's bytes, and until when it shows.
  public struct Part: Sendable {
    var bytes: [UInt8]
    var end: Double
    /// Who lends the bytes, where they are the frame's own.
    var lenders: [any Sendable] = []
  }

  /// Every frame is written whole.
  public static var looksBack: Bool { false }

  private let isOpaque: Bool
  private var rate: SteadyRate

  /// A sink for so many pictures a second.
  ///
  /// Nothing may show through any of the frames where `isOpaque` says so: nobody looks for it then.
  public init(framesPerSecond: Double, isOpaque: Bool = false) {
    self.isOpaque = isOpaque
    rate = SteadyRate(framesPerSecond: framesPerSecond)
  }

  /// Divides the frame's colours by alpha; what nothing shows through is written as it is.
  public func encode(_ frame: Frame) throws -> Part {
    let bytes = frame.pixels.bytes
    guard !isOpaque else { return Part(bytes: bytes, end: frame.end, lenders: frame.lenders) }
    return Part(bytes: StraightAlpha.straight(bytes), end: frame.end)
  }

  /// Hands on the bytes, as often as the frame's time takes.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    Array(repeating: .bytes(part.bytes), count: rate.repeats(until: part.end))
  }

  /// Nothing is left.
  public mutating func finish() throws -> [SinkOutput] { [] }
}
