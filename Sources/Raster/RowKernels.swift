import Pixels

// Every loop here runs over one row, all decisions made before it. Rows are premultiplied RGBA.

/// Paints `width` pixels of `source` over `rows`; premultiplied sums cannot overflow.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  var done = wideSourceOver(source, from: start, onto: &rows, at: offset, width: width)
  let low = SIMD8<UInt16>(repeating: 0x00FF)
  while done &+ 4 <= width {
    let top = source.fourPixelsInPairs(at: start &+ done &* 4)
    let below = rows.fourPixelsInPairs(at: offset &+ done &* 4)
    let rest = low &- (top &>> 8)
    // Of each pixel's two numbers, the second one's upper byte is the alpha.
    let share = SIMD8(rest[1], rest[1], rest[3], rest[3], rest[5], rest[5], rest[7], rest[7])
    let even = (below & low) &* share &+ 128
    let odd = (below &>> 8) &* share &+ 128
    let evenBytes = (even &+ even &>> 8) &>> 8
    let oddBytes = (odd &+ odd &>> 8) & ~low
    rows.setFourPixelsInPairs(top &+ (evenBytes | oddBytes), at: offset &+ done &* 4)
    done &+= 4
  }
  while done < width {
    let at = offset &+ done &* 4
    rows.setPixel(source.pixel(at: start &+ done &* 4).over(rows.pixel(at: at)), at: at)
    done &+= 1
  }
}

/// Paints `width` opaque pixels of `source`, faded to `weight`, over `rows`: exact, too.
func fadeOpaque(
  _ source: Span<UInt8>, from start: Int, by weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  guard weight.parts > 0 else { return }
  let mix = Mix(weight)
  var done = wideFade(source, from: start, mix, onto: &rows, at: offset, width: width)
  while done &+ 4 <= width {
    let top = source.fourPixelsInPairs(at: start &+ done &* 4)
    let below = rows.fourPixelsInPairs(at: offset &+ done &* 4)
    let even = mix.levels(top & 255, below & 255)
    let odd = mix.levels(top &>> 8, below &>> 8)
    rows.setFourPixelsInPairs(even | odd &<< 8, at: offset &+ done &* 4)
    done &+= 4
  }
  while done < width {
    let at = offset &+ done &* 4
    let pixel = source.pixel(at: start &+ done &* 4).faded(by: weight, over: rows.pixel(at: at))
    rows.setPixel(pixel, at: at)
    done &+= 1
  }
}

/// Paints `width` pixels of `source`, faded to `weight`, over `rows`.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, fadedBy weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  guard weight.parts > 0 else { return }
  let mix = Mix(weight)
  var done = 0
  while done &+ 4 <= width {
    let (from, at) = (start &+ done &* 4, offset &+ done &* 4)
    let top = source.fourPixelsInPairs(at: from)
    let alphas = SIMD4(top[1], top[3], top[5], top[7]) &>> 8
    done &+= 4
    // Most pictures are opaque in most places, and clear in most others.
    if alphas == SIMD4(repeating: 255) {
      let below = rows.fourPixelsInPairs(at: at)
      let even = mix.levels(top & 255, below & 255)
      let odd = mix.levels(top &>> 8, below &>> 8)
      rows.setFourPixelsInPairs(even | odd &<< 8, at: at)
    } else if top != SIMD8(repeating: 0) {
      fadeSingly(source, from: from, by: weight, onto: &rows, at: at, width: 4)
    }
  }
  fadeSingly(
    source, from: start + done * 4, by: weight, onto: &rows, at: offset + done * 4,
    width: width - done)
}

private func fadeSingly(
  _ source: Span<UInt8>, from start: Int, by weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let pixel = source.pixel(at: start &+ i &* 4).faded(by: weight, over: rows.pixel(at: at))
    rows.setPixel(pixel, at: at)
  }
}

/// Paints `width` pixels of `source` over `rows`, each faded by its own level, in 1/65,280, and by
/// `weight`.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, covered levels: Span<UInt16>, from first: Int,
  fadedBy weight: Weight, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let share = weight.covered(byFine: levels[first &+ i])
    let pixel = source.pixel(at: start &+ i &* 4).faded(by: share, over: rows.pixel(at: at))
    rows.setPixel(pixel, at: at)
  }
}

/// Replaces `width` pixels of `rows`.
func fill(
  _ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  let four = SIMD16<UInt8>(
    lowHalf: SIMD8(lowHalf: pixel.channels, highHalf: pixel.channels),
    highHalf: SIMD8(lowHalf: pixel.channels, highHalf: pixel.channels))
  var done = wideFill(pixel, onto: &rows, at: offset, width: width)
  while done &+ 4 <= width {
    rows.setFourPixels(four, at: offset &+ done &* 4)
    done &+= 4
  }
  while done < width {
    rows.setPixel(pixel, at: offset &+ done &* 4)
    done &+= 1
  }
}

/// Paints one pixel, faded to `weight`, over `width` pixels of `rows`.
func sourceOver(
  _ pixel: Pixel, fadedBy weight: Weight, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  guard weight.parts > 0, width > 0 else { return }
  if weight == .one { return sourceOver(pixel, onto: &rows, at: offset, width: width) }
  if pixel.isOpaque {
    let pairs = pairs(of: pixel)
    let mix = Mix(weight)
    let (topEven, topOdd) = (pairs & 255, pairs &>> 8)
    var done = wideFade(pixel, mix, onto: &rows, at: offset, width: width)
    while done &+ 4 <= width {
      let below = rows.fourPixelsInPairs(at: offset &+ done &* 4)
      let even = mix.levels(topEven, below & 255)
      let odd = mix.levels(topOdd, below &>> 8)
      rows.setFourPixelsInPairs(even | odd &<< 8, at: offset &+ done &* 4)
      done &+= 4
    }
    fadeSingly(pixel, by: weight, onto: &rows, at: offset + done * 4, width: width - done)
  } else {
    fadeSingly(pixel, by: weight, onto: &rows, at: offset, width: width)
  }
}

private func fadeSingly(
  _ pixel: Pixel, by weight: Weight, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    rows.setPixel(pixel.faded(by: weight, over: rows.pixel(at: at)), at: at)
  }
}

/// Paints one pixel over `width` pixels of `rows`.
private func sourceOver(
  _ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  let pairs = pairs(of: pixel)
  let low = SIMD8<UInt16>(repeating: 0x00FF)
  let rest = UInt16(255 - pixel.alpha)
  var done = wideSourceOver(pixel, onto: &rows, at: offset, width: width)
  while done &+ 4 <= width {
    let below = rows.fourPixelsInPairs(at: offset &+ done &* 4)
    let even = (below & low) &* rest &+ 128
    let odd = (below &>> 8) &* rest &+ 128
    let evenBytes = (even &+ even &>> 8) &>> 8
    let oddBytes = (odd &+ odd &>> 8) & ~low
    rows.setFourPixelsInPairs(pairs &+ (evenBytes | oddBytes), at: offset &+ done &* 4)
    done &+= 4
  }
  while done < width {
    let at = offset &+ done &* 4
    rows.setPixel(pixel.over(rows.pixel(at: at)), at: at)
    done &+= 1
  }
}

/// Four times the same pixel: red and green, then blue and alpha, of each.
private func pairs(of pixel: Pixel) -> SIMD8<UInt16> {
  let first = UInt16(pixel.channels.x) | UInt16(pixel.channels.y) << 8
  let second = UInt16(pixel.channels.z) | UInt16(pixel.channels.w) << 8
  return SIMD8(first, second, first, second, first, second, first, second)
}

/// Paints one pixel over `rows`, faded by a level of its own for each place, in 1/65,280, and by
/// `weight`.
func sourceOver(
  _ pixel: Pixel, covered levels: Span<UInt16>, from first: Int, fadedBy weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let share = weight.covered(byFine: levels[first &+ i])
    rows.setPixel(pixel.faded(by: share, over: rows.pixel(at: at)), at: at)
  }
}

/// Paints one opaque pixel over `rows`, faded for each place by its own weight in 1/65,536.
///
/// No weight is 0: a weight of 1 leaves a pixel as it is, too.
func sourceOver(
  _ pixel: Pixel, fadedBy weights: Span<UInt16>, onto rows: inout MutableSpan<UInt8>,
  at offset: Int, width: Int
) {
  let pairs = pairs(of: pixel)
  let (topEven, topOdd) = (pairs & 255, pairs &>> 8)
  var done = wideFade(pixel, by: weights, onto: &rows, at: offset, width: width)
  while done &+ 4 <= width {
    let (w0, w1, w2, w3) = (
      weights[done], weights[done &+ 1], weights[done &+ 2], weights[done &+ 3]
    )
    let mix = Mix(SIMD8(w0, w0, w1, w1, w2, w2, w3, w3))
    let below = rows.fourPixelsInPairs(at: offset &+ done &* 4)
    let even = mix.levels(topEven, below & 255)
    let odd = mix.levels(topOdd, below &>> 8)
    rows.setFourPixelsInPairs(even | odd &<< 8, at: offset &+ done &* 4)
    done &+= 4
  }
  while done < width {
    let at = offset &+ done &* 4
    let share = Weight(parts: UInt32(weights[done]))
    rows.setPixel(pixel.faded(by: share, over: rows.pixel(at: at)), at: at)
    done &+= 1
  }
}
