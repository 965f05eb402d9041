import Drawing
import Geometry
import Pixels

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
