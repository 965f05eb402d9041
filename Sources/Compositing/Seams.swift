import Drawing
import Geometry
import Pixels
import Raster

// Where two areas share an edge that falls between pixels, each covers a part of the same pixels.
// Painted one over the other, the second one hides its share of what the first one left: a line of
// what is behind both shines through. It would not if the first one went on a little beneath the
// second, whose own edge then decides; and two of the same translucent colour can be one area.

/// What areas gain beneath later ones that share an edge with them.
struct Seams {
  /// What is added to the area of each command, in pixels.
  private var added: [[Contour]]
  /// Whether a command is painted with one before it.
  private var areJoined: [Bool]

  /// Finds the edges that `commands` share on the canvas of `grid`.
  init(_ commands: [DrawCommand], _ textures: Textures, _ grid: CanvasGrid) {
    added = [[Contour]](repeating: [], count: commands.count)
    areJoined = [Bool](repeating: false, count: commands.count)
    let areas = Self.areas(commands, textures, grid)
    // Each pair is asked: so many are a pattern that hides a seam, or would take too long.
    guard areas.count > 1, areas.count <= 256 else { return }
    for (place, area) in areas.enumerated() {
      for later in areas[(place + 1)...] where later.isOpaque && later.group == area.group {
        added[area.index] += later.quad.strips(beside: area.quad)
      }
    }
    join(areas, commands)
  }

  /// What is added to the command at `index`.
  func contours(at index: Int) -> [Contour] { added[index] }

  /// Whether the command at `index` has been painted with one before it.
  func isJoined(_ index: Int) -> Bool { areJoined[index] }

  private mutating func join(_ areas: [Area], _ commands: [DrawCommand]) {
    var chain: [Area] = []
    for area in areas {
      if let last = chain.last, last.index + 1 == area.index,
        commands[area.index].isFaded(like: commands[last.index]),
        chain.contains(where: { !area.quad.strips(beside: $0.quad).isEmpty }),
        chain.allSatisfy({ area.quad.isApart(from: $0.quad) })
      {
        added[chain[0].index].append(area.quad.turned(like: chain[0].quad))
        areJoined[area.index] = true
        chain.append(area)
      } else {
        chain = [area]
      }
    }
  }

  /// A command whose area has four straight sides.
  private struct Area {
    var index: Int
    /// Where the group begins that it is in.
    var group: Int
    var quad: Quad
    var isOpaque: Bool
  }

  private static func areas(
    _ commands: [DrawCommand], _ textures: Textures, _ grid: CanvasGrid
  ) -> [Area] {
    var groups = [-1]
    return commands.indices.compactMap { index in
      switch commands[index] {
      case .beginGroup: groups.append(index)
      case .endGroup: _ = groups.popLast()
      case .fill, .image, .picture: break
      }
      guard let (corners, isOpaque) = commands[index].corners(textures, grid),
        let quad = Quad(corners)
      else { return nil }
      return Area(index: index, group: groups.last ?? -1, quad: quad, isOpaque: isOpaque)
    }
  }
}

extension DrawCommand {
  /// The corners of an area with straight sides on the canvas, and whether it hides all behind it.
  fileprivate func corners(_ textures: Textures, _ grid: CanvasGrid) -> ([Point], Bool)? {
    switch self {
    case .fill(let fill):
      guard case .rect(let rect) = fill.outline, rect.radii == .zero, fill.transform.isAffine
      else { return nil }
      return (rect.rect.corners.map(fill.transform.then(grid.toPixels).apply), fill.paint.isOpaque)
    case .image(let draw):
      guard draw.clip == nil || draw.clip?.radii == .zero && draw.clip?.rect == draw.destination,
        draw.transform.isAffine
      else { return nil }
      return (
        draw.destination.corners.map(draw.transform.then(grid.toPixels).apply),
        textures.sheerness(of: draw.image) == .opaque
      )
    case .picture(let draw):
      let transform = grid.inPixels(draw.transform)
      guard transform.isAffine, draw.bleed == .none,
        let texture = textures.texture(
          draw.picture, scale: grid.scale, drawnAt: transform, source: nil),
        draw.source == nil
      else { return nil }
      return (
        texture.outline.corners.map(transform.apply),
        texture.pixels.sheerness == .opaque && draw.opacity >= 1 && draw.blend == .normal
      )
    case .beginGroup, .endGroup: return nil
    }
  }

  /// Whether both are areas of the same translucent colour.
  fileprivate func isFaded(like other: DrawCommand) -> Bool {
    guard case .fill(let one) = self, case .fill(let two) = other,
      case .color(let color) = one.paint
    else { return false }
    return one.paint == two.paint && !color.isOpaque
  }
}

/// A convex area with four corners, in pixels.
private struct Quad {
  let corners: [Point]
  /// Twice its area, negative where its corners run counterclockwise.
  private let turn: Double
  private let low, high: Point

  /// nil where there is nothing inside, or no canvas near.
  init?(_ corners: [Point]) {
    guard corners.allSatisfy({ abs($0.x) < 20_000 && abs($0.y) < 20_000 }) else { return nil }
    self.corners = corners
    let (across, down) = (corners[2] - corners[0], corners[3] - corners[1])
    turn = across.x * down.y - across.y * down.x
    guard abs(turn) > 1e-6 else { return nil }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    low = Point(x: xs.min() ?? 0, y: ys.min() ?? 0)
    high = Point(x: xs.max() ?? 0, y: ys.max() ?? 0)
  }

  /// How far apart two edges may be that are one, in pixels: what rounding leaves.
  private static let nearby = 1e-4

  private func touches(_ other: Quad) -> Bool {
    low.x <= other.high.x + Self.nearby && other.low.x <= high.x + Self.nearby
      && low.y <= other.high.y + Self.nearby && other.low.y <= high.y + Self.nearby
  }

  /// Strips inside of this area along the edges that it shares with `other`, two pixels deep, which
  /// run around as `other` does.
  func strips(beside other: Quad) -> [Contour] {
    guard touches(other) else { return [] }
    var result: [Contour] = []
    for side in 0..<4 {
      let (start, end) = (corners[side], corners[(side + 1) % 4])
      let along = end - start
      let length = along.length
      guard length > Self.nearby, !isOnGrid(start, end) else { continue }
      for edge in 0..<4 {
        let (one, two) = (other.corners[edge], other.corners[(edge + 1) % 4])
        guard abs(Self.cross(along, one - start)) < Self.nearby * length,
          abs(Self.cross(along, two - start)) < Self.nearby * length,
          other.isBeyond(start, along, turn: turn)
        else { continue }
        let shares = [one, two].map { Self.dot(along, $0 - start) / (length * length) }.sorted()
        let (first, last) = (max(0, shares[0]), min(1, shares[1]))
        guard (last - first) * length > Self.nearby else { continue }
        result.append(strip(side, first, last, like: other))
      }
    }
    return result
  }

  /// Whether an upright edge lies on a border of pixels: there is no pixel to share.
  private func isOnGrid(_ start: Point, _ end: Point) -> Bool {
    func isWhole(_ one: Double, _ other: Double) -> Bool {
      one == other && abs(one - one.rounded()) < 1e-9
    }
    return isWhole(start.x, end.x) || isWhole(start.y, end.y)
  }

  /// Whether all of it lies on the outer side of an edge of an area that turns by `turn`.
  private func isBeyond(_ start: Point, _ along: Point, turn: Double) -> Bool {
    let most = Self.nearby * along.length
    return corners.allSatisfy {
      let side = Self.cross(along, $0 - start)
      return turn > 0 ? side <= most : side >= -most
    }
  }

  /// Whether an edge of `other` has all of it on its outer side.
  func isApart(from other: Quad) -> Bool {
    (0..<4).contains { edge in
      let start = other.corners[edge]
      return isBeyond(start, other.corners[(edge + 1) % 4] - start, turn: other.turn)
    }
  }

  /// The strip behind the part of a side from `first` to `last`.
  private func strip(_ side: Int, _ first: Double, _ last: Double, like other: Quad) -> Contour {
    let (start, end) = (corners[side], corners[(side + 1) % 4])
    let (before, after) = (corners[(side + 3) % 4] - start, corners[(side + 2) % 4] - end)
    let depth = min(1, 2 / max(1e-6, abs(turn) / 2 / (end - start).length))
    let (innerStart, innerEnd) = (start + before * depth, end + after * depth)
    func point(_ one: Point, _ two: Point, _ share: Double) -> Point { one + (two - one) * share }
    let contour = [
      point(start, end, first), point(start, end, last), point(innerStart, innerEnd, last),
      point(innerStart, innerEnd, first),
    ]
    return (turn > 0) == (other.turn > 0) ? contour : contour.reversed()
  }

  /// Its corners, in the direction in which those of `other` run.
  func turned(like other: Quad) -> Contour {
    (turn > 0) == (other.turn > 0) ? corners : corners.reversed()
  }

  private static func cross(_ one: Point, _ other: Point) -> Double {
    one.x * other.y - one.y * other.x
  }

  private static func dot(_ one: Point, _ other: Point) -> Double {
    one.x * other.x + one.y * other.y
  }
}
