import Drawing
import Geometry
package import SceneFormat

/// Everything that a side brings along besides the screens: what it cuts out of them, its own
/// layers, and what it sets.
struct Props {
  /// A layer of the recipe's own, and what it is painted in.
  struct OwnLayer {
    var parent: Target
    var element: Element
  }

  /// Snapshots and slices.
  let cutting: Cutting
  /// The recipe's own layers, one for each slice that they are in.
  private(set) var layers: [OwnLayer] = []
  /// What is set, one for each slice.
  private(set) var settings: [Setting] = []

  private let from, to: Element
  private let space: RecipeSpace
  private let scenery: Scenery
  /// The sizes of layers and masks of the recipe's own, as the recipe sees them.
  private var ownSizes: [Target: Size] = [:]
  private var settingsOf: [Target: [Setting]] = [:]

  /// Gathers what `side` brings along.
  init(
    _ side: Side, from: Element, to: Element, in space: RecipeSpace, _ scenery: Scenery
  ) throws(SceneError) {
    cutting = try Cutting(side, from: from, to: to, in: space, scenery)
    (self.from, self.to, self.space, self.scenery) = (from, to, space, scenery)
    for written in side.settings { try add(written) }
    for written in side.layers { try add(written) }
  }

  /// The size of a target and of its parent, as the recipe sees them.
  func sizes(_ target: Target) -> (own: Size, parent: Size) {
    if let size = cutting.sizes[target] ?? ownSizes[target] { return (size, space.canvas) }
    var found = from.find(target) ?? to.find(target)
    if case .sharedLayer(let id) = target {
      found = from.find(.layer(.from, id)) ?? to.find(.layer(.to, id))
    }
    return (space.orientation.size(found?.size ?? scenery.size), space.canvas)
  }

  /// Gives `element` all that is set of it, and of its mask.
  func dress(_ element: inout Element) throws(SceneError) {
    guard let target = element.target else { return }
    for setting in settingsOf[target] ?? [] {
      setting.apply(to: &element)
      guard let mask = setting.mask else { continue }
      let name = target.mask
      var worn = try scenery.element(
        for: mask, path: LayerPath("\(target).mask"), target: name, Billing(.to))
      for inner in name.flatMap({ settingsOf[$0] }) ?? [] { inner.apply(to: &worn) }
      element.mask = [worn]
    }
  }

  private mutating func add(_ written: TargetSettings) throws(SceneError) {
    for (target, space) in cutting.copies(of: written.target) {
      let setting = try Setting(written, of: target, in: space, size: sizes(target).own)
      settings.append(setting)
      settingsOf[target, default: []].append(setting)
      guard let mask = setting.mask, let name = target.mask else { continue }
      ownSizes[name] = space.orientation.size(
        Size(width: mask.frame.width, height: mask.frame.height ?? 0))
    }
  }

  private mutating func add(_ written: RecipeLayer) throws(SceneError) {
    for (parent, space) in cutting.copies(of: written.parent) {
      let size = sizes(parent).own
      let layer = try written.template.layer(in: space.environment(for: size))
      let target = written.target(in: parent, cutting)
      ownSizes[target] = Size(width: layer.frame.width, height: layer.frame.height ?? 0)
      let element = try scenery.element(
        for: space.orientation.layer(layer, inside: size), path: LayerPath("\(target)"),
        target: target, Billing(.to))
      layers.append(OwnLayer(parent: parent, element: element))
    }
  }
}

extension RecipeLayer {
  /// The name of the copy that is painted in `parent`.
  fileprivate func target(in parent: Target, _ cutting: Cutting) -> Target {
    if case .slice(_, let index) = parent, cutting.grids[id] != nil { return .slice(id, index) }
    return .own(id)
  }
}

extension Target {
  /// The mask of a screen; nil for what has none with a name.
  fileprivate var mask: Target? {
    if case .screen(let role) = self { .mask(role) } else { nil }
  }
}

/// What a recipe sets on a target for the whole run, with every number worked out.
package struct Setting: Hashable, Sendable {
  /// Whose setting it is.
  package var target: Target
  /// The mask that it gives; nil for none.
  var mask: Layer?
  private var entries: [LayerSettings.Entry]

  /// Works out what is `written` for a target of `size`, in the recipe's space.
  init(
    _ written: TargetSettings, of target: Target, in space: RecipeSpace, size: Size
  ) throws(SceneError) {
    let settings = try written.template.settings(in: space.environment(for: size))
    self.target = target
    entries = settings.entries.map { entry in
      let (property, value) = space.orientation.turned(entry.property, entry.value, inside: size)
      return LayerSettings.Entry(property, value)
    }
    mask = settings.mask.map { space.orientation.layer($0, inside: size) }
  }

  /// Gives `element` what is set, and leaves everything else.
  func apply(to element: inout Element) {
    for entry in entries { entry.property.set(entry.value, of: &element.layer) }
  }

  /// The properties that the timeline prints.
  package var properties: [Property] { entries.map(\.property).filter(\.isAnimated) }
}
