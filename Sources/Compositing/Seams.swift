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
      let root = cluster.root
      let clip = commands.indices.contains(root) ? SeamClip(commands[root], grid) : nil
      cluster.shareOut(in: region, inside: clip) { levels[$0].append($1) }
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
  /// Whether one of them lies over another one along an edge of both.
  private var isLayered = false

  /// The clusters of `areas`; those that share no edge are in none.
  static func all(among areas: [SeamArea], in region: PixelRect) -> [SeamCluster] {
    var clusters: [SeamCluster] = []
    for (place, area) in areas.enumerated() {
      var own = SeamCluster(areas: [area], pixels: [])
      for earlier in areas[..<place]
      where earlier.scope.root == area.scope.root && earlier.touches(area) {
        // A border hides both its edges of what it is painted around.
        let edges = earlier.border == area.index ? nil : SharedEdges(earlier, area, in: region)
        let shared = edges?.pixels ?? area.edgePixels(in: region)
        guard !shared.isEmpty else { continue }
        own.pixels += shared
        own.isLayered = own.isLayered || edges?.liesOver == true
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
      own.isLayered = own.isLayered || other.isLayered
      for area in other.areas where !own.holds(area) { own.areas.append(area) }
    }
    own.areas.sort { $0.index < $1.index }
    return apart + [own]
  }

  /// What all of its areas are painted in.
  var root: Int { areas[0].scope.root }

  private func holds(_ area: SeamArea) -> Bool {
    areas.contains { $0.index == area.index }
  }

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
    var overlaps = SeamOverlaps(areas, inside: clip)
    let clipped = clip.map { Coverage($0.contours, rule: $0.rule, in: bounds) }
    let isUneven = areas.contains(where: \.isUneven)
    var cluster = self
    var (last, known, own): (SharedPixel?, [UInt8], [(Int, Int)]) = (nil, [], [])
    var levels: [UInt8] = []
    for pixel in shared where pixel != last {
      last = pixel
      let isOther = isUneven && cluster.look(at: pixel)
      levels.removeAll(keepingCapacity: true)
      for coverage in coverages { levels.append(coverage.level(x: pixel.x, y: pixel.y)) }
      let left = clipped?.level(x: pixel.x, y: pixel.y) ?? 255
      guard left > 0 else { continue }
      let isOver = left < 255 || mayOverlap(levels)
      // Along an upright edge all pixels are alike.
      if isOver || isOther || levels != known {
        if isOver {
          let (parts, sum) = overlaps.seen(at: pixel, of: cluster.areas, where: levels)
          own = cluster.shares(levels, seen: parts, sum: sum, isOver: true)
        } else {
          let parts = levels.map { Int($0) << 8 }
          own = cluster.shares(levels, seen: parts, sum: parts.reduce(0, +), isOver: false)
        }
        known = isOver ? [] : levels
      }
      for (index, level) in own {
        tell(index, PixelLevel(x: pixel.x, y: pixel.y, fine: UInt16(level)))
      }
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
  /// Two on both sides of an edge do not, unless they are more than a whole pixel together; each level
  /// is rounded, though.
  private func mayOverlap(_ levels: [UInt8]) -> Bool {
    let count = levels.count { $0 > 0 }
    let sum = levels.reduce(0) { $0 + Int($1) }
    return count > 2 || isLayered && count > 1 || sum > 255 + (count + 1) / 2
  }

  /// What each area covers of a pixel in 1/65,280, given by the command's index, where that is not
  /// what its outline says; `seen` is what can be seen of it under those that are painted over it, and `sum`
  /// what all of them cover.
  private func shares(
    _ levels: [UInt8], seen: [Int], sum: Int, isOver: Bool
  ) -> [(Int, Int)] {
    var shares: [(Int, Int)] = []
    let whole = SeamOverlaps.whole
    let count = seen.count { $0 > 0 }
    let lowest = sum >= whole - (count + 1) / 2 * 256 ? seen.firstIndex { $0 > 0 } : nil
    var rests = SeamRest()
    var later: [Int] = []
    for place in areas.indices.reversed() {
      guard levels[place] > 0 || areas[place].border != nil else { continue }
      let rest = rests.rest(in: areas[place].scope)
      var own = rest > 0 ? min(whole, (seen[place] * 65_536 + rest / 2) / rest) : whole
      // Together they fill the pixel: nothing of what is behind them must be left by rounding.
      if place == lowest {
        own =
          isOpaque(behind: place, seen)
          ? whole : isOver ? own : filling(seen, own, of: place, under: later)
      }
      // Where they fill the pixel, what was found for them in bytes is not painted more finely.
      if own != Int(levels[place]) << 8 || lowest != nil || areas[place].border != nil {
        shares.append((areas[place].index, own))
        for index in areas[place].clips { shares.append((index, own)) }
      }
      rests.hide(own, of: areas[place].share)
      if seen[place] > 0 { later.append((own + 128) >> 8 * areas[place].share) }
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
    let wanted = (255 * shares + sum * 32_768) / (sum * 65_536)
    let most = 255 * SeamArea.opaque
    func distance(_ level: Int) -> Int {
      let lowest = (level * areas[place].share + 32_768) / 65_536
      let alpha = later.reversed().reduce(lowest) { below, alpha in
        (255 * alpha + below * (most - alpha) + most / 2) / most
      }
      return abs(alpha - wanted)
    }
    let byte = (own + 128) >> 8
    let best = (max(0, byte - 4)...min(255, byte + 4)).min {
      (distance($0), abs($0 - byte)) < (distance($1), abs($1 - byte))
    }
    return best.map { $0 << 8 } ?? own
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
