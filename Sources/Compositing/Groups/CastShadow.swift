import Drawing
import Geometry
import Pixels
import Raster

/// A shadow on the canvas grid: all lengths in pixels.
struct CastShadow {
  /// Its colour, opaque.
  let pixel: Pixel
  /// How much of it there is.
  let opacity: Weight
  /// What softens it; nil where it stays sharp.
  let gaussian: Gaussian?
  /// How far it falls from what casts it.
  let offset: Point
  /// What casts it, if that is an area.
  let path: RoundedRect?
  /// Whether it falls into the group.
  let isInset: Bool
  /// From the shadow's coordinates to pixels.
  let transform: Transform
  /// The plane that it lies in, if that is seen from aside and the shadow is soft.
  let plane: TurnedPlane?
  /// How far it falls there.
  let fall: Point

  /// The shadow as the canvas sees it; nil if it cannot be seen.
  init?(_ shadow: Shadow, toPixels grid: Transform) {
    guard shadow.opacity > 0, shadow.color.alpha > 0 else { return nil }
    let transform = shadow.transform.then(grid).settled
    self.transform = transform
    gaussian = Gaussian(sigma: shadow.sigma * transform.meanScale)
    plane = TurnedPlane(shadow.transform, sigma: shadow.sigma, toPixels: grid)
    (fall, isInset) = (shadow.offset, shadow.isInset)
    offset = Point(
      x: transform.a * shadow.offset.x + transform.c * shadow.offset.y,
      y: transform.b * shadow.offset.x + transform.d * shadow.offset.y)
    let color = shadow.color
    pixel = Pixel(Color(red: color.red, green: color.green, blue: color.blue))
    opacity = Weight(shadow.opacity * Double(color.alpha) / 255)
    path = shadow.path.map {
      RoundedRect(
        $0.rect.offset(x: shadow.offset.x, y: shadow.offset.y), radii: $0.radii, style: $0.style)
    }
  }

  /// How far from what casts it a shadow can be seen.
  var reach: Int {
    let distance = max(abs(offset.x), abs(offset.y))
    // What casts a shadow from farther away would need a surface larger than any canvas.
    return (gaussian?.reach ?? 0) + Int(min(4096, distance.rounded(.up))) + 1
  }

  /// The shadow of its own area, as far as `region` can see it.
  func pathMask(in region: PixelRect) -> SoftMask? {
    guard let path, !path.rect.isEmpty else { return nil }
    if let plane { return plane.mask(of: path, in: region) }
    if transform.isAffine, transform.b == 0, transform.c == 0, transform.a > 0,
      abs(transform.a - transform.d) < 1e-9
    {
      return SoftMask(
        path.scaled(by: transform.a, x: transform.tx, y: transform.ty), blurredBy: gaussian,
        in: region)
    }
    let outline = Outline.rect(path).traced(transform)
    let coverage = outline.coverage(in: region.expanded(by: gaussian?.reach ?? 0))
    guard !coverage.bounds.isEmpty else { return nil }
    guard let gaussian else { return SoftMask(Plane(coverage, in: coverage.bounds)) }
    let seen = coverage.bounds.expanded(by: gaussian.reach).intersection(region)
    return SoftMask(gaussian.blurred(outline.contours, in: seen))
  }

  /// The shadow of what is on `surface`.
  func mask(of surface: Surface, in region: PixelRect) -> SoftMask {
    let plane = Plane(alphaOf: surface).shifted(dx: offset.x, dy: offset.y)
    let spread = Plane.spread(dx: offset.x, dy: offset.y)
    return SoftMask(gaussian?.blurred(plane, in: region, spread: spread) ?? plane)
  }
}

extension RoundedRect {
  /// The same shape on a canvas whose pixels are `factor` times as fine, and moved.
  func scaled(by factor: Double, x: Double, y: Double) -> RoundedRect {
    RoundedRect(
      Rect(
        x: rect.x * factor + x, y: rect.y * factor + y, width: rect.width * factor,
        height: rect.height * factor),
      radii: Radii(
        topLeft: radii.topLeft * factor, topRight: radii.topRight * factor,
        bottomRight: radii.bottomRight * factor, bottomLeft: radii.bottomLeft * factor),
      style: style)
  }
}
