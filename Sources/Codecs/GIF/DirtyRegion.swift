internal import Kernels
package import Pixels

/// The dirty rectangle of a frame: where it differs from what is visible already.
struct DirtyRegion: Hashable, Sendable {
  /// The rectangle to be painted; nil if nothing changes.
  private(set) var area: PixelRect?
  /// Whether a pixel that was visible is transparent now: a GIF must clear the canvas and paint all
  /// of it.
  private(set) var hasVanished = false

  /// Compares a frame with the one before it, inside its damage.
  ///
  /// On an opaque canvas the area is the smallest rectangle around all pixels that changed; on
  /// others it is that of all visible pixels, so that it can be cleared later. The first frame
  /// paints at least one pixel: a frame without an image would not show.
  init(_ frame: Frame, isOpaque: Bool = false) {
    let pixels = frame.pixels
    let damage = frame.damage.intersection(pixels.bounds)
    guard let previous = frame.previous, previous.width == pixels.width,
      previous.height == pixels.height
    else {
      area = Self.shown(pixels, alpha: 128)
      return
    }
    let difference = Self.difference(pixels, previous, in: damage)
    guard !difference.isEmpty else { return }
    hasVanished = !isOpaque && Self.hasVanished(pixels, previous, in: difference)
    area = isOpaque ? difference : Self.shown(pixels, alpha: 128)
  }

  /// The smallest rectangle around all pixels that differ.
  static func difference(
    _ pixels: Pixmap, _ previous: Pixmap, in damage: PixelRect
  ) -> PixelRect {
    let (new, old) = (pixels.bytes.span, previous.bytes.span)
    return bounds(in: damage) { x, y in
      let offset = y &* pixels.stride &+ x &* 4
      return new.word(at: offset) != old.word(at: offset)
    } anyOfFour: { x, y in
      let offset = y &* pixels.stride &+ x &* 4
      return !new.hasSameSixteen(at: offset, as: old, at: offset)
    }
  }

  /// The smallest rectangle around all that has so much alpha; one pixel if nothing has.
  static func shown(_ pixels: Pixmap, alpha: UInt8 = 1) -> PixelRect {
    let span = pixels.bytes.span
    let shown = bounds(in: pixels.bounds) { x, y in
      span[y &* pixels.stride &+ x &* 4 &+ 3] >= alpha
    }
    return shown.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : shown
  }

  private static func hasVanished(
    _ pixels: Pixmap, _ previous: Pixmap, in area: PixelRect
  ) -> Bool {
    guard !pixels.isOpaque(in: area) else { return false }
    let (new, old) = (pixels.bytes.span, previous.bytes.span)
    return !bounds(in: area) { x, y in
      let offset = y &* pixels.stride &+ x &* 4 &+ 3
      return new[offset] < 128 && old[offset] >= 128
    }.isEmpty
  }

  /// The smallest rectangle around all places in `area` where `isInside` holds.
  ///
  /// In later rows, only the columns outside the rectangle so far are searched.
  /// `anyOfFour` says of four places from `x` on whether it may hold for one of them.
  @inline(__always)
  private static func bounds(
    in area: PixelRect, where isInside: (_ x: Int, _ y: Int) -> Bool,
    anyOfFour: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }
  ) -> PixelRect {
    var (left, right, top, bottom) = (area.maxX, area.x, area.maxY, area.y)
    for y in area.y..<max(area.y, area.maxY) {
      let limit = top == area.maxY ? area.maxX : left
      let x = first(from: area.x, to: limit, y, isInside, anyOfFour)
      let hasFound = x < limit
      if hasFound { left = x }
      let least = max(right, area.x)
      var end = area.maxX
      while end &- 4 >= least, !anyOfFour(end &- 4, y) { end &-= 4 }
      while end > least, !isInside(end &- 1, y) { end &-= 1 }
      let hasFoundRight = end > least
      if hasFoundRight { right = end }
      guard
        hasFound || hasFoundRight || first(from: left, to: right, y, isInside, anyOfFour) < right
      else { continue }
      top = min(top, y)
      bottom = y + 1
    }
    guard left < right, top < bottom else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The first place in a row where `isInside` holds; `end` or more if there is none.
  @inline(__always)
  private static func first(
    from start: Int, to end: Int, _ y: Int, _ isInside: (_ x: Int, _ y: Int) -> Bool,
    _ anyOfFour: (_ x: Int, _ y: Int) -> Bool
  ) -> Int {
    var x = start
    while x &+ 4 <= end, !anyOfFour(x, y) { x &+= 4 }
    while x < end, !isInside(x, y) { x &+= 1 }
    return x
  }
}

/// The rectangle of a frame that an image paints.
///
/// Pixels are opaque, or 0 where nothing is visible.
struct FrameRegion: Sendable {
  let pixels: Pixmap
  /// The frame before, whose equal pixels are unchanged; nil if everything is painted.
  let previous: Pixmap?
  let area: PixelRect

  /// The same region, all of it to be painted.
  var withoutPrevious: FrameRegion { FrameRegion(pixels: pixels, previous: nil, area: area) }

  /// Lends a row to a kernel.
  @inline(__always)
  func lendRow<Result>(_ y: Int, _ body: (rt_row) -> Result) -> Result {
    let offset = (area.y &+ y) &* pixels.stride &+ area.x &* 4
    // The row above lies in the same bytes.
    let reach = offset < pixels.stride ? 0 : pixels.stride
    let (start, bytes) = (offset &- reach, area.width &* 4 &+ reach)
    return unsafe pixels.bytes.span.lend(start, bytes) { pixels in
      func row(_ before: UnsafePointer<UInt8>?) -> rt_row {
        unsafe rt_row(
          pixels: pixels + reach, above: reach > 0 ? pixels : nil, before: before,
          count: area.width)
      }
      guard let previous else { return unsafe body(row(nil)) }
      return unsafe previous.bytes.span.lend(offset, area.width &* 4) { unsafe body(row($0)) }
    }
  }
}

extension Pixmap {
  /// The picture as a GIF can show it: pixels under 50 % alpha become transparent, all others
  /// opaque.
  func withoutTranslucency() -> Pixmap {
    guard !isOpaque else { return self }
    var result = self
    result.withMutableSpan { span in
      for offset in Swift.stride(from: 0, to: span.count, by: 4) where span[offset + 3] < 255 {
        let alpha = span[offset + 3]
        guard alpha >= 128 else {
          span.setWord(0, at: offset)
          continue
        }
        for channel in 0..<3 {
          span[offset + channel] = unscaled(span[offset + channel], by: alpha)
        }
        span[offset + 3] = 255
      }
    }
    return result
  }
}

extension Pixmap {
  /// The smallest rectangle around all pixels that differ from those of `other`, which is as large.
  package func difference(from other: Pixmap) -> PixelRect {
    bounds == other.bounds ? DirtyRegion.difference(self, other, in: bounds) : bounds
  }

  /// Keeps blocks of `last`, which is as large, from which no pixel differs by more than the noise of
  /// a video.
  ///
  /// What is kept is compared, so that slow changes show. Single pixels instead of blocks would leave
  /// holes in what moves, which take more bytes than they save.
  package mutating func removeNoise(since last: Pixmap) {
    for y in Swift.stride(from: 0, to: height, by: Self.noiseBlock) {
      for x in Swift.stride(from: 0, to: width, by: Self.noiseBlock) {
        let block = PixelRect(x: x, y: y, width: Self.noiseBlock, height: Self.noiseBlock)
          .intersection(bounds)
        if isNoise(block, since: last) { copy(last, from: block, toX: x, y: y) }
      }
    }
  }

  private static let noiseBlock = 8
  private static let noiseWeights = SIMD4(
    Int32(rt_red_weight), Int32(rt_green_weight), Int32(rt_blue_weight), 0)
  // 2 levels in all channels. At 3, moving text loses 3 points of SSIMULACRA2.
  private static let mostNoise: Int32 = 36

  private func isNoise(_ block: PixelRect, since last: Pixmap) -> Bool {
    let (new, old) = (bytes.span, last.bytes.span)
    for y in block.y..<block.maxY {
      for x in block.x..<block.maxX {
        let offset = y &* stride &+ x &* 4
        guard new.word(at: offset) != old.word(at: offset) else { continue }
        let change = SIMD4<Int32>(
          Int32(new[offset]) &- Int32(old[offset]),
          Int32(new[offset &+ 1]) &- Int32(old[offset &+ 1]),
          Int32(new[offset &+ 2]) &- Int32(old[offset &+ 2]), 0)
        if (change &* change &* Self.noiseWeights).wrappedSum() > Self.mostNoise { return false }
      }
    }
    return true
  }
}
