import Pixels

// Every loop here runs over one row, all decisions made before it. Rows are premultiplied RGBA.

/// Paints `width` pixels of `source` over `rows`; premultiplied sums cannot overflow.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, onto rows: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) {
  var done = 0
  // Red with blue and green with alpha share 32 bits each: two products in one.
  let low = SIMD8<UInt32>(repeating: 0x00FF_00FF)
  let half = SIMD8<UInt32>(repeating: 0x0080_0080)
  while done &+ 8 <= width {
    let top = source.eightPixels(at: start &+ done &* 4)
    let below = rows.eightPixels(at: offset &+ done &* 4)
    let rest = (~top) &>> 24
    let even = (below & low) &* rest &+ half
    let odd = ((below &>> 8) & low) &* rest &+ half
    let evenBytes = ((even &+ ((even &>> 8) & low)) &>> 8) & low
    let oddBytes = (odd &+ ((odd &>> 8) & low)) & ~low
    rows.setEightPixels(top &+ (evenBytes | oddBytes), at: offset &+ done &* 4)
    done &+= 8
  }
  while done < width {
    let at = offset &+ done &* 4
    rows.setPixel(source.pixel(at: start &+ done &* 4).over(rows.pixel(at: at)), at: at)
    done &+= 1
  }
}

/// Paints `width` pixels of `source`, faded to `weight`, over `rows`.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, fadedBy weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let pixel = source.pixel(at: start &+ i &* 4).faded(by: weight, over: rows.pixel(at: at))
    rows.setPixel(pixel, at: at)
  }
}

/// Paints `width` pixels of `source` over `rows`, each faded by its own level and by `weight`.
func sourceOver(
  _ source: Span<UInt8>, from start: Int, covered levels: Span<UInt8>, from first: Int,
  fadedBy weight: Weight, onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let share = weight.covered(by: levels[first &+ i])
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
  var done = 0
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
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    rows.setPixel(pixel.faded(by: weight, over: rows.pixel(at: at)), at: at)
  }
}

/// Paints one pixel over `rows`, faded by a level of its own for each place and by `weight`.
func sourceOver(
  _ pixel: Pixel, covered levels: Span<UInt8>, from first: Int, fadedBy weight: Weight,
  onto rows: inout MutableSpan<UInt8>, at offset: Int, width: Int
) {
  for i in 0..<max(0, width) {
    let at = offset &+ i &* 4
    let share = weight.covered(by: levels[first &+ i])
    rows.setPixel(pixel.faded(by: share, over: rows.pixel(at: at)), at: at)
  }
}
