import Drawing
import Geometry
import Pixels
import Raster

/// An area with an edge that can be shared with another one.
struct SeamArea {
  /// The command that paints it, or begins the group whose clip it is.
  let index: Int
  /// What it is painted in.
  let scope: SeamScope
  /// Its outline in pixels: that of what can be seen of it.
  private(set) var contours: [Contour]
  private(set) var rule: WindingRule
  /// How much of what is behind it does not shine through, in 1/65,536; 0 if that is not known.
  private(set) var share: Int
  /// Whether one just like it hides it.
  private(set) var isHidden = false
  /// The clips of groups that are painted inside of it, and cut off what it does.
  private(set) var clips: [Int] = []
  /// The border that is painted over its own edge, if there is one.
  private(set) var border: Int?
  /// The corners of the rectangle around it.
  private(set) var low, high: Point

  private init?(
    _ index: Int, scope: SeamScope, _ contours: [Contour], _ rule: WindingRule, share: Int
  ) {
    let points = contours.joined()
    let xs = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let ys = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    guard points.allSatisfy({ abs($0.x) < 20_000 && abs($0.y) < 20_000 }), xs.0 < xs.1,
      ys.0 < ys.1, points.count <= 16_384
    else { return nil }
    (self.index, self.scope, self.contours, self.rule) = (index, scope, contours, rule)
    self.share = share
    (low, high) = (Point(x: xs.0, y: ys.0), Point(x: xs.1, y: ys.1))
  }

  static let opaque = 65_536

  /// What is left of `share` in something that is faded; a spring may carry an opacity too far.
  static func faded(_ share: Int, by opacity: Double) -> Int {
    Int((Double(share) * max(0, min(1, opacity))).rounded())
  }

  /// How far apart two edges may be that are one, in pixels: what rounding leaves.
  static let nearby = 1e-4

  func touches(_ other: SeamArea) -> Bool {
    low.x <= other.high.x + Self.nearby && other.low.x <= high.x + Self.nearby
      && low.y <= other.high.y + Self.nearby && other.low.y <= high.y + Self.nearby
  }

  /// All areas of `commands` that may share an edge, in the order in which they are painted.
  static func all(
    in commands: [DrawCommand], _ textures: Textures, _ grid: CanvasGrid
  ) -> [SeamArea] {
    var areas: [SeamArea] = []
    // What the groups are painted in that have begun and not ended.
    var scopes = [SeamScope()]
    var known = -1
    for index in commands.indices where index > known {
      let scope = scopes[scopes.count - 1]
      switch commands[index] {
      case .beginGroup(let effects):
        if effects.onlyFade, let only = commands.onlyCommand(inGroupAt: index) {
          let place = SeamArea.Place(index, scope)
          areas.append(only, fadedBy: effects, place, textures, grid)
          known = index + 2
          continue
        }
        scopes.append(scope.inside(of: effects, at: index))
        areas.append(
          group: effects, commands, SeamArea.Place(index, scope), textures, grid)
      case .endGroup: if scopes.count > 1 { scopes.removeLast() }
      case .fill, .image, .picture:
        areas.append(commands[index], SeamArea.Place(index, scope), textures, grid)
      }
    }
    return areas
  }

  /// Where an area is painted.
  fileprivate struct Place {
    let index: Int
    let scope: SeamScope

    init(_ index: Int, _ scope: SeamScope) {
      (self.index, self.scope) = (index, scope)
    }
  }

  fileprivate init?(_ place: Place, _ outline: SeamOutline, share: Int) {
    self.init(place.index, scope: place.scope, outline.contours, outline.rule, share: share)
  }

  /// Takes notice of a clip with an outline; answers whether that is its own.
  fileprivate mutating func isOutline(ofClip place: Place, _ outline: SeamOutline) -> Bool {
    guard place.scope == scope, border == nil, contours.areOne(with: outline.contours) else {
      return false
    }
    clips.append(place.index)
    return true
  }

  /// Takes notice of one that is painted over this one.
  fileprivate mutating func isPaintedOver(by later: SeamArea, _ outline: SeamOutline) {
    guard later.scope == scope, later.share == Self.opaque, border == nil else { return }
    if outline.isFull, rule == outline.rule, contours.areOne(with: outline.contours) {
      isHidden = true
    }
    guard let inner = outline.inner, contours.areOne(with: outline.outer) else { return }
    (contours, rule, border) = (inner, .nonzero, later.index)
  }
}

/// The outline of an area, and of the border that it perhaps is.
private struct SeamOutline {
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

  /// nil for what shares no edge with anything, as far as that can be told easily: lines, texts,
  /// and rectangles whose edges lie on borders of pixels.
  init?(_ outline: Outline, _ transform: Transform) {
    switch outline {
    case .stroke: return nil
    case .path(let path, _): guard path.elements.count <= 256 else { return nil }
    case .rect(let rect):
      if rect.radii == .zero, rect.rect.isOnGrid(transform) { return nil }
    case .ring(let outside, let inside):
      if outside.radii == .zero, outside.rect.isOnGrid(transform),
        inside.rect.isOnGrid(transform)
      {
        return nil
      }
      outer = Outline.rect(outside).contours(transform).contours
      inner = Outline.rect(inside).contours(transform).contours
    }
    (contours, rule) = outline.contours(transform)
  }
}

extension [SeamArea] {
  fileprivate mutating func append(
    _ command: DrawCommand, _ place: SeamArea.Place, _ textures: Textures, _ grid: CanvasGrid,
    opacity: Double = 1
  ) {
    guard let (outline, share) = command.seamOutline(textures, grid),
      let area = SeamArea(place, outline, share: SeamArea.faded(share, by: opacity))
    else { return }
    for earlier in indices { self[earlier].isPaintedOver(by: area, outline) }
    append(area)
  }

  /// The one thing in a group that only fades it.
  fileprivate mutating func append(
    _ only: DrawCommand, fadedBy effects: Effects, _ place: SeamArea.Place, _ textures: Textures,
    _ grid: CanvasGrid
  ) {
    guard effects.blend == .normal else { return }
    append(only, place, textures, grid, opacity: effects.opacity)
  }

  /// What a group's clip leaves of its inside.
  fileprivate mutating func append(
    group effects: Effects, _ commands: [DrawCommand], _ place: SeamArea.Place,
    _ textures: Textures, _ grid: CanvasGrid
  ) {
    guard !effects.needsIsolation || effects.keepsShapes, let clip = effects.clip,
      let outline = SeamOutline(clip.outline, clip.transform.then(grid.toPixels)),
      let plain = SeamArea(place, outline, share: 0)
    else { return }
    if !effects.needsIsolation {
      for earlier in indices where self[earlier].isOutline(ofClip: place, outline) { return }
    }
    let share = commands[(place.index + 1)...].share(filling: outline, textures, grid)
    append(SeamArea(place, outline, share: effects.faded(share)) ?? plain)
  }
}

extension ArraySlice<DrawCommand> {
  /// How much of what is behind is hidden by those first ones that fill all of `outline`.
  ///
  /// Texts and other small things among them lie somewhere inside.
  fileprivate func share(
    filling outline: SeamOutline, _ textures: Textures, _ grid: CanvasGrid
  ) -> Int {
    let corners = outline.contours.flatMap { $0 }
    var rest = SeamArea.opaque
    // How much shows of the groups inside that have begun and not ended.
    var shown = [SeamArea.opaque]
    for command in prefix(8) {
      switch command {
      case .beginGroup(let effects):
        let isPlain = effects.clip == nil && effects.keepsShapes
        shown.append(isPlain ? effects.faded(shown[shown.count - 1]) : 0)
      case .endGroup: shown.removeLast()
      case .fill, .image, .picture:
        guard let (own, share) = command.seamOutline(textures, grid, anywhere: true),
          own.contours.isQuad(around: corners)
        else { continue }
        rest -= SeamArea.share(rest, of: SeamArea.share(share, of: shown[shown.count - 1]))
      }
      if shown.isEmpty { break }
    }
    return SeamArea.opaque - rest
  }
}

extension [Contour] {
  /// Whether it is one convex area with four corners that holds all `points`.
  fileprivate func isQuad(around points: [Point]) -> Bool {
    guard count == 1, self[0].count == 4 else { return false }
    let sides = (0..<4).map { side in
      let (start, along) = (self[0][side], self[0][(side + 1) % 4] - self[0][side])
      return points.map { along.x * ($0.y - start.y) - along.y * ($0.x - start.x) }
    }
    let most = 1e-6
    return sides.joined().allSatisfy { $0 > -most } || sides.joined().allSatisfy { $0 < most }
  }
}

extension [Contour] {
  /// Whether these are `others`, but for what rounding leaves.
  fileprivate func areOne(with others: [Contour]) -> Bool {
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
  fileprivate func seamOutline(
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
  fileprivate func isOnGrid(_ transform: Transform) -> Bool {
    guard transform.isAffine, transform.b == 0, transform.c == 0 else { return false }
    let (low, high) = (transform.apply(Point(x: x, y: y)), transform.apply(Point(x: maxX, y: maxY)))
    return [low.x, low.y, high.x, high.y].allSatisfy { abs($0 - $0.rounded()) < 1e-9 }
  }
}
