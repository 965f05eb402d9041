import Drawing
import Geometry
import Pixels

extension Textures {
  /// The image that `commands` draw pixel by pixel over all of `bounds`, so that it needs no copy.
  ///
  /// Nil if anything else can be seen. `scale` pixels are a point.
  func wholeImage(
    _ commands: [DrawCommand], _ bounds: PixelRect, scale: Double
  ) -> SourceImage? {
    let area = Rect(
      x: Double(bounds.x) / scale, y: Double(bounds.y) / scale,
      width: Double(bounds.width) / scale, height: Double(bounds.height) / scale)
    var hidden = commands.filter { !$0.isIdle(in: area) }
    guard case .image(let draw)? = hidden.popLast(), draw.clip == nil,
      draw.crop == Rect(x: 0, y: 0, width: 1, height: 1), draw.transform == .identity,
      draw.destination == area, let image = image(draw.image),
      image.pixels.width == bounds.width, image.pixels.height == bounds.height,
      hidden.isEmpty || image.alphaKind == .opaque, hidden.allSatisfy(\.isFill)
    else { return nil }
    return image
  }
}

extension DrawCommand {
  /// Whether it begins a group that changes nothing inside `area`, or ends a group: where no other
  /// groups begin, none other end.
  func isIdle(in area: Rect) -> Bool {
    switch self {
    case .fill, .image, .picture: return false
    case .endGroup: return true
    case .beginGroup(let effects):
      guard !effects.needsIsolation, effects.shadows.isEmpty else { return false }
      guard let clip = effects.clip else { return true }
      guard clip.transform == .identity, case .rect(let outline) = clip.outline else {
        return false
      }
      return outline.radii == .zero && outline.rect.intersection(area) == area
    }
  }

  fileprivate var isFill: Bool {
    if case .fill = self { true } else { false }
  }
}

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

extension Picture {
  /// Whether a larger texture of it shows more than the one at rest does.
  ///
  /// One of nothing but a plain ground and images that have no more pixels than are seen at rest
  /// does not: enlarged twice, they would only be softer.
  func gainsByEnlarging(images: [SourceImage], on grid: CanvasGrid) -> Bool {
    !commands.allSatisfy { command in
      switch command {
      case .fill(let fill): fill.covers(bounds)
      case .image(let draw): draw.isShownWhole(images: images, on: grid)
      case .beginGroup, .endGroup: command.isIdle(in: bounds)
      case .picture: false
      }
    }
  }
}

extension Fill {
  /// Whether it is one colour all over `bounds`.
  fileprivate func covers(_ bounds: Rect) -> Bool {
    guard case .color = paint, case .rect(let rect) = outline, rect.radii == .zero,
      transform.isUpright
    else { return false }
    let area = transform.bounds(of: rect.rect)
    return area.x <= bounds.x && area.y <= bounds.y && area.maxX >= bounds.maxX
      && area.maxY >= bounds.maxY
  }
}

extension ImageDraw {
  /// Whether each pixel of the image is at least one of the canvas, and none is cut by a curve.
  fileprivate func isShownWhole(images: [SourceImage], on grid: CanvasGrid) -> Bool {
    guard clip == nil, transform.isUpright, images.indices.contains(image.index) else {
      return false
    }
    let area = transform.bounds(of: destination)
    let pixels = images[image.index].pixels
    let columns = crop.width * Double(pixels.width)
    let rows = crop.height * Double(pixels.height)
    return columns <= area.width * grid.scale * 1.001 && rows <= area.height * grid.scale * 1.001
  }
}
