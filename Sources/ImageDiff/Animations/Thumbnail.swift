internal import Pixels

/// A frame in a few hundred numbers: sums of colours over the cells of a coarse grid.
///
/// When something moves steadily, what its cells lose and gain grows steadily with the way: so
/// thumbnails tell how far apart two frames are in time, which no hash can.
struct Thumbnail: Hashable, Sendable {
  /// The most cells along the longer side.
  static let cells = 32

  /// The sums of red, green, blue and alpha, cell by cell.
  private let sums: [UInt32]
  private let pixelCount: Int

  /// The thumbnail of a frame without what is in `hidden`, on a grid for a canvas of this size.
  init(_ frame: Pixmap, width: Int, height: Int, hiding hidden: [PixelRect]) {
    let frame = frame.hiding(hidden)
    let side = max(1, (max(width, height) + Self.cells - 1) / Self.cells)
    let columns = (width + side - 1) / side
    var sums = [UInt32](repeating: 0, count: 4 * columns * ((height + side - 1) / side))
    let pixels = frame.bytes.span
    for y in 0..<min(height, frame.height) {
      var cell = y / side * columns
      for x in Swift.stride(from: 0, to: frame.width, by: side) {
        let end = min(frame.width, x + side)
        Self.add(pixels, y * frame.width + x, y * frame.width + end, to: &sums, at: cell * 4)
        cell += 1
      }
    }
    self.sums = sums
    pixelCount = max(1, width * height)
  }

  /// How far apart two frames are: the mean of what their pixels differ by, in levels.
  func distance(to other: Thumbnail) -> Double {
    let (one, two) = (sums.span, other.sums.span)
    var (at, total) = (0, 0 as UInt64)
    while at < one.count {
      let (a, b) = (one[at], two[at])
      total &+= UInt64(truncatingIfNeeded: a > b ? a &- b : b &- a)
      at &+= 1
    }
    return Double(total) / Double(pixelCount)
  }

  private static func add(
    _ pixels: Span<UInt8>, _ start: Int, _ end: Int, to sums: inout [UInt32], at cell: Int
  ) {
    var (red, green, blue, alpha) = (0 as UInt32, 0 as UInt32, 0 as UInt32, 0 as UInt32)
    var at = start
    while at < end {
      let pixel = pixels.pixelWord(at: at &* 4)
      red &+= pixel & 255
      green &+= (pixel &>> 8) & 255
      blue &+= (pixel &>> 16) & 255
      alpha &+= pixel &>> 24
      at &+= 1
    }
    sums[cell] &+= red
    sums[cell + 1] &+= green
    sums[cell + 2] &+= blue
    sums[cell + 3] &+= alpha
  }
}

extension Pixmap {
  /// The same with nothing in `areas`.
  func hiding(_ areas: [PixelRect]) -> Pixmap {
    guard !areas.isEmpty else { return self }
    var copy = self
    for area in areas { copy.fill(area, with: .clear) }
    return copy
  }
}
