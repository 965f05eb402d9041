import Compositing
import Drawing

/// The images of two scenes, numbered together: equal pixels have one number.
///
/// A scene numbers its images as it meets them. So the number alone does not tell that a file has
/// other pixels now, and does tell of a change where only another image was put in front.
struct ImageNumbers {
  /// By the first scene's numbers.
  let expected: [ImageID]
  /// By the second scene's numbers.
  let actual: [ImageID]

  init(_ expected: [SourceImage], _ actual: [SourceImage]) {
    var known: [SourceImage: ImageID] = [:]
    func number(_ image: SourceImage) -> ImageID {
      if let number = known[image] { return number }
      known[image] = ImageID(known.count)
      return ImageID(known.count - 1)
    }
    (self.expected, self.actual) = (expected.map(number), actual.map(number))
  }
}

extension [ImageID] {
  /// The common number of an image; its own one where nothing is known of it.
  func number(of image: ImageID) -> ImageID {
    indices.contains(image.index) ? self[image.index] : image
  }
}

extension DrawCommand {
  /// The same with other numbers of its images.
  func numbered(_ images: [ImageID]) -> DrawCommand {
    switch self {
    case .image(var draw):
      draw.image = images.number(of: draw.image)
      return .image(draw)
    case .beginGroup(var effects):
      effects.mask = effects.mask.map { $0.numbered(images) }
      return .beginGroup(effects)
    case .fill, .picture, .endGroup: return self
    }
  }
}
