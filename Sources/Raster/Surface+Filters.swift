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

  /// Multiplies every pixel with the alpha of `mask` at the same place; outside of it with nothing.
  public mutating func multiply(byAlphaOf mask: Surface) {
    let alphas = mask.pixmap.bytes.span
    multiply { y, x, levels in
      for i in levels.indices {
        let isInside = mask.bounds.contains(x: x + i, y: y)
        levels[i] = isInside ? alphas[mask.offset(x + i, y) + 3] : 0
      }
    }
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

extension PixelRect {
  fileprivate func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }
}
