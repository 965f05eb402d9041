import Drawing
import ImageDiff
import Pixels

/// Which layers the pixels that differ belong to.
struct LayerBlame {
  /// Layers that are painted otherwise and lie topmost where pixels differ; those with the most
  /// such pixels first.
  let layers: [String]

  /// Looks at two frames of two scenes, of which some layers lie elsewhere among others.
  init(
    _ expected: LayerScan, _ actual: LayerScan, _ comparison: PixelComparison,
    restacked: Set<String> = []
  ) {
    let (old, new) = (expected.commands, actual.commands)
    let changed = Set(old.keys).union(new.keys)
      .filter { old[$0] != new[$0] || restacked.contains($0) }
    // Later steps cover earlier ones; a layer that is gone is found in what was expected.
    let pieces = (expected.pieces + actual.pieces).filter { changed.contains($0.layer) }
    var counts: [String: Int] = [:]
    for (x, y) in Self.samples(of: comparison) {
      let top = pieces.last { $0.bounds.contains(x, y) && !$0.bounds.isEmpty }
      if let top { counts[top.layer, default: 0] += 1 }
    }
    layers = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Some hundred of the pixels that differ, spread evenly over them.
  private static func samples(of comparison: PixelComparison) -> [(Int, Int)] {
    let step = max(1, comparison.differentCount / 400)
    var (seen, samples) = (0, [(Int, Int)]())
    let area = comparison.bounds
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX where comparison.isDifferent(x: x, y: y) {
        if seen % step == 0 { samples.append((x, y)) }
        seen += 1
      }
    }
    return samples
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }
}
