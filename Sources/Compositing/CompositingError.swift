public import Drawing

/// Why a list cannot be drawn.
public enum CompositingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A command speaks of an image that the run does not have.
  case unknownImage(ImageID, layer: LayerPath)
  /// A command speaks of a picture that the run does not have, or not before this one.
  case unknownPicture(PictureID, layer: LayerPath)
  /// A group ends that never began, or begins and never ends.
  case unbalancedGroups
  /// The canvas has no pixels, or more than can be counted.
  case emptyCanvas
  /// A picture is larger than any canvas can be.
  case pictureTooLarge(PictureID)

  /// One sentence.
  public var description: String {
    switch self {
    case .unknownImage(let image, let layer):
      "\(layer.name) draws image \(image.index), which the run does not have"
    case .unknownPicture(let picture, let layer):
      "\(layer.name) draws picture \(picture.index), which the run does not have by then"
    case .unbalancedGroups: "the groups of a display list are not balanced"
    case .emptyCanvas: "the canvas has no pixels"
    case .pictureTooLarge(let picture): "picture \(picture.index) is larger than 16,384 pixels"
    }
  }
}
