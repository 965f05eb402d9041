import Geometry
import SceneFormat

/// Which part of an image is drawn where, for a way of fitting.
struct ImagePlacement: Hashable {
  /// The part of the image, in unit coordinates.
  var crop: Rect
  /// Where it goes, in the layer's coordinates.
  var destination: Rect

  /// Fits the part of `image` that `content` wants into `bounds`.
  init(of image: StageAssets.Image, _ content: ImageContent, in bounds: Rect) {
    let natural = Size(
      width: Double(image.width) / image.scale * content.crop.width,
      height: Double(image.height) / image.scale * content.crop.height)
    let size = Self.size(of: natural, content.fit, in: bounds)
    let whole = Rect(
      x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2,
      width: size.width, height: size.height)
    destination = whole.intersection(bounds)
    crop = Self.part(of: content.crop, shownBy: destination, of: whole)
  }

  private static func size(of natural: Size, _ fit: ImageContent.Fit, in bounds: Rect) -> Size {
    guard natural.width > 0, natural.height > 0 else { return .zero }
    let (across, down) = (bounds.width / natural.width, bounds.height / natural.height)
    switch fit {
    case .fill: return bounds.size
    case .center: return natural
    case .contain, .cover:
      let factor = fit == .contain ? min(across, down) : max(across, down)
      return Size(width: natural.width * factor, height: natural.height * factor)
    }
  }

  private static func part(of crop: Rect, shownBy destination: Rect, of whole: Rect) -> Rect {
    guard !whole.isEmpty else { return crop }
    return Rect(
      x: crop.x + (destination.x - whole.x) / whole.width * crop.width,
      y: crop.y + (destination.y - whole.y) / whole.height * crop.height,
      width: destination.width / whole.width * crop.width,
      height: destination.height / whole.height * crop.height)
  }
}
