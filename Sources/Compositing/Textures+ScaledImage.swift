import Drawing
import Geometry
import Pixels

// A picture at rest is made of the canvas's pixels. Seen smaller, it would be averaged twice: once
// from the image to the canvas at rest, and once from there; and from the first frame of a zoom to
// the second it would become softer. An image alone need not be: its own pixels are there.

extension Textures {
  /// What draws a picture that is nothing but one image, where `draw` shows it larger or smaller than
  /// at rest: from the image's own pixels; nil for any other.
  func scaledImage(of draw: PictureDraw) -> ImageDraw? {
    guard draw.source == nil, draw.bleed == .none, draw.transform.isUpright,
      abs(draw.transform.a - 1) > 1e-9 || abs(draw.transform.d - 1) > 1e-9,
      let picture = pictures[draw.picture]
    else { return nil }
    let marks = picture.commands.filter { !$0.isIdle(in: picture.bounds) }
    guard marks.count == 1, case .image(var image) = marks[0], image.transform.isUpright else {
      return nil
    }
    let area = image.transform.bounds(of: image.destination)
    let common = area.intersection(picture.bounds)
    // What reaches out of the picture is cut off there.
    guard abs(common.width - area.width) < 1e-6, abs(common.height - area.height) < 1e-6 else {
      return nil
    }
    image.transform = image.transform.then(draw.transform)
    return image
  }
}
