import Drawing
import Pixels
import Raster

// A frame that is painted in bands asks for the shadow of an area in each of them. Blurred once, it
// serves them all.

/// What a shadow of an area leaves, as far as some part of the canvas sees it.
struct KeptMask {
  /// What sees it.
  var region: PixelRect
  /// What it leaves there.
  var mask: SoftMask
}

extension Painter {
  /// Blurs the shadows of areas that `commands` ask for, each where `occlusion` says that it is seen.
  mutating func keepMasks(of commands: [DrawCommand], hiding occlusion: Occlusion) {
    for index in commands.indices {
      guard case .beginGroup(let effects) = commands[index], let shadow = effects.shadow,
        let cast = CastShadow(shadow, toPixels: grid.toPixels)
      else { continue }
      let region = surface.bounds.intersection(occlusion.behind[index])
      guard !region.isEmpty, let mask = cast.pathMask(in: region) else { continue }
      masks[shadow] = KeptMask(region: region, mask: mask)
    }
  }

  /// What the shadow of a group's area leaves in `region`; nil if it has no area.
  func mask(
    of group: OpenGroup, castBy shadow: CastShadow, in region: PixelRect
  ) -> SoftMask? {
    if let key = group.effects.shadow, let kept = masks[key],
      kept.region.intersection(region) == region
    {
      return kept.mask
    }
    return shadow.pathMask(in: region)
  }
}
