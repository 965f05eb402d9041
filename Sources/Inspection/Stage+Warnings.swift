import Geometry
import Motion
import Pixels
public import SceneFormat
public import Staging

extension Stage {
  /// What is valid but suspicious at `fps` frames a second, each once; behind the first hundred, how
  /// many more there are.
  public func warnings(fps: Double) -> [SceneError] {
    var warnings = MistakeList()
    for run in runs { warnings += run.recipeWarnings + run.frameWarnings(fps: fps) }
    return warnings.listed
  }

  /// The pictures that are cut off to cover their screens.
  public var cutPictures: [SceneError] {
    var warnings = MistakeList()
    for run in runs { warnings += [run.from, run.to].compactMap(\.cutPicture) }
    return warnings.listed
  }
}

extension Element {
  /// The warning about the picture of this screen; nil if all of it is seen.
  fileprivate var cutPicture: SceneError? {
    guard case .image(let image, let content)? = children.first?.mark,
      content.crop.width < 1 || content.crop.height < 1, children[0].target == nil
    else { return nil }
    let warning = Warning.shape(width: image.width, height: image.height, screen: size)
    return SceneError(warning: warning, at: content.source.file.place)
  }
}

extension Run {
  /// Frames in which nothing is seen, or in which something leaps.
  fileprivate func frameWarnings(fps: Double) -> [SceneError] {
    var warnings: [SceneError] = []
    let measures = frameMeasures(fps: fps)
    if let time = measures.blankTime {
      warnings.append(SceneError(warning: .blankFrame(seconds: time), at: transition.place))
    }
    let screen = max(container.size.width, container.size.height)
    if let step = measures.longestStep, step.value > screen {
      let warning = Warning.longStep(target: step.what, points: step.value, seconds: step.time)
      warnings.append(SceneError(warning: warning, at: transition.place))
    }
    return warnings
  }

  /// Properties that do not begin or end where their targets rest.
  fileprivate var jumpingEnds: [(part: ResolvedTracks.Channel, isStart: Bool)] {
    // A spring that has its time leaves a thousandth of the way, which is no jump.
    let isCut = side.tracks.contains { unsettled($0) != nil }
    let end = isCut ? Progress(fraction: 1) : .settled
    let elements = elements
    return tracks.channels.flatMap { part -> [(ResolvedTracks.Channel, Bool)] in
      // A screen at rest covers the canvas, and its shadow is out of sight.
      let isUnseen = part.target.isScreen && Property.shadow.contains(part.property)
      guard part.target.isSettled, !isUnseen, let rest = restingValue(part, elements) else {
        return []
      }
      return [Role.from, .to].compactMap { role in
        let value = part.motions.value(
          at: role == .from ? Progress(fraction: 0) : end, rest: rest)
        guard part.target.role == nil || part.target.role == role, !rests(at: role),
          let value, !value.isNear(rest, for: part.property)
        else { return nil }
        return (part, role == .from)
      }
    }
  }

  // Resting ends and adjustments never jump.
  private func rests(at role: Role) -> Bool {
    transition.adjusted != nil || (role == .from ? rest.isFirst : rest.isLast)
  }

  // Hidden layers and the corners of sheets cannot jump.
  private func restingValue(
    _ part: ResolvedTracks.Channel, _ elements: [Target: Element]
  ) -> PropertyValue? {
    guard let element = elements[part.target], !element.layer.isHidden,
      part.property != .cornerRadius || !element.isOnSheet
    else { return nil }
    return element.value(of: part.property)
  }
}

extension Target {
  /// All names that include it: one of several slices goes by that of all of them, too.
  fileprivate var names: [Target] {
    switch self {
    case .slice(let id, _): [self, .own(id)]
    case .screen(let role): [self, .mask(role)]
    case .part, .pair, .layer, .mask, .container, .dim, .shared, .sharedLayer, .own: [self]
    }
  }

  /// The part of a screen, or of both, that it is.
  fileprivate var screenPart: (Role?, ScreenPart)? {
    switch self {
    case .part(let role, let part): (role, part)
    case .pair(let part): (nil, part)
    case .screen, .layer, .mask, .container, .dim, .shared, .sharedLayer, .own, .slice: nil
    }
  }

  /// Whether it is part of the first or the last picture.
  fileprivate var isSettled: Bool { role != nil || self == .container }

  /// The screen that it belongs to.
  fileprivate var role: Role? {
    switch self {
    case .screen(let role), .part(let role, _), .layer(let role, _): role
    case .pair, .mask, .container, .dim, .shared, .sharedLayer, .own, .slice: nil
    }
  }
}

extension Target {
  /// What the recipe calls it: of a slice, all of them.
  fileprivate var ownID: String? {
    switch self {
    case .own(let id), .slice(let id, _): id
    case .screen, .part, .pair, .layer, .mask, .container, .dim, .shared, .sharedLayer: nil
    }
  }
}

extension Side {
  /// Whether its order, where it is written, has something of a screen.
  fileprivate func paints(_ role: Role) -> Bool {
    let sources = snapshots.map { ($0.id, $0.source) } + slices.map { ($0.id, $0.source) }
    return paintOrder.isEmpty
      || paintOrder.contains { target in
        target.role == role || sources.contains { $0.0 == target.ownID && $0.1.role == role }
      }
  }
}

extension PropertyValue {
  /// Whether the difference is invisible: half a point or degree, one of 255 levels.
  fileprivate func isNear(_ other: PropertyValue, for property: Property) -> Bool {
    guard case .numbers(let one) = self, case .numbers(let two) = other else {
      return self == other
    }
    return one.count == two.count
      && zip(one, two).allSatisfy { abs($0 - $1) <= property.visibleDifference }
  }
}

extension Run {
  /// What shows without looking at frames: ends that jump, parts that are never seen, springs that
  /// are cut.
  fileprivate var recipeWarnings: [SceneError] {
    let jumps = jumpingEnds.map { part, isStart in
      SceneError(
        warning: .jumpingEnd(
          target: part.target.description, property: part.property.name, isStart: isStart),
        at: place(of: part))
    }
    return jumps + dimJumps + behindOrder + unusedParts + missingParts
      + side.tracks.compactMap(unsettled)
      + fingerWarnings + [from, to].flatMap(textsBeyondLayers)
  }

  /// Layers that the order has over others, behind which they are whenever depth decides.
  private var behindOrder: [SceneError] {
    let listed = side.paintOrder
    // Pairs take time with the square of their number.
    guard (2...32).contains(listed.count) else { return [] }
    let pairs = (0...16).reduce(into: Set<[Target]>()) { pairs, step in
      let progress = Progress(fraction: Double(step) / 16)
      pairs.formUnion(pairsInDepth(of: listed, at: progress).map { [$0.behind, $0.before] })
    }
    let targets = table.layers.map(\.target).filter(listed.contains)
    return targets.indices.flatMap { later in
      targets[..<later].compactMap { other -> SceneError? in
        let hidden = targets[later]
        guard pairs.contains([hidden, other]), !pairs.contains([other, hidden]) else { return nil }
        let warning = OrderWarning.hidden(hidden.description, behind: other.description)
        return SceneError(warning: .order(warning), at: place(side.place))
      }
    }
  }

  /// A dim over a screen that stands there alone a moment before or after.
  private var dimJumps: [SceneError] {
    guard let place = table.layers.firstIndex(where: { $0.target == .dim }) else { return [] }
    return [Role.from, .to].compactMap { role in
      let screen = table.layers.firstIndex { $0.target == .screen(role) }
      guard !rests(at: role), let screen, screen < place else { return nil }
      let dim = tracks.apply(
        to: table.layers[place].element, at: role == .from ? Progress(fraction: 0) : .settled)
      guard dim.layer.opacity > Property.opacity.visibleDifference else { return nil }
      return SceneError(
        warning: .jumpingEnd(target: "dim", property: "opacity", isStart: role == .from),
        at: self.place(side.tracks.first { $0.target == .dim }?.place ?? side.place))
    }
  }

  /// Texts on a layer that cuts them, or is filled, and ends before them.
  private func textsBeyondLayers(on element: Element) -> [SceneError] {
    let layer = element.layer
    let isSeen = layer.clipsChildren || layer.fill.isOpaque
    let texts = element.target?.isScreen == true || !isSeen ? [] : element.children
    return element.children.flatMap(textsBeyondLayers)
      + texts.compactMap { text in
        guard case .text(let drawing, _)? = text.mark, text.layer.transform == LayerTransform()
        else { return nil }
        let frame = text.layer.frame
        let ink = drawing.outline.controlBounds.offset(x: frame.x, y: frame.y)
        let isWider = ink.x < -1 || ink.maxX > element.size.width + 1
        let isTaller = ink.y < -1 || ink.maxY > element.size.height + 1
        guard isWider || isTaller else { return nil }
        return SceneError(warning: .textBeyondLayer(isWider: isWider), at: text.layer.place)
      }
  }

  private var side: Side { transition.recipe.side(for: transition.operation) }

  private var unusedParts: [SceneError] {
    let side = side
    let present = Set(table.layers.flatMap(\.target.names) + [.container]).union(inPlace)
    var warnings: [SceneError] = []
    for setting in side.settings
    where !present.contains(setting.target) && setting.target.screenPart == nil
      && !setting.target.isPattern
    {
      warnings.append(unused("the setting of", setting.target.description, setting.template.place))
    }
    for layer in side.layers where !present.contains(layer.parent) {
      warnings.append(unused("the layer", layer.id, layer.template.place))
    }
    let listed = Set(side.paintOrder)
    for role in [Role.from, .to] where !side.paints(role) {
      warnings.append(SceneError(warning: .order(.missing(role)), at: place(side.place)))
    }
    for id in side.snapshots.map(\.id) where !listed.contains(.own(id)) {
      warnings.append(unused("the snapshot", id, side.place))
    }
    for slices in side.slices where !side.paintOrder.contains(where: { $0.ownID == slices.id }) {
      warnings.append(unused("the slices", slices.id, side.place))
    }
    if listed.contains(.shared), transition.elements(of: side).isEmpty {
      warnings.append(SceneError(warning: .nothingShared, at: transition.place))
    }
    return warnings
  }

  /// The tail's spring that is cut, and what should follow the finger but is not there.
  private var fingerWarnings: [SceneError] {
    if tapsOutside { return [SceneError(warning: .finger(.tapOutside), at: transition.place)] }
    guard let gesture, let written = transition.gesture else { return [] }
    var warnings: [SceneError] = []
    if let cut = gesture.run.truncatedTail {
      let warning = Warning.unsettled(
        neededSeconds: cut.neededSeconds, givenSeconds: cut.givenSeconds)
      warnings.append(SceneError(warning: warning, at: written.place))
    }
    if let target = gesture.followingTarget, !follows(target) {
      warnings.append(unused("the following target", target.description, written.place))
    }
    return warnings
  }

  private func follows(_ target: Target) -> Bool {
    let present = table.layers.flatMap(\.target.names) + sharedMotions.map(\.target) + [.container]
    let own = table.layers.flatMap(\.own) + container.children
    return present.contains(target) || own.contains { $0.target == target }
  }

  /// Settings and tracks of parts that their screen lacks; a built-in recipe has them for others.
  private var missingParts: [SceneError] {
    guard RecipeLibrary.recipe(named: transition.name) == nil else { return [] }
    let side = side
    let tracks = side.tracks.filter { !BarsRecipe.has($0, for: transition.operation) }
    let named =
      side.settings.map { ($0.target, $0.template.place) } + tracks.map { ($0.target, $0.place) }
    return named.compactMap { target, place in
      guard let (role, part) = target.screenPart, chrome.find(target) == nil else { return nil }
      switch role {
      case .from? where from.find(target) != nil: return nil
      case .to? where to.find(target) != nil: return nil
      case .from?, .to?, nil:
        return SceneError(warning: .missingPart(part, of: role), at: place)
      }
    }
  }

  private func unused(_ kind: String, _ name: String, _ written: Place) -> SceneError {
    SceneError(warning: .unused(kind: kind, name: name), at: place(written))
  }

  private func unsettled(_ track: Track) -> SceneError? {
    let curve = transition.curve ?? track.curve ?? side.curve
    let given =
      (track.during.end - track.during.start) * transition.length(of: side) / max(1, track.repeats)
    guard let needed = curve?.settlingSeconds, needed > given + 1e-6 else { return nil }
    return SceneError(
      warning: .unsettled(neededSeconds: needed, givenSeconds: given),
      at: transition.curve == nil ? place(track.place) : transition.place)
  }

  // A recipe that is turned writes x where the screen has y: then the track has to do.
  private func place(of part: ResolvedTracks.Channel) -> Place {
    let tracks = side.tracks.filter { $0.target == part.target || part.target.fits($0.target) }
    let property = tracks.flatMap(\.properties).first { $0.property == part.property }
    return place(property?.place ?? tracks.first?.place ?? side.place)
  }

  // A scene's author can mend what is written in the scene, not what a built-in recipe says.
  private func place(_ written: Place) -> Place {
    RecipeLibrary.holds(written) ? transition.place : written
  }
}
