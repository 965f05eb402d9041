import Drawing
import Geometry
import Pixels
import Raster

// Where two areas share an edge that falls between pixels, each covers a part of the same pixels.
// Painted one over the other, the second one hides its share of what the first one left: a line of
// what is behind both shines through. So the first one is painted there as if it covered more: by
// as much as what is painted later will take away again. Each area then has the share of the pixel
// that is its own, whatever their colours, and however many meet.

/// What areas cover of the pixels that they share with areas beside them.
struct Seams {
  /// For each command, the pixels that it covers otherwise than its outline alone says.
  private var levels: [[PixelLevel]] = []
  /// Whether nothing of a command can be seen: one just like it is painted over it.
  private var areHidden: [Bool] = []

  /// Finds the edges that `commands` share on the canvas of `grid`, inside `region`.
  init(
    _ commands: [DrawCommand], _ textures: Textures, _ grid: CanvasGrid, in region: PixelRect
  ) {
    let areas = SeamArea.all(in: commands, textures, grid)
    // Each pair is asked: so many are a pattern that hides a seam, or would take too long.
    guard areas.count > 1, areas.count <= 1024 else { return }
    levels = [[PixelLevel]](repeating: [], count: commands.count)
    areHidden = [Bool](repeating: false, count: commands.count)
    // What is shared does not depend on which rows of the canvas are painted here.
    let canvas = region.union(grid.bounds)
    for area in areas where area.isHidden { areHidden[area.index] = true }
    for cluster in SeamCluster.all(among: areas.filter { !$0.isHidden }, in: canvas) {
      let root = cluster.root
      let clip =
        commands.indices.contains(root) ? SeamClip(commands[root], at: root, grid) : nil
      cluster.shareOut(in: region, inside: clip) { levels[$0].append($1) }
    }
    // Clusters that are cut by one clip tell of it one after the other.
    for index in levels.indices where levels[index].count > 1 {
      levels[index].sort { ($0.y, $0.x) < ($1.y, $1.x) }
    }
  }

  /// The pixels that the command at `index` covers otherwise than its outline says.
  func levels(at index: Int) -> [PixelLevel] { levels.isEmpty ? [] : levels[index] }

  /// Whether no command shares an edge with another one.
  var isEmpty: Bool { levels.allSatisfy(\.isEmpty) && !areHidden.contains(true) }

  /// Whether the command at `index` need not be painted.
  func isHidden(_ index: Int) -> Bool { areHidden.isEmpty ? false : areHidden[index] }
}

/// Areas that share edges with each other, and the pixels that they share.
struct SeamCluster {
  /// In the order in which they are painted.
  private let areas: [SeamArea]
  /// Some of them more than once.
  private let pixels: [SharedPixel]
  /// Whether one of them lies over another one along an edge of both.
  private let isLayered: Bool

  /// The most pixels that are shared, each counted for every two areas that share it: hundreds of areas
  /// with the same edge are a pile that nobody looks through.
  private static let most = 2_000_000
  /// The most areas that a pixel is shared out among.
  private static let mostLayers = 48

  /// The clusters of `areas` on `canvas`; those that share no edge are in none.
  static func all(among areas: [SeamArea], in canvas: PixelRect) -> [SeamCluster] {
    var bonds = SeamBonds(areas.count)
    for later in areas.indices {
      for earlier in areas.indices[..<later]
      where areas[earlier].scope.root == areas[later].scope.root
        && areas[earlier].touches(areas[later]) && bonds.pixels.count < Self.most
      {
        // A border hides both its edges of what it is painted around.
        guard areas[earlier].border != areas[later].index else {
          bonds.join(earlier, later, at: areas[later].edgePixels(in: canvas), liesOver: false)
          continue
        }
        let edges = SharedEdges(areas[earlier], areas[later], in: canvas)
        bonds.join(earlier, later, at: edges.pixels, liesOver: edges.liesOver)
      }
    }
    return bonds.clusters.map { cluster in
      SeamCluster(
        areas: cluster.places.map { areas[$0] }, pixels: cluster.pixels,
        isLayered: cluster.isLayered)
    }
  }

  /// What all of its areas are painted in.
  var root: Int { areas[0].scope.root }

  /// Tells for each area and each shared pixel inside `region` what it covers there, of what `clip`
  /// leaves of it.
  func shareOut(
    in region: PixelRect, inside clip: SeamClip?, _ tell: (Int, PixelLevel) -> Void
  ) {
    let shared = pixels.filter { $0.isIn(region) }.sorted()
    guard let left = shared.map(\.x).min(), let right = shared.map(\.x).max(),
      let top = shared.first?.y, let bottom = shared.last?.y
    else { return }
    let bounds = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    let coverages = areas.map { Coverage($0.contours, rule: $0.rule, in: bounds) }
    let tree = SeamTree(areas)
    var overlaps = SeamOverlaps(areas, tree, inside: clip)
    let cuts = SeamCuts(tree, clip, in: bounds)
    var shelf = SeamShelf(areas, tree)
    var (last, known, levels): (SharedPixel?, [UInt8], [UInt8]) = (nil, [], [])
    for pixel in shared where pixel != last {
      last = pixel
      levels.removeAll(keepingCapacity: true)
      for coverage in coverages { levels.append(coverage.level(x: pixel.x, y: pixel.y)) }
      guard levels.count(where: { $0 > 0 }) <= Self.mostLayers else { continue }
      let isOver = cuts.cut(&levels, at: pixel) || mayOverlap(levels)
      let isOther = shelf.look(at: pixel, levels)
      // Along an upright edge all pixels are alike.
      if isOver || isOther || levels != known {
        if isOver {
          overlaps.look(at: pixel, shares: shelf.shares, where: levels)
          shelf.divide(levels, seen: overlaps.parts, sum: overlaps.sum, isOver: true)
        } else {
          let parts = levels.map { Int($0) << 8 }
          shelf.divide(levels, seen: parts, sum: parts.reduce(0, +), isOver: false)
        }
        known = isOver ? [] : levels
      }
      for (index, level) in shelf.portions {
        tell(index, PixelLevel(x: pixel.x, y: pixel.y, fine: UInt16(level)))
      }
    }
  }

  /// Whether areas of these levels may lie over each other.
  ///
  /// Two on both sides of an edge do not, unless they are more than a whole pixel together; each level
  /// is rounded, though.
  private func mayOverlap(_ levels: [UInt8]) -> Bool {
    let count = levels.count { $0 > 0 }
    let sum = levels.reduce(0) { $0 + Int($1) }
    return count > 2 || isLayered && count > 1 || sum > 255 + (count + 1) / 2
  }
}

/// A pixel of the canvas, in reading order.
struct SharedPixel: Hashable, Comparable {
  var x, y: Int

  static func < (one: SharedPixel, other: SharedPixel) -> Bool {
    (one.y, one.x) < (other.y, other.x)
  }

  func isIn(_ region: PixelRect) -> Bool {
    x >= region.x && x < region.maxX && y >= region.y && y < region.maxY
  }
}
