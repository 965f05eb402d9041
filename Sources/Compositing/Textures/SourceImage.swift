public import Pixels
import Raster

/// A decoded image that scenes may draw, looked at once.
public struct SourceImage: Hashable, Sendable {
  let transparency: Transparency
  let surface: Surface

  /// What shows through it.
  var alphaKind: AlphaKind { transparency.alphaKind }

  /// What it shows.
  public var pixels: Pixmap { surface.pixmap }

  /// The bytes that it takes.
  public var byteCount: Int { 4 * pixels.width * pixels.height }

  /// Looks for pixels that something shows through, unless it is known that there are none.
  public init(_ pixels: Pixmap, isOpaque: Bool = false) {
    transparency = isOpaque ? Transparency(opaque: pixels.bounds) : Transparency(of: pixels)
    surface = Surface(pixels, x: 0, y: 0)
  }
}

/// How much of what is behind it a picture lets through.
enum AlphaKind: Hashable, Sendable {
  /// Nothing shows through anywhere.
  case opaque
  /// Something shows through along edges, and through holes.
  case edged
  /// Something shows through its inside: more than an eighth of what is not clear.
  case translucent
}

/// What shows through a picture, and where nothing does.
struct Transparency: Hashable, Sendable {
  /// Nothing shows through anything.
  let alphaKind: AlphaKind
  /// A large area of pixels through which nothing shows; empty where there is none.
  let core: PixelRect

  /// Looks at all pixels.
  init(of pixmap: Pixmap) {
    guard !pixmap.isOpaque else {
      self.init(opaque: pixmap.bounds)
      return
    }
    var (between, opaque) = (0, 0)
    var runs: [Range<Int>] = []
    runs.reserveCapacity(pixmap.height)
    let bytes = pixmap.bytes.span
    for y in 0..<pixmap.height {
      let row = bytes.alphas(from: pixmap.offset(0, y), width: pixmap.width)
      between += row.between
      opaque += row.opaque
      runs.append(row.longest)
    }
    let core = Self.core(of: runs)
    // A small one would cost more than it saves.
    let isWorthIt = core.width >= 64 && core.width * core.height * 4 >= runs.count * pixmap.width
    self.init(between * 7 > opaque ? .translucent : .edged, core: isWorthIt ? core : .empty)
  }

  /// Nothing shows through a picture with these bounds.
  init(opaque bounds: PixelRect) { self.init(.opaque, core: bounds) }

  private init(_ alphaKind: AlphaKind, core: PixelRect) {
    (self.alphaKind, self.core) = (alphaKind, core)
  }

  /// The rows whose opaque run holds the one that most of them have.
  private static func core(of runs: [Range<Int>]) -> PixelRect {
    // Boyer-Moore majority vote.
    var (common, votes) = (0..<0, 0)
    for run in runs {
      if votes == 0 { common = run }
      votes += run == common ? 1 : -1
    }
    guard !common.isEmpty else { return .empty }
    var best = 0..<0
    var start = 0
    for y in 0...runs.count {
      if y < runs.count, runs[y].lowerBound <= common.lowerBound,
        common.upperBound <= runs[y].upperBound
      {
        continue
      }
      if y - start > best.count { best = start..<y }
      start = y + 1
    }
    return PixelRect(
      x: common.lowerBound, y: best.lowerBound, width: common.count, height: best.count)
  }
}

extension Span where Element == UInt8 {
  /// How many of the pixels of a row are neither clear nor opaque, how many are opaque, and the longest
  /// run of these.
  fileprivate func alphas(
    from start: Int, width: Int
  ) -> (between: Int, opaque: Int, longest: Range<Int>) {
    var (between, opaque, longest, first) = (0, 0, 0..<0, 0)
    var x = 0
    while x < width {
      if width &- x >= 64, hasFullAlphas(from: start &+ x &* 4, count: 64) {
        opaque &+= 64
        x &+= 64
        continue
      }
      for column in x..<Swift.min(width, x &+ 64) {
        let alpha = self[start &+ column &* 4 &+ 3]
        if alpha == 255 {
          opaque &+= 1
        } else {
          if column &- first > longest.count { longest = first..<column }
          first = column &+ 1
          between &+= alpha > 0 ? 1 : 0
        }
      }
      x = Swift.min(width, x &+ 64)
    }
    if width &- first > longest.count { longest = first..<width }
    return (between, opaque, longest)
  }
}
