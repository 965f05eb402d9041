import Drawing
import Geometry

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
    moved.shadow?.transform = shadow?.transform.then(settling: transform) ?? transform
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
