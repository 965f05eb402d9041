public import Geometry
public import Pixels

// A picture whose pixels are neither opaque nor clear loses when it is premultiplied in 8 bits:
// half a level of colour, and half a level of what shines through. So its levels are kept in 16
// bits, and sampled there; slower than bytes, but only such pictures pay for it.

/// A picture that is kept in 16 bits, under any transform, rounded only where it is painted.
public struct FineRows: RowSource {
  /// How its pixels reach the canvas.
  private enum Way {
    /// Along its axes: the exact average over what each pixel sees.
    case upright(columns: Taps, rows: Taps)
    /// By bilinear samples, several where it shrinks.
    case projected(Transform)
    /// As the squares that its pixels are.
    case squares(Transform)
  }

  private let picture: Surface
  private let way: Way
  /// One row between the passes.
  private var line: [UInt32] = []

  /// Never: what is opaque needs no more than 8 bits.
  public var isOpaque: Bool { false }
  /// Always.
  public var isDeep: Bool { true }

  /// `picture`, whose own pixel positions `transform` brings to the canvas, for `region` only.
  ///
  /// Nil if it is not kept in 16 bits, or `transform` leads nowhere. Pixels that are seen larger
  /// than those of the canvas are squares if `showsSquares` says so. Along its axes, only the
  /// positions in `shown` count, if not nil.
  public init?(
    _ picture: Surface, _ transform: Transform, in region: PixelRect, showsSquares: Bool,
    shown: Rect? = nil
  ) {
    guard picture.isDeep, let inverse = transform.inverse else { return nil }
    self.picture = picture
    if showsSquares, inverse.isAffine, inverse.meanScale < 1 {
      way = .squares(inverse)
    } else if transform.isAffine, transform.b == 0, transform.c == 0 {
      way = .upright(
        columns: Taps(
          outputs: region.x..<region.maxX, scale: transform.a, shift: Self.settled(transform.tx),
          count: picture.pixmap.width, shown: shown?.columns),
        rows: Taps(
          outputs: region.y..<region.maxY, scale: transform.d, shift: Self.settled(transform.ty),
          count: picture.pixmap.height, shown: shown?.rows))
      line = [UInt32](repeating: 0, count: picture.pixmap.width * 4)
    } else {
      way = .projected(inverse)
    }
  }

  /// A distance in 1/256 pixels, as pictures in 8 bits are moved.
  private static func settled(_ distance: Double) -> Double {
    abs(distance) < 1e9 ? (distance * 256).rounded() / 256 : distance
  }

  /// Rounds what `writeDeep` writes.
  public mutating func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    var levels = [UInt16](repeating: 0, count: max(0, width) * 4)
    var span = levels.mutableSpan
    writeDeep(y: y, x: x, width: width, to: &span)
    for at in stride(from: 0, to: levels.count, by: 4) {
      row.setPixel(Pixel(deep: levels.span.deep(at: at)), at: offset + at)
    }
  }

  /// Samples a row.
  public mutating func writeDeep(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt16>
  ) {
    guard width > 0, let deep = picture.deep else { return }
    let levels = deep.levels.span
    switch way {
    case .upright(let columns, let rows):
      let needed = columns.sourceRange(of: x..<x + width)
      averageRows(levels, rows, y, needed)
      averageColumns(columns, x..<x + width, to: &row)
    case .projected(let inverse):
      for i in 0..<width {
        let place = Point(x: Double(x + i) + 0.5, y: Double(y) + 0.5)
        row.setDeep(sample(levels, Footprint(of: place, inverse)), at: i * 4)
      }
    case .squares(let inverse):
      for i in 0..<width {
        let place = inverse.apply(Point(x: Double(x + i) + 0.5, y: Double(y) + 0.5))
        let at = self.at(Footprint.steps(place.x) >> 8, Footprint.steps(place.y) >> 8)
        row.setDeep(levels.deep(at: at), at: i * 4)
      }
    }
  }

  private mutating func averageRows(
    _ levels: Span<UInt16>, _ rows: Taps, _ y: Int, _ columns: Range<Int>
  ) {
    let (index, stride) = (y - rows.first, picture.pixmap.width * 4)
    var line = line.mutableSpan
    for i in columns.lowerBound * 4..<columns.upperBound * 4 { line[i] = 32_768 }
    for tap in Int(rows.starts[index])..<Int(rows.starts[index + 1]) {
      let row = Int(rows.sources[index]) + tap - Int(rows.starts[index])
      let (start, weight) = (row * stride, rows.weights[tap])
      for i in columns.lowerBound * 4..<columns.upperBound * 4 {
        line[i] &+= UInt32(levels[start &+ i]) &* weight
      }
    }
  }

  private func averageColumns(
    _ columns: Taps, _ range: Range<Int>, to row: inout MutableSpan<UInt16>
  ) {
    let (starts, sources, weights) = (
      columns.starts.span, columns.sources.span, columns.weights.span
    )
    let line = line.span
    for (i, column) in range.enumerated() {
      let index = column &- columns.first
      var at = Int(sources[index]) &* 4
      var sum = SIMD4<UInt32>(repeating: 32_768)
      for tap in Int(starts[index])..<Int(starts[index &+ 1]) {
        let four = SIMD4(line[at], line[at &+ 1], line[at &+ 2], line[at &+ 3])
        sum &+= (four &>> 16) &* weights[tap]
        at &+= 4
      }
      row.setDeep(SIMD4<UInt16>(truncatingIfNeeded: sum &>> 16), at: i &* 4)
    }
  }

  private func sample(_ levels: Span<UInt16>, _ footprint: Footprint) -> SIMD4<UInt16> {
    let (across, down) = (
      Footprint.samples(footprint.across), Footprint.samples(footprint.down)
    )
    let (u, v) = (
      Footprint.steps(footprint.center.x - 0.5), Footprint.steps(footprint.center.y - 0.5)
    )
    guard across * down > 1 else {
      return SIMD4<UInt16>(truncatingIfNeeded: bilinear(levels, u, v))
    }
    // Only what is on the picture counts.
    var (sum, all) = (SIMD4<UInt64>(repeating: 0), UInt64(0))
    let (columns, rows) = (0...picture.pixmap.width - 1, 0...picture.pixmap.height - 1)
    footprint.forEachOffset(across, down) { x, y in
      let share =
        UInt64(Footprint.share(of: u &+ x, in: columns) * Footprint.share(of: v &+ y, in: rows))
      guard share > 0 else { return }
      sum &+= SIMD4<UInt64>(truncatingIfNeeded: bilinear(levels, u &+ x, v &+ y)) &* share
      all &+= share
    }
    guard all > 0 else { return SIMD4<UInt16>(truncatingIfNeeded: bilinear(levels, u, v)) }
    return SIMD4<UInt16>(truncatingIfNeeded: (sum &+ all / 2) / all)
  }

  /// The levels at a place in 1/256 pixels from the first pixel's centre.
  private func bilinear(_ levels: Span<UInt16>, _ u: Int, _ v: Int) -> SIMD4<UInt32> {
    let x = max(0, min((picture.pixmap.width - 1) << 8, u))
    let y = max(0, min((picture.pixmap.height - 1) << 8, v))
    let (column, row) = (x >> 8, y >> 8)
    let (right, bottom) = (UInt32(x & 255), UInt32(y & 255))
    func level(_ dx: Int, _ dy: Int) -> SIMD4<UInt32> {
      SIMD4<UInt32>(truncatingIfNeeded: levels.deep(at: at(column + dx, row + dy)))
    }
    let upper = level(0, 0) &* (256 - right) &+ level(1, 0) &* right
    let lower = level(0, 1) &* (256 - right) &+ level(1, 1) &* right
    return (upper &* (256 - bottom) &+ lower &* bottom &+ 32_768) &>> 16
  }

  /// Where the levels of a pixel begin; outside of the picture, those of the one nearest to it.
  private func at(_ column: Int, _ row: Int) -> Int {
    let x = max(0, min(picture.pixmap.width - 1, column))
    let y = max(0, min(picture.pixmap.height - 1, row))
    return (y * picture.pixmap.width + x) * 4
  }
}

extension Surface {
  /// A surface that keeps `straight` RGBA, as a file has it, in 16 bits; `pixmap` is the same
  /// picture premultiplied.
  public init(_ pixmap: Pixmap, straight: [UInt8]) {
    self.init(pixmap, x: 0, y: 0)
    guard straight.count == pixmap.bytes.count, !straight.isEmpty else { return }
    deep = DeepPixels(straight: straight, in: bounds)
  }

  /// The part inside `region`, in 16 bits if all of it is.
  public func cropped(to region: PixelRect) -> Surface {
    let part = region.intersection(bounds)
    var result = Surface(
      laid.pixmap.cropped(
        to: PixelRect(x: part.x - x, y: part.y - y, width: part.width, height: part.height)),
      x: part.x, y: part.y)
    if isDeep, !part.isEmpty { result.deep = deep?.cropped(to: part) }
    return result
  }

  /// The same surface, its top left pixel in column `x` of row `y`.
  public func moved(toX x: Int, y: Int) -> Surface {
    var result = Surface(laid.pixmap, x: x, y: y)
    if isDeep { result.deep = deep?.moved(to: result.bounds) }
    return result
  }

  /// The same surface at the origin of the canvas.
  public var atOrigin: Surface { moved(toX: 0, y: 0) }

  /// Brings the pixels to what is kept in 16 bits, and keeps that too.
  public mutating func settle() {
    let own = deep
    flatten()
    if own?.bounds == bounds { deep = own }
  }
}
