import Drawing
import Geometry
import Pixels
import Raster

// A clip takes its share of a pixel from all that is painted in it. What is painted there and ends
// at the same edge would lose it twice: once by its own outline and once by the clip's. So inside a
// clip an outline counts as what it covers of the part that the clip leaves.

/// The outline of a clip in pixels, and what it leaves of each.
struct ClipEdge {
  let contours: [Contour]
  let rule: WindingRule
  /// What the outline says, whatever a clip leaves of pixels that it shares with its neighbours.
  let coverage: Coverage

  /// More corners than that, a cloud of dots perhaps, are taken as they are.
  private static let mostCorners = 16_384

  init(_ outline: (contours: [Contour], rule: WindingRule), _ coverage: Coverage) {
    (contours, rule, self.coverage) = (outline.contours, outline.rule, coverage)
  }

  /// Makes what `outline` covers of each pixel a share of what the clip leaves of it, but for
  /// those that `known` speaks of.
  func share(
    _ coverage: inout Coverage, _ outline: (contours: [Contour], rule: WindingRule),
    but known: [PixelLevel]
  ) {
    let corners = (outline.contours + contours).reduce(0) { $0 + $1.count }
    guard corners <= Self.mostCorners else { return }
    var cut = coverage.pixels(cutLike: self.coverage)
    if !known.isEmpty {
      let others = Set(known.map { SharedPixel(x: $0.x, y: $0.y) })
      cut.removeAll { others.contains(SharedPixel(x: $0.x, y: $0.y)) }
    }
    guard let left = cut.map(\.x).min(), let right = cut.map(\.x).max(), let top = cut.first?.y,
      let bottom = cut.last?.y
    else { return }
    let both = Coverage(
      outline.contours, rule: outline.rule, andOf: contours, rule: rule,
      in: PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1))
    for index in cut.indices {
      let all = Int(self.coverage.fineLevel(x: cut[index].x, y: cut[index].y))
      let own = Int(both.fineLevel(x: cut[index].x, y: cut[index].y))
      cut[index].fine = UInt16(min(65_280, (own * 65_280 + all / 2) / max(1, all)))
    }
    coverage.set(cut)
  }
}

extension Painter {
  /// What `outline` covers; `levels` is what it covers of some pixels whatever it says.
  func coverage(
    of outline: (contours: [Contour], rule: WindingRule), _ levels: [PixelLevel]
  ) -> Coverage {
    shared(Coverage(outline.contours, rule: outline.rule, in: scissor), outline, levels)
  }

  /// The outline of `clip` inside `region`, and what it leaves of what is painted now.
  func edge(
    of clip: Clip, _ levels: [PixelLevel] = [], in region: PixelRect
  ) -> (edge: ClipEdge, coverage: Coverage) {
    let outline = clip.outline.contours(toPixels(clip.transform))
    let coverage = Coverage(outline.contours, rule: outline.rule, in: region)
    return (ClipEdge(outline, coverage), shared(coverage, outline, levels))
  }

  /// What `outline`, which says `coverage`, covers of what the innermost clip leaves.
  private func shared(
    _ coverage: Coverage, _ outline: (contours: [Contour], rule: WindingRule),
    _ levels: [PixelLevel]
  ) -> Coverage {
    var coverage = coverage
    coverage.set(levels)
    innermostClip?.share(&coverage, outline, but: levels)
    return coverage
  }

  /// The clip that will take its share of what is painted next; nil where a blur comes before it.
  private var innermostClip: ClipEdge? {
    for group in groups.reversed() {
      if let edge = group.edge { return group.effects.isBlurred ? nil : edge }
      guard case .through = group.inside else { return nil }
    }
    return nil
  }
}

extension [DrawCommand] {
  /// Whether the command at `index` fills the very outline of a clip that begins right after it.
  ///
  /// Painted before it, its edge would be there twice: once as its own, and once as what the clip
  /// leaves of what is behind its inside.
  func isGround(at index: Int) -> Bool {
    guard index + 1 < count, case .fill(let fill) = self[index],
      case .beginGroup(let effects) = self[index + 1], let clip = effects.clip,
      !effects.needsIsolation, effects.shadow == nil
    else { return false }
    return clip.outline == fill.outline && clip.transform == fill.transform
  }
}
