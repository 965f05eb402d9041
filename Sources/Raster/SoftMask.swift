public import Geometry
public import Pixels

/// A blurred shape to paint a colour through.
///
/// Of a large upright shape only the corners are kept: between them, one row and one column are
/// repeated as often as it takes.
public struct SoftMask: Hashable, Sendable {
  /// The corners side by side.
  private let patch: Plane
  /// The column and the row that are repeated, and how often.
  private let column: Repeat
  private let row: Repeat

  /// A line of the patch that stands for many.
  private struct Repeat: Hashable, Sendable {
    /// The line, counted from the patch's first.
    var line: Int
    /// How many more times it is there.
    var count: Int

    /// The line of the patch for a line of the whole.
    func source(_ index: Int) -> Int {
      index <= line ? index : max(line, index - count)
    }
  }

  /// The levels of `plane` as they are.
  public init(_ plane: Plane) {
    patch = plane
    (column, row) = (Repeat(line: 0, count: 0), Repeat(line: 0, count: 0))
  }

  /// The upright `shape`, in pixels, blurred by `gaussian`; nil leaves it sharp.
  ///
  /// Only what can be seen inside `region` is promised.
  public init(_ shape: RoundedRect, blurredBy gaussian: Gaussian?, in region: PixelRect) {
    let reach = Double(gaussian?.reach ?? 0)
    // A continuous corner reaches further than its radius: 1.52866 times at most.
    let radii = shape.radii
    let corner = 1.53 * max(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft)
    let extent = (max(0, corner) + reach).rounded(.up) + 2
    let (spareX, spareY) = (
      Self.spare(shape.rect.width, extent), Self.spare(shape.rect.height, extent)
    )
    let everything = PixelRect(x: -2_000_000, y: -2_000_000, width: 4_000_000, height: 4_000_000)
    let isSpare = spareX > 0 || spareY > 0
    var small = shape
    small.rect.width -= Double(spareX)
    small.rect.height -= Double(spareY)
    let plane = Self.plane(of: small)
    patch = gaussian?.blurred(plane, in: isSpare ? everything : region) ?? plane
    let middle = Int(reach + extent)
    column = Repeat(line: min(middle, max(0, patch.bounds.width - 1)), count: spareX)
    row = Repeat(line: min(middle, max(0, patch.bounds.height - 1)), count: spareY)
  }

  /// The whole pixels that can be taken from the middle of a side.
  private static func spare(_ length: Double, _ extent: Double) -> Int {
    Int(max(0, min(1_000_000, length - 2 * extent - 2).rounded(.down)))
  }

  private static func plane(of shape: RoundedRect) -> Plane {
    let (x, y) = (shape.rect.x.rounded(.down), shape.rect.y.rounded(.down))
    guard shape.rect.width > 0, shape.rect.height > 0, abs(x) < 1e6, abs(y) < 1e6,
      shape.rect.width < 8192, shape.rect.height < 8192
    else { return Plane(.empty, channels: 1) }
    // Around the origin, edges far outside of the canvas are as exact as any.
    var near = shape
    near.rect.x -= x
    near.rect.y -= y
    let bounds = PixelRect(
      x: 0, y: 0, width: Int(near.rect.maxX.rounded(.up)), height: Int(near.rect.maxY.rounded(.up)))
    let contours = near.path.flattened(tolerance: 1.0 / 1024).map(\.points)
    var plane = Plane(Coverage(contours, in: bounds), in: bounds)
    plane.bounds.x += Int(x)
    plane.bounds.y += Int(y)
    return plane
  }

  /// Where it leaves a mark.
  public var bounds: PixelRect {
    PixelRect(
      x: patch.bounds.x, y: patch.bounds.y, width: patch.bounds.width + column.count,
      height: patch.bounds.height + row.count)
  }

  /// The stretches of row `y` between columns `left` and `right`: columns side by side, and the
  /// place of their levels; where all have the same one, of that one.
  func runs(y: Int, from left: Int, to right: Int) -> [(
    columns: Range<Int>, start: Int, isFlat: Bool
  )] {
    let first = row.source(y - bounds.y) * patch.bounds.width
    let seen = left..<right
    let repeated = bounds.x + column.line..<bounds.x + column.line + column.count + 1
    let parts = [
      (bounds.x..<repeated.lowerBound, first, false), (repeated, first + column.line, true),
      (repeated.upperBound..<bounds.maxX, first + column.line + 1, false),
    ]
    return parts.compactMap { columns, start, isFlat in
      let part = columns.clamped(to: seen)
      guard !part.isEmpty else { return nil }
      return (part, isFlat ? start : start + part.lowerBound - columns.lowerBound, isFlat)
    }
  }

  /// The share of one that the level at `place` of the patch is.
  func weight(at place: Int) -> Weight {
    Weight(parts: (UInt32(patch.levels[place]) * 257 + 128) >> 8)
  }
}

extension Surface {
  /// Paints one colour, faded to `opacity`, through `mask`, but only inside `scissor`.
  public mutating func fill(
    _ mask: SoftMask, with pixel: Pixel, opacity: Weight = .one, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(mask.bounds)
    for y in region.y..<region.maxY {
      for run in mask.runs(y: y, from: region.x, to: region.maxX) {
        let start = offset(run.columns.lowerBound, y)
        pixmap.withMutableSpan { rows in
          guard !run.isFlat else {
            let weight = mask.weight(at: run.start).scaled(by: opacity)
            return sourceOver(
              pixel, fadedBy: weight, onto: &rows, at: start, width: run.columns.count)
          }
          for i in 0..<run.columns.count {
            let weight = mask.weight(at: run.start + i).scaled(by: opacity)
            guard weight != .zero else { continue }
            let at = start + i * 4
            rows.setPixel(pixel.faded(by: weight, over: rows.pixel(at: at)), at: at)
          }
        }
      }
    }
  }
}
