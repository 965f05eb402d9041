import Drawing
import Geometry
import Pixels

extension [DrawCommand] {
  /// The same commands, moved by `transform`, which follows their own.
  func moved(by transform: Transform) -> [DrawCommand] {
    map { $0.moved(by: transform) }
  }
}

extension DrawCommand {
  fileprivate func moved(by transform: Transform) -> DrawCommand {
    switch self {
    case .fill(var fill):
      fill.transform = fill.transform.then(settling: transform)
      return .fill(fill)
    case .image(var draw):
      draw.transform = draw.transform.then(settling: transform)
      return .image(draw)
    case .picture(var draw):
      draw.transform = draw.transform.then(settling: transform)
      return .picture(draw)
    case .beginGroup(let effects): return .beginGroup(effects.moved(by: transform))
    case .endGroup: return .endGroup
    }
  }
}

extension Effects {
  fileprivate func moved(by transform: Transform) -> Effects {
    var moved = self
    moved.clip?.transform = clip?.transform.then(settling: transform) ?? transform
    for (index, shadow) in shadows.enumerated() {
      moved.shadows[index].transform = shadow.transform.then(settling: transform)
    }
    moved.mask = mask.moved(by: transform)
    moved.filters = filters.map { filter in
      guard case .blur(let sigma, let plane) = filter else { return filter }
      let moved = plane.then(settling: transform)
      return moved.keepsShapes
        ? .blur(sigma: sigma * moved.meanScale) : .blur(sigma: sigma, in: moved)
    }
    moved.backdrop?.sigma *= transform.meanScale
    moved.backdrop?.area.transform = backdrop?.area.transform.then(settling: transform) ?? transform
    return moved
  }
}

extension Transform {
  /// This mapping first, then `next`: brought back to what is simple where both together are.
  fileprivate func then(settling next: Transform) -> Transform {
    next.isTranslation ? then(next) : then(next).settled
  }
}

extension [DrawCommand] {
  /// The same picture in fewer draws: slices side by side that move together are one slice.
  ///
  /// Drawn one by one, their common edge would let shine through what is behind them wherever it
  /// falls between pixels: each would cover its share of what the other left.
  func joiningSlices() -> [DrawCommand] {
    var result: [DrawCommand] = []
    result.reserveCapacity(count)
    for command in self {
      result.append(command)
      while result.joinLast() {}
    }
    return result
  }

  /// Makes one of the last two commands; answers false where they are two.
  private mutating func joinLast() -> Bool {
    guard count > 1, case .picture(let next) = self[count - 1],
      case .picture(let last) = self[count - 2], let joined = last.joined(with: next)
    else { return false }
    removeLast()
    self[count - 1] = .picture(joined)
    return true
  }
}

extension PictureDraw {
  /// One draw for this one and `next`; nil if together they are no rectangle that moves as one.
  fileprivate func joined(with next: PictureDraw) -> PictureDraw? {
    guard let source, let other = next.source, opacity == next.opacity, blend == .normal,
      next.blend == .normal, picture == next.picture, transform == next.transform
    else { return nil }
    let isRow = source.y == other.y && source.height == other.height
    let isColumn = source.x == other.x && source.width == other.width
    guard
      isRow && Self.touch(source.x, source.maxX, other.x, other.maxX)
        || isColumn && Self.touch(source.y, source.maxY, other.y, other.maxY)
    else { return nil }
    var joined = self
    joined.source = source.union(other)
    return joined
  }

  /// Whether one of two stretches begins where the other ends, but for what rounding does.
  private static func touch(
    _ start: Double, _ end: Double, _ otherStart: Double, _ otherEnd: Double
  ) -> Bool {
    abs(end - otherStart) < 1e-6 || abs(otherEnd - start) < 1e-6
  }
}
