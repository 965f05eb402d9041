import Drawing
import Geometry
import Pixels
import Raster

// What a frame takes is known before it is painted, for scenes are written by strangers. Groups are
// walked as `DrawContext` walks them: what is around a group says which of its pixels can be seen, and
// blurs and shadows around it add to that, each as far as it reaches.

/// What commands take while they are painted.
struct PaintingDemand {
  /// Of groups that are inside of each other, all are open at a time; an outline is only there while
  /// it is painted, but what could share an edge with others stays.
  var bytes: Double { groupBytes + outlineBytes + sharedBytes }
  /// What groups take.
  var groupBytes = 0.0
  private var outlineBytes = 0.0
  private var sharedLines = 0.0
  private var sharedBytes: Double {
    min(sharedLines, Double(EdgeList.mostLines)) * Double(EdgeList.bytesOfLine)
  }
  /// The cost of painting, in pixels of one colour.
  var work = 0.0

  /// What `scripts/bench work` found, in pixels of one colour, which take about a nanosecond.
  fileprivate enum Cost {
    /// A line of an outline, and a command at all.
    static let (line, command) = (100.0, 1000.0)
    /// A pixel of a gradient.
    static let (linear, radial, conic) = (80.0, 120.0, 300.0)
    /// A pixel of a picture, and of one that is turned; a pixel of the file that is seen there.
    static let (image, turnedImage, source, turnedSource) = (4.0, 15.0, 1.5, 10.0)
    /// A pixel of a group of its own, and what a mask, a change of colour and a blend mode add to it.
    static let (group, mask, color, blend) = (6.0, 4.0, 15.0, 40.0)
    /// A pixel that is blurred: of a group, of its shadow, of its backdrop.
    static let (blur, shadow, backdrop) = (40.0, 14.0, 60.0)
    /// A pixel of a file that is looked through, for each time that it is drawn.
    static let look = 0.5
  }

  /// Adds a command that touches `area`, at a cost of `pixel` each.
  fileprivate mutating func add(_ area: PixelRect, _ outline: OutlineDemand, pixel: Double) {
    // The first 1,024 lines are free: ordinary outlines have fewer.
    outlineBytes = max(outlineBytes, outline.bytes - 1024 * outline.bytesOfLine)
    if outline.isCurved { sharedLines += outline.lines + Double(EdgeList.linesOfRow * area.height) }
    work += area.count * pixel + Cost.line * outline.lines + Cost.command
  }

  /// Adds what is painted beside it, on a surface of its own.
  fileprivate mutating func add(_ other: PaintingDemand) {
    outlineBytes = max(outlineBytes, other.outlineBytes)
    sharedLines += other.sharedLines
    work += other.work
  }
}

/// What an outline takes while it is painted.
private struct OutlineDemand {
  /// The lines that follow it.
  var lines = 4.0
  /// What each of them takes.
  var bytesOfLine = 64.0
  /// Whether it is more than the four sides of a rectangle.
  var isCurved = true
  /// What all of them take.
  var bytes: Double { lines * bytesOfLine }
}

/// A group that has begun.
private struct OpenDemand {
  /// Nil for what is in no group.
  let effects: Effects?
  /// The pixels of its own that it paints, and those of its parent that may change.
  let region: PixelRect
  let parent: PixelRect
  /// Whether it has a surface of its own.
  var isIsolated = false
  /// What it takes at its end, once its inside is painted.
  var endBytes = 0.0
  /// What the groups in it take, at most.
  var innerBytes = 0.0
}

extension Extents {
  /// How many planes that are seen from aside may lie in each other: each is painted for the plane
  /// around it once more than in it.
  private static let mostPlanes = 6

  /// What `commands` take while they are painted on `canvas`; the work is infinite where they cannot be.
  func demand(of commands: [DrawCommand], in canvas: PixelRect) -> PaintingDemand {
    var demand = PaintingDemand()
    guard turnedDepth(of: commands) <= Self.mostPlanes else {
      demand.work = .infinity
      return demand
    }
    var contents: [Int: PixelRect] = [:]
    _ = try? bounds(of: (commands + [.endGroup])[...]) { contents[$0] = $1 }
    var open = [OpenDemand(effects: nil, region: canvas, parent: canvas)]
    for (index, command) in commands.enumerated() {
      let last = open.count - 1
      switch command {
      case .beginGroup(let effects):
        let isAlone = effects.onlyFade && commands.onlyCommand(inGroupAt: index) != nil
        let group =
          effects.needsIsolation && !isAlone
          ? isolated(
            effects, commands[(index + 1)...], contents[index] ?? .empty, in: open[last].region,
            &demand)
          : OpenDemand(
            effects: effects, region: open[last].region.intersection(clippedBy: effects, self),
            parent: open[last].region)
        open.append(group)
      case .endGroup:
        guard last > 0, let group = open.popLast() else { continue }
        let own = group.isIsolated ? 4 * group.region.count : 0
        let bytes = max(own + group.innerBytes, group.endBytes)
        open[last - 1].innerBytes = max(open[last - 1].innerBytes, bytes)
      case .fill, .image, .picture:
        let area = bounds(of: command).intersection(open[last].region)
        let cost = cost(of: command)
        let isBlended = open[last].effects.map { !open[last].isIsolated && $0.blend != .normal }
        demand.add(
          area, outline(of: command),
          pixel: cost.pixel + (isBlended == true ? PaintingDemand.Cost.blend : 0))
        demand.work += area.isEmpty ? 0 : cost.once
      }
    }
    demand.groupBytes = open.first?.innerBytes ?? 0
    return demand
  }

  /// A group with a surface of its own, whose `commands` paint `content`, where only `parent` can be
  /// seen; what its effects cost is added to `demand`.
  private func isolated(
    _ effects: Effects, _ commands: ArraySlice<DrawCommand>, _ content: PixelRect,
    in parent: PixelRect, _ demand: inout PaintingDemand
  ) -> OpenDemand {
    typealias Cost = PaintingDemand.Cost
    let inside = commands.untilEndOfGroup
    let shadows = effects.shadows.compactMap { CastShadow($0, toPixels: grid.toPixels) }
      .filter { $0.path == nil || $0.isInset }
    let casts = shadows.filter { $0.path == nil }
    let reach = casts.map(\.reach).max() ?? 0
    var (seen, spread, isTurned) = (parent, 0, false)
    seen = seen.expanded(by: casts.filter { $0.plane == nil }.map(\.reach).max() ?? 0)
    seen = seen.intersection(clippedBy: effects, self)
    var planeBytes = 0.0
    func paint(
      _ commands: [DrawCommand], on plane: TurnedPlane, movedBy offset: Point = .zero,
      in region: PixelRect
    ) {
      let painting = plane.demand(of: commands, movedBy: offset, in: region, textures)
      planeBytes = max(planeBytes, painting.bytes)
      demand.add(painting)
    }
    for filter in effects.filters {
      guard case .blur(let sigma, let plane) = filter else { continue }
      if let turned = TurnedPlane(plane, sigma: sigma, toPixels: grid.toPixels) {
        isTurned = true
        paint(Array(inside), on: turned, in: seen)
      } else {
        spread += Gaussian(sigma: sigma * plane.meanScale * grid.scale)?.reach ?? 0
      }
    }
    for shadow in casts {
      guard let plane = shadow.plane else { continue }
      var effects = effects
      effects.shadows = []
      let cast = [.beginGroup(effects)] + inside + [.endGroup]
      paint(cast, on: plane, movedBy: shadow.fall, in: parent)
    }
    spread = min(4096, spread)
    let region =
      isTurned
      ? .empty : seen.expanded(by: spread + backdropReach(in: inside)).intersection(content)
    var group = OpenDemand(effects: effects, region: region, parent: parent, isIsolated: true)
    // The group's own pixels once it is finished, and all that its shadow can touch.
    let finished = isTurned ? seen : content.expanded(by: spread).intersection(seen)
    let cast = casts.isEmpty ? .empty : finished.expanded(by: reach).intersection(parent)
    let area = max(region.count, finished.count, cast.count)
    let backdrop = effects.backdrop.map { pixels(readBy: $0, in: seen).count } ?? 0
    let isBlurred = effects.isBlurred || effects.isCast
    // Blurs and shadows keep four numbers of 16 bits a pixel, before and after.
    let own = isBlurred || !effects.filters.isEmpty ? 20.0 : 4
    var maskBytes = 0.0
    if !effects.mask.isEmpty {
      let painting = self.demand(of: effects.mask, in: finished)
      demand.add(painting)
      maskBytes = 4 * finished.count + painting.bytes
    }
    group.endBytes = area * own + 20 * backdrop + maskBytes + planeBytes
    let colors = Double(effects.filters.count { if case .blur = $0 { false } else { true } })
    demand.work +=
      Cost.command + area * (Cost.group + Cost.color * colors) + backdrop * Cost.backdrop
      + (effects.isBlurred ? area * Cost.blur : 0) + Double(shadows.count) * area * Cost.shadow
      + (effects.mask.isEmpty ? 0 : finished.count * Cost.mask)
      + (effects.blend == .normal ? 0 : area * Cost.blend)
    return group
  }

  /// How many groups that are blurred on planes of their own lie in each other at most.
  private func turnedDepth(of commands: [DrawCommand]) -> Int {
    var (open, depth, most) = ([Bool](), 0, 0)
    for command in commands {
      switch command {
      case .beginGroup(let effects):
        open.append(isTurned(effects))
        depth += open.last == true ? 1 : 0
        most = max(most, depth + turnedDepth(of: effects.mask))
      case .endGroup: depth -= open.popLast() == true ? 1 : 0
      case .fill, .image, .picture: break
      }
    }
    return most
  }

  private func isTurned(_ effects: Effects) -> Bool {
    let isCastAside = effects.shadows.contains { shadow in
      shadow.path == nil && CastShadow(shadow, toPixels: grid.toPixels)?.plane != nil
    }
    if isCastAside { return true }
    return effects.filters.contains { filter in
      guard case .blur(let sigma, let plane) = filter else { return false }
      return TurnedPlane(plane, sigma: sigma, toPixels: grid.toPixels) != nil
    }
  }

  /// What each pixel of what a command draws costs, and what comes to it once.
  private func cost(of command: DrawCommand) -> (pixel: Double, once: Double) {
    typealias Cost = PaintingDemand.Cost
    switch command {
    case .fill(let fill):
      guard case .gradient(let gradient) = fill.paint else { return (1, 0) }
      return switch gradient.kind {
      case .linear: (Cost.linear, 0)
      case .radial: (Cost.radial, 0)
      case .conic: (Cost.conic, 0)
      }
    case .picture(let draw):
      return (draw.transform.isUpright ? Cost.image : Cost.turnedImage, 0)
    case .image(let draw):
      guard let image = textures.image(draw.image)?.pixels else { return (Cost.image, 0) }
      let source =
        Double(image.width * image.height) * draw.crop.width * draw.crop.height
      let density = source / max(1, bounds(of: command).count)
      return draw.transform.isUpright
        ? (Cost.image + Cost.source * density, Cost.look * source)
        : (Cost.turnedImage + Cost.turnedSource * density, Cost.look * source)
    case .beginGroup, .endGroup: return (0, 0)
    }
  }

  /// What the outline of `fill` takes while frames share it: its lines, and in each row its runs and
  /// their levels.
  func keptBytes(of fill: Fill) -> Double {
    let area = bounds(of: .fill(fill)).intersection(grid.bounds)
    return outline(of: .fill(fill)).lines * 32 + Double(area.height) * 256 + area.count
  }

  private func outline(of command: DrawCommand) -> OutlineDemand {
    guard case .fill(let fill) = command else { return OutlineDemand(isCurved: false) }
    switch fill.outline {
    case .rect(let rect):
      return rect.radii == .zero ? OutlineDemand(isCurved: false) : OutlineDemand(lines: 128)
    case .ring: return OutlineDemand(lines: 256)
    case .path(let path, _): return OutlineDemand(lines: lines(of: path, fill.transform))
    case .stroke(let path, let stroke):
      // A stroke has two sides, every point two tangents, and every dash two ends.
      let round = roundLines(of: stroke, path, fill.transform)
      let dashes = stroke.dashCount(along: path)
      let ends = stroke.cap == .round ? max(1, dashes) * 2 * round : 0
      let joins = stroke.join == .round ? Double(path.elements.count) * round : 0
      return OutlineDemand(
        lines: lines(of: path, fill.transform) + 8 * dashes + ends + joins, bytesOfLine: 320)
    }
  }

  private func lines(of path: Path, _ transform: Transform) -> Double {
    let scale = toPixels(transform).largestScale(in: path.controlBounds)
    return Double(path.lineCount(tolerance: Path.tolerance / max(0.001, scale)))
  }

  /// How many lines follow a round end or corner of a stroke.
  private func roundLines(of stroke: Stroke, _ path: Path, _ transform: Transform) -> Double {
    let scale = max(0.001, toPixels(transform).largestScale(in: path.controlBounds))
    let tolerance = path.attainableTolerance(Path.tolerance / scale)
    // An arc of a radius r strays by r a² / 8 from a line across an angle of a.
    return Double.pi / max(1e-3, (8 * tolerance / max(1e-9, stroke.width / 2)).squareRoot())
  }
}

extension PixelRect {
  /// How many pixels it has.
  fileprivate var count: Double { Double(width) * Double(height) }

  /// What the clip of `effects` leaves of it.
  fileprivate func intersection(clippedBy effects: Effects, _ extents: Extents) -> PixelRect {
    effects.clip.map { intersection(extents.bounds(of: $0)) } ?? self
  }
}
