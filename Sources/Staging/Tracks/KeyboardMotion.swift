import Geometry
import Motion
import SceneFormat

// What a keyboard does that one screen has alone, unless tracks name it.
extension RunBuilder {
  /// Lets the keyboard of one screen come or go: beside the screen that a push or a pop moves across
  /// the whole canvas, else by the system's spring.
  func moveKeyboards(in chrome: inout Chrome, by tracks: inout ResolvedTracks) {
    let targets = Role.allCases.map { Target.part($0, .keyboard) }
    let isNamed = (targets + [.pair(.keyboard)]).contains { !tracks.properties(of: $0).isEmpty }
    guard !isNamed else { return }
    let found = targets.map { chrome.find($0) }
    for (role, keyboard) in zip(Role.allCases, found) {
      guard let keyboard else { continue }
      let isComing = role == .to
      let target = Target.part(role, .keyboard)
      if found.allSatisfy({ $0 != nil }) {
        tracks.spring(.opacity, of: target, from: isComing ? 0 : 1, to: isComing ? 1 : 0, seconds)
      } else if !travels(target, role, in: &chrome, by: &tracks) {
        let height = keyboard.size.height
        tracks.spring(
          .y, of: target, from: isComing ? height : 0, to: isComing ? 0 : height, seconds)
      }
    }
  }

  /// Lets a keyboard move as the upper screen of a push or a pop does, at its edge where it belongs
  /// to the lower one; false where that screen does not cross the canvas.
  private func travels(
    _ target: Target, _ role: Role, in chrome: inout Chrome, by tracks: inout ResolvedTracks
  ) -> Bool {
    let upper: Role = transition.operation.isForward ? .to : .from
    guard [.push, .pop].contains(transition.operation) else { return false }
    let screen = upper == .to ? screens.to : screens.from
    let away = tracks.apply(to: screen, at: upper == .to ? Progress(fraction: 0) : .settled)
    let way = away.layer.transform
    // A spring that is cut leaves a thousandth of its way.
    let crossesWidth = abs(way.x) >= 0.99 * layout.size.width
    guard crossesWidth || role == upper && abs(way.y) >= 0.99 * layout.size.height else {
      return false
    }
    for property in [Property.x, .y] {
      for motion in tracks.motions(of: property, .screen(upper)) {
        tracks.add(motion, of: property, to: target)
      }
    }
    if role != upper {
      chrome.shift(target, by: way.x < 0 ? layout.canvas.width : -layout.canvas.width)
    }
    return true
  }
}

extension Chrome {
  /// Moves a half of what the system draws.
  fileprivate mutating func shift(_ target: Target, by x: Double) {
    for pair in system.indices {
      for half in system[pair].children.indices
      where system[pair].children[half].target == target {
        system[pair].children[half].layer.frame.x += x
      }
    }
  }
}

extension ResolvedTracks {
  /// Moves a property by the spring with which the system's keyboard comes and goes, which has its
  /// time where a run of `seconds` is long enough.
  fileprivate mutating func spring(
    _ property: Property, of target: Target, from start: Double, to end: Double, _ seconds: Double
  ) {
    let curve = Curve.spring(
      .physical(mass: 3, stiffness: 1000, damping: 500, velocity: nil, overdamped: false))
    let natural = curve.settlingSeconds ?? seconds
    let window = Window(0, seconds > natural ? natural / seconds : 1)
    let stops = [(0.0, start), (1, end)].map { Keyframes.Stop(position: $0, value: [$1]) }
    guard let keyframes = Keyframes(stops) else { return }
    add(
      PropertyMotion(
        timing: TrackTiming(during: window, easing: Easing(curve, seconds: natural)),
        during: window, values: .numbers(keyframes), isAdditive: false),
      of: property, to: target)
  }
}
