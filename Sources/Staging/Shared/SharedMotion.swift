import Drawing
import Geometry
package import Motion
import Pixels
package import SceneFormat

/// A shared element in motion: the layer of one screen moves to that of the other and becomes it.
package struct SharedMotion: Hashable, Sendable {
  /// What tracks and the timeline call it.
  package let target: Target
  /// Where it begins and where it ends.
  @Boxed package var source: SharedEndpoint
  @Boxed package var destination: SharedEndpoint
  /// When its frame moves.
  let move: TrackTiming
  /// When its corners, border and shadow change.
  let shape: TrackTiming
  /// When one content turns into the other.
  let fade: TrackTiming
  /// 0 is straight, 1 a quarter ellipse.
  let arc: Double
  /// nil for what suits the content.
  let fit: SharedStyle.Fit?
  let keep: SharedStyle.Keep
  /// Whether it travels in front of the bars, and not in the container.
  let isInChrome: Bool
  /// The transform from the run's slot to the canvas, where its pictures rest.
  private let slot: Transform

  /// A way from `source` to `destination`, in which `style` leaves open what is standard.
  init(
    _ name: String, from source: SharedEndpoint, to destination: SharedEndpoint,
    _ style: SharedStyle, easing: Easing, isInChrome: Bool, slot: Transform
  ) {
    target = .sharedLayer(name)
    (self.source, self.destination) = (source, destination)
    let standard = SharedStyle.standard
    move = TrackTiming(easing: easing, through: style.move ?? standard.window)
    shape = TrackTiming(easing: easing, through: style.shape ?? standard.window)
    fade = TrackTiming(easing: easing, through: style.fade ?? standard.window)
    arc = style.arc ?? standard.arc
    // The outline of a shape becomes that of the other: there is nothing to crop.
    fit = source.isShape && destination.isShape ? .fill : style.fit
    keep = style.keep ?? standard.keep
    (self.isInChrome, self.slot) = (isInChrome, slot)
  }

  /// Its surface at `progress`, with what is on it.
  package func element(at progress: Progress) -> Element {
    let pose = pose(at: progress)
    var element = Element(
      path: LayerPath(target.description), target: target, layer: surface(at: progress, pose))
    element.children = contents(at: progress, in: Size(width: pose.width, height: pose.height))
    if let image = sharedImage {
      element.mark = image.mark(at: progress.share(of: move), in: element.size)
      element.children = []
    }
    return element
  }

  /// The upright frame on the way; a size never falls below 0, whatever overshoots.
  private func pose(at progress: Progress) -> Rect {
    let share = move.progress(at: progress)
    let center = center(at: share)
    let width = max(0, between(source.pose.size.width, destination.pose.size.width, share))
    let height = max(0, between(source.pose.size.height, destination.pose.size.height, share))
    return Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  // A quarter of an ellipse leaves or reaches its lower end along x, and its upper one along y: so
  // the way back is the same way.
  private func center(at share: Double) -> Point {
    let (start, end) = (source.pose.center, destination.pose.center)
    let straight = between(start, end, share)
    guard arc > 0 else { return straight }
    let corner =
      start.y > end.y ? Point(x: end.x, y: start.y) : Point(x: start.x, y: end.y)
    let middle = start + end - corner
    let round =
      middle + (start - middle) * Elementary.cosDegrees(90 * share)
      + (end - middle) * Elementary.sinDegrees(90 * share)
    return between(straight, round, arc)
  }

  private func surface(at progress: Progress, _ frame: Rect) -> Layer {
    let (start, end) = (
      source.surface.withEdges(of: destination.surface),
      destination.surface.withEdges(of: source.surface)
    )
    let moved = move.progress(at: progress)
    let shaped = shape.progress(at: progress)
    let faded = progress.share(of: fade)
    var layer = Layer.box(frame, place: start.place)
    layer.transform = .between(source.pose, destination.pose, moved)
    var edges = [.cornerRadius] + Property.backdrop
    if start.border != nil { edges += Property.border }
    if start.shadow != nil { edges += Property.shadow + Property.shadowCaster }
    for property in edges {
      if let value = property.between(start, end, shaped) { property.set(value, of: &layer) }
    }
    // Casters of different kinds become the bounds on the way.
    if let one = start.shadow?.caster, let other = end.shadow?.caster, !one.isAlike(other) {
      layer.shadow?.caster = .bounds
    }
    for property in [Property.fill, .opacity] {
      property.set(property.between(start, end, faded), of: &layer)
    }
    layer.shadows = shaped < 0.5 ? start.shadows : end.shadows
    layer.cornerStyle = start.cornerRadii == .zero ? end.cornerStyle : start.cornerStyle
    layer.blend = start.blend == end.blend ? start.blend : .normal
    layer.clipsChildren = isCut
    return layer
  }

  /// Whether what sticks out of the frame is cut off: on either end it was, or a fit makes it.
  private var isCut: Bool {
    source.isCut || destination.isCut || (fit != nil && fit != .fill)
  }

  /// The image of which both ends show a part, where nothing else is on them.
  private var sharedImage: SharedImage? {
    guard keep == .both, fit == nil || fit == .cover else { return nil }
    return SharedImage(source, destination)
  }

  private func contents(at progress: Progress, in size: Size) -> [Element] {
    let share = progress.share(of: fade)
    switch keep {
    case .from: return [picture(of: source, in: size)].compactMap { $0 }
    case .to: return [picture(of: destination, in: size)].compactMap { $0 }
    case .both: break
    }
    guard var old = picture(of: source, in: size), var new = picture(of: destination, in: size)
    else { return [] }
    if share <= 0 { return [old] }
    if share >= 1 { return [new] }
    // Added up within a group of their own, two fading pictures have no dip in brightness.
    old.layer.opacity = 1 - share
    new.layer.opacity = share
    new.layer.blend = .plusLighter
    var group = Element(
      path: LayerPath(target.description), target: nil,
      layer: .box(Rect(size), place: source.surface.place), children: [old, new])
    group.layer.isIsolated = true
    return [group]
  }

  private func picture(of end: SharedEndpoint, in size: Size) -> Element? {
    guard !end.pose.isFlat else { return nil }
    var element = Element(
      path: end.content.path, target: nil,
      layer: .box(Rect(size), place: end.surface.place))
    if let picture = end.picture, let back = slot.inverse {
      element.mark = .picture(picture, back.then(fitting(end, in: size)))
    }
    return element
  }

  /// The way from where a content rests to its place in a surface of `size`.
  func fitting(_ end: SharedEndpoint, in size: Size) -> Transform {
    let frame = end.pose.frame
    let (across, down) = (size.width / frame.width, size.height / frame.height)
    let text = fit == nil ? end.textSide(beside: source, destination) : nil
    let (scaleX, scaleY): (Double, Double) =
      switch fit {
      case nil where text != nil: (down, down)
      case nil, .fill: (across, down)
      case .cover: (max(across, down), max(across, down))
      case .width: (across, across)
      case .height: (down, down)
      }
    let room = size.width - frame.width * scaleX
    let x = room * (text ?? 0.5)
    // What fits the width begins at the top.
    let y = fit == .width ? 0 : (size.height - frame.height * scaleY) / 2
    return Transform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: x - frame.x * scaleX, ty: y - frame.y * scaleY)
  }
}

extension Progress {
  /// What share of a way has been gone, never more than all of it.
  fileprivate func share(of timing: TrackTiming) -> Double {
    min(1, max(0, timing.progress(at: self)))
  }
}

extension SharedEndpoint {
  /// Where a line of text is held while its width changes, from 0 at the left to 1 at the right;
  /// nil unless both ends are texts.
  fileprivate func textSide(beside source: SharedEndpoint, _ destination: SharedEndpoint) -> Double?
  {
    guard case .text(_, let text) = source.content.mark, case .text = destination.content.mark
    else { return nil }
    switch text.alignment {
    case .right: return 1
    case .center: return 0.5
    case .left, .justified, nil: return 0
    }
  }
}

/// The number at `share` of the way from one to the other; exact at both ends.
func between(_ start: Double, _ end: Double, _ share: Double) -> Double {
  share == 1 ? end : start + (end - start) * share
}

/// The place at `share` of the straight way.
func between(_ start: Point, _ end: Point, _ share: Double) -> Point {
  Point(x: between(start.x, end.x, share), y: between(start.y, end.y, share))
}

extension LayerTransform {
  /// How a layer is turned on its way; a turn goes the shorter way round.
  static func between(_ start: Pose, _ end: Pose, _ share: Double) -> LayerTransform {
    var transform = LayerTransform()
    var turn = end.degrees - start.degrees
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    transform.rotate = start.degrees + turn * share
    transform.skewX = Staging.between(start.skewDegrees, end.skewDegrees, share)
    transform.scaleY = Staging.between(
      start.isMirrored ? -1 : 1, end.isMirrored ? -1 : 1, share)
    return transform
  }
}

extension Property {
  /// The value at `share` of the way from one layer's to another's.
  ///
  /// Numbers and alike paints flow into each other, others switch half way.
  fileprivate func between(_ start: Layer, _ end: Layer, _ share: Double) -> PropertyValue? {
    let (first, last) = (value(of: start), value(of: end))
    switch (first, last) {
    case (.numbers(let first), .numbers(let last)) where first.count == last.count:
      return .numbers(zip(first, last).map { Staging.between($0, $1, share) })
    case (.paint(let first), .paint(let last)) where first != last && share > 0 && share < 1:
      let blend = PaintBlend([PaintBlend.Stop(0, first), PaintBlend.Stop(1, last)])
      if blend.isSmooth { return .paint(blend.paint(at: share, shaped: true)) }
      return .paint(share < 0.5 ? first : last)
    case (.paint, .paint): return share >= 1 ? last : first
    default: return share < 0.5 ? first : last
    }
  }
}

extension Layer {
  /// The same with an invisible border or shadow where `other` has one and this layer has none.
  fileprivate func withEdges(of other: Layer) -> Layer {
    var layer = self
    if border == nil { layer.border = other.border.map { Border(width: 0, color: $0.color) } }
    if shadow == nil {
      layer.shadow = other.shadow
      layer.shadow?.opacity = 0
    }
    return layer
  }
}

extension LayerShadow.Caster {
  /// Whether one can flow into the other.
  fileprivate func isAlike(_ other: LayerShadow.Caster) -> Bool {
    if case (.rect, .rect) = (self, other) { true } else { self == other }
  }
}
