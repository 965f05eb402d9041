import Drawing
import Geometry
import Pixels
import Raster

// Where two areas share an edge that falls between pixels, each covers a part of the same pixels.
// Painted one over the other, the second one hides its share of what the first one left: a line of
// what is behind both shines through. So the first one is painted there as if it covered more: by
// as much as what is painted later will take away again. Each area then has the share of the pixel
// that is its own, whatever their colours, and however many meet.

/// What areas cover of the pixels that they share with areas beside them.
struct Seams {
  /// For each command, the pixels that it covers otherwise than its outline alone says.
  private var levels: [[PixelLevel]] = []
  /// Whether nothing of a command can be seen: one just like it is painted over it.
  private var areHidden: [Bool] = []
  /// The outlines of those commands for which they are known.
  private var outlines: [Int: (contours: [Contour], rule: WindingRule)] = [:]

  /// Finds the edges that `commands` share on the canvas of `grid`, inside `region`.
  init(
    _ commands: [DrawCommand], _ textures: Textures, _ grid: CanvasGrid, in region: PixelRect
  ) {
    let areas = SeamArea.all(in: commands, textures, grid)
    for area in areas { outlines[area.index] = area.outline }
    // Each pair is asked: so many are a pattern that hides a seam, or would take too long.
    guard areas.count > 1, areas.count <= 1024 else { return }
    levels = [[PixelLevel]](repeating: [], count: commands.count)
    areHidden = [Bool](repeating: false, count: commands.count)
    // What is shared does not depend on which rows of the canvas are painted here.
    let canvas = region.union(grid.bounds)
    for area in areas where area.isHidden { areHidden[area.index] = true }
    for cluster in SeamCluster.all(among: areas.filter { !$0.isHidden }, in: canvas) {
      let root = cluster.root
      let clip =
        commands.indices.contains(root) ? SeamClip(commands[root], at: root, grid) : nil
      cluster.shareOut(in: region, inside: clip) { levels[$0].append($1) }
    }
    // Clusters that are cut by one clip tell of it one after the other.
    for index in levels.indices where levels[index].count > 1 {
      levels[index].sort { ($0.y, $0.x) < ($1.y, $1.x) }
    }
  }

  /// The pixels that the command at `index` covers otherwise than its outline says.
  func levels(at index: Int) -> [PixelLevel] { levels.isEmpty ? [] : levels[index] }

  /// The outline of what the command at `index` fills, in pixels, unless it has to be found.
  func outline(at index: Int) -> (contours: [Contour], rule: WindingRule)? { outlines[index] }

  /// Whether no command shares an edge with another one.
  var isEmpty: Bool { levels.allSatisfy(\.isEmpty) && !areHidden.contains(true) }

  /// Whether the command at `index` need not be painted.
  func isHidden(_ index: Int) -> Bool { areHidden.isEmpty ? false : areHidden[index] }
}
