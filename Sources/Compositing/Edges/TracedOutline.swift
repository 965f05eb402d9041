import Drawing
import Geometry
import Pixels
import Raster

/// An outline on the canvas, in straight lines.
struct TracedOutline: Hashable, Sendable {
  let contours: [Contour]
  let rule: WindingRule
  /// What it covers, if that is known and all of it is on the canvas.
  private(set) var whole: Coverage?

  init(_ contours: [Contour] = [], rule: WindingRule = .nonzero) {
    (self.contours, self.rule) = (contours, rule)
  }

  /// What it covers of `region`.
  func coverage(in region: PixelRect) -> Coverage {
    // Of lines that all lie inside, a region changes nothing.
    if let whole, region.intersection(whole.bounds.expanded(by: 1)) == whole.bounds.expanded(by: 1)
    {
      return whole
    }
    return Coverage(contours, rule: rule, in: region)
  }

  /// The same with what it covers, if nothing of it lies outside of `canvas`.
  func covered(on canvas: PixelRect) -> TracedOutline {
    let coverage = Coverage(contours, rule: rule, in: canvas)
    let around = coverage.bounds.expanded(by: 1)
    guard !coverage.bounds.isEmpty, canvas.intersection(around) == around else { return self }
    var result = self
    result.whole = coverage
    return result
  }
}

/// An outline at a place where several frames have it.
///
/// Clocks, bars and icons stand still while screens move: they are traced once.
struct PlacedOutline: Hashable, Sendable {
  let outline: Outline
  /// The way to pixels.
  let transform: Transform

  /// No more than these are kept, and none that takes more bytes than that.
  static let (most, mostBytes) = (256, 1_048_576.0)

  /// The outlines in `list` that could be kept: not rectangles, nor what costly groups hold.
  static func candidates(in list: DisplayList, on grid: CanvasGrid) -> [(Fill, PlacedOutline)] {
    var (result, index): ([(Fill, PlacedOutline)], Int) = ([], 0)
    while index < list.commands.count {
      switch list.commands[index] {
      case .fill(let fill):
        if case .rect(let rect) = fill.outline, rect.radii == .zero { break }
        let transform = fill.transform.then(grid.toPixels)
        result.append((fill, PlacedOutline(outline: fill.outline, transform: transform)))
      case .beginGroup(let effects):
        if effects.isCostly { index = list.commands.endOfGroup(from: index) ?? index }
      case .image, .picture, .endGroup: break
      }
      index += 1
    }
    return result
  }
}

extension Textures {
  /// `outline` on the canvas, to whose pixels `transform` leads.
  func traced(_ outline: Outline, _ transform: Transform) -> TracedOutline {
    if !cachedOutlines.isEmpty,
      let kept = cachedOutlines[PlacedOutline(outline: outline, transform: transform)]
    {
      return kept
    }
    return outline.traced(transform)
  }
}
