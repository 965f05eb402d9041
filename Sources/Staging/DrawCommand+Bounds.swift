import Drawing
package import Geometry

extension [DrawCommand] {
  /// The smallest upright rectangle around all that they can paint, in canvas points.
  package var bounds: Rect {
    var groups: [(bounds: Rect, effects: Effects)] = []
    var bounds = Rect.zero
    for command in self {
      switch command {
      case .beginGroup(let effects):
        groups.append((bounds, effects))
        bounds = .zero
      case .endGroup:
        guard let group = groups.popLast() else { break }
        bounds = group.bounds.union(group.effects.bounds(of: bounds))
      case .fill(let fill):
        bounds = bounds.union(fill.transform.bounds(of: fill.outline.bounds))
      case .image(let image):
        bounds = bounds.union(image.transform.bounds(of: image.destination))
      // Pictures are made of what elements paint, never of other pictures.
      case .picture: break
      }
    }
    return bounds
  }
}

extension Effects {
  fileprivate func bounds(of inside: Rect) -> Rect {
    var bounds = inside
    for case .blur(let sigma) in filters { bounds = bounds.inset(by: -3.5 * sigma) }
    if let clip { bounds = bounds.intersection(clip.transform.bounds(of: clip.outline.bounds)) }
    return shadow.map { bounds.union($0.bounds(of: bounds)) } ?? bounds
  }
}

extension Shadow {
  fileprivate func bounds(of caster: Rect) -> Rect {
    let area = path.map { transform.bounds(of: $0.rect) } ?? caster
    let moved = transform.apply(offset) - transform.apply(.zero)
    // What scales the shadow scales its softness. Behind 3.5 sigma a Gaussian leaves less than half
    // a level of 255.
    return area.offset(x: moved.x, y: moved.y).inset(by: -3.5 * sigma * transform.meanScale)
  }
}

extension Outline {
  fileprivate var bounds: Rect {
    switch self {
    case .rect(let rect), .ring(let rect, _): rect.rect
    case .path(let path, _): path.controlBounds
    case .stroke(let path, let stroke):
      // A mitre reaches out by at most ten times half the width.
      path.controlBounds.inset(by: -5 * max(0, stroke.width))
    }
  }
}
