import Geometry
import Motion
import SceneFormat

extension RunBuilder {
  /// Lets the keyboard of one screen come or go, unless tracks name it.
  ///
  /// It goes with the upper screen of a push or a pop, or beside it, else by the system's spring. Two
  /// that differ fade.
  func moveKeyboards(in chrome: inout Chrome, by tracks: inout ResolvedTracks) {
    let targets = Role.allCases.map { Target.part($0, .keyboard) }
    let isNamed = (targets + [.pair(.keyboard)]).contains { !tracks.properties(of: $0).isEmpty }
    guard !isNamed else { return }
    let found = targets.compactMap { target in chrome.find(target).map { (target, $0) } }
    for (target, keyboard) in found {
      let isComing = target == targets[1]
      if found.count == 1, travels(target, isComing ? .to : .from, in: &chrome, by: &tracks) {
        return
      }
      let (property, away, seen): (Property, Double, Double) =
        found.count == 1 ? (.y, keyboard.size.height, 0) : (.opacity, 0, 1)
      let curve = Curve.spring(
        .physical(mass: 3, stiffness: 1000, damping: 500, velocity: nil, overdamped: false))
      // The spring has its own time where the run is long enough.
      let natural = curve.settlingSeconds ?? seconds
      let window = Window(0, seconds > natural ? natural / seconds : 1)
      let values = isComing ? [away, seen] : [seen, away]
      let stops = values.indices.map { Keyframes.Stop(position: Double($0), value: [values[$0]]) }
      guard let keyframes = Keyframes(stops) else { return }
      let motion = PropertyMotion(
        timing: TrackTiming(during: window, easing: Easing(curve, seconds: natural)),
        during: window, values: .numbers(keyframes), isAdditive: false)
      tracks.add(motion, of: property, to: target)
    }
  }

  /// Lets a keyboard move as the upper screen of a push or a pop does, at its edge where it belongs
  /// to the lower one; false where that screen does not cross the canvas.
  private func travels(
    _ target: Target, _ role: Role, in chrome: inout Chrome, by tracks: inout ResolvedTracks
  ) -> Bool {
    guard [.push, .pop].contains(transition.operation) else { return false }
    let upper: Role = transition.operation.isForward ? .to : .from
    let (screen, hidden) =
      upper == .to ? (screens.to, Progress(fraction: 0)) : (screens.from, .settled)
    let away = tracks.apply(to: screen, at: hidden).layer.transform
    // A spring that is cut leaves a thousandth of its way.
    let crosses =
      abs(away.x) > 0.99 * layout.size.width
      || role == upper && abs(away.y) > 0.99 * layout.size.height
    guard crosses else { return false }
    for property in [Property.x, .y] {
      for motion in tracks.motions(of: property, .screen(upper)) {
        tracks.add(motion, of: property, to: target)
      }
    }
    guard role != upper,
      let pair = chrome.system.firstIndex(where: { $0.target == .pair(.keyboard) })
    else { return true }
    // What a single screen has is the only half.
    let width = layout.canvas.width
    chrome.system[pair].children[0].layer.frame.x += away.x < 0 ? width : -width
    return true
  }
}
