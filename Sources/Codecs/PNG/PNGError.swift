/// Why a PNG was refused.
public enum PNGError: Error, Hashable, Sendable {
  /// The bytes do not begin as a PNG does.
  case notPNG
  /// The bytes end before the picture does.
  case truncated
  /// The file is larger than allowed.
  case fileTooLarge(bytes: Int, limit: Int)
  /// The picture has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// An animation has more frames than allowed.
  case tooManyFrames(limit: Int)
  /// Something inside is wrong; the reason is printable ASCII.
  case damaged(reason: String)
  /// A picture without pixels was to be written, which no PNG can hold.
  case noPixels
  /// A frame has other sides than the canvas.
  case wrongSize(frame: Int)
  /// A frame lets something through, where it was said that none does.
  case notOpaque(frame: Int)
  /// A frame has colours that the animation was said not to have.
  case strangeColors(frame: Int)
  /// There was not enough memory.
  case outOfMemory
}

extension PNGError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .notPNG: "not a PNG file"
    case .truncated: "the PNG file ends too early"
    case .fileTooLarge(let bytes, let limit):
      "the PNG file has \(bytes) bytes, which is more than the limit of \(limit)"
    case .tooManyPixels(let width, let height, let limit):
      "the PNG is \(width) x \(height), which is more than the limit of \(limit) pixels"
    case .tooManyFrames(let limit): "the APNG has more frames than the limit of \(limit)"
    case .damaged(let reason): "the PNG file is damaged: \(reason)"
    case .noPixels: "a PNG needs at least one pixel"
    case .wrongSize(let frame): "frame \(frame) has other sides than the canvas"
    case .notOpaque(let frame): "frame \(frame) is not opaque"
    case .strangeColors(let frame): "frame \(frame) has colours that no other has"
    case .outOfMemory: "there is not enough memory for the PNG"
    }
  }
}
