import Staging

/// Compares what layers are at rest.
///
/// Layers with names are found by them; the others by their place among those without, for they
/// are called after the line that they are written in, which changes with every line above.
struct LookComparison {
  private(set) var changes: [LayerChange] = []

  init(_ expected: [LayerLook], _ actual: [LayerLook]) {
    compare(expected, actual)
  }

  private mutating func compare(_ old: [LayerLook], _ new: [LayerLook]) {
    var rest = old
    for look in new {
      let place = rest.firstIndex {
        $0.isNamed == look.isNamed && (!look.isNamed || $0.name == look.name)
      }
      guard let place else {
        changes.append(LayerChange(layer: look.name, kind: .added))
        continue
      }
      compare(rest.remove(at: place), look)
    }
    changes += rest.map { LayerChange(layer: $0.name, kind: .removed) }
  }

  private mutating func compare(_ old: LayerLook, _ new: LayerLook) {
    let keys = old.values.map(\.key) + new.values.map(\.key)
    var seen: Set<String> = []
    for key in keys where seen.insert(key).inserted {
      let before = old.values.first { $0.key == key }?.text
      let after = new.values.first { $0.key == key }?.text
      guard before != after else { continue }
      changes.append(LayerChange(layer: new.name, kind: .look(key: key, from: before, to: after)))
    }
    compare(old.children, new.children)
  }
}
