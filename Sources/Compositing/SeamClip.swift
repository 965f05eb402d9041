import Drawing
import Geometry
import Pixels
import Raster

/// The outline of a clip that takes its share of all areas inside of it.
struct SeamClip {
  /// The command that begins the group which is clipped.
  let index: Int
  let contours: [Contour]
  let rule: WindingRule
  /// Whether it cuts no pixel in two.
  let isOnGrid: Bool
  /// The corners of the rectangle around it.
  let low, high: Point

  /// `clip`, which is that of the group beginning at `index`.
  init(_ clip: Clip, of index: Int, _ grid: CanvasGrid) {
    self.index = index
    let transform = clip.transform.then(grid.toPixels)
    (contours, rule) = clip.outline.contours(transform)
    if case .rect(let rect) = clip.outline {
      isOnGrid = rect.isOnGrid(transform)
    } else {
      isOnGrid = false
    }
    (low, high) = contours.corners
  }

  /// That of the group which `command` at `index` begins; nil if it has none, or its inside is blurred
  /// first.
  init?(_ command: DrawCommand, at index: Int, _ grid: CanvasGrid) {
    guard case .beginGroup(let effects) = command, let clip = effects.clip, !effects.isBlurred
    else { return nil }
    self.init(clip, of: index, grid)
  }
}

/// What the clips of a cluster leave of its areas.
struct SeamCuts {
  private let tree: SeamTree
  private let coverages: [Coverage]
  private let whole: Coverage?

  /// What the clips of `tree`, all of which are in `clip`, leave inside of `region`.
  init(_ tree: SeamTree, _ clip: SeamClip?, in region: PixelRect) {
    self.tree = tree
    coverages = tree.clips.map { Coverage($0.contours, rule: $0.rule, in: region) }
    whole = clip.map { Coverage($0.contours, rule: $0.rule, in: region) }
  }

  /// Whether none of the clips that the area at `place` is in takes anything of a pixel.
  func leaveAll(of place: Int, at pixel: SharedPixel) -> Bool {
    tree.cuts(of: place).allSatisfy {
      coverages[$0 - tree.nodes.count].level(x: pixel.x, y: pixel.y) == 255
    }
  }

  /// Makes the levels of areas 0 of which clips leave nothing in a pixel; whether any of the others is
  /// cut there.
  func cut(_ levels: inout [UInt8], at pixel: SharedPixel) -> Bool {
    var isCut = false
    if let left = whole?.level(x: pixel.x, y: pixel.y), left < 255 {
      isCut = true
      if left == 0 { for index in levels.indices { levels[index] = 0 } }
    }
    guard !coverages.isEmpty else { return isCut }
    for index in levels.indices where levels[index] > 0 {
      for place in tree.cuts(of: index) {
        let left = coverages[place - levels.count].level(x: pixel.x, y: pixel.y)
        if left == 0 { levels[index] = 0 } else if left < 255 { isCut = true }
      }
    }
    return isCut
  }
}
