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

  /// The share of one that the levels of row `y` are of it, from column `x` on.
  func weights(y: Int, x: Int, width: Int, into weights: inout [Weight]) {
    let first = row.source(y - bounds.y) * patch.bounds.width
    weights.removeAll(keepingCapacity: true)
    for i in 0..<width {
      let level = UInt32(patch.levels[first + column.source(x + i - bounds.x)])
      weights.append(Weight(parts: (level * 257 + 128) >> 8))
    }
  }
}

extension Surface {
  /// Paints one colour, faded to `opacity`, through `mask`, but only inside `scissor`.
  public mutating func fill(
    _ mask: SoftMask, with pixel: Pixel, opacity: Weight = .one, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(mask.bounds)
    var weights: [Weight] = []
    for y in region.y..<region.maxY {
      mask.weights(y: y, x: region.x, width: region.width, into: &weights)
      let start = offset(region.x, y)
      pixmap.withMutableSpan { rows in
        for i in weights.indices {
          let share = weights[i].scaled(by: opacity)
          let at = start + i * 4
          rows.setPixel(pixel.faded(by: share, over: rows.pixel(at: at)), at: at)
        }
      }
    }
  }
}
