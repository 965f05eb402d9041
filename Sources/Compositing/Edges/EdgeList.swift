import Drawing
import Geometry
import Pixels
import Raster

/// An outline that can end inside of pixels, or one of the two ends of a group.
struct EdgeStep {
  /// What the outline belongs to.
  enum Kind {
    /// Something that hides so much of 255 of what is behind it; 0 if that is not known.
    case shape(UInt8)
    /// The beginning of a group that is faded to so much of 255, its outline being that of its clip.
    case groupBegin(UInt8)
    /// The end of the group that begins at this place in the list.
    case groupEnd(Int)
  }

  /// The command: of a group, that which begins it.
  let index: Int
  let kind: Kind
  /// The outline in pixels; without lines for a group without a clip.
  var outline = TracedOutline()
  /// What the outline covers; nil for a group without a clip.
  var coverage: Coverage?

  /// Whether it has an outline of its own.
  var isBeginning: Bool {
    if case .groupEnd = kind { false } else { true }
  }
}

/// The edges of a list of commands that meet each other in the pixels of one surface.
struct EdgeList {
  private(set) var edges: [EdgeStep] = []
  private let textures: Textures
  private let grid: CanvasGrid
  /// The groups that have begun, as places in `edges`.
  private var open: [Int] = []
  /// How many of the open groups have a clip that cuts pixels in two.
  private var cuts = 0
  /// The lines and rows that may still be sampled; outlines beyond that get plain antialiasing.
  private var budget = Self.mostLines

  /// Finds the edges of `commands` up to the end of the group that they are in, which is cut by `clips`.
  ///
  /// Groups whose pixels are moved or mixed after they were painted keep theirs to themselves.
  init(
    _ commands: ArraySlice<DrawCommand>, cutBy clips: [Clip], _ textures: Textures,
    _ grid: CanvasGrid
  ) {
    (self.textures, self.grid) = (textures, grid)
    for clip in clips { begin(clip, alpha: 255, at: commands.startIndex - 1) }
    defer { while let begin = open.popLast() { end(begin) } }
    var index = commands.startIndex
    while index < commands.endIndex {
      switch commands[index] {
      case .fill, .image, .picture: append(commands[index], at: index, opacity: 1)
      case .beginGroup(let effects):
        if effects.onlyFade, let only = commands.onlyCommand(inGroupAt: index) {
          // Two that fade into each other add up to one shape.
          if [.normal, .plusLighter].contains(effects.blend) {
            append(only, at: index, opacity: effects.opacity)
          }
          index += 2
        } else if effects.keepsShapes {
          let alpha = effects.needsIsolation ? Self.alpha(255, fadedBy: effects.opacity) : 255
          begin(effects.clip, alpha: alpha, at: index)
        } else {
          index = commands[(index + 1)...].untilEndOfGroup.endIndex
        }
      case .endGroup:
        guard open.count > clips.count, let begin = open.popLast() else { return }
        end(begin)
      }
      index += 1
    }
  }

  /// How many outlines there are.
  var count: Int { edges.count { !$0.outline.contours.isEmpty } }

  private mutating func begin(_ clip: Clip?, alpha: UInt8, at index: Int) {
    var edge = EdgeStep(index: index, kind: .groupBegin(alpha))
    if let clip {
      let transform = clip.transform.then(grid.toPixels)
      if budget > 0, !clip.outline.isOnGrid(transform) {
        edge.outline = clip.outline.traced(transform)
        budget -= Self.size(of: edge.outline.contours)
        cuts += 1
      }
    }
    open.append(edges.count)
    edges.append(edge)
  }

  private mutating func end(_ begin: Int) {
    if !edges[begin].outline.contours.isEmpty { cuts -= 1 }
    edges.append(EdgeStep(index: edges[begin].index, kind: .groupEnd(begin)))
  }

  private mutating func append(_ command: DrawCommand, at index: Int, opacity: Double) {
    // What has no edge of its own to share may end at that of a clip.
    guard budget > 0, let (outline, alpha) = outline(of: command, anywhere: cuts > 0) else {
      return
    }
    budget -= Self.size(of: outline.contours)
    let faded = Self.alpha(alpha, fadedBy: opacity)
    edges.append(EdgeStep(index: index, kind: .shape(faded), outline: outline))
  }

  /// The most lines and rows of all outlines together.
  static let mostLines = 2 << 20
  /// A row of coverage counts as this many lines; a line takes this many bytes.
  static let (linesOfRow, bytesOfLine) = (4, 24)

  /// The lines of an outline, plus `linesOfRow` for each pixel row that it spans.
  private static func size(of contours: [Contour]) -> Int {
    var (count, top, bottom) = (0, Double.infinity, -Double.infinity)
    for contour in contours {
      count += contour.count
      for point in contour { (top, bottom) = (min(top, point.y), max(bottom, point.y)) }
    }
    return count + linesOfRow * Int(max(0, min(bottom - top, 16_384)))
  }

  private static func alpha(_ alpha: UInt8, fadedBy opacity: Double) -> UInt8 {
    UInt8((Double(alpha) * max(0, min(1, opacity))).rounded())
  }

  /// The most elements of a path that counts: the outlines of a text share none of their edges.
  private static let mostElements = 256

  /// The outline of a command, and how much it hides; nil if it has none that could be shared: texts,
  /// and rectangles whose edges are borders of pixels, unless `anywhere` they count.
  private func outline(
    of command: DrawCommand, anywhere: Bool
  ) -> (outline: TracedOutline, alpha: UInt8)? {
    switch command {
    case .fill(let fill):
      let transform = fill.transform.then(grid.toPixels)
      guard !fill.paint.isClear, anywhere || !fill.outline.isOnGrid(transform) else { return nil }
      switch fill.outline {
      case .path(let path, _), .stroke(let path, _):
        guard path.elements.count <= Self.mostElements else { return nil }
      case .rect, .ring: break
      }
      return (textures.traced(fill.outline, transform), fill.paint.alpha)
    case .image(let draw):
      let transform = draw.transform.then(grid.toPixels)
      guard textures.alphaKind(of: draw.image) == .opaque,
        anywhere || draw.clip != nil || !draw.destination.isOnGrid(transform)
      else { return nil }
      return (TracedOutline(draw.contours(transform)), 255)
    case .picture(let draw):
      let transform = grid.inPixels(draw.transform)
      let kind = textures.alphaKind(of: draw.picture)
      // Of a picture with round corners, only what slices cut it into ends in something opaque.
      guard draw.blend == .normal, kind == .opaque || kind == .edged && draw.source != nil,
        let area = textures.outline(of: draw.picture, scale: grid.scale, source: draw.source)?
          .bled(by: draw.bleed, scale: grid.scale), anywhere || !area.isOnGrid(transform)
      else { return nil }
      return (
        TracedOutline([projected(area.corners, by: transform)]),
        Self.alpha(255, fadedBy: draw.opacity)
      )
    case .beginGroup, .endGroup: return nil
    }
  }

  /// Finds what all outlines cover of `region`, each only where `occlusion` says that it can be seen.
  ///
  /// Edges hidden by opaque layers cannot conflate with visible ones.
  mutating func cover(_ region: PixelRect, hiding occlusion: Occlusion?) {
    for place in edges.indices where !edges[place].outline.contours.isEmpty {
      let seen = occlusion.map { region.intersection($0.visible[edges[place].index]) }
      edges[place].coverage = edges[place].outline.coverage(in: seen ?? region)
    }
  }

  /// The most outlines that are looked at in one pixel; a pile of more is painted as it lies.
  private static let mostAtOnce = 48

  /// The pixels that at least two outlines cover in part, row by row for each tile of the canvas.
  func conflictPixels(in region: PixelRect) -> [(tile: PixelRect, pixels: [ConflictPixel])] {
    var waiting = edges.compactMap(\.coverage).sorted { $0.bounds.y < $1.bounds.y }[...]
    var active: [(coverage: Coverage, runs: Range<Int>)] = []
    var ends: [(x: Int, step: Int)] = []
    var tiles: [PixelRect: [ConflictPixel]] = [:]
    var isQuiet = false
    for y in region.y..<region.maxY {
      // Where all runs are those of the row above, so is what they conflict in.
      var isSame = true
      while let next = waiting.first, next.bounds.y <= y {
        active.append((waiting.removeFirst(), 0..<0))
      }
      active.removeAll { $0.coverage.bounds.maxY <= y }
      for index in active.indices {
        let runs = active[index].coverage.row(y)
        isSame = isSame && runs == active[index].runs
        active[index].runs = runs
      }
      guard active.count > 1, !isSame || !isQuiet else { continue }
      isQuiet = true
      ends.removeAll(keepingCapacity: true)
      for place in active.indices {
        for index in active[place].runs where active[place].coverage.runs[index].level != 255 {
          ends.append((active[place].coverage.runs[index].x, 1))
          ends.append((active[place].coverage.runs[index].maxX, -1))
        }
      }
      guard ends.count > 2 else { continue }
      ends.sort { $0.x < $1.x }
      var count = 0
      for (end, next) in zip(ends, ends.dropFirst()) {
        count += end.step
        guard count > 1, count <= Self.mostAtOnce, end.x < next.x else { continue }
        isQuiet = false
        for x in end.x..<next.x {
          let pixel = ConflictPixel(x: x, y: y)
          tiles[Self.tile(of: pixel), default: []].append(pixel)
        }
      }
    }
    return tiles.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
      .map { (tile: $0.key, pixels: $0.value) }
  }

  /// The side of a tile: coordinates that are 16 times as large must not be far from the origin.
  private static let side = 64

  private static func tile(of pixel: ConflictPixel) -> PixelRect {
    PixelRect(x: pixel.x & -side, y: pixel.y & -side, width: side, height: side)
  }
}

extension Paint {
  /// How much of what is behind it is hidden everywhere; 0 if that is not the same everywhere.
  fileprivate var alpha: UInt8 {
    switch self {
    case .color(let color): color.alpha
    case .gradient: isOpaque ? 255 : 0
    }
  }
}

extension Outline {
  /// Whether `transform` brings it to a place where it cuts no pixel in two, as far as that can be told
  /// easily.
  fileprivate func isOnGrid(_ transform: Transform) -> Bool {
    switch self {
    case .rect(let rect): rect.isOnGrid(transform)
    case .ring(let outer, let inner):
      outer.isOnGrid(transform) && inner.radii == .zero && inner.rect.isOnGrid(transform)
    case .path, .stroke: false
    }
  }
}
