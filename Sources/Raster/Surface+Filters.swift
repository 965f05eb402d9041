import Pixels

extension Surface {
  /// Changes every pixel's colour.
  public mutating func apply(_ filter: ColorFilter) {
    layGround()
    guard !isDeep else {
      deep?.update { filter.applied(to: $0) }
      return
    }
    pixmap.withMutableSpan { bytes in
      for at in stride(from: 0, to: bytes.count, by: 4) {
        bytes.setPixel(filter.applied(to: bytes.pixel(at: at)), at: at)
      }
    }
  }

  /// Multiplies every pixel by what a mask of one channel has at its place, and by nothing outside.
  ///
  /// From now on all are kept in 16 bits.
  public mutating func multiply(by mask: Plane) {
    if !isDeep { deepen(bounds) }
    let (bounds, inside) = (bounds, bounds.intersection(mask.bounds))
    guard var own = deep else { return }
    deep = nil
    var shares = [UInt16](repeating: 0, count: bounds.width)
    for y in bounds.y..<bounds.maxY {
      let isInside = y >= inside.y && y < inside.maxY
      let first = (y - mask.bounds.y) * mask.bounds.width - mask.bounds.x
      for column in inside.x..<inside.maxX {
        shares[column - bounds.x] = isInside ? mask.levels[first + column] : 0
      }
      own.multiply(x: bounds.x, y: y, by: shares)
    }
    deep = own
  }

  /// Multiplies every pixel with what `coverage` has there.
  public mutating func multiply(by coverage: Coverage) {
    layGround()
    let bounds = bounds
    var levels = [UInt16](repeating: 0, count: bounds.width)
    for y in bounds.y..<bounds.maxY {
      coverage.writeFine(y: y, x: bounds.x, into: &levels)
      guard !isDeep else {
        deep?.multiply(x: bounds.x, y: y, by: levels)
        continue
      }
      let start = offset(bounds.x, y)
      pixmap.withMutableSpan { bytes in
        for i in levels.indices where levels[i] < Plane.full {
          let at = start + i * 4
          bytes.setPixel(Pixel.clear.mixed(with: bytes.pixel(at: at), byFine: levels[i]), at: at)
        }
      }
    }
  }
}
