/// A picture: rows of premultiplied RGBA bytes in encoded sRGB, without gaps between rows.
public struct Pixmap: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The bytes, red first, `width * height * 4` of them.
  public internal(set) var bytes: [UInt8]

  /// A picture in which every pixel is clear.
  public init(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a picture has no negative side")
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// A picture of whatever was in memory, for those who write every pixel before they read it: to
  /// clear a whole frame takes a good part of the time that drawing it does.
  public init(unwrittenWidth width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a picture has no negative side")
    (self.width, self.height) = (width, height)
    let count = width * height * 4
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { _, initialized in
      // Any bytes are bytes: what is not written is wrong, but not undefined.
      initialized = count
    }
  }

  /// A picture of these premultiplied bytes; nil if they are not `width * height * 4`.
  public init?(width: Int, height: Int, premultiplied bytes: [UInt8]) {
    guard width >= 0, height >= 0, bytes.count == width * height * 4 else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// All of it.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The number of bytes from one row to the next.
  public var stride: Int { width * 4 }

  /// Lets `body` write the bytes in place; read them with `bytes.span`.
  @inlinable
  public mutating func withMutableSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = bytes.mutableSpan
    return try body(&span)
  }
}

extension Pixmap {
  /// A picture in which every pixel is `pixel`.
  public init(width: Int, height: Int, filledWith pixel: Pixel) {
    self.init(width: width, height: height)
    fill(bounds, with: pixel)
  }

  /// The pixel in column `x` of row `y`; both must be inside.
  public subscript(x: Int, y: Int) -> Pixel {
    get { bytes.span.pixel(at: offset(x, y)) }
    set {
      let place = offset(x, y)
      withMutableSpan { $0.setPixel(newValue, at: place) }
    }
  }

  /// Where the bytes of the pixel in column `x` of row `y` begin.
  @inlinable
  public func offset(_ x: Int, _ y: Int) -> Int { (y * width + x) * 4 }

  /// Whether nothing shows through anywhere.
  public var isOpaque: Bool { isOpaque(in: bounds) }

  /// Whether nothing shows through inside `region`, as far as it lies inside the picture.
  public func isOpaque(in region: PixelRect) -> Bool {
    let region = region.intersection(bounds)
    let span = bytes.span
    // Rows side by side are one.
    let isWhole = region.width == width
    let count = isWhole ? region.width * region.height : region.width
    for row in 0..<(isWhole ? min(1, region.height) : region.height) {
      guard span.hasFullAlphas(from: offset(region.x, region.y + row), count: count) else {
        return false
      }
    }
    return true
  }

  /// Replaces every pixel inside `region`, as far as it lies inside the picture.
  public mutating func fill(_ region: PixelRect, with pixel: Pixel) {
    let region = region.intersection(bounds)
    guard !region.isEmpty else { return }
    let first = offset(region.x, region.y)
    let (stride, length) = (stride, region.width * 4)
    withMutableSpan { row in
      for at in Swift.stride(from: first, to: first + length, by: 4) { row.setPixel(pixel, at: at) }
    }
    let model = Array(bytes[first..<first + length])
    withMutableSpan { rows in
      for y in 1..<max(1, region.height) {
        rows.copyBytes(model.span, from: 0, to: first + y * stride, length: length)
      }
    }
  }

  /// The part inside `region`, which is cut to the picture's own bounds.
  public func cropped(to region: PixelRect) -> Pixmap {
    let region = region.intersection(bounds)
    guard region != bounds else { return self }
    var part = Pixmap(unwrittenWidth: region.width, height: region.height)
    part.copy(self, from: region, toX: 0, y: 0)
    return part
  }

  /// Replaces pixels with the part of `source` inside `region`, its top left at (`x`, `y`).
  ///
  /// What lies outside of either picture is left out.
  public mutating func copy(_ source: Pixmap, from region: PixelRect, toX x: Int, y: Int) {
    let (dx, dy) = (x - region.x, y - region.y)
    let part = region.intersection(source.bounds)
    let place = PixelRect(
      x: part.x + dx, y: part.y + dy, width: part.width, height: part.height
    ).intersection(bounds)
    let width = self.width
    withMutableSpan { rows in
      for row in place.y..<place.maxY {
        rows.copyBytes(
          source.bytes.span, from: source.offset(place.x - dx, row - dy),
          to: (row * width + place.x) * 4, length: place.width * 4)
      }
    }
  }
}
