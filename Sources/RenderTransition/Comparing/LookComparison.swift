import Inspection
import Staging

/// Compares what layers are at rest.
///
/// Layers with names are found by them; the others by being the same, or else by their place among
/// those without, for they are called after the line that they are written in, which changes with
/// every line above.
struct LookComparison {
  private(set) var changes: [LayerChange] = []
  private let images: ImageNumbers

  init(_ expected: [LayerState], _ actual: [LayerState], _ images: ImageNumbers) {
    self.images = images
    compare(pairs: LookPairs(expected, actual))
  }

  private mutating func compare(pairs: LookPairs) {
    for (old, new) in pairs.both { compare(old, new) }
    changes += pairs.added.map { LayerChange(layer: $0.name, kind: .added) }
    changes += pairs.removed.map { LayerChange(layer: $0.name, kind: .removed) }
  }

  private mutating func compare(_ old: LayerState, _ new: LayerState) {
    let keys = old.values.map(\.key) + new.values.map(\.key)
    var seen: Set<String> = []
    for key in keys where seen.insert(key).inserted {
      let before = old.values.first { $0.key == key }?.text
      let after = new.values.first { $0.key == key }?.text
      guard before != after else { continue }
      changes.append(LayerChange(layer: new.name, kind: .look(key: key, from: before, to: after)))
    }
    if let file = new.file, file == old.file, let before = old.image, let after = new.image,
      images.expected.number(of: before) != images.actual.number(of: after)
    {
      changes.append(LayerChange(layer: new.name, kind: .pixels(file: file)))
    }
    let pairs = LookPairs(old.children, new.children)
    compare(pairs: pairs)
    changes += pairs.restacked
    tellTrades(pairs)
  }

  /// Two layers that have each other's frame now are one change, not two.
  private mutating func tellTrades(_ pairs: LookPairs) {
    for (one, other) in pairs.traded {
      changes.removeAll { change in
        guard case .look("frame", _, _) = change.kind else { return false }
        return change.layer == one || change.layer == other
      }
      changes.append(LayerChange(layer: one, kind: .traded(with: other)))
    }
  }
}
