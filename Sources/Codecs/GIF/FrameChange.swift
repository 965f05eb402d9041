internal import Pixels

/// What a frame changes of what is already to be seen.
struct FrameChange: Hashable, Sendable {
  /// The smallest rectangle around all pixels to be painted; nil if nothing changes.
  private(set) var area: PixelRect?
  /// Whether a pixel that showed before is transparent now: a GIF must clear and paint anew.
  private(set) var hasVanished = false

  /// Compares a frame with the one before it, inside its damage.
  ///
  /// The first frame, and one that needs a clear canvas, paint all that is visible, and at least
  /// one pixel: a frame without an image would not show at all.
  init(_ frame: Frame) {
    let pixels = frame.pixels
    let damage = frame.damage.intersection(pixels.bounds)
    if let previous = frame.previous, previous.width == pixels.width,
      previous.height == pixels.height
    {
      let difference = Self.difference(pixels, previous, in: damage)
      guard !difference.isEmpty else { return }
      hasVanished = Self.hasVanished(pixels, previous, in: difference)
      if !hasVanished {
        area = difference
        return
      }
    }
    area = Self.visible(pixels)
  }

  /// The smallest rectangle around all pixels that differ.
  static func difference(
    _ pixels: Pixmap, _ previous: Pixmap, in damage: PixelRect
  ) -> PixelRect {
    let (new, old) = (pixels.bytes.span, previous.bytes.span)
    return bounds(in: damage) { x, y in
      let offset = y &* pixels.stride &+ x &* 4
      return new.word(at: offset) != old.word(at: offset)
    }
  }

  /// The smallest rectangle around all that a GIF shows; one pixel if that is nothing.
  private static func visible(_ pixels: Pixmap) -> PixelRect {
    shown(pixels, alpha: 128)
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
  /// From the left only what lies left of what was found is looked at, and so from the right.
  @inline(__always)
  private static func bounds(
    in area: PixelRect, where isInside: (_ x: Int, _ y: Int) -> Bool
  ) -> PixelRect {
    var (left, right, top, bottom) = (area.maxX, area.x, area.maxY, area.y)
    for y in area.y..<max(area.y, area.maxY) {
      var x = area.x
      let isFirst = top == area.maxY
      while x < (isFirst ? area.maxX : left), !isInside(x, y) { x &+= 1 }
      let hasFound = x < (isFirst ? area.maxX : left)
      if hasFound { left = x }
      var end = area.maxX
      while end > max(right, area.x), !isInside(end &- 1, y) { end &-= 1 }
      let hasFoundRight = end > max(right, area.x)
      if hasFoundRight { right = end }
      guard hasFound || hasFoundRight || anyInside(from: left, to: right, y, isInside) else {
        continue
      }
      top = min(top, y)
      bottom = y + 1
    }
    guard left < right, top < bottom else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  @inline(__always)
  private static func anyInside(
    from left: Int, to right: Int, _ y: Int, _ isInside: (_ x: Int, _ y: Int) -> Bool
  ) -> Bool {
    var x = left
    while x < right {
      if isInside(x, y) { return true }
      x &+= 1
    }
    return false
  }
}
