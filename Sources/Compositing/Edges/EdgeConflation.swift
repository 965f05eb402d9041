import Drawing
import Geometry
import Pixels
import Raster

// Conflation: antialiasing takes the part of a pixel that an outline covers for an opacity. Where two
// outlines meet in one pixel, the second shape then hides its share of what the first one left, and a
// line of what is behind both shines through. The plain cure is to paint the whole frame with many
// samples a pixel. But only a few pixels have more than one outline in them. In these conflict pixels,
// coverage is sampled 16 by 16 times, and what can be seen of each shape there is counted. Each is
// then painted with the coverage for which that comes out, and all others as ever.

/// The coverages of shapes and clips, mended in the pixels in which their outlines meet.
struct EdgeConflation {
  /// The coverage of each command whose outline was looked at: for a group, that of its clip.
  private(set) var coverages: [Int: Coverage] = [:]

  /// Knows nothing.
  static let none = EdgeConflation()

  private init() {}

  /// Finds the conflict pixels of `commands`, up to the end of the group that they are in and that is
  /// cut by `clips`, inside `region` of the canvas of `grid`, where `occlusion` hides some of them.
  init(
    _ commands: ArraySlice<DrawCommand>, cutBy clips: [Clip] = [], _ textures: Textures,
    _ grid: CanvasGrid, in region: PixelRect, hiding occlusion: Occlusion? = nil
  ) {
    var outlines = EdgeList(commands, cutBy: clips, textures, grid)
    guard outlines.count > 1 else { return }
    outlines.cover(region, hiding: occlusion)
    let conflicts = outlines.conflictPixels(in: region)
    var levels = [[PixelLevel]](repeating: [], count: outlines.edges.count)
    for (tile, pixels) in conflicts {
      var samples = EdgeSamples(outlines, around: pixels, tile: tile)
      for pixel in pixels {
        samples.resolve(pixel) { edge, level in
          levels[edge].append(PixelLevel(x: pixel.x, y: pixel.y, level: level))
        }
      }
    }
    for (place, edge) in outlines.edges.enumerated() where edge.isBeginning {
      guard var coverage = edge.coverage else { continue }
      coverage.set(levels[place].sorted { ($0.y, $0.x) < ($1.y, $1.x) })
      coverages[edge.index] = coverage
    }
  }
}

/// A pixel of the canvas.
struct ConflictPixel: Hashable {
  let x, y: Int
}

/// What conflict pixels show of each edge.
private struct EdgeSamples {
  /// One row of a pixel's samples, each from 0 to 255.
  private typealias Row = SIMD16<UInt16>

  /// A group that has been entered from behind its end.
  private struct Open {
    /// What shows of what is outside of it, and what showed of its inside at first.
    var outside: [Row]
    var inside: [Row]
  }

  /// An edge that matters here.
  private struct Step {
    /// Where it is in the list.
    let place: Int
    let kind: EdgeStep.Kind
    /// What its outline covers, that of the beginning for the end of a group; nil for everything.
    let coverage: Coverage?
  }

  private static let count = 16
  private let edges: [EdgeStep]
  /// The edges that matter here, from the last on.
  private var steps: [Step] = []
  /// The coverage of 16 by 16 samples a pixel, of those edges that were needed.
  private var samples: [Int: Coverage] = [:]
  private let tile: PixelRect
  private let region: PixelRect
  private var line = [UInt8](repeating: 0, count: count)
  private static let all = [Row](repeating: Row(repeating: 255), count: count)
  private static let none = [Row](repeating: Row(), count: count)

  init(_ outlines: EdgeList, around pixels: [ConflictPixel], tile: PixelRect) {
    edges = outlines.edges
    self.tile = tile
    let rows = (pixels.first?.y ?? 0)...(pixels.last?.y ?? 0)
    let (left, right) = (pixels.map(\.x).min() ?? 0, pixels.map(\.x).max() ?? 0)
    let area = PixelRect(
      x: left, y: rows.lowerBound, width: right - left + 1, height: rows.count)
    region = PixelRect(
      x: (left - tile.x) * Self.count, y: (area.y - tile.y) * Self.count,
      width: area.width * Self.count, height: area.height * Self.count)
    var place = edges.count - 1
    while place >= 0 {
      add(place, inside: area)
      // Of a group whose clip is elsewhere, nothing is seen here.
      if case .groupEnd(let begin) = edges[place].kind, steps.last?.place != place { place = begin }
      place -= 1
    }
  }

  /// Adds the edge at `place` if anything depends on it in `area`.
  private mutating func add(_ place: Int, inside area: PixelRect) {
    let kind = edges[place].kind
    var outlined = place
    if case .groupEnd(let begin) = kind { outlined = begin }
    if let bounds = edges[outlined].coverage?.bounds, bounds.intersection(area).isEmpty { return }
    let coverage = edges[outlined].coverage
    if case .groupBegin = kind, coverage == nil, case .groupEnd? = steps.last?.kind {
      steps.removeLast()
    } else {
      steps.append(Step(place: place, kind: kind, coverage: coverage))
    }
  }

  /// Reports by what level each edge that crosses `pixel` is to be painted there.
  mutating func resolve(_ pixel: ConflictPixel, _ report: (_ edge: Int, _ level: UInt8) -> Void) {
    // What shows of each sample behind all that has been met, and the same outside of groups.
    var rest = Self.all
    var open: [Open] = []
    for index in steps.indices {
      let place = steps[index].place
      switch steps[index].kind {
      case .shape(let alpha):
        guard steps[index].coverage?.bounds.contains(x: pixel.x, y: pixel.y) == true,
          let level = steps[index].coverage?.level(x: pixel.x, y: pixel.y), level > 0
        else { continue }
        let seen = level < 255 ? covered(rest, by: place, at: pixel) : rest
        if level < 255, let share = Self.share(of: seen, in: rest) { report(place, share) }
        hide(seen, alpha, from: &rest)
        if alpha == 255, level == 255, open.isEmpty { return }
      case .groupEnd(let begin):
        let level = steps[index].coverage?.level(x: pixel.x, y: pixel.y) ?? 255
        let inside =
          level == 255
          ? rest
          : level == 0 ? Self.none : covered(rest, by: begin, at: pixel)
        if level > 0, level < 255, let share = Self.share(of: inside, in: rest) {
          report(begin, share)
        }
        open.append(Open(outside: rest, inside: inside))
        rest = inside
      case .groupBegin(let alpha):
        guard let group = open.popLast() else { continue }
        let hidden = zip(group.inside, rest).map { $0 &- $1 }
        rest = group.outside
        hide(hidden, alpha, from: &rest)
      }
    }
  }

  /// What an edge covers of `rest` in a pixel.
  private mutating func covered(_ rest: [Row], by place: Int, at pixel: ConflictPixel) -> [Row] {
    let coverage = samples[place] ?? sampled(place)
    let (left, top) = ((pixel.x - tile.x) * Self.count, (pixel.y - tile.y) * Self.count)
    return rest.indices.map { row in
      coverage.write(y: top + row, x: left, into: &line)
      var levels = Row()
      for column in 0..<Self.count { levels[column] = UInt16(line[column]) }
      return Self.scaled(rest[row], levels)
    }
  }

  private mutating func sampled(_ place: Int) -> Coverage {
    let corner = Point(x: Double(tile.x), y: Double(tile.y))
    let contours = edges[place].outline.contours.map { contour in
      contour.map { ($0 - corner) * Double(Self.count) }
    }
    let coverage = Coverage(contours, rule: edges[place].outline.rule, in: region)
    samples[place] = coverage
    return coverage
  }

  private func hide(_ seen: [Row], _ alpha: UInt8, from rest: inout [Row]) {
    guard alpha > 0 else { return }
    let share = Row(repeating: UInt16(alpha))
    for row in rest.indices {
      rest[row] &-= alpha == 255 ? seen[row] : Self.scaled(seen[row], share)
    }
  }

  /// The level by which something is painted of which `seen` is to show, where `rest` does; nil where
  /// nothing does.
  private static func share(of seen: [Row], in rest: [Row]) -> UInt8? {
    func sum(_ rows: [Row]) -> Int { rows.reduce(0) { $0 + Int($1.wrappedSum()) } }
    let (part, all) = (sum(seen), sum(rest))
    return all > 0 ? UInt8((part * 255 + all / 2) / all) : nil
  }

  /// Products of numbers from 0 to 255, over 255, rounded to nearest.
  private static func scaled(_ one: Row, _ other: Row) -> Row {
    let product = one &* other &+ 128
    return (product &+ product &>> 8) &>> 8
  }
}
