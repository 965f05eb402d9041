/// Why a GIF was not written or was refused.
public enum GIFError: Error, Hashable, Sendable {
  /// The bytes do not begin as a GIF does.
  case notGIF
  /// The file ends within one of its parts.
  case cutShort(GIFSection)
  /// One of its parts is not what it should be.
  case damaged(GIFSection)
  /// An image has no palette, and the file has none for it.
  case noPalette(image: Int)
  /// The file is larger than allowed.
  case fileTooLarge(bytes: Int, limit: Int)
  /// The canvas has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// There are more frames than allowed.
  case tooManyFrames(limit: Int)
  /// There is no picture inside.
  case noFrames
  /// A GIF cannot have these sides.
  case badCanvas(width: Int, height: Int)
  /// A frame has other sides than the canvas.
  case wrongSize(frame: Int)
  /// There was not enough memory.
  case outOfMemory
}

extension GIFError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .notGIF: "not a GIF file"
    case .cutShort(let section): "the GIF file ends in the middle of \(section)"
    case .damaged(let section): "the GIF file is damaged in \(section)"
    case .noPalette(let image): "the GIF has no palette for image \(image)"
    case .fileTooLarge(let bytes, let limit):
      "the GIF file has \(bytes) bytes, which is more than the limit of \(limit)"
    case .tooManyPixels(let width, let height, let limit):
      "the GIF is \(width) x \(height), which is more than the limit of \(limit) pixels"
    case .tooManyFrames(let limit): "the GIF has more frames than the limit of \(limit)"
    case .noFrames: "the GIF has no frame"
    case .badCanvas(let width, let height):
      "a GIF cannot be \(width) x \(height): each side is from 1 to 65535"
    case .wrongSize(let frame): "frame \(frame) has other sides than the canvas"
    case .outOfMemory: "there is not enough memory for the GIF"
    }
  }
}

/// A part of a GIF file, by which people find the place.
public enum GIFSection: Hashable, Sendable {
  /// The logical screen descriptor and the global color table.
  case header
  /// An image, counted from 1.
  case image(Int)
  /// A block that stands between an image, counted from 1, and the next; 0 is before the first.
  case block(after: Int)
}

extension GIFSection: CustomStringConvertible {
  /// A few words, as they stand in the middle of a sentence.
  public var description: String {
    switch self {
    case .header: "its header"
    case .image(let number): "image \(number)"
    case .block(after: 0): "a block before image 1"
    case .block(after: let number): "a block after image \(number)"
    }
  }
}
