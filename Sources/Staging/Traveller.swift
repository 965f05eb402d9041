import Drawing
import Geometry
import Motion
import Pixels
package import SceneFormat

/// A shared element: two layers that turn into each other while they travel.
package struct Traveller: Hashable, Sendable {
  /// What tracks and the timeline call it.
  package let target: Target
  /// Where it begins and where it ends.
  package var departure, arrival: TravelEnd
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

  /// A way from `departure` to `arrival`, `style` being complete but for its fit.
  init(
    _ name: String, from departure: TravelEnd, to arrival: TravelEnd, _ style: SharedStyle,
    easing: Easing
  ) {
    target = .sharedLayer(name)
    (self.departure, self.arrival) = (departure, arrival)
    move = TrackTiming(easing: easing, through: style.move ?? .whole)
    shape = TrackTiming(easing: easing, through: style.shape ?? .whole)
    fade = TrackTiming(easing: easing, through: style.fade ?? .whole)
    arc = style.arc ?? 0
    (fit, keep) = (style.fit, style.keep ?? .both)
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
    let share = move.progress(at: progress.fraction, shaped: progress.isShaped)
    let center = center(at: share)
    let width = max(0, between(departure.pose.size.width, arrival.pose.size.width, share))
    let height = max(0, between(departure.pose.size.height, arrival.pose.size.height, share))
    return Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  // A quarter of an ellipse leaves or reaches its lower end along x, and its upper one along y: so
  // the way back is the same way.
  private func center(at share: Double) -> Point {
    let (start, end) = (departure.pose.center, arrival.pose.center)
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
    let (start, end) = (departure.surface, arrival.surface)
    let moved = move.progress(at: progress.fraction, shaped: progress.isShaped)
    let shaped = shape.progress(at: progress.fraction, shaped: progress.isShaped)
    let faded = progress.share(of: fade)
    var layer = Layer.box(frame, place: start.place)
    layer.transform = .between(departure.pose, arrival.pose, moved)
    let radii = zip(start.cornerRadii.numbers, end.cornerRadii.numbers).map {
      max(0, between($0, $1, shaped))
    }
    layer.cornerRadii = RoundedRect.Radii(numbers: radii) ?? .zero
    layer.cornerStyle = start.cornerRadii == .zero ? end.cornerStyle : start.cornerStyle
    layer.border = .between(start.border, end.border, shaped)
    layer.shadow = .between(start.shadow, end.shadow, shaped)
    layer.fill = .between(start.fill, end.fill, faded)
    layer.opacity = min(1, max(0, between(start.opacity, end.opacity, faded)))
    layer.blend = start.blend == end.blend ? start.blend : .normal
    layer.clipsChildren = isCut
    return layer
  }

  /// Whether what sticks out of the frame is cut off: on either end it was, or a fit makes it.
  private var isCut: Bool {
    departure.isCut || arrival.isCut || (fit != nil && fit != .fill)
  }

  /// The image of which both ends show a part, where nothing else is on them.
  private var sharedImage: SharedImage? {
    guard keep == .both, fit == nil || fit == .cover else { return nil }
    return SharedImage(departure, arrival)
  }

  private func contents(at progress: Progress, in size: Size) -> [Element] {
    let share = progress.share(of: fade)
    switch keep {
    case .from: return [picture(of: departure, in: size)].compactMap { $0 }
    case .to: return [picture(of: arrival, in: size)].compactMap { $0 }
    case .both: break
    }
    guard var old = picture(of: departure, in: size), var new = picture(of: arrival, in: size)
    else { return [] }
    if share <= 0 { return [old] }
    if share >= 1 { return [new] }
    // Added up within a group of their own, two fading pictures have no dip in brightness.
    old.layer.opacity = 1 - share
    new.layer.opacity = share
    new.layer.blend = .plusLighter
    var group = Element(
      path: LayerPath(target.description), target: nil,
      layer: .box(Rect(size), place: departure.surface.place), children: [old, new])
    group.isIsolated = true
    return [group]
  }

  private func picture(of end: TravelEnd, in size: Size) -> Element? {
    guard !end.pose.isFlat else { return nil }
    var element = Element(
      path: end.content.path, target: nil,
      layer: .box(Rect(size), place: end.surface.place))
    if let picture = end.picture {
      element.mark = .picture(picture, fitting(end, in: size))
    }
    return element
  }

  /// The way from where a content's picture rests to its place in a surface of `size`.
  func fitting(_ end: TravelEnd, in size: Size) -> Transform {
    let frame = end.pose.frame
    let (across, down) = (size.width / frame.width, size.height / frame.height)
    let text = fit == nil ? end.textSide(beside: departure, arrival) : nil
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
    min(1, max(0, timing.progress(at: fraction, shaped: isShaped)))
  }
}

extension TravelEnd {
  /// Where a line of text is held while its width changes, from 0 at the left to 1 at the right;
  /// nil unless both ends are texts.
  fileprivate func textSide(beside departure: TravelEnd, _ arrival: TravelEnd) -> Double? {
    guard case .text(_, let text) = departure.content.mark, case .text = arrival.content.mark
    else { return nil }
    switch text.alignment {
    case .right: return 1
    case .center: return 0.5
    case .left, .justified, nil: return 0
    }
  }
}
