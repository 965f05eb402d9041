import Drawing
import Geometry
import Pixels
import Raster

// A soft edge over a shadow is rounded twice: the shadow, and what covers a part of it. What is
// small is painted in 16 bits as a whole; of what is large, only the pixels along its edge are
// painted once more, in 16 bits and over what was there before its shadow.

extension Painter {
  /// The most commands of a group that are painted twice, and the most pixels along its edges.
  private static let most = (commands: 16, pixels: 65_536, pieces: 640)

  /// Keeps in 16 bits what is along the edges of a group that casts a shadow.
  ///
  /// Not where it shares an edge with its neighbours.
  mutating func keepEdges(of group: inout OpenGroup, _ commands: ArraySlice<DrawCommand>) {
    let content = commands.untilEndOfGroup
    let canvas = surface.bounds.union(grid.bounds)
    guard !isFine, !keepsDepth, content.count <= Self.most.commands,
      let outline = outline(of: group.effects.clip, content.first)
    else { return }
    // Which edges are few does not depend on which rows of the canvas are painted here.
    let areas = Coverage(outline.contours, rule: outline.rule, in: canvas).softAreas
    let pixels = areas.reduce(0) { $0 + $1.width * $1.height }
    guard areas.count <= Self.most.pieces, pixels <= Self.most.pixels else { return }
    if !areas.isEmpty { surface.layGround() }
    group.edges = areas.compactMap { area in
      let place = area.intersection(group.scissor).intersection(surface.bounds)
      guard !place.isEmpty else { return nil }
      var piece = surface.cropped(to: place)
      piece.deepen(place)
      return piece
    }
    group.content = content
  }

  /// Where a group ends: at its clip, or where the first thing in it does.
  private func outline(
    of clip: Clip?, _ first: DrawCommand?
  ) -> (contours: [Contour], rule: WindingRule)? {
    if let clip { return clip.outline.contours(toPixels(clip.transform)) }
    switch first {
    case .fill(let fill): return fill.outline.contours(toPixels(fill.transform))
    case .image(let draw): return (draw.contours(toPixels(draw.transform)), .nonzero)
    case .picture(let draw):
      return textures.outline(of: draw.picture, scale: grid.scale, source: draw.source).map {
        let area = $0.bled(by: draw.bleed, scale: grid.scale)
        return ([projected(area.corners, by: grid.inPixels(draw.transform))], .nonzero)
      }
    case .beginGroup(let effects): return effects.clip.flatMap { outline(of: $0, nil) }
    case .endGroup, nil: return nil
    }
  }

  /// Paints what is inside of a group that has ended once more along its edges.
  mutating func paintEdges(of group: OpenGroup) throws(CompositingError) {
    guard !group.edges.isEmpty else { return }
    var effects = group.effects
    effects.shadow = nil
    let content = Array(group.content)
    let commands =
      effects.clip == nil ? content : [.beginGroup(effects)] + content + [.endGroup]
    let all = group.edges.dropFirst().reduce(group.edges[0].bounds) { $0.union($1.bounds) }
    let seams = Seams(commands, textures, grid, in: all)
    for edge in group.edges {
      var painter = Painter(textures, grid: grid, on: edge)
      painter.groups = groups
      try painter.paint(commands, sharing: seams)
      surface.take(painter.surface)
    }
  }
}
