import Drawing
import Geometry
import Pixels
import Raster

/// An outline on the canvas, in straight lines.
struct TracedOutline: Hashable, Sendable {
  let contours: [Contour]
  let rule: WindingRule
  /// What it covers, if that is known and all of it is on the canvas.
  private(set) var whole: Coverage?

  init(_ contours: [Contour] = [], rule: WindingRule = .nonzero) {
    (self.contours, self.rule) = (contours, rule)
  }

  /// What it covers of `region`.
  func coverage(in region: PixelRect) -> Coverage {
    if let whole, Self.isWhole(whole, in: region) { return whole }
    return Coverage(contours, rule: rule, in: region)
  }

  /// Whether all of it lies inside `region`, so that the region changes nothing.
  private static func isWhole(_ coverage: Coverage, in region: PixelRect) -> Bool {
    let around = coverage.bounds.expanded(by: 1)
    return !coverage.bounds.isEmpty && region.intersection(around) == around
  }

  /// The same with what it covers, if nothing of it lies outside of `canvas`.
  func covered(on canvas: PixelRect) -> TracedOutline {
    let coverage = Coverage(contours, rule: rule, in: canvas)
    var result = self
    result.whole = Self.isWhole(coverage, in: canvas) ? coverage : nil
    return result
  }
}

/// An outline at a place where several frames have it.
///
/// Clocks, bars and icons stand still while screens move: they are traced once.
struct PlacedOutline: Hashable, Sendable {
  let outline: Outline
  /// The way to pixels.
  let transform: Transform

  /// No more than these are kept, and none that takes more bytes than that.
  static let (most, mostBytes) = (256, 1_048_576.0)

  /// The outlines in `list` that could be kept: not rectangles, nor what costly groups hold.
  static func candidates(in list: DisplayList, on grid: CanvasGrid) -> [(Fill, PlacedOutline)] {
    var (result, index): ([(Fill, PlacedOutline)], Int) = ([], 0)
    while index < list.commands.count {
      switch list.commands[index] {
      case .fill(let fill):
        if case .rect(let rect) = fill.outline, rect.radii == .zero { break }
        let transform = fill.transform.then(grid.toPixels)
        result.append((fill, PlacedOutline(outline: fill.outline, transform: transform)))
      case .beginGroup(let effects):
        if effects.isCostly { index = list.commands.endOfGroup(from: index) ?? index }
      case .image, .picture, .endGroup: break
      }
      index += 1
    }
    return result
  }
}

extension Textures {
  /// `outline` on the canvas, to whose pixels `transform` leads.
  func traced(_ outline: Outline, _ transform: Transform) -> TracedOutline {
    if !cachedOutlines.isEmpty,
      let kept = cachedOutlines[PlacedOutline(outline: outline, transform: transform)]
    {
      return kept
    }
    return outline.traced(transform)
  }
}

extension Outline {
  /// The outline on the canvas, in straight lines.
  ///
  /// `transform` leads from the outline's coordinates to pixels.
  func traced(_ transform: Transform) -> TracedOutline {
    switch self {
    case .rect(let rect): TracedOutline(rect.contours(transform))
    case .ring(let outer, let inner):
      TracedOutline(outer.contours(transform) + inner.contours(transform), rule: .evenodd)
    case .path(let path, let rule):
      TracedOutline(path.contours(transform), rule: rule == .evenodd ? .evenodd : .nonzero)
    case .stroke(let path, let stroke):
      TracedOutline(stroke.contours(along: path, transform))
    }
  }

  /// What it covers of `region`.
  func coverage(_ transform: Transform, in region: PixelRect) -> Coverage {
    traced(transform).coverage(in: region)
  }
}

extension RoundedRect {
  func contours(_ transform: Transform) -> [Contour] {
    guard !rect.isEmpty else { return [] }
    guard radii != .zero else { return [projected(rect.corners, by: transform)] }
    return path.contours(transform)
  }
}

extension Path {
  /// How far a line may stray from its curve, in pixels: a sixteenth of a level.
  static let tolerance = 1.0 / 4096

  func contours(_ transform: Transform) -> [Contour] {
    guard !transform.isAffine else {
      return applying(transform).flattened(tolerance: Self.tolerance).map(\.points)
    }
    let bounds = controlBounds
    // Perspective enlarges what is near: flatten for the largest scale that still counts.
    let scale = max(1, transform.largestScale(in: bounds))
    return flattened(tolerance: Self.tolerance / scale).map {
      projected($0.points, by: transform)
    }
  }
}

extension Transform {
  /// The largest factor by which a length grows anywhere inside `rect`, at most 64.
  func largestScale(in rect: Rect) -> Double {
    let scales = rect.corners.map { corner in
      let w = px * corner.x + py * corner.y + pw
      guard w > 1e-3 else { return 64.0 }
      let place = apply(corner)
      let across = Point(x: a - px * place.x, y: b - px * place.y).length / w
      let down = Point(x: c - py * place.x, y: d - py * place.y).length / w
      return max(across, down)
    }
    return min(64, scales.max() ?? 1)
  }
}

extension Stroke {
  /// The outline of the line along `path`, which `transform` then brings to the canvas.
  fileprivate func contours(along path: Path, _ transform: Transform) -> [Contour] {
    let scale = max(0.001, transform.largestScale(in: path.controlBounds))
    let tolerance = path.attainableTolerance(Path.tolerance / scale)
    guard
      let pen = Pen(
        width: width, cap: cap, join: join, miterLimit: miterLimit, tolerance: tolerance)
    else { return [] }
    return path.flattened(tolerance: tolerance, withTangents: true)
      .flatMap { dash.isEmpty ? [$0] : $0.dashed(dash, from: dashOffset) }
      .flatMap(pen.contours)
      .map { projected($0, by: transform) }
  }
}

extension Rect {
  /// Whether `transform` brings it to a place where all its edges are borders of pixels.
  func isOnGrid(_ transform: Transform) -> Bool {
    guard transform.isAffine, transform.b == 0, transform.c == 0 else { return false }
    let (low, high) = (transform.apply(Point(x: x, y: y)), transform.apply(Point(x: maxX, y: maxY)))
    return [low.x, low.y, high.x, high.y].allSatisfy { abs($0 - $0.rounded()) < 1e-6 }
  }
}

extension RoundedRect {
  /// Whether it has no round corners, and `transform` brings all its edges to borders of pixels.
  func isOnGrid(_ transform: Transform) -> Bool {
    radii == .zero && rect.isOnGrid(transform)
  }
}
