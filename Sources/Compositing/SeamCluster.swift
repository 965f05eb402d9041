import Drawing
import Geometry
import Pixels
import Raster

/// Areas that share edges with each other, and the pixels that they share.
struct SeamCluster {
  /// In the order in which they are painted.
  private let areas: [SeamArea]
  /// Some of them more than once.
  private let pixels: [SeamPixel]

  /// The most pixels that are shared, each counted for every two areas that share it: hundreds of areas
  /// with the same edge are a pile that nobody looks through.
  private static let most = 2_000_000
  /// The most areas that a pixel is shared out among.
  private static let mostLayers = 48

  /// The clusters of `areas` on `canvas`; those that share no edge are in none.
  static func all(among areas: [SeamArea], in canvas: PixelRect) -> [SeamCluster] {
    var bonds = SeamBonds(areas)
    for later in areas.indices {
      for earlier in areas.indices[..<later]
      where areas[earlier].scope.root == areas[later].scope.root
        && areas[earlier].touches(areas[later]) && bonds.pixels.count < Self.most
      {
        // A border hides both its edges of what it is painted around.
        guard areas[earlier].border != areas[later].index else {
          bonds.join(earlier, later, at: areas[later].edgePixels(in: canvas), isOver: false)
          continue
        }
        let edges = SharedEdges(areas[earlier], areas[later], in: canvas)
        bonds.join(earlier, later, at: edges.pixels, isOver: false)
        bonds.join(earlier, later, at: edges.overlaps, isOver: true)
      }
    }
    return bonds.clusters.flatMap { SeamCluster(areas: $0.areas, pixels: $0.pixels).parts }
  }

  /// Smaller clusters that tell the same of the same pixels, if there are many areas: all are asked about
  /// every pixel.
  private var parts: [SeamCluster] {
    guard let box = pixels.bounds else { return [] }
    guard areas.count > 12, max(box.width, box.height) > 32 else { return [self] }
    let halves = box.halves.map(part)
    guard halves.allSatisfy({ $0.areas.count < areas.count }) else { return [self] }
    return halves.flatMap(\.parts)
  }

  /// What is seen in one of two halves.
  private func part(in box: PixelRect) -> SeamCluster {
    let lowest = areas.lastIndex { $0.hidesAll(in: box) } ?? 0
    return SeamCluster(
      areas: areas[lowest...].filter { $0.touches(box) },
      pixels: pixels.filter { $0.place.isIn(box) && !$0.isBehind(areas[lowest]) })
  }

  /// What all of its areas are painted in.
  var root: Int { areas[0].scope.root }

  /// Tells for each area and each shared pixel inside `region` what it covers there, of what `clip`
  /// leaves of it.
  func shareOut(
    in region: PixelRect, inside clip: SeamClip?, _ tell: (Int, PixelLevel) -> Void
  ) {
    let shared = pixels.filter { $0.place.isIn(region) }.sorted()
    guard let bounds = shared.bounds else { return }
    let coverages = areas.map { Coverage($0.contours, rule: $0.rule, in: bounds) }
    let tree = SeamTree(areas)
    var overlaps = SeamOverlaps(areas, tree, inside: clip, in: bounds)
    let cuts = SeamCuts(tree, clip, in: bounds)
    var shelf = SeamShelf(areas, tree)
    let hiders = areas.indices.filter { tree.hidesAll(areas[$0], at: $0) }
    var (known, levels): ([UInt8], [UInt8]) = ([], [])
    var rest = shared[...]
    while let place = rest.first?.place {
      let here = rest.prefix { $0.place == place }
      rest = rest[here.endIndex...]
      levels.removeAll(keepingCapacity: true)
      for coverage in coverages { levels.append(coverage.level(x: place.x, y: place.y)) }
      let isCut = cuts.cut(&levels, at: place)
      if let hider = hiders.last(where: {
        levels[$0] == 255 && coverages[$0].fineLevel(x: place.x, y: place.y) == SeamOverlaps.whole
          && cuts.leaveAll(of: $0, at: place)
      }) {
        // What is behind it need not be right.
        for index in 0..<hider { levels[index] = 0 }
        guard levels[(hider + 1)...].contains(where: { $0 > 0 }) else { continue }
      }
      guard levels.count(where: { $0 > 0 }) <= Self.mostLayers else { continue }
      let isOver = isCut || mayOverlap(levels, here)
      let isOther = shelf.look(at: place, levels)
      // Along an upright edge all pixels are alike.
      if isOver || isOther || levels != known {
        if isOver {
          overlaps.look(at: place, shares: shelf.shares, where: levels)
          shelf.divide(levels, seen: overlaps.parts, sum: overlaps.sum, isOver: true)
        } else {
          let parts = levels.map { Int($0) << 8 }
          shelf.divide(levels, seen: parts, sum: parts.reduce(0, +), isOver: false)
        }
        known = isOver ? [] : levels
      }
      for (index, level) in shelf.portions {
        tell(index, PixelLevel(x: place.x, y: place.y, fine: UInt16(level)))
      }
    }
  }

  /// Whether areas of these levels may lie over each other in a pixel that is shared as `here` says.
  ///
  /// Two on both sides of an edge do not, unless they are more than a whole pixel together; each level
  /// is rounded, though.
  private func mayOverlap(_ levels: [UInt8], _ here: ArraySlice<SeamPixel>) -> Bool {
    guard let first = levels.firstIndex(where: { $0 > 0 }),
      let last = levels.lastIndex(where: { $0 > 0 }), first < last
    else { return false }
    let isPair = levels[(first + 1)..<last].allSatisfy { $0 == 0 }
    let sum = Int(levels[first]) + Int(levels[last])
    return !isPair || sum > 256 || here.contains(where: \.isOver)
      || !here.contains { $0.isOf(areas[first], areas[last]) }
  }
}

/// A pixel that two areas share.
struct SeamPixel: Comparable {
  let place: SharedPixel
  /// Whether one of them may lie over the other one in it.
  let isOver: Bool
  /// The commands that paint them.
  private let earlier, later: UInt32

  init(_ place: SharedPixel, of earlier: SeamArea, _ later: SeamArea, isOver: Bool) {
    (self.place, self.isOver) = (place, isOver)
    (self.earlier, self.later) = (UInt32(earlier.index), UInt32(later.index))
  }

  /// Whether `earlier` and `later` share it.
  func isOf(_ earlier: SeamArea, _ later: SeamArea) -> Bool {
    Int(self.earlier) == earlier.index && Int(self.later) == later.index
  }

  /// Whether one of them is painted before `area`.
  func isBehind(_ area: SeamArea) -> Bool { Int(earlier) < area.index }

  static func < (one: SeamPixel, other: SeamPixel) -> Bool { one.place < other.place }
}

extension [SeamPixel] {
  /// The rectangle around them.
  fileprivate var bounds: PixelRect? {
    guard let first = first?.place else { return nil }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for pixel in self {
      (left, right) = (Swift.min(left, pixel.place.x), Swift.max(right, pixel.place.x))
      (top, bottom) = (Swift.min(top, pixel.place.y), Swift.max(bottom, pixel.place.y))
    }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension PixelRect {
  /// Its two halves across its longer side.
  fileprivate var halves: [PixelRect] {
    guard width > height else {
      return [
        PixelRect(x: x, y: y, width: width, height: height / 2),
        PixelRect(x: x, y: y + height / 2, width: width, height: height - height / 2),
      ]
    }
    return [
      PixelRect(x: x, y: y, width: width / 2, height: height),
      PixelRect(x: x + width / 2, y: y, width: width - width / 2, height: height),
    ]
  }
}
