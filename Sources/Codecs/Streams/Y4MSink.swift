internal import Kernels
internal import Pixels

/// Writes frames as YUV4MPEG2: 4:4:4, BT.709, limited range, constant rate.
///
/// The format has no transparency: pixels are put over black.
public struct Y4MSink: FrameSink {
  /// A frame's planes behind their header, and until when it shows.
  public struct Part: Sendable {
    var bytes: [UInt8]
    var end: Double
  }

  /// Every frame is written whole.
  public static var looksBack: Bool { false }

  private let header: String
  private var rate: SteadyRate
  private var hasBegun = false

  /// A sink for frames of this size at a constant rate.
  public init(width: Int, height: Int, framesPerSecond: Double) {
    rate = SteadyRate(framesPerSecond: framesPerSecond)
    header = "YUV4MPEG2 W\(width) H\(height) F\(rate.fraction) Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
  }

  /// Converts the frame into planes of luma, blue and red difference.
  public func encode(_ frame: Frame) throws -> Part {
    let head = Array("FRAME\n".utf8)
    let count = frame.pixels.width * frame.pixels.height
    guard count > 0 else { return Part(bytes: head, end: frame.end) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: head.count + count * 3) {
      target, initialized in
      guard let first = target.baseAddress else { return }
      _ = unsafe target.update(fromContentsOf: head)
      let planes = unsafe first + head.count
      unsafe frame.pixels.bytes.span.lend(0, count * 4) {
        unsafe rt_split_yuv($0, count, planes, planes + count, planes + 2 * count)
      }
      initialized = target.count
    }
    return Part(bytes: bytes, end: frame.end)
  }

  /// Writes the frame as often as its time takes.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    let opening: [SinkOutput] = hasBegun ? [] : [.bytes(Array(header.utf8))]
    hasBegun = true
    return opening + Array(repeating: .bytes(part.bytes), count: rate.repeats(until: part.end))
  }

  /// Nothing is left.
  public mutating func finish() throws -> [SinkOutput] { [] }
}
