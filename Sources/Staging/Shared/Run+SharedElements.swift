import Drawing
import Geometry
package import Motion
import SceneFormat

extension Run {
  /// The shared elements as they are at `progress`, back to front.
  package func sharedMotions(at progress: Progress) -> [Element] {
    sharedMotions.filter { !$0.isInChrome }.map {
      tracks.apply(to: $0.element(at: progress), at: progress)
    }.inPaintOrder
  }

  /// Interns the pictures of the shared elements.
  mutating func internSharedPictures(in pictureTable: inout PictureTable) {
    for index in sharedMotions.indices {
      let motion = sharedMotions[index]
      sharedMotions[index].source.picture = intern(motion.source, motion, in: &pictureTable)
      sharedMotions[index].destination.picture = intern(
        motion.destination, motion, in: &pictureTable)
    }
  }

  private func intern(
    _ end: SharedEndpoint, _ motion: SharedMotion, in pictureTable: inout PictureTable
  ) -> PictureID? {
    let commands = end.commands(in: slot.transform)
    let canvas = container.bounds
    let reach = Rect(
      x: end.pose.frame.x - canvas.width, y: end.pose.frame.y - canvas.height,
      width: end.pose.size.width + 2 * canvas.width,
      height: end.pose.size.height + 2 * canvas.height)
    // What is cut in flight needs no more than its frame, however far the rest reaches.
    let bounds = commands.bounds.intersection(
      slot.transform.bounds(of: end.isCut ? end.pose.frame : reach))
    guard !bounds.isEmpty, bounds.width <= 4 * canvas.width, bounds.height <= 4 * canvas.height
    else { return nil }
    let picture = pictureTable.intern(commands, bounds: bounds)
    pictureTable.enlarge(picture, to: PictureScale(largest: largestScale(of: end, motion)))
    return picture
  }

  // As with layers, a few samples find the largest scale closely enough.
  private func largestScale(of end: SharedEndpoint, _ motion: SharedMotion) -> Double {
    let samples = 64
    let scales = (0...samples).map { sample in
      let progress = Progress(fraction: Double(sample) / Double(samples))
      let fitting = motion.fitting(end, in: motion.element(at: progress).size)
      return max(fitting.a, fitting.d)
    }
    return max(1, scales.max() ?? 1)
  }
}

extension RunBuilder {
  /// The shared elements with both their ends.
  func sharedMotions(
    _ tracks: ResolvedTracks, _ parts: RecipeParts
  ) throws(SceneError) -> [SharedMotion] {
    let hidden = shared.targets
    let rest = transition.recipe.rest(for: transition.operation)
    // What leaves or reaches a sheet does so where the sheet rests.
    let from = rest.isFirst ? try resting(screens.from, at: 0, tracks, parts) : screens.from
    let to = rest.isLast ? try resting(screens.to, at: 1, tracks, parts) : screens.to
    guard !shared.isEmpty else { return [] }
    let (sources, destinations) = (LayerIndex([from]), LayerIndex([to]))
    return shared.compactMap { shared in
      let style = shared.style.filled(from: side.shared)
      // The element's own curve is nearer to it than the one that the scene gives to all.
      let curve = shared.style.curve ?? transition.curve ?? style.curve ?? side.curve ?? .easeInOut
      guard
        let source = SharedEndpoint(shared.from.target(.from), of: sources, without: hidden),
        let destination = SharedEndpoint(shared.to.target(.to), of: destinations, without: hidden)
      else { return nil }
      return SharedMotion(
        shared.name, from: source, to: destination, style, easing: Easing(curve, seconds: seconds),
        isInChrome: isInChrome(shared), slot: slot.transform)
    }
  }

  /// A screen as the tracks leave it at an end of the run.
  private func resting(
    _ screen: Element, at fraction: Double, _ tracks: ResolvedTracks, _ parts: RecipeParts
  ) throws(SceneError) -> Element {
    var screen = screen
    try parts.applySettings(to: &screen)
    return tracks.apply(to: screen, at: fraction == 1 ? .settled : Progress(fraction: fraction))
  }

  /// Whether both ends are parts of bars that stay.
  private func isInChrome(_ shared: SharedElement) -> Bool {
    chrome.owns(shared.from.target(.from)) && chrome.owns(shared.to.target(.to))
  }

  /// The layer that holds all shared elements.
  var sharedLayers: [AnimatedLayer] {
    guard !shared.allSatisfy(isInChrome) else { return [] }
    let layer = Layer.box(Rect(layout.size), place: side.place)
    return [
      AnimatedLayer(
        element: Element(path: LayerPath("shared"), target: .shared, layer: layer),
        parent: .identity, ancestors: [])
    ]
  }
}

extension SharedElement {
  /// Whether both ends are parts of navigation bars.
  var isOfBars: Bool {
    [from.target(.from), to.target(.to)].allSatisfy { $0.part?.bar == .bar }
  }
}

extension [SharedElement] {
  /// The layers that are hidden in their screens because they travel.
  var targets: Set<Target> {
    Set(flatMap { [$0.from.target(.from), $0.to.target(.to)] })
  }
}
