public import Pixels

/// A picture somewhere on the canvas: what is painted on speaks of canvas pixels.
public struct Surface: Hashable, Sendable {
  /// Its pixels.
  public var pixmap: Pixmap
  /// The column of the canvas where it begins.
  public let x: Int
  /// The row of the canvas where it begins.
  public let y: Int
  /// Pixels that are not filled yet; `pixmap` is not to be read until `finishClear`.
  var pendingClear: PendingClear?

  /// A clear surface over `bounds` of the canvas.
  public init(_ bounds: PixelRect) {
    pixmap = Pixmap(width: max(0, bounds.width), height: max(0, bounds.height))
    (x, y) = (bounds.x, bounds.y)
  }

  /// The surface that has `pixmap` at (`x`, `y`).
  public init(_ pixmap: Pixmap, x: Int, y: Int) {
    (self.pixmap, self.x, self.y) = (pixmap, x, y)
  }

  /// Where it is on the canvas.
  public var bounds: PixelRect {
    PixelRect(x: x, y: y, width: pixmap.width, height: pixmap.height)
  }

  /// Where the bytes of the canvas pixel in column `x` of row `y` begin.
  func offset(_ x: Int, _ y: Int) -> Int { pixmap.offset(x - self.x, y - self.y) }

  /// The part inside `region`.
  public func cropped(to region: PixelRect) -> Surface {
    let part = region.intersection(bounds)
    let own = PixelRect(x: part.x - x, y: part.y - y, width: part.width, height: part.height)
    return Surface(pixmap.cropped(to: own), x: part.x, y: part.y)
  }

  /// The same surface, its top left pixel in column `x` of row `y`.
  public func moved(toX x: Int, y: Int) -> Surface { Surface(pixmap, x: x, y: y) }

  /// The same surface at the origin of the canvas.
  public var atOrigin: Surface { moved(toX: 0, y: 0) }
}

/// A rectangle of pixels to be filled row by row: by the next one who paints on the row, so that it is
/// still near the processor then.
struct PendingClear: Hashable, Sendable {
  /// The pixels, counted from the first one of the pixmap.
  let region: PixelRect
  let pixel: Pixel

  /// Fills row `y` of pixels in rows of `width`.
  func clear(_ y: Int, of rows: inout MutableSpan<UInt8>, width: Int) {
    guard y >= region.y, y < region.maxY else { return }
    fill(pixel, onto: &rows, at: (y * width + region.x) * 4, width: region.width)
  }

  /// Whether it fills all of `columns` in row `y`.
  func covers(_ columns: Range<Int>, ofRow y: Int) -> Bool {
    y >= region.y && y < region.maxY && columns.lowerBound >= region.x
      && columns.upperBound <= region.maxX
  }

  /// Makes row `y` equal to the one above it, in pixels in rows of `width`.
  func repeatRowAbove(_ y: Int, of rows: inout MutableSpan<UInt8>, width: Int) {
    let start = (y * width + region.x) * 4
    rows.repeatBytes(from: start - width * 4, to: start, length: region.width * 4)
  }
}

extension Surface {
  /// Fills `region` with `pixel`, whatever was there, as soon as something is painted there.
  public mutating func clearLater(_ region: PixelRect, to pixel: Pixel) {
    let part = region.intersection(bounds)
    pendingClear = PendingClear(region: part.moved(x: -x, y: -y), pixel: pixel)
  }

  /// Fills what is not filled yet.
  public mutating func finishClear() {
    guard let pending = takeClear(from: y, to: y) else { return }
    pixmap.fill(pending.region, with: pending.pixel)
  }

  /// Fills what is not filled yet but for the rows from `top` to before `bottom` of the canvas, which
  /// the caller does.
  mutating func takeClear(from top: Int, to bottom: Int) -> PendingClear? {
    guard let pending = pendingClear else { return nil }
    pendingClear = nil
    guard top < bottom else { return pending }
    let (width, rows) = (pixmap.width, pending.region.y..<pending.region.maxY)
    let (first, last) = (top - y, bottom - y)
    pixmap.withMutableSpan { bytes in
      for row in rows where row < first || row >= last {
        pending.clear(row, of: &bytes, width: width)
      }
    }
    return pending
  }
}

extension Surface {
  /// Changes every pixel's colour by `filters` in a row, rounded once at the end.
  public mutating func apply(_ filters: [ColorFilter]) {
    pixmap.withMutableSpan { bytes in
      for at in stride(from: 0, to: bytes.count, by: 4) {
        bytes.setPixel(filters.applied(to: bytes.pixel(at: at)), at: at)
      }
    }
  }

  /// Multiplies every pixel by the alpha that `mask` has at its place, and by nothing outside.
  public mutating func multiply(byAlphaOf mask: Surface) {
    let (bounds, inside) = (bounds, bounds.intersection(mask.bounds))
    var levels = [UInt8](repeating: 0, count: bounds.width)
    for y in bounds.y..<bounds.maxY {
      let isInside = y >= inside.y && y < inside.maxY
      for x in inside.x..<inside.maxX {
        levels[x - bounds.x] = isInside ? mask.pixmap.bytes[mask.offset(x, y) + 3] : 0
      }
      multiplyRow(y, by: levels)
    }
  }

  /// Paints an opaque colour over what is there, as much as `mask` leaves; alpha stays as it is.
  public mutating func shade(outside mask: SoftMask?, with pixel: Pixel, opacity: Weight) {
    var cast = Surface(bounds)
    if let mask { cast.fill(mask, with: Pixel(.black), in: bounds) }
    cast.finishClear()
    finishClear()
    let (color, share) = (SIMD4<Double>(pixel.channels), Double(opacity.parts) / 65_536)
    let levels = cast.pixmap.bytes.span
    pixmap.withMutableSpan { rows in
      for at in stride(from: 0, to: rows.count, by: 4) {
        let own = SIMD4<Double>(rows.pixel(at: at).channels)
        let weight = Double(255 - levels[at + 3]) / 255 * share
        let sum = own + (color * (own.w / 255) - own) * weight + 0.5
        rows.setPixel(Pixel(SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt32>(sum))), at: at)
      }
    }
  }

  /// Multiplies every pixel by what `coverage` has there.
  public mutating func multiply(by coverage: Coverage) {
    var levels = [UInt8](repeating: 0, count: bounds.width)
    for y in bounds.y..<bounds.maxY {
      coverage.write(y: y, x: x, into: &levels)
      multiplyRow(y, by: levels)
    }
  }

  private mutating func multiplyRow(_ y: Int, by levels: [UInt8]) {
    let start = offset(x, y)
    pixmap.withMutableSpan { bytes in
      for i in levels.indices where levels[i] < 255 {
        for channel in start + i * 4..<start + i * 4 + 4 {
          bytes[channel] = scaled(bytes[channel], by: levels[i])
        }
      }
    }
  }
}

extension Surface {
  /// The pixels inside `region`; beyond the edge of `canvas`, those at the edge go on.
  public func extended(to region: PixelRect, beyond canvas: PixelRect) -> Surface {
    var result = Surface(region)
    let known = bounds.intersection(canvas)
    guard !region.isEmpty, !known.isEmpty else { return result }
    // Each pixel of the result, where it comes from.
    let columns = (region.x..<region.maxX).map { x in
      let column = max(canvas.x, min(canvas.maxX - 1, x))
      return column >= known.x && column < known.maxX ? column - self.x : nil
    }
    let (source, width) = (pixmap.bytes.span, pixmap.width)
    result.pixmap.withMutableSpan { bytes in
      for y in region.y..<region.maxY {
        let row = max(canvas.y, min(canvas.maxY - 1, y))
        guard row >= known.y, row < known.maxY else { continue }
        let (from, to) = ((row - self.y) * width, (y - region.y) * region.width)
        for (index, column) in columns.enumerated() {
          guard let column else { continue }
          bytes.setPixel(source.pixel(at: (from + column) * 4), at: (to + index) * 4)
        }
      }
    }
    return result
  }

  /// Paints `below` behind what is here, as far as `coverage` reaches.
  ///
  /// What covers a part of a pixel here is taken for the same part that `coverage` covers: two shapes
  /// with one edge then leave no seam.
  public mutating func paintBeneath(_ below: Surface, through coverage: Coverage) {
    let region = coverage.bounds.intersection(bounds).intersection(below.bounds)
    guard !region.isEmpty else { return }
    var levels = [UInt8](repeating: 0, count: region.width)
    let place = (x: x, y: y, width: pixmap.width)
    let source = below.pixmap.bytes.span
    pixmap.withMutableSpan { bytes in
      for y in region.y..<region.maxY {
        coverage.write(y: y, x: region.x, into: &levels)
        for column in 0..<region.width {
          let x = region.x + column
          let at = ((y - place.y) * place.width + x - place.x) * 4
          let own = bytes.pixel(at: at)
          guard levels[column] > own.alpha else { continue }
          let share = levels[column] - own.alpha
          let pixel = source.pixel(at: below.offset(x, y))
          var sum = own.channels
          for i in 0..<4 { sum[i] &+= scaled(pixel.channels[i], by: share) }
          bytes.setPixel(Pixel(sum), at: at)
        }
      }
    }
  }
}
