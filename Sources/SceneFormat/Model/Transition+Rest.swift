public import Geometry
import Motion

/// Whether a run begins or ends at a resting sheet.
public struct RestEnds: Hashable, Sendable {
  /// Whether it begins where the run that it undoes came to rest.
  public var isFirst: Bool
  /// Whether it comes to rest at its end.
  public var isLast: Bool
}

extension Recipe {
  /// Where a run of `operation` rests: at its end if its side says so, and at its start if the
  /// side that it undoes does.
  public func rest(for operation: Operation) -> RestEnds {
    // What replaces everything rests over nothing.
    RestEnds(
      isFirst: operation.opposite.map(restsAfter) ?? false,
      isLast: operation != .replace && restsAfter(operation))
  }

  // A side that plays backward has the flag of the one that it undoes.
  private func restsAfter(_ operation: Operation) -> Bool {
    side(for: operation).rests == true && !isReversed(for: operation)
  }
}

// Where a sheet comes to rest, as far as that is known without its screens.
extension Transition {
  /// Whether its incoming screen comes to rest over the outgoing one.
  public var rests: Bool { recipe.rest(for: operation).isLast }

  /// The size in which the incoming screen is laid out on a canvas: all of it unless the side sets
  /// a frame.
  public func restingSize(on canvas: Size) throws(SceneError) -> Size {
    let seen = turned(canvas)
    let size = try settings(of: arguments, on: canvas).frame.map {
      Size(width: $0[2], height: $0[3])
    }
    return turned(size ?? seen)
  }

  /// The signed distance that a sheet travels in an adjustment, along its direction; nil for any
  /// other transition.
  func adjustedWay(on canvas: Size) throws(SceneError) -> Double? {
    guard let adjusted else { return nil }
    let old = try restingOffset(adjusted, on: canvas)
    let (way, unit) = (try restingOffset(arguments, on: canvas) - old, recipe.trackDirection.unit)
    return way.x * unit.x + way.y * unit.y
  }

  /// Where the incoming screen's upper left corner rests, in the recipe's own axes.
  private func restingOffset(_ arguments: [Argument], on canvas: Size) throws(SceneError) -> Point {
    let seen = turned(canvas)
    let (frame, properties) = try settings(of: arguments, on: canvas)
    let size = frame.map { Size(width: $0[2], height: $0[3]) } ?? seen
    var environment = environment(arguments, seen)
    environment.target = size
    var offset: [Property: Double] = [:]
    for setting in properties { offset[setting.property] = setting.value?.firstNumber }
    let tracks = recipe.side(for: operation).tracks.filter { $0.target == .screen(.to) }
    for track in tracks.sorted(by: { $0.during.end < $1.during.end }) {
      for property in track.properties where [.x, .y].contains(property.property) {
        guard let end = property.keyframes.last else { continue }
        let value = try end.value.value(of: property.property, in: environment).firstNumber ?? 0
        offset[property.property] =
          track.isAdditive ? (offset[property.property] ?? 0) + value : value
      }
    }
    return Point(
      x: (frame?[0] ?? 0) + (offset[.x] ?? 0), y: (frame?[1] ?? 0) + (offset[.y] ?? 0))
  }

  /// The settings of the incoming screen, and its frame among them.
  private func settings(
    of arguments: [Argument], on canvas: Size
  ) throws(SceneError) -> (frame: [Double]?, properties: [ResolvedProperty]) {
    let seen = turned(canvas)
    var properties: [ResolvedProperty] = []
    for setting in recipe.side(for: operation).settings where setting.target == .screen(.to) {
      properties += try setting.template.settings(
        in: environment(arguments, seen), within: nil
      ).properties
    }
    guard case .numbers(let frame)? = properties.first(where: { $0.property == .frame })?.value,
      frame.count == 4
    else { return (nil, properties) }
    return (frame, properties)
  }

  private func environment(_ arguments: [Argument], _ seen: Size) -> ExpressionEnvironment {
    ExpressionEnvironment(canvas: seen, arguments: arguments, seed: seed)
  }

  /// A size on the screen as the recipe sees it, or the other way round.
  func turned(_ size: Size) -> Size {
    let heading = writtenHeading
    let isTurned = recipe.trackDirection.isHorizontal != heading.isHorizontal
    return isTurned ? Size(width: size.height, height: size.width) : size
  }
}

extension PropertyValue {
  fileprivate var firstNumber: Double? {
    if case .numbers(let numbers) = self { numbers.first } else { nil }
  }
}
