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
    for area in areas where area.isHidden { areHidden[area.index] = true }
    for cluster in SeamCluster.all(among: areas.filter { !$0.isHidden }, in: region) {
      cluster.shareOut(in: region) { levels[$0].append($1) }
    }
    // Areas of one outline tell their clip's levels one after the other.
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
  private var areas: [SeamArea]
  /// Some of them more than once.
  private var pixels: [SharedPixel]

  /// The clusters of `areas`; those that share no edge are in none.
  static func all(among areas: [SeamArea], in region: PixelRect) -> [SeamCluster] {
    var clusters: [SeamCluster] = []
    for (place, area) in areas.enumerated() {
      var own = SeamCluster(areas: [area], pixels: [])
      for earlier in areas[..<place]
      where earlier.scope.root == area.scope.root && earlier.touches(area) {
        // A border hides both its edges of what it is painted around.
        let shared =
          earlier.border == area.index
          ? area.edgePixels(in: region) : SharedEdges(earlier, area, in: region).pixels
        guard !shared.isEmpty else { continue }
        own.pixels += shared
        own.areas.append(earlier)
      }
      if own.areas.count > 1 { clusters = own.joining(clusters) }
    }
    return clusters
  }

  /// All clusters, this one among them after it has taken those that share an area with it.
  private func joining(_ others: [SeamCluster]) -> [SeamCluster] {
    var (own, apart) = (self, [SeamCluster]())
    for other in others {
      guard other.areas.contains(where: own.holds) else {
        apart.append(other)
        continue
      }
      own.pixels += other.pixels
      for area in other.areas where !own.holds(area) { own.areas.append(area) }
    }
    own.areas.sort { $0.index < $1.index }
    return apart + [own]
  }

  private func holds(_ area: SeamArea) -> Bool {
    areas.contains { $0.index == area.index }
  }

  /// Tells for each area and each shared pixel inside `region` what it covers there.
  func shareOut(in region: PixelRect, _ tell: (Int, PixelLevel) -> Void) {
    let shared = pixels.filter { $0.isIn(region) }.sorted()
    guard let left = shared.map(\.x).min(), let right = shared.map(\.x).max(),
      let top = shared.first?.y, let bottom = shared.last?.y
    else { return }
    let bounds = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    let coverages = areas.map { Coverage($0.contours, rule: $0.rule, in: bounds) }
    var overlaps = SeamOverlaps(areas, in: bounds)
    let isUneven = areas.contains(where: \.isUneven)
    var cluster = self
    var (last, known, own): (SharedPixel?, [UInt8], [(Int, UInt8)]) = (nil, [], [])
    for pixel in shared where pixel != last {
      last = pixel
      let isOther = isUneven && cluster.look(at: pixel)
      let levels = coverages.map { $0.level(x: pixel.x, y: pixel.y) }
      let common = Self.mayOverlap(levels) ? overlaps.levels(at: pixel, where: levels) : []
      // Along an upright edge all pixels are alike.
      if levels + common != known || isOther {
        known = levels + common
        own = cluster.shares(
          levels.map(Int.init), seen: overlaps.seen(levels, common, of: cluster.areas))
      }
      for (index, level) in own { tell(index, PixelLevel(x: pixel.x, y: pixel.y, level: level)) }
    }
  }

  /// Takes the shares that areas have in a pixel; answers whether one of them is another than before.
  private mutating func look(at pixel: SharedPixel) -> Bool {
    var isOther = false
    for index in areas.indices where areas[index].isUneven {
      let before = areas[index].share
      areas[index].look(at: pixel)
      isOther = isOther || areas[index].share != before
    }
    return isOther
  }

  /// Whether areas of these levels may lie over each other.
  ///
  /// Two that share an edge do not, unless they are more than a whole pixel together; each level is
  /// rounded, though.
  private static func mayOverlap(_ levels: [UInt8]) -> Bool {
    let count = levels.count { $0 > 0 }
    return count > 2 || levels.reduce(0) { $0 + Int($1) } > 255 + (count + 1) / 2
  }

  /// What each area covers of a pixel, given by the command's index, where that is not what its
  /// outline says; `seen` is what can be seen of its level under those that are painted over it.
  private func shares(_ levels: [Int], seen: [Int]) -> [(Int, UInt8)] {
    var shares: [(Int, UInt8)] = []
    let count = seen.count { $0 > 0 }
    let sum = seen.reduce(0, +)
    let lowest = sum >= 255 - (count + 1) / 2 ? seen.firstIndex { $0 > 0 } : nil
    var rests = SeamRest()
    var later: [Int] = []
    for place in areas.indices.reversed() {
      let area = areas[place]
      guard levels[place] > 0 || area.border != nil else { continue }
      let rest = rests.rest(in: area.scope)
      var own = rest > 0 ? min(255, (seen[place] * 65_536 + rest / 2) / rest) : 255
      // Together they fill the pixel: nothing of what is behind them must be left by rounding.
      if place == lowest {
        own =
          isOpaque(behind: place, seen) ? 255 : filling(seen, own, of: place, under: later)
      }
      // Where they fill the pixel, what was found for them in bytes is not painted more finely.
      if own != levels[place] || lowest != nil || area.border != nil {
        for index in [area.index] + area.clips { shares.append((index, UInt8(own))) }
      }
      rests.hide(own, of: area.share)
      if seen[place] > 0 { later.append(own * area.share) }
    }
    return shares
  }

  /// What the lowest area has to cover of a pixel that all of them fill, about `own`, for them to
  /// hide as much of it as one area would: each of those painted over it, the last one first with
  /// the alphas `later`, is rounded.
  private func filling(_ levels: [Int], _ own: Int, of place: Int, under later: [Int]) -> Int {
    // Groups are faded once more.
    guard areas.indices.allSatisfy({ levels[$0] == 0 || areas[$0].scope == areas[place].scope })
    else { return own }
    let sum = levels.reduce(0, +)
    let shares = areas.indices.reduce(0) { $0 + areas[$1].share * levels[$1] }
    let whole = (255 * shares + sum * 32_768) / (sum * 65_536)
    let most = 255 * SeamArea.opaque
    func distance(_ level: Int) -> Int {
      let lowest = (level * areas[place].share + 32_768) / 65_536
      let alpha = later.reversed().reduce(lowest) { below, alpha in
        (255 * alpha + below * (most - alpha) + most / 2) / most
      }
      return abs(alpha - whole)
    }
    return (max(0, own - 4)...min(255, own + 4)).min {
      (distance($0), abs($0 - own)) < (distance($1), abs($1 - own))
    } ?? own
  }
}

extension SeamCluster {
  /// Whether nothing shines through the areas that are painted after the one at `place`.
  private func isOpaque(behind place: Int, _ levels: [Int]) -> Bool {
    areas.indices.dropFirst(place + 1).allSatisfy {
      levels[$0] == 0 || areas[$0].share(from: areas[place]) == SeamArea.opaque
    }
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
