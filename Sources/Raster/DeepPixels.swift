import Pixels

// Eight bits are exact for one layer over another, but every layer rounds once: where ten pile up,
// what is left of their errors can be two levels. So a pile is made in 16 bits, and rounded once.

/// A part of a surface in 1/256 of a level.
struct DeepPixels: Hashable, Sendable {
  /// Where it is on the canvas.
  let bounds: PixelRect
  /// Four levels for each pixel.
  private(set) var levels: [UInt16]

  /// The pixels of `surface` inside `region`, which it holds.
  init(_ surface: Surface, in region: PixelRect) {
    bounds = region
    levels = [UInt16](repeating: 0, count: region.width * region.height * 4)
    let bytes = surface.pixmap.bytes.span
    var target = levels.mutableSpan
    for y in region.y..<region.maxY {
      let from = surface.offset(region.x, y)
      let to = (y - region.y) * region.width * 4
      widen(bytes, from: from, to: &target, at: to, count: region.width * 4)
    }
  }

  /// Pixels that are all clear.
  init(clear bounds: PixelRect) {
    self.bounds = bounds
    levels = [UInt16](repeating: 0, count: bounds.width * bounds.height * 4)
  }

  /// Straight RGBA bytes, multiplied by their alpha.
  init(straight bytes: [UInt8], in bounds: PixelRect) {
    self.bounds = bounds
    let bytes = bytes.span
    levels = [UInt16](repeating: 0, count: bytes.count)
    var target = levels.mutableSpan
    for at in stride(from: 0, to: bytes.count, by: 4) {
      let pixel = bytes.pixel(at: at)
      let alpha = UInt32(pixel.alpha)
      // 256 / 255 of the product, rounded: at most 65,280.
      let color = (SIMD4<UInt32>(truncatingIfNeeded: pixel.channels) &* (alpha &* 256) &+ 127) / 255
      var deep = SIMD4<UInt16>(truncatingIfNeeded: color)
      deep.w = UInt16(alpha << 8)
      target.setDeep(deep, at: at)
    }
  }

  /// The part inside `region`, which it holds.
  func cropped(to region: PixelRect) -> DeepPixels {
    var part: [UInt16] = []
    part.reserveCapacity(region.width * region.height * 4)
    for y in region.y..<region.maxY {
      let from = offset(region.x, y)
      part += levels[from..<from + region.width * 4]
    }
    return DeepPixels(levels: part, in: region)
  }

  /// The same pixels elsewhere; `place` is as large.
  func moved(to place: PixelRect) -> DeepPixels {
    DeepPixels(levels: levels, in: place)
  }

  private init(levels: [UInt16], in bounds: PixelRect) {
    (self.bounds, self.levels) = (bounds, levels)
  }

  /// The levels of `plane`, which has four channels.
  init(_ plane: Plane) {
    (bounds, levels) = (plane.bounds, plane.levels)
  }

  /// Where the levels of the pixel in column `x` of row `y` begin.
  func offset(_ x: Int, _ y: Int) -> Int { ((y - bounds.y) * bounds.width + x - bounds.x) * 4 }

  /// Rounds all levels into `surface`.
  func write(to surface: inout Surface) {
    let levels = levels.span
    for y in bounds.y..<bounds.maxY {
      let (from, to) = (offset(bounds.x, y), surface.offset(bounds.x, y))
      surface.pixmap.withMutableSpan {
        narrow(levels, from: from, to: &$0, at: to, count: bounds.width * 4)
      }
    }
  }

  /// Lends the levels to be changed in place.
  @inline(__always)
  mutating func withLevels(_ body: (inout MutableSpan<UInt16>) -> Void) {
    var span = levels.mutableSpan
    body(&span)
  }

  /// Replaces every pixel by what `change` makes of it.
  mutating func update(_ change: (SIMD4<UInt16>) -> SIMD4<UInt16>) {
    var levels = levels.mutableSpan
    for at in stride(from: 0, to: levels.count, by: 4) {
      levels.setDeep(change(levels.deep(at: at)), at: at)
    }
  }

  /// Gives a pixel back what it was `before`, as far as `level`, in 1/65,280, leaves it out.
  mutating func restore(_ before: SIMD4<UInt16>, x: Int, y: Int, outside level: UInt16) {
    let at = offset(x, y)
    var levels = levels.mutableSpan
    levels.setDeep(Self.mixed(before, with: levels.deep(at: at), by: level), at: at)
  }

  /// `share` of 65,280 parts of `painted`, and the rest of `before`.
  static func mixed(
    _ before: SIMD4<UInt16>, with painted: SIMD4<UInt16>, by share: UInt16
  ) -> SIMD4<UInt16> {
    let sum =
      SIMD4<UInt32>(truncatingIfNeeded: before) &* UInt32(Plane.full - share)
      &+ SIMD4<UInt32>(truncatingIfNeeded: painted) &* UInt32(share) &+ 32_640
    return SIMD4<UInt16>(truncatingIfNeeded: sum / UInt32(Plane.full))
  }

  /// Multiplies the pixels from column `x` of row `y` on with `shares`, each in 1/65,280.
  mutating func multiply(x: Int, y: Int, by shares: [UInt16]) {
    let start = offset(x, y)
    var levels = levels.mutableSpan
    for i in shares.indices where shares[i] < Plane.full {
      for at in start + i * 4..<start + i * 4 + 4 {
        let product = UInt64(levels[at]) * UInt64(shares[i]) + 32_640
        levels[at] = UInt16(truncatingIfNeeded: product / 65_280)
      }
    }
  }
}

extension Pixel {
  /// Its levels in 1/256.
  @inline(__always)
  var deep: SIMD4<UInt16> { SIMD4<UInt16>(truncatingIfNeeded: channels) &<< 8 }

  /// The pixel nearest to `deep`, levels in 1/256.
  @inline(__always)
  init(deep: SIMD4<UInt16>) {
    self.init(SIMD4<UInt8>(truncatingIfNeeded: (deep &+ 128) &>> 8))
  }
}

extension Span<UInt16> {
  /// Four levels from `offset`.
  @inline(__always)
  func deep(at offset: Int) -> SIMD4<UInt16> {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset &* 2, as: SIMD4<UInt16>.self)
  }
}

extension MutableSpan<UInt16> {
  /// Four levels from `offset`.
  @inline(__always)
  func deep(at offset: Int) -> SIMD4<UInt16> {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset &* 2, as: SIMD4<UInt16>.self)
  }

  /// Replaces four levels from `offset`.
  @inline(__always)
  mutating func setDeep(_ levels: SIMD4<UInt16>, at offset: Int) {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(
      of: levels, toUncheckedByteOffset: offset &* 2, as: SIMD4<UInt16>.self)
  }
}
