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
  /// How much of what is behind it does not shine through, in 1/65,536; 0 if that is not known, or
  /// not the same everywhere.
  private(set) var share: Int
  /// What says how much that is in each pixel, if it is a gradient, and how much shows of that.
  fileprivate var veil: (gradient: GradientRows, share: Int)?
  /// Whether it hides as much along its outline as anywhere.
  private(set) var isFull = true
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

  /// Whether more of what is behind it shines through in one place than in another.
  var isUneven: Bool { veil != nil }

  /// Whether something is hidden of what is below it and ends where it does.
  var hidesEdges: Bool { isFull && (share > 0 || isUneven) }

  /// Takes the share of one pixel, where it is not the same everywhere.
  mutating func look(at pixel: SharedPixel) {
    guard let veil else { return }
    share = Self.share(veil.gradient.share(x: pixel.x, y: pixel.y), of: veil.share)
  }

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
    isFull = outline.isFull
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

extension [SeamArea] {
  fileprivate mutating func append(
    _ command: DrawCommand, _ place: SeamArea.Place, _ textures: Textures, _ grid: CanvasGrid,
    opacity: Double = 1
  ) {
    guard let (outline, share) = command.seamOutline(textures, grid),
      var area = SeamArea(place, outline, share: SeamArea.faded(share, by: opacity))
    else { return }
    area.veil = command.seamGradient(grid).map {
      ($0, SeamArea.faded(SeamArea.opaque, by: opacity))
    }
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
