public import Pixels

// A group that is multiplied by its mask, faded and then painted would be rounded after each of
// these steps; so the mask fades what is painted, and that is rounded once.

extension Surface {
  /// Paints `source`, faded to `opacity` of what `mask`, which has one channel, leaves of it.
  ///
  /// Where all of `smooth` are full, `mask` is known more finely than in 8 bits, and the result is
  /// dithered as gradients are; nowhere if there are none.
  public mutating func lay(
    _ source: Surface, through mask: Plane, smooth: [Coverage], opacity: Weight, blend: BlendMode,
    in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(source.bounds)
      .intersection(mask.bounds)
    guard !region.isEmpty, opacity != .zero, mask.channels == 1 else { return }
    var source = source
    if !source.isDeep { source.flatten() }
    source.layGround()
    layGround()
    let masked = MaskedSurface(source, mask, opacity, blend)
    for part in plainParts(of: region) {
      for y in part.y..<part.maxY {
        let to = offset(part.x, y)
        let dithers = smooth.smoothness(y: y, x: part.x, width: part.width)
        pixmap.withMutableSpan { rows in
          masked.paint(x: part.x, y: y, width: part.width, dithers, onto: &rows, at: to)
        }
      }
    }
    guard var own = deep else { return }
    deep = nil
    let inside = region.intersection(own.bounds)
    for y in inside.y..<inside.maxY {
      let to = own.offset(inside.x, y)
      own.withLevels { masked.paint(x: inside.x, y: y, width: inside.width, onto: &$0, at: to) }
    }
    deep = own
  }
}

/// A surface as a mask shows it.
private struct MaskedSurface {
  let source: Surface
  let mask: Plane
  let opacity: Weight
  let blend: BlendMode

  init(_ source: Surface, _ mask: Plane, _ opacity: Weight, _ blend: BlendMode) {
    (self.source, self.mask, self.opacity, self.blend) = (source, mask, opacity, blend)
  }

  /// Paints a row over pixels of 8 bits; where `dithers` is 255, what is opaque is dithered.
  func paint(
    x: Int, y: Int, width: Int, _ dithers: [UInt8], onto rows: inout MutableSpan<UInt8>, at to: Int
  ) {
    let shares = mask.levels.span
    let first = (y - mask.bounds.y) * mask.bounds.width + x - mask.bounds.x
    for i in 0..<width where shares[first &+ i] > 0 {
      let top = source.top(x: x &+ i, y: y)
      guard top != .zero else { continue }
      let weight = self.weight(shares[first &+ i])
      let at = to &+ i &* 4
      if blend == .normal, weight == .one, top.w == Plane.full {
        rows.setPixel(Pixel(deep: top), at: at)
        continue
      }
      let both = blend.mixed(top, by: weight, over: rows.pixel(at: at).deep)
      // Along edges nobody sees steps, and what is covered is rounded already.
      let isMixed =
        shares[first &+ i] < Plane.full && top.w == Plane.full && !dithers.isEmpty
        && dithers[i] == 255
      rows.setPixel(
        isMixed ? Pixel(deep: both, ditheredAt: x &+ i, y) : Pixel(deep: both), at: at)
    }
  }

  /// Paints a row over pixels of 16 bits.
  func paint(x: Int, y: Int, width: Int, onto levels: inout MutableSpan<UInt16>, at to: Int) {
    let shares = mask.levels.span
    let first = (y - mask.bounds.y) * mask.bounds.width + x - mask.bounds.x
    for i in 0..<width where shares[first &+ i] > 0 {
      let top = source.top(x: x &+ i, y: y)
      guard top != .zero else { continue }
      let at = to &+ i &* 4
      levels.setDeep(
        blend.mixed(top, by: weight(shares[first &+ i]), over: levels.deep(at: at)), at: at)
    }
  }

  @inline(__always)
  private func weight(_ share: UInt16) -> Weight {
    Weight(parts: (opacity.parts &* UInt32(share) &+ 32_640) / UInt32(Plane.full))
  }
}

extension Surface {
  /// The levels of a pixel in 1/256; what is kept in 16 bits is all of it, or nothing.
  @inline(__always)
  fileprivate func top(x: Int, y: Int) -> SIMD4<UInt16> {
    if let deep { return deep.levels.span.deep(at: deep.offset(x, y)) }
    return pixmap.bytes.span.pixel(at: offset(x, y)).deep
  }
}

extension [Coverage] {
  /// The least that they cover of the pixels in a row; nothing if there are none.
  fileprivate func smoothness(y: Int, x: Int, width: Int) -> [UInt8] {
    guard let first else { return [] }
    var least = [UInt8](repeating: 0, count: width)
    first.write(y: y, x: x, into: &least)
    var levels = [UInt8](repeating: 0, count: count > 1 ? width : 0)
    for other in dropFirst() {
      other.write(y: y, x: x, into: &levels)
      for i in least.indices { least[i] = Swift.min(least[i], levels[i]) }
    }
    return least
  }
}

extension Pixel {
  /// One of the pixels around `deep`, levels in 1/256, by the threshold of a place of the canvas.
  @inline(__always)
  init(deep: SIMD4<UInt16>, ditheredAt x: Int, _ y: Int) {
    let threshold = UInt16(truncatingIfNeeded: Dither.threshold(x: x, y: y) >> 8)
    self.init(SIMD4<UInt8>(truncatingIfNeeded: (deep &+ threshold) &>> 8))
  }
}

extension Plane {
  /// Multiplies every level with what `coverage` has there.
  public mutating func multiply(by coverage: Coverage) {
    var line = [UInt16](repeating: 0, count: bounds.width)
    for y in 0..<bounds.height {
      coverage.writeFine(y: bounds.y + y, x: bounds.x, into: &line)
      for (i, level) in line.enumerated() where level < Self.full {
        let at = (y * bounds.width + i) * channels
        for channel in at..<at + channels {
          levels[channel] = UInt16(
            truncatingIfNeeded: (UInt32(levels[channel]) * UInt32(level) + 32_640) / 65_280)
        }
      }
    }
  }
}
