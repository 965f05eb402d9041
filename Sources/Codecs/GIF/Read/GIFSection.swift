/// A part of a GIF file, by which people find the place.
public enum GIFSection: Hashable, Sendable {
  /// What comes before all images: the canvas and the palette of the file.
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
