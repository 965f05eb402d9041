import Drawing
import Geometry
import Pixels

extension [DrawCommand] {
  /// Lets the ground of the group that begins at `start` cast its shadow, where both have the same
  /// alpha: a card is as opaque as its ground, whatever is on it.
  ///
  /// The shadow is the same. But such a group need not be composited by itself, and shares its edges
  /// with what is around it.
  mutating func castShadowByGround(ofGroupAt start: Int) {
    guard case .beginGroup(var effects) = self[start], effects.keepsAlphas else { return }
    for (index, shadow) in effects.shadows.enumerated() where shadow.path == nil && !shadow.isInset
    {
      guard let ground = self[(start + 1)...].ground(in: shadow.transform) else { return }
      effects.shadows[index].path = ground.area
      effects.shadows[index].opacity *= ground.alpha
    }
    self[start] = .beginGroup(effects)
  }
}

extension Effects {
  /// Whether a group is as opaque as what is in it, but that it may fade.
  fileprivate var keepsAlphas: Bool {
    clip == nil && mask.isEmpty && backdrop == nil
      && filters.allSatisfy {
        switch $0 {
        case .saturation, .brightness, .contrast: true
        case .tint(let color): color.alpha == 255
        case .blur, .luminanceToAlpha: false
        }
      }
  }

  /// Whether what is in a group stays in its place, and hides what is behind it.
  fileprivate var keepsPlaces: Bool {
    shadows.isEmpty && blend == .normal && backdrop == nil
      && !filters.contains { if case .blur = $0 { true } else { false } }
  }
}

extension ArraySlice<DrawCommand> {
  /// The area that the first command fills, and how opaque it is, if nothing changes that.
  fileprivate func ground(in transform: Transform) -> (area: RoundedRect, alpha: Double)? {
    guard case .fill(let ground)? = first, case .rect(let area) = ground.outline,
      ground.transform == transform, !area.rect.isEmpty, let back = transform.inverse
    else { return nil }
    if count == 2, case .color(let color) = ground.paint {
      return (area, Double(color.alpha) / 255)
    }
    guard ground.paint.isOpaque else { return nil }
    // How deep groups are in one that is cut by the area.
    var depth = 0
    for command in dropFirst() {
      switch command {
      case .fill(let fill):
        guard depth == 0 else { break }
        if fill.transform == transform, case .ring(area, _) = fill.outline { break }
        guard area.holds(fill.outline.bounds, from: fill.transform, by: back) else { return nil }
      case .image(let draw):
        guard depth > 0 || area.holds(draw.destination, from: draw.transform, by: back) else {
          return nil
        }
      case .picture: guard depth > 0 else { return nil }
      case .beginGroup(let effects):
        // What blends with more than the area would do so with what is behind it.
        guard effects.blend == .normal, depth > 0 || effects.keepsPlaces else { return nil }
        let isCut = effects.clip.map { $0.transform == transform && $0.outline == ground.outline }
        if depth > 0 || isCut == true { depth += 1 }
      case .endGroup: depth = Swift.max(0, depth - 1)
      }
    }
    return (area, 1)
  }
}

extension RoundedRect {
  /// Whether all of `other` is inside, which `transform` and then `back` bring into its coordinates.
  fileprivate func holds(_ other: Rect, from transform: Transform, by back: Transform) -> Bool {
    let toCaster = transform.then(back)
    guard toCaster.isAffine else { return false }
    // It is convex: what holds the corners holds all.
    return other.corners.allSatisfy { holds(toCaster.apply($0)) }
  }

  private func holds(_ point: Point) -> Bool {
    let nearby = 1e-6
    guard point.x >= rect.x - nearby, point.x <= rect.maxX + nearby, point.y >= rect.y - nearby,
      point.y <= rect.maxY + nearby
    else { return false }
    guard radii != .zero else { return true }
    // Not where a corner begins, however it is shaped.
    let reach = 1.6 * max(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft)
    let aside = min(point.x - rect.x, rect.maxX - point.x)
    let above = min(point.y - rect.y, rect.maxY - point.y)
    return aside >= reach || above >= reach
  }
}
