import Drawing
import Pixels
import Raster

// A backdrop is what is on the surface when its group ends: everything that is painted behind the
// group. The group itself is on a surface of its own until then. Where the backdrop is seen, the
// pixels around it are copied, blurred and laid beneath the group's own.

extension DrawContext {
  /// Lays what is behind a group, as its backdrop shows it, beneath what is inside of it.
  mutating func layBackdrop(beneath own: inout Surface, _ group: OpenGroup) {
    guard let backdrop = group.effects.backdrop else { return }
    let area = backdrop.area.outline.coverage(
      toPixels(backdrop.area.transform), in: scissor.expanded(by: group.castReach))
    guard !area.bounds.isEmpty else { return }
    let behind = filtered(backdrop, in: area.bounds)
    if own.bounds.intersection(area.bounds) != area.bounds {
      var larger = Surface(own.bounds.union(area.bounds))
      larger.paint(own, in: own.bounds)
      own = larger
    }
    own.paintBeneath(behind, through: area)
  }

  /// What is painted so far, blurred and changed in colour, inside `region`.
  private mutating func filtered(_ backdrop: Backdrop, in region: PixelRect) -> Surface {
    let gaussian = Gaussian(sigma: backdrop.sigma * grid.scale)
    var behind = painted.extended(
      to: region.expanded(by: gaussian?.reach ?? 0), beyond: canvas)
    if let gaussian { behind = gaussian.blurred(Plane(behind), in: region).surface }
    behind.apply(backdrop.changes.compactMap { ColorFilter($0) })
    return behind
  }

  /// What is on the surface, with what the clips around cut off.
  private var painted: Surface {
    mutating get {
      surface.finishClear()
      var painted = surface
      for group in groups.reversed() {
        guard case .through(let clipped) = group.inside else { break }
        if !clipped.isEmpty { clipped.restore(&painted) }
      }
      return painted
    }
  }
}
