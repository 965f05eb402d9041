import Pixels

extension Surface {
  /// Changes every pixel's colour.
  public mutating func apply(_ filter: ColorFilter) {
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
    multiply { y, x, levels in coverage.write(y: y, x: x, into: &levels) }
  }

  /// `write` gets a row, its first column, and room for that row's levels.
  private mutating func multiply(
    _ write: (_ y: Int, _ x: Int, _ levels: inout [UInt8]) -> Void
  ) {
    let bounds = bounds
    var levels = [UInt8](repeating: 0, count: bounds.width)
    for y in bounds.y..<bounds.maxY {
      write(y, bounds.x, &levels)
      guard !isDeep else {
        deep?.multiply(x: bounds.x, y: y, by: levels.map { UInt16($0) << 8 })
        continue
      }
      let start = offset(bounds.x, y)
      pixmap.withMutableSpan { bytes in
        for i in levels.indices where levels[i] < 255 {
          let at = start + i * 4
          bytes.setPixel(Pixel.clear.mixed(with: bytes.pixel(at: at), by: levels[i]), at: at)
        }
      }
    }
  }
}
