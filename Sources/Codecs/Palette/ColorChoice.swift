/// The two palette colours about a cell, and the plane in the middle between them.
struct ColorChoice: Hashable, Sendable {
  /// The index of the colour that is nearest to the cell.
  var near: UInt8
  /// The index of the colour whose side of the plane is nearest to the cell.
  var far: UInt8
  private var red: Int32 = 0
  private var green: Int32 = 0
  private var blue: Int32 = 0
  private var middle: Int32 = 0

  /// The choice for a cell around `color`, whose nearest mean is `near`.
  init(
    for color: SIMD4<Float>, near: Int, _ means: [SIMD4<Float>], _ neighbors: ColorNeighbors
  ) {
    let far = neighbors.nextPlane(from: color, near: near)
    let way = means[far] - means[near]
    let length = ColorNeighbors.distance(means[far], means[near])
    self.near = UInt8(truncatingIfNeeded: near)
    self.far = UInt8(truncatingIfNeeded: far)
    guard length > 0 else { return }
    // Scaled such that the way from near to far is 65,536 long.
    let normal = way * (65_536 / length)
    (red, green, blue) = (Int32(normal.x), Int32(normal.y), Int32(normal.z))
    let sum = means[far] + means[near]
    middle = Int32((normal.x * sum.x + normal.y * sum.y + normal.z * sum.z) / 2)
  }

  /// The index for a colour, the plane being moved by `threshold` toward the far one.
  @inline(__always)
  func index(of color: UInt32, threshold: Int32) -> UInt8 {
    excess(of: color) > threshold ? far : near
  }

  /// The way from near to far, and what it makes of the plane's points.
  var plane: (normal: SIMD4<Int32>, middle: Int32) { (SIMD4(red, green, blue, 0), middle) }

  /// How far a colour lies on the far side of the plane.
  @inline(__always)
  func excess(of color: UInt32) -> Int32 {
    red &* Int32(truncatingIfNeeded: color & 0xFF)
      &+ green &* Int32(truncatingIfNeeded: color &>> 8 & 0xFF)
      &+ blue &* Int32(truncatingIfNeeded: color &>> 16 & 0xFF) &- middle
  }
}
