internal import Kernels
public import Pixels

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
  private let padding: Pixel?
  private var rate: ConstantFrameRate
  private var hasBegun = false

  /// A sink for frames of this size at a constant rate.
  ///
  /// With `padding`, odd sides become even by a column or a row of that colour, as encoders with fewer
  /// colours than pixels want it.
  public init(width: Int, height: Int, framesPerSecond: Double, padding: Pixel? = nil) {
    rate = ConstantFrameRate(framesPerSecond: framesPerSecond)
    let isPadded = padding != nil
    let (width, height) = (width + (isPadded ? width % 2 : 0), height + (isPadded ? height % 2 : 0))
    self.padding = padding
    header = "YUV4MPEG2 W\(width) H\(height) F\(rate.fraction) Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
  }

  /// Converts the frame into planes of luma, blue and red difference.
  public func encode(_ frame: Frame) throws -> Part {
    let head = Array("FRAME\n".utf8)
    let pixels = padding.map { frame.pixels.padded(with: $0) } ?? frame.pixels
    let count = pixels.width * pixels.height
    guard count > 0 else { return Part(bytes: head, end: frame.end) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: head.count + count * 3) {
      target, initialized in
      guard let first = target.baseAddress else { return }
      _ = unsafe target.update(fromContentsOf: head)
      let planes = unsafe first + head.count
      unsafe pixels.bytes.span.lend(0, count * 4) {
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

extension Pixmap {
  /// The picture, with a column and a row of a colour in addition where a side is odd.
  fileprivate func padded(with color: Pixel) -> Pixmap {
    guard width % 2 == 1 || height % 2 == 1 else { return self }
    var padded = Pixmap(width: width + width % 2, height: height + height % 2, filledWith: color)
    padded.copy(self, from: bounds, toX: 0, y: 0)
    return padded
  }
}

/// Writes frames as raw RGBA of straight alpha, one after the other, at a constant rate.
public struct RGBASink: FrameSink {
  /// A frame's bytes, and until when it shows.
  public struct Part: Sendable {
    var bytes: [UInt8]
    var end: Double
    /// Keeps the frame's buffer from being reused, where `bytes` share it.
    var bufferOwners: [any Sendable] = []
  }

  /// Every frame is written whole.
  public static var looksBack: Bool { false }

  private let isOpaque: Bool
  private var rate: ConstantFrameRate

  /// A sink for frames at a constant rate; `isOpaque` declares that all pixels are opaque.
  public init(framesPerSecond: Double, isOpaque: Bool = false) {
    self.isOpaque = isOpaque
    rate = ConstantFrameRate(framesPerSecond: framesPerSecond)
  }

  /// Divides the frame's colours by alpha; opaque frames are written as they are.
  public func encode(_ frame: Frame) throws -> Part {
    guard !isOpaque else {
      return Part(bytes: frame.pixels.bytes, end: frame.end, bufferOwners: frame.bufferOwners)
    }
    return Part(bytes: StraightImage(frame.pixels).bytes, end: frame.end)
  }

  /// Writes the frame as often as its time takes.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    Array(repeating: .bytes(part.bytes), count: rate.repeats(until: part.end))
  }

  /// Nothing is left.
  public mutating func finish() throws -> [SinkOutput] { [] }
}

/// Repeats frames of any duration so that they come at a constant rate, without drift.
struct ConstantFrameRate: Hashable, Sendable {
  private let framesPerSecond: Double
  private var shown = 0

  /// A positive, finite rate; others count as one frame a second.
  init(framesPerSecond: Double) {
    self.framesPerSecond =
      framesPerSecond > 0 && framesPerSecond.isFinite ? min(framesPerSecond, 1_000_000) : 1
  }

  /// How often a frame is written that shows until `end`: at least once.
  mutating func repeats(until end: Double) -> Int {
    // No animation may last an hour; an end that is no number counts as 0.
    let seconds = end.isFinite ? min(max(end, 0), 3600) : 0
    let total = Int(seconds * framesPerSecond + 0.5)
    let count = max(1, total - shown)
    shown += count
    return count
  }

  /// The rate as a fraction, such as "50:1" and "2997:100": the simplest that is right to a
  /// millionth.
  var fraction: String {
    for parts in 1...1000 {
      let pictures = (framesPerSecond * Double(parts)).rounded()
      guard pictures >= 1 else { continue }
      let found = pictures / Double(parts)
      if (found - framesPerSecond).magnitude <= framesPerSecond * 1e-6 {
        return "\(Int(pictures)):\(parts)"
      }
    }
    return "\(Int(max(1, (framesPerSecond * 1000).rounded()))):1000"
  }
}
