import Drawing
import Geometry
import Motion
import SceneFormat

extension Run {
  /// The shared elements as they are at `progress`, back to front.
  package func travellers(at progress: Progress) -> [Element] {
    travellers.map { choreography.apply(to: $0.element(at: progress), at: progress) }.inPaintOrder
  }

  /// Hangs the pictures of what travels.
  mutating func hangTravellers(in gallery: inout Gallery) {
    for index in travellers.indices {
      let traveller = travellers[index]
      travellers[index].departure.picture = hang(traveller.departure, traveller, in: &gallery)
      travellers[index].arrival.picture = hang(traveller.arrival, traveller, in: &gallery)
    }
  }

  private func hang(
    _ end: TravelEnd, _ traveller: Traveller, in gallery: inout Gallery
  ) -> PictureID? {
    let commands = end.commands
    let canvas = container.bounds
    let reach = Rect(
      x: end.pose.frame.x - canvas.width, y: end.pose.frame.y - canvas.height,
      width: end.pose.size.width + 2 * canvas.width,
      height: end.pose.size.height + 2 * canvas.height)
    // What is cut in flight needs no more than its frame, however far the rest reaches.
    let bounds = commands.bounds.intersection(end.isCut ? end.pose.frame : reach)
    guard !bounds.isEmpty, bounds.width <= 4 * canvas.width, bounds.height <= 4 * canvas.height
    else { return nil }
    return gallery.hang(
      commands, bounds: bounds, largestScale: largestScale(of: end, traveller))
  }

  // As with actors, a few looks find the largest scale closely enough.
  private func largestScale(of end: TravelEnd, _ traveller: Traveller) -> Double {
    let looks = 64
    let scales = (0...looks).map { look in
      let progress = Progress(fraction: Double(look) / Double(looks))
      let fitting = traveller.fitting(end, in: traveller.element(at: progress).size)
      return max(fitting.a, fitting.d)
    }
    return max(1, scales.max() ?? 1)
  }
}

extension Rehearsal {
  /// What the scene wants to travel, as far as both ends are there: after several screens have been
  /// popped at once, they may not be.
  private var shared: [SharedElement] {
    transition.shared.filter {
      from.find($0.from.target(.from)) != nil && to.find($0.to.target(.to)) != nil
    }
  }

  /// The shared elements with both their ends.
  func travellers(
    _ choreography: Choreography, _ props: Props
  ) throws(SceneError) -> [Traveller] {
    let hidden = sharedTargets
    let rest = transition.recipe.rest(for: transition.operation)
    // What leaves or reaches a sheet does so where the sheet rests.
    let from = rest.isFirst ? try resting(from, at: 0, choreography, props) : from
    let to = rest.isLast ? try resting(to, at: 1, choreography, props) : to
    return shared.compactMap { shared in
      let style = shared.style.filled(from: side.shared)
      // The element's own curve is nearer to it than the one that the scene gives to all.
      let curve = shared.style.curve ?? transition.curve ?? style.curve ?? side.curve ?? .easeInOut
      guard
        let departure = TravelEnd(shared.from.target(.from), of: from, without: hidden),
        let arrival = TravelEnd(shared.to.target(.to), of: to, without: hidden)
      else { return nil }
      return Traveller(
        shared.name, from: departure, to: arrival, style,
        easing: Easing(curve, seconds: seconds))
    }
  }

  /// A screen as the tracks leave it at an end of the run.
  private func resting(
    _ screen: Element, at fraction: Double, _ choreography: Choreography, _ props: Props
  ) throws(SceneError) -> Element {
    var screen = screen
    try props.dress(&screen)
    return choreography.apply(to: screen, at: Progress(fraction: fraction))
  }

  /// What is not drawn in its own place because it travels.
  var sharedTargets: Set<Target> {
    Set(shared.flatMap { [$0.from.target(.from), $0.to.target(.to)] })
  }

  /// What all shared elements are in, to be seated among the actors.
  var sharedActors: [Actor] {
    guard !shared.isEmpty else { return [] }
    let layer = Layer.box(Rect(scenery.size), place: side.place)
    return [
      Actor(
        element: Element(path: LayerPath("shared"), target: .shared, layer: layer),
        parent: .identity, ancestors: [])
    ]
  }
}
