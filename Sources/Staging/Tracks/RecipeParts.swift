import Drawing
import Geometry
package import SceneFormat

/// What a side adds to the screens: snapshots and slices, its own layers, and its settings.
struct RecipeParts {
  /// A layer of the recipe's own, and what it is painted in.
  struct OwnLayer {
    var parent: Target
    var element: Element
  }

  /// Snapshots and slices.
  let cutouts: CutoutTable
  /// The recipe's own layers, one for each slice that they are in.
  private(set) var layers: [OwnLayer] = []
  /// What is set, one for each slice.
  private(set) var settings: [ResolvedSettings] = []

  /// What is on the screens and in their bars, by name.
  private let named: LayerIndex
  private let space: RecipeSpace
  private let layout: ScreenLayout
  /// The sizes of layers and masks of the recipe's own and of what they are in, as the recipe sees
  /// them.
  private var ownSizes: [Target: (own: Size, parent: Size)] = [:]
  private var settingsOf: [Target: [ResolvedSettings]] = [:]
  /// How many layers the recipe has added so far; a layer in slices counts once for each cell.
  private var layerCount = 0

  /// Resolves the parts of `side`.
  init(
    _ side: Side, from: Element, to: Element, chrome: Chrome, in space: RecipeSpace,
    _ layout: ScreenLayout
  ) throws(SceneError) {
    cutouts = try CutoutTable(side, from: from, to: to, in: space, layout)
    named = LayerIndex(chrome.bars + chrome.system + [from, to])
    (self.space, self.layout) = (space, layout)
    for written in side.settings { try add(written) }
    for written in side.layers { try add(written) }
  }

  /// Throws where `target` does not have what is moved: the size of a text, or a stroke's width.
  func check(_ track: PropertyTrack, of target: Target) throws(SceneError) {
    guard track.property.isOfContent else { return }
    let element = named[target] ?? layers.first { $0.element.target == target }?.element
    if element == nil, target.standsInParent { return }
    guard element.flatMap({ track.property.value(of: $0.layer) }) == nil else { return }
    let problem = LayoutProblem.nothingLike(track.property.name, of: target.description)
    throw SceneError(layout: problem, at: track.place)
  }

  /// The size of a target and of its parent, as the recipe sees them.
  func sizes(_ target: Target) -> (own: Size, parent: Size) {
    if let sizes = ownSizes[target] { return sizes }
    if let size = cutouts.sizes[target] { return (size, space.canvas) }
    var found = named[target]
    if case .sharedLayer(let id) = target {
      found = named[.layer(.from, id)] ?? named[.layer(.to, id)]
    }
    return (space.orientation.size(found?.size ?? layout.size), space.canvas)
  }

  /// Gives `element` all that is set of it, and of its mask.
  func applySettings(to element: inout Element) throws(SceneError) {
    guard let target = element.target else { return }
    for setting in settingsOf[target] ?? [] {
      setting.apply(to: &element)
      guard let mask = setting.mask else { continue }
      let name = target.mask
      var maskElement = try layout.element(
        for: mask, path: LayerPath("\(target).mask"), target: name, ScreenIdentity(.to))
      for inner in name.flatMap({ settingsOf[$0] }) ?? [] { inner.apply(to: &maskElement) }
      element.mask = [maskElement]
    }
  }

  /// Gives `element` and all that is on it what is set of them.
  func applySettings(toAllIn element: inout Element) throws(SceneError) {
    try applySettings(to: &element)
    for index in element.children.indices {
      try applySettings(toAllIn: &element.children[index])
    }
  }

  private mutating func add(_ written: TargetSettings) throws(SceneError) {
    for (target, space) in cutouts.copies(of: written.target) {
      let size = sizes(target)
      let setting = try ResolvedSettings(
        written, of: target, in: space, size, within: layout.limits)
      settings.append(setting)
      settingsOf[target, default: []].append(setting)
      guard let mask = setting.mask, let name = target.mask else { continue }
      let own = Size(width: mask.frame.width, height: mask.frame.height ?? 0)
      ownSizes[name] = (space.orientation.size(own), size.own)
    }
  }

  private mutating func add(_ written: RecipeLayer) throws(SceneError) {
    let copies = cutouts.copies(of: written.parent)
    layerCount += copies.count * written.template.plainLayers.count
    guard layerCount <= layout.limits.count(.layers) else {
      throw SceneError(beyond: .layers, of: layout.limits, at: written.template.place)
    }
    for (parent, space) in copies {
      let size = sizes(parent).own
      let layer = try written.template.layer(
        in: space.environment(for: size), within: layout.limits)
      let target = written.target(in: parent, cutouts)
      let own = Size(width: layer.frame.width, height: layer.frame.height ?? 0)
      ownSizes[target] = (own, size)
      let element = try layout.element(
        for: space.orientation.layer(layer, inside: size), path: LayerPath("\(target)"),
        target: target, ScreenIdentity(.to))
      layers.append(OwnLayer(parent: parent, element: element))
    }
  }
}

extension RecipeLayer {
  /// The name of the copy that is painted in `parent`.
  fileprivate func target(in parent: Target, _ cutouts: CutoutTable) -> Target {
    if case .slice(_, let index) = parent, cutouts.grids[id] != nil { return .slice(id, index) }
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
package struct ResolvedSettings: Hashable, Sendable {
  /// Whose setting it is.
  package var target: Target
  /// The mask that it gives; nil for none.
  @Boxed var mask: Layer?
  /// Where a screen is laid out in the container; nil for all of it.
  var frame: Rect?
  private var values: [ResolvedProperty]

  /// Works out what is `written` for a target of a `size`, in the recipe's space.
  init(
    _ written: TargetSettings, of target: Target, in space: RecipeSpace,
    _ size: (own: Size, parent: Size), within limits: Limits?
  ) throws(SceneError) {
    let settings = try written.template.settings(
      in: space.environment(for: size.own, in: size.parent), within: limits)
    self.target = target
    let turned = settings.properties.map { written in
      let (property, value) = space.orientation.turned(
        written.property, written.value, inside: size.parent)
      return ResolvedProperty(property, value)
    }
    values = turned.filter { $0.property != .frame }
    if case .numbers(let numbers)? = turned.first(where: { $0.property == .frame })?.value {
      frame = Rect(numbers: numbers)
    }
    mask = settings.mask.map { space.orientation.layer($0, inside: size.own) }
  }

  /// Gives `element` what is set, and leaves everything else.
  func apply(to element: inout Element) {
    for item in values { item.property.set(item.value, of: &element.layer) }
  }

  /// The properties that the timeline prints.
  package var properties: [Property] { values.map(\.property).filter(\.isAnimated) }
}
