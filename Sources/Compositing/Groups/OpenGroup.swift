import Drawing
import Pixels
import Raster

/// A group that has begun and not ended yet.
struct OpenGroup {
  /// How the group's inside is kept apart from what is behind it.
  enum Inside {
    /// Painted on a surface of its own; this is the surface that waits for it.
    case isolated(onto: Surface)
    /// Painted straight through; these are the pixels that the clip does not leave alone.
    case through(ClippedPixels)
  }

  /// What happens when it ends.
  var effects: Effects
  /// Where its inside is.
  var inside: Inside
  /// The part of each pixel that its clip leaves; nil if it has none.
  var clip: Coverage?
  /// The commands inside, where they are painted again in a plane of their own.
  var content: ArraySlice<DrawCommand> = []
  /// The coverages that are known of what is painted before it and after it.
  var outerConflation = EdgeConflation.none
  /// What is painted behind it, or into it, at its end; none that are painted already.
  var shadows: [CastShadow] = []
  /// Where its parent may change.
  var scissor: PixelRect
  /// The part of its parent that its own pixels can reach.
  var region: PixelRect

  /// Moves the parent surface out of an isolated group: a second reference would cause a copy on
  /// write.
  mutating func takeParent() -> Surface? {
    guard case .isolated(let parent) = inside else { return nil }
    inside = .through(.none)
    return parent
  }
}

/// The pixels that a clip covers in part or not at all, as they were before its group began.
///
/// A group that only clips need not be isolated: its inside is painted as if there were no clip,
/// and at its end these pixels are mixed back in, by what the clip takes from them. So the edge is
/// as soft as it would be for an isolated group, however much is painted inside.
struct ClippedPixels {
  /// Pixels side by side.
  private struct Strip {
    let x: Int
    let y: Int
    let width: Int
    let start: Int
  }

  /// Whether there are none.
  var isEmpty: Bool { strips.isEmpty }

  private let coverage: Coverage
  private var strips: [Strip] = []
  private var bytes: [UInt8] = []

  /// None.
  static let none = ClippedPixels()

  private init() {
    coverage = .none
  }

  /// Keeps what `coverage` does not cover completely inside `region` of `surface`.
  init(of surface: Surface, outside coverage: Coverage, in region: PixelRect) {
    self.coverage = coverage
    for y in region.y..<region.maxY {
      var x = region.x
      for index in coverage.row(y) where coverage.runs[index].level == 255 {
        guard let full = coverage.runs[index].clipped(from: region.x, to: region.maxX) else {
          continue
        }
        keep(surface, x: x, y: y, width: full.x - x)
        x = full.maxX
      }
      keep(surface, x: x, y: y, width: region.maxX - x)
    }
  }

  private mutating func keep(_ surface: Surface, x: Int, y: Int, width: Int) {
    guard width > 0 else { return }
    strips.append(Strip(x: x, y: y, width: width, start: bytes.count))
    let first = surface.pixmap.offset(x - surface.x, y - surface.y)
    bytes += surface.pixmap.bytes[first..<first + width * 4]
  }

  /// Gives back to `surface` what the clip takes from the group's inside.
  func restore(_ surface: inout Surface) {
    for strip in strips {
      let first = surface.pixmap.offset(strip.x - surface.x, strip.y - surface.y)
      var levels = [UInt8](repeating: 0, count: strip.width)
      coverage.write(y: strip.y, x: strip.x, into: &levels)
      surface.pixmap.withMutableSpan { rows in
        for i in 0..<strip.width {
          let before = bytes.span.pixel(at: strip.start + i * 4)
          let painted = rows.pixel(at: first + i * 4)
          rows.setPixel(before.mixed(with: painted, by: levels[i]), at: first + i * 4)
        }
      }
    }
  }
}
