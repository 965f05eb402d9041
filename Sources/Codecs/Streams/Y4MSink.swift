internal import Pixels

/// Writes frames as YUV4MPEG2 for other programs: 4:4:4, BT.709, limited range, constant rate.
///
/// There is no transparency in it: what shows through is black.
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

  /// A sink for frames of this size and so many of them a second.
  public init(width: Int, height: Int, framesPerSecond: Double) {
    rate = SteadyRate(framesPerSecond: framesPerSecond)
    header = "YUV4MPEG2 W\(width) H\(height) F\(rate.fraction) Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
  }

  /// Turns the frame into planes of luma, blue and red difference.
  public func encode(_ frame: Frame) throws -> Part {
    let head = "FRAME\n".utf8
    let count = frame.pixels.width * frame.pixels.height
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: head.count + count * 3) {
      target, initialized in
      _ = unsafe target.update(fromContentsOf: head)
      let planes = unsafe UnsafeMutableBufferPointer(rebasing: target[head.count...])
      var span = unsafe MutableSpan(_unsafeElements: planes)
      split(frame.pixels.bytes.span, into: &span)
      initialized = target.count
    }
    return Part(bytes: bytes, end: frame.end)
  }

  private func split(_ source: Span<UInt8>, into planes: inout MutableSpan<UInt8>) {
    let count = planes.count / 3
    for place in widePlanes(of: source, to: &planes)..<count {
      let color = YUVColor(source.word(at: place &* 4))
      planes[place] = color.luma
      planes[place &+ count] = color.blueDifference
      planes[place &+ 2 &* count] = color.redDifference
    }
  }

  /// Hands on the frame, as often as its time takes.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    let opening: [SinkOutput] = hasBegun ? [] : [.bytes(Array(header.utf8))]
    hasBegun = true
    return opening + Array(repeating: .bytes(part.bytes), count: rate.repeats(until: part.end))
  }

  /// Nothing is left.
  public mutating func finish() throws -> [SinkOutput] { [] }
}

/// A colour as BT.709 keeps it in limited range: luma 16 to 235, differences 16 to 240.
struct YUVColor: Hashable, Sendable {
  var luma: UInt8
  var blueDifference: UInt8
  var redDifference: UInt8

  /// Converts RGBA with red in the lowest byte; each part is rounded to nearest.
  ///
  /// The weights are BT.709's times 219 or 224, over 255, in 65,536ths.
  @inline(__always)
  init(_ color: UInt32) {
    let red = Int32(truncatingIfNeeded: color & 0xFF)
    let green = Int32(truncatingIfNeeded: color &>> 8 & 0xFF)
    let blue = Int32(truncatingIfNeeded: color &>> 16 & 0xFF)
    luma = Self.byte(11_966 &* red &+ 40_254 &* green &+ 4_064 &* blue, above: 16)
    blueDifference = Self.byte(-6_596 &* red &- 22_189 &* green &+ 28_785 &* blue, above: 128)
    redDifference = Self.byte(28_784 &* red &- 26_145 &* green &- 2_639 &* blue, above: 128)
  }

  @inline(__always)
  private static func byte(_ sum: Int32, above zero: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: zero &+ (sum &+ 32_768) &>> 16)
  }
}
