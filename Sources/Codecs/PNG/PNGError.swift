/// Why a PNG was refused.
public enum PNGError: Error, Hashable, Sendable {
  /// The file does not begin with PNG's signature.
  case notPNG
  /// The file ends before the picture does.
  case truncated
  /// The file is larger than allowed.
  case fileTooLarge(bytes: Int, limit: Int)
  /// The picture has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// An animation has more frames than allowed.
  case tooManyFrames(limit: Int)
  /// The content is invalid; the reason is printable ASCII.
  case damaged(reason: String)
  /// A picture to be written has no pixels, which no PNG can hold.
  case noPixels
  /// An animation to be written has no frames.
  case noFrames
  /// A frame has another size than the animation.
  case wrongSize(frame: Int)
  /// A frame of an animation that was declared opaque is not.
  case notOpaque(frame: Int)
  /// A frame has colours that the animation was declared not to have.
  case unexpectedColors(frame: Int)
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
    case .noFrames: "an APNG needs at least one frame"
    case .wrongSize(let frame): "frame \(frame) has another size than the animation"
    case .notOpaque(let frame): "frame \(frame) is not opaque"
    case .unexpectedColors(let frame): "frame \(frame) has colours that were not announced"
    case .outOfMemory: "there is not enough memory for the PNG"
    }
  }
}
