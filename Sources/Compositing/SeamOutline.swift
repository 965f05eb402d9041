import Drawing
import Geometry
import Pixels
import Raster

/// The outline of an area, and of the border that it perhaps is.
struct SeamOutline {
  var contours: [Contour]
  var rule = WindingRule.nonzero
  /// Whether all of it is painted: nothing is clear inside of it.
  var isFull = true
  /// The contours of a border's own two edges.
  var outer: [Contour] = []
  var inner: [Contour]?

  init(_ contours: [Contour]) {
    self.contours = contours
  }

  /// nil for what shares no edge with anything, as far as that can be told easily: paths like texts,
  /// and rectangles whose edges lie on borders of pixels.
  init?(_ outline: Outline, _ transform: Transform) {
    switch outline {
    case .stroke(let path, _), .path(let path, _):
      guard path.elements.count <= 256 else { return nil }
    case .rect(let rect):
      if rect.isOnGrid(transform) { return nil }
    case .ring(let outside, let inside):
      if outside.isOnGrid(transform), inside.rect.isOnGrid(transform) { return nil }
      outer = Outline.rect(outside).contours(transform).contours
      inner = Outline.rect(inside).contours(transform).contours
    }
    (contours, rule) = outline.contours(transform)
  }
}

extension [Contour] {
  /// The corners of the rectangle around them.
  var corners: (low: Point, high: Point) {
    let points = joined()
    guard var low = points.first else { return (.zero, .zero) }
    var high = low
    for point in points {
      (low.x, low.y) = (Swift.min(low.x, point.x), Swift.min(low.y, point.y))
      (high.x, high.y) = (Swift.max(high.x, point.x), Swift.max(high.y, point.y))
    }
    return (low, high)
  }

  /// Whether these are `others`, but for what rounding leaves.
  func areOne(with others: [Contour]) -> Bool {
    guard count == others.count else { return false }
    return zip(self, others).allSatisfy { one, other in
      one.count == other.count
        && zip(one, other).allSatisfy {
          abs($0.x - $1.x) < SeamArea.nearby && abs($0.y - $1.y) < SeamArea.nearby
        }
    }
  }
}

extension DrawCommand {
  /// Its outline in pixels, and how much of what is behind it does not shine through; nil if it has
  /// no edge to share, unless `anywhere` it may lie.
  func seamOutline(
    _ textures: Textures, _ grid: CanvasGrid, anywhere: Bool = false
  ) -> (SeamOutline, Int)? {
    switch self {
    case .fill(let fill):
      guard !fill.paint.isClear else { return nil }
      let transform = fill.transform.then(grid.toPixels)
      if anywhere, case .rect(let rect) = fill.outline, rect.radii == .zero {
        return (SeamOutline([projected(rect.rect.corners, by: transform)]), fill.paint.seamShare)
      }
      return SeamOutline(fill.outline, transform).map { ($0, fill.paint.seamShare) }
    case .image(let draw):
      let transform = draw.transform.then(grid.toPixels)
      guard anywhere || draw.clip != nil || !draw.destination.isOnGrid(transform) else {
        return nil
      }
      let sheerness = textures.sheerness(of: draw.image)
      var outline = SeamOutline(draw.contours(transform))
      outline.isFull = sheerness == .opaque
      return (outline, sheerness.hidesMost ? SeamArea.opaque : 0)
    case .picture(let draw):
      let transform = grid.inPixels(draw.transform)
      guard draw.blend == .normal,
        let area = textures.outline(of: draw.picture, scale: grid.scale, source: draw.source)?
          .bled(by: draw.bleed, scale: grid.scale),
        anywhere || !area.isOnGrid(transform)
      else { return nil }
      let sheerness = textures.sheerness(of: draw.picture)
      var outline = SeamOutline([projected(area.corners, by: transform)])
      outline.isFull = sheerness == .opaque
      return (
        outline, sheerness.hidesMost ? SeamArea.faded(SeamArea.opaque, by: draw.opacity) : 0
      )
    case .beginGroup, .endGroup: return nil
    }
  }
}

extension DrawCommand {
  /// What it fills its outline with, if that is a gradient that lets something through.
  func seamGradient(_ grid: CanvasGrid) -> GradientRows? {
    guard case .fill(let fill) = self, case .gradient(let gradient) = fill.paint,
      !fill.paint.isOpaque, !fill.paintBounds.isEmpty,
      let inverse = fill.transform.then(grid.toPixels).inverse
    else { return nil }
    return GradientRows(gradient, in: fill.paintBounds, inverse: inverse)
  }
}

extension Sheerness? {
  /// Whether next to nothing of what is behind shines through, but for holes: where two parts of it
  /// share a pixel, there is more of it than there is of its soft edges.
  fileprivate var hidesMost: Bool { self == .opaque || self == .edged }
}

extension Paint {
  fileprivate var seamShare: Int {
    switch self {
    case .color(let color): (Int(color.alpha) * SeamArea.opaque + 127) / 255
    case .gradient: isOpaque ? SeamArea.opaque : 0
    }
  }
}

extension Rect {
  /// Whether `transform` brings it to a place where all its edges are borders of pixels.
  func isOnGrid(_ transform: Transform) -> Bool {
    guard transform.isAffine, transform.b == 0, transform.c == 0 else { return false }
    let (low, high) = (transform.apply(Point(x: x, y: y)), transform.apply(Point(x: maxX, y: maxY)))
    return [low.x, low.y, high.x, high.y].allSatisfy(\.isOnGrid)
  }
}

extension RoundedRect {
  /// Whether it has no round corners, and `transform` brings all its edges to borders of pixels.
  func isOnGrid(_ transform: Transform) -> Bool {
    radii == .zero && rect.isOnGrid(transform)
  }
}

extension Double {
  /// Whether something at this place is on a border of pixels, as far as rounding knows.
  var isOnGrid: Bool { abs(self - rounded()) < 1e-6 }
}
