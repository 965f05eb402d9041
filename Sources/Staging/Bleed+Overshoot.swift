import Drawing
import Geometry
import Motion
import SceneFormat

extension Bleed {
  /// What fills the gap behind something that went too far by `distance`, its picture being scaled.
  init(fillingBehind distance: Point, scaleX: Double, scaleY: Double) {
    let across = scaleX == 0 ? 0 : distance.x / abs(scaleX)
    let down = scaleY == 0 ? 0 : distance.y / abs(scaleY)
    self.init(left: across, top: down, right: -across, bottom: -down)
  }
}

extension Choreography {
  /// How far `target` is beyond all places that its keyframes name.
  func overshoot(of target: Target, at progress: Progress) -> Point {
    Point(x: overshoot(.x, target, progress), y: overshoot(.y, target, progress))
  }

  private func overshoot(_ property: Property, _ target: Target, _ progress: Progress) -> Double {
    let motions = motions(of: property, target).filter { !$0.isAdditive }
    let named = motions.flatMap(\.namedNumbers)
    guard let least = named.min(), let greatest = named.max(),
      case .numbers(let numbers)? = motions.value(
        at: progress.fraction, shaped: progress.isShaped, rest: nil),
      let number = numbers.first
    else { return 0 }
    return number - min(greatest, max(least, number))
  }
}

extension PropertyMotion {
  /// The first number of every keyframe.
  fileprivate var namedNumbers: [Double] {
    guard case .numbers(let keyframes) = values else { return [] }
    return keyframes.stops.compactMap(\.value.first)
  }
}
