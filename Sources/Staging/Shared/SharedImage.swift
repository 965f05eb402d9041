import Geometry
import SceneFormat

/// One image at both ends of a way: on the way it shows what lies between the parts that the ends
/// show, instead of two pictures that fade into each other.
struct SharedImage {
  private let image: StageAssets.Image
  private let content: ImageContent
  private let start, end: Window

  /// A part of the image in unit coordinates.
  private struct Window {
    var center: Point
    var width: Double
    /// By how much the frame distorts the image: 1 for not at all.
    var stretch: Double

    init(_ crop: Rect, in size: Size, aspect: Double) {
      center = Point(x: crop.x + crop.width / 2, y: crop.y + crop.height / 2)
      width = crop.width
      stretch = crop.height / crop.width / (size.height / size.width * aspect)
    }
  }

  /// nil unless both ends are nothing but one and the same image that fills them.
  init?(_ source: SharedEndpoint, _ destination: SharedEndpoint) {
    guard let first = source.filling, let second = destination.filling, first.image == second.image,
      first.image.height > 0
    else { return nil }
    image = first.image
    content = first.content
    let aspect = Double(image.width) / Double(image.height)
    start = Window(first.crop, in: source.pose.size, aspect: aspect)
    end = Window(second.crop, in: destination.pose.size, aspect: aspect)
  }

  /// The image at `share` of the way, in a frame of `size`.
  func mark(at share: Double, in size: Size) -> Element.Mark? {
    guard size.width > 0, size.height > 0 else { return nil }
    let center = between(start.center, end.center, share)
    var width = between(start.width, end.width, share)
    let stretch = between(start.stretch, end.stretch, share)
    let aspect = Double(image.width) / Double(image.height)
    var height = width * size.height / size.width * aspect * stretch
    // What is taller or wider than the image shows less of it, not more.
    let excess = max(1, width, height)
    (width, height) = (width / excess, height / excess)
    var content = content
    content.fit = .fill
    content.crop = Rect(
      x: min(1 - width, max(0, center.x - width / 2)),
      y: min(1 - height, max(0, center.y - height / 2)), width: width, height: height)
    return .image(image, content)
  }
}

extension SharedEndpoint {
  /// The image that alone fills it, and the part that is shown.
  fileprivate var filling: (image: StageAssets.Image, content: ImageContent, crop: Rect)? {
    guard case .image(let image, let content) = self.content.mark, self.content.children.isEmpty,
      self.content.mask.isEmpty, self.content.layer.filters == LayerFilters(),
      self.content.layer.inset == EdgeFractions(), !pose.isFlat
    else { return nil }
    let placement = ImagePlacement(of: image, content, in: self.content.bounds)
    guard placement.destination == self.content.bounds, !placement.crop.isEmpty else { return nil }
    return (image, content, placement.crop)
  }
}
