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
    for case .blur(let sigma, let plane) in filters {
      bounds = plane.softBounds(of: bounds, sigma: sigma)
    }
    if let backdrop {
      bounds = bounds.union(backdrop.area.transform.bounds(of: backdrop.area.outline.bounds))
    }
    if let clip { bounds = bounds.intersection(clip.transform.bounds(of: clip.outline.bounds)) }
    return shadows.reduce(bounds) { $0.union($1.bounds(of: bounds)) }
  }
}

extension Shadow {
  fileprivate func bounds(of caster: Rect) -> Rect {
    let area = path.map { transform.bounds(of: $0.rect) } ?? caster
    return transform.softBounds(of: area, sigma: sigma, movedBy: offset)
  }
}

extension Transform {
  /// The bounds of `area`, blurred and moved in the coordinates that this mapping leads from.
  ///
  /// What scales it scales its softness. Behind 3.5 sigma a Gaussian leaves less than half a level
  /// of 255.
  fileprivate func softBounds(of area: Rect, sigma: Double, movedBy offset: Point = .zero) -> Rect {
    let (reach, scale) = (3.5 * sigma, meanScale)
    let moved = apply(offset) - apply(.zero)
    let flat = area.offset(x: moved.x, y: moved.y)
    guard !keepsShapes else { return flat.inset(by: -reach * scale) }
    // Near the eye there is no end of it: what is sixteen times as far away has to do.
    return bounds(of: area, grownBy: reach, movedBy: offset)
      .intersection(flat.inset(by: -16 * (reach + offset.length) * max(1, scale)))
  }
}
