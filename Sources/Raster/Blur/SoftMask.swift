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
}
