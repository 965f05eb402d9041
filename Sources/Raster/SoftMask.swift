public import Geometry
public import Pixels

/// A blurred shape to paint a colour through.
///
/// Of a large upright shape only the corners are kept: between them, one row and one column are
/// repeated as often as it takes. And of these, only what can be seen.
public struct SoftMask: Hashable, Sendable {
  /// What is kept of the corners, side by side.
  let patch: Plane
  /// Where it leaves a mark.
  public let bounds: PixelRect
  /// The column and the row that are repeated, and how often.
  let column: Repeat
  let row: Repeat

  /// A line that stands for many.
  struct Repeat: Hashable, Sendable {
    /// Where the line is.
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
    self.init(
      plane, plane.bounds, Repeat(line: plane.bounds.x, count: 0),
      Repeat(line: plane.bounds.y, count: 0))
  }

  /// The upright `shape`, in pixels, blurred by `gaussian`; nil leaves it sharp.
  ///
  /// Only what can be seen inside `region` is promised.
  public init(_ shape: RoundedRect, blurredBy gaussian: Gaussian?, in region: PixelRect) {
    let rect = shape.rect
    guard rect.width > 0, rect.height > 0, abs(rect.x) < 1e6, abs(rect.y) < 1e6, rect.width < 8192,
      rect.height < 8192
    else {
      self.init(Plane(.empty, channels: 1))
      return
    }
    let reach = gaussian?.reach ?? 0
    // A continuous corner reaches further than its radius: 1.52866 times at most.
    let radii = shape.radii
    let corner = 1.53 * max(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft)
    let extent = (max(0, min(8192, corner)) + Double(reach)).rounded(.up) + 2
    let (left, top) = (Int(rect.x.rounded(.down)), Int(rect.y.rounded(.down)))
    let column = Repeat(line: left + Int(extent), count: Self.spare(rect.width, extent))
    let row = Repeat(line: top + Int(extent), count: Self.spare(rect.height, extent))
    let bounds = PixelRect(
      x: left - reach, y: top - reach, width: Int(rect.maxX.rounded(.up)) - left + 2 * reach,
      height: Int(rect.maxY.rounded(.up)) - top + 2 * reach)
    var small = shape
    small.rect.width -= Double(column.count)
    small.rect.height -= Double(row.count)
    let part = Self.part(of: region.intersection(bounds), column, row)
    self.init(Self.plane(of: small, gaussian, in: part), bounds, column, row)
  }

  private init(_ patch: Plane, _ bounds: PixelRect, _ column: Repeat, _ row: Repeat) {
    (self.patch, self.bounds, self.column, self.row) = (patch, bounds, column, row)
  }

  /// The part of the patch that `seen` needs.
  private static func part(of seen: PixelRect, _ column: Repeat, _ row: Repeat) -> PixelRect {
    guard !seen.isEmpty else { return .empty }
    let (x, y) = (column.source(seen.x), row.source(seen.y))
    return PixelRect(
      x: x, y: y, width: column.source(seen.maxX - 1) + 1 - x,
      height: row.source(seen.maxY - 1) + 1 - y)
  }

  /// The whole pixels that can be taken from the middle of a side.
  private static func spare(_ length: Double, _ extent: Double) -> Int {
    Int(max(0, min(1_000_000, length - 2 * extent - 2).rounded(.down)))
  }

  private static func plane(
    of shape: RoundedRect, _ gaussian: Gaussian?, in region: PixelRect
  ) -> Plane {
    guard !region.isEmpty else { return Plane(.empty, channels: 1) }
    // Around the origin, edges far outside of the canvas are as exact as any.
    let (x, y) = (shape.rect.x.rounded(.down), shape.rect.y.rounded(.down))
    var near = shape
    near.rect.x -= x
    near.rect.y -= y
    let contours = near.path.flattened(tolerance: 1.0 / 4096).map(\.points)
    let seen = PixelRect(
      x: region.x - Int(x), y: region.y - Int(y), width: region.width, height: region.height)
    var plane =
      gaussian?.blurred(contours, in: seen) ?? Plane(Coverage(contours, in: seen), in: seen)
    plane.bounds.x += Int(x)
    plane.bounds.y += Int(y)
    return plane
  }

  /// The stretches of row `y` between columns `left` and `right`: columns side by side, and the
  /// place of their levels; where all have the same one, of that one.
  fileprivate func runs(y: Int, from left: Int, to right: Int) -> [MaskRun] {
    let line = row.source(y) - patch.bounds.y
    guard line >= 0, line < patch.bounds.height else { return [] }
    let seen = left..<max(left, right)
    let (first, last) = (column.line, column.line + column.count)
    return [
      (Int.min..<first, false), (first..<last + 1, true), (last + 1..<Int.max, false),
    ].compactMap { part, isFlat in
      let columns = part.clamped(to: seen)
      let start = column.source(columns.lowerBound) - patch.bounds.x
      let count = isFlat ? min(1, columns.count) : columns.count
      guard count > 0, start >= 0, start + count <= patch.bounds.width else { return nil }
      return MaskRun(columns: columns, start: line * patch.bounds.width + start, isFlat: isFlat)
    }
  }

  /// Writes the shares of one that `count` levels from `start` of the patch are of `opacity`.
  fileprivate func write(
    from start: Int, count: Int, opacity: Weight, into weights: inout [UInt16]
  ) {
    // A whole level is 65,280 here: this makes it 65,535, and what is nothing next to nothing.
    let factor = (opacity.parts &* 257) >> 8
    let levels = patch.levels.span.extracting(start..<start + count)
    var weights = weights.mutableSpan
    let done = wideScale(levels, by: factor, to: &weights)
    for i in done..<levels.count {
      weights[i] = UInt16(truncatingIfNeeded: max(1, (UInt32(levels[i]) &* factor) >> 16))
    }
  }
}

/// Pixels of one row side by side, as a mask sees them.
private struct MaskRun {
  /// Where they are.
  var columns: Range<Int>
  /// The place of their levels.
  var start: Int
  /// Whether they all have the same one.
  var isFlat: Bool
}

extension Surface {
  /// Paints one opaque colour, faded to `opacity`, through `mask`, but only inside `scissor`.
  public mutating func fill(
    _ mask: SoftMask, with pixel: Pixel, opacity: Weight = .one, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(mask.bounds)
    guard !region.isEmpty else { return }
    for part in plainParts(of: region) { fillPlain(mask, with: pixel, opacity: opacity, in: part) }
    guard var own = deep else { return }
    deep = nil
    let inside = region.intersection(own.bounds)
    var weights = [UInt16](repeating: 0, count: inside.width)
    for y in inside.y..<inside.maxY {
      for run in mask.runs(y: y, from: inside.x, to: inside.maxX) {
        let (x, count) = (run.columns.lowerBound, run.columns.count)
        mask.write(
          from: run.start, count: run.isFlat ? 1 : count, opacity: opacity, into: &weights)
        if run.isFlat { for i in 1..<count { weights[i] = weights[0] } }
        own.paint(pixel, x: x, y: y, by: weights.span.extracting(..<count))
      }
    }
    deep = own
  }

  private mutating func fillPlain(
    _ mask: SoftMask, with pixel: Pixel, opacity: Weight, in region: PixelRect
  ) {
    var weights = [UInt16](repeating: 0, count: region.width)
    for y in region.y..<region.maxY {
      for run in mask.runs(y: y, from: region.x, to: region.maxX) {
        let (start, count) = (offset(run.columns.lowerBound, y), run.columns.count)
        mask.write(
          from: run.start, count: run.isFlat ? 1 : count, opacity: opacity, into: &weights)
        pixmap.withMutableSpan { rows in
          if run.isFlat {
            let share = weights[0] == 65_535 ? .one : Weight(parts: UInt32(weights[0]))
            sourceOver(pixel, fadedBy: share, onto: &rows, at: start, width: count)
          } else {
            sourceOver(pixel, fadedBy: weights.span, onto: &rows, at: start, width: count)
          }
        }
      }
    }
  }
}
