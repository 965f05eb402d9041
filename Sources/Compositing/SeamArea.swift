import Drawing
import Geometry
import Pixels
import Raster

/// An area with an edge that can be shared with another one.
struct SeamArea {
  /// The command that paints it.
  let index: Int
  /// What it is painted in.
  let scope: SeamScope
  /// Its outline in pixels: that of what can be seen of it.
  private(set) var contours: [Contour]
  private(set) var rule: WindingRule
  /// All of its outline.
  let outline: (contours: [Contour], rule: WindingRule)
  /// How much of what is behind it does not shine through, in 1/65,536; 0 if that is not known, or
  /// not the same everywhere.
  private(set) var share: Int
  /// What says how much that is in each pixel, if that is not the same in all.
  fileprivate(set) var veil: Veil?
  /// Whether it hides as much along its outline as anywhere.
  private(set) var isFull = true
  /// Whether one just like it hides it.
  private(set) var isHidden = false
  /// The clips of the groups that it is painted in.
  private(set) var clips: [SeamClip] = []
  /// The border that is painted over its own edge, if there is one.
  private(set) var border: Int?
  /// The corners of the rectangle around it.
  private(set) var low, high: Point

  private init?(
    _ index: Int, scope: SeamScope, _ contours: [Contour], _ rule: WindingRule, share: Int
  ) {
    let (low, high) = contours.corners
    let points = contours.joined()
    guard points.allSatisfy({ abs($0.x) < 20_000 && abs($0.y) < 20_000 }), low.x < high.x,
      low.y < high.y, points.count <= 16_384
    else { return nil }
    (self.index, self.scope, self.contours, self.rule) = (index, scope, contours, rule)
    outline = (contours, rule)
    (self.share, self.low, self.high) = (share, low, high)
  }

  static let opaque = 65_536

  /// What is left of `share` in something that is faded; a spring may carry an opacity too far.
  static func faded(_ share: Int, by opacity: Double) -> Int {
    Int((Double(share) * max(0, min(1, opacity))).rounded())
  }

  /// How far apart two edges may be that are one, in pixels: what rounding leaves.
  static let nearby = 1e-4

  /// A gradient through which more of what is behind it shines in one place than in another.
  struct Veil {
    fileprivate let gradient: GradientRows
    /// How much shows of it.
    fileprivate let share: Int

    /// The share of one pixel.
    func share(at pixel: SharedPixel) -> Int {
      SeamArea.share(gradient.share(x: pixel.x, y: pixel.y), of: share)
    }
  }

  /// Whether its outline is not that of a text.
  var isSimple: Bool { contours.reduce(0) { $0 + $1.count } <= Self.mostCorners }
  private static let mostCorners = 2048

  /// Whether something is hidden of what is below it and ends where it does.
  var hidesEdges: Bool { isFull && (share > 0 || veil != nil) }

  /// Whether both may have a part of one pixel.
  func touches(_ other: SeamArea) -> Bool {
    low.x.rounded(.down) <= other.high.x + Self.nearby
      && other.low.x.rounded(.down) <= high.x + Self.nearby
      && low.y.rounded(.down) <= other.high.y + Self.nearby
      && other.low.y.rounded(.down) <= high.y + Self.nearby
  }

  /// Whether it may have a part of one of these pixels.
  func touches(_ pixels: PixelRect) -> Bool {
    low.x <= Double(pixels.maxX) + Self.nearby && high.x >= Double(pixels.x) - Self.nearby
      && low.y <= Double(pixels.maxY) + Self.nearby && high.y >= Double(pixels.y) - Self.nearby
  }

  /// Whether nothing is seen in these pixels of what is painted before it.
  func hidesAll(in pixels: PixelRect) -> Bool {
    guard share == Self.opaque, scope.groups.allSatisfy({ $0.share == Self.opaque }),
      holds(Point(x: Double(pixels.x) + 0.5, y: Double(pixels.y) + 0.5))
    else { return false }
    // No line comes near them.
    let (left, right) = (Double(pixels.x), Double(pixels.maxX))
    let (top, bottom) = (Double(pixels.y), Double(pixels.maxY))
    return (contours + clips.flatMap(\.contours)).allSatisfy { contour in
      contour.sides.allSatisfy { start, end in
        max(start.x, end.x) < left || min(start.x, end.x) > right || max(start.y, end.y) < top
          || min(start.y, end.y) > bottom
      }
    }
  }

  /// All areas of `commands` that may share an edge, in the order in which they are painted.
  static func all(
    in commands: [DrawCommand], _ textures: Textures, _ grid: CanvasGrid
  ) -> [SeamArea] {
    var areas: [SeamArea] = []
    // What the groups are painted in that have begun and not ended.
    var scopes = [Surroundings()]
    var known = -1
    for index in commands.indices where index > known {
      let around = scopes[scopes.count - 1]
      switch commands[index] {
      case .beginGroup(let effects):
        if effects.onlyFade, let only = commands.onlyCommand(inGroupAt: index) {
          areas.append(only, fadedBy: effects, Place(index, around), textures, grid)
          known = index + 2
          continue
        }
        scopes.append(around.inside(of: effects, at: index, grid))
      case .endGroup: if scopes.count > 1 { scopes.removeLast() }
      case .fill, .image, .picture:
        var place = Place(index, around)
        // The ground of a clip is painted inside of it.
        if commands.isGround(at: index), case .beginGroup(let effects) = commands[index + 1] {
          place.around = around.inside(of: effects, at: index + 1, grid)
        }
        areas.append(commands[index], place, textures, grid)
      }
    }
    return areas
  }

  /// What an area is painted in.
  fileprivate struct Surroundings {
    var scope = SeamScope()
    var clips: [SeamClip] = []

    func inside(of effects: Effects, at index: Int, _ grid: CanvasGrid) -> Surroundings {
      let inner = scope.inside(of: effects, at: index)
      guard inner.root == scope.root else { return Surroundings(scope: inner) }
      let clip = effects.clip.map { SeamClip($0, of: index, grid) }
      return Surroundings(scope: inner, clips: clips + (clip.map { [$0] } ?? []))
    }
  }

  /// Where an area is painted.
  fileprivate struct Place {
    let index: Int
    var around: Surroundings

    init(_ index: Int, _ around: Surroundings) {
      (self.index, self.around) = (index, around)
    }
  }

  fileprivate init?(_ place: Place, _ outline: SeamOutline, share: Int) {
    let around = place.around
    self.init(place.index, scope: around.scope, outline.contours, outline.rule, share: share)
    isFull = outline.isFull
    clips = around.clips
    for clip in clips {
      (low.x, low.y) = (max(low.x, clip.low.x), max(low.y, clip.low.y))
      (high.x, high.y) = (min(high.x, clip.high.x), min(high.y, clip.high.y))
    }
    guard low.x < high.x, low.y < high.y else { return nil }
  }

  /// All outlines that it can end at, but those of the clips `known`.
  func edges(outside known: [Int]) -> [Contour] {
    contours + clips.flatMap { $0.isOnGrid || known.contains($0.index) ? [] : $0.contours }
  }

  /// Whether `place` is inside of it, and of all clips around it.
  func holds(_ place: Point) -> Bool {
    contours.hold(place, rule) && clips.allSatisfy { $0.contours.hold(place, $0.rule) }
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
    // What has no edge of its own to share may have that of a clip.
    let isCut = place.around.clips.contains { !$0.isOnGrid }
    guard let (outline, share) = command.seamOutline(textures, grid, anywhere: isCut),
      var area = SeamArea(place, outline, share: SeamArea.faded(share, by: opacity))
    else { return }
    area.veil = command.seamGradient(grid).map {
      SeamArea.Veil(gradient: $0, share: SeamArea.faded(SeamArea.opaque, by: opacity))
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
}

extension [Contour] {
  /// Whether they go around `place`.
  fileprivate func hold(_ place: Point, _ rule: WindingRule) -> Bool {
    var winding = 0
    for contour in self {
      guard var last = contour.last else { continue }
      for point in contour {
        if (point.y <= place.y) != (last.y <= place.y) {
          let x = last.x + (place.y - last.y) * ((point.x - last.x) / (point.y - last.y))
          if x > place.x { winding += point.y > last.y ? 1 : -1 }
        }
        last = point
      }
    }
    return rule.isInside(winding)
  }
}
