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
    case through(Backdrop)
  }

  /// What happens when it ends.
  var effects: Effects
  /// Where its inside is.
  var inside: Inside
  /// The part of each pixel that its clip leaves; nil if it has none.
  var clip: Coverage?
  /// The same clip as its outline has it.
  var edge: ClipEdge?
  /// The commands inside, where they may be painted again: on finer pixels, in a plane of their own,
  /// or in 16 bits.
  var content: ArraySlice<DrawCommand> = []
  /// Pieces of what it is painted on, along its edges, as they were with no more than its shadow.
  var edges: [Surface] = []
  /// Whether what it is painted on kept some pixels in 16 bits before it began.
  var foundDepth = false
  /// Whether the group and its shadow meet what is behind them in 16 bits.
  var isRoundedOnce = false
  /// What is painted behind it at its end; nil if there is no shadow, or it is painted already.
  var shadow: CastShadow?
  /// Where its parent may change.
  var scissor: PixelRect
  /// The part of its parent that its own pixels can reach.
  var region: PixelRect

  /// The surface that waits for an isolated group; from now on the group itself holds it no more,
  /// for what two hold is copied as soon as one of them paints on it.
  mutating func takeParent() -> Surface? {
    guard case .isolated(let parent) = inside else { return nil }
    inside = .through(.none)
    return parent
  }
}

extension OpenGroup {
  /// Paints `shadow`, as `mask` has it, onto the pieces along its edges.
  mutating func shade(
    by mask: SoftMask, of shadow: CastShadow, in region: PixelRect = .everywhere
  ) {
    for index in edges.indices {
      edges[index].fill(mask, with: shadow.pixel, opacity: shadow.opacity, in: region)
    }
  }
}

/// The pixels that a clip covers in part or not at all, as they were before its group began.
///
/// A group that only clips need not be isolated: its inside is painted as if there were no clip,
/// and at its end these pixels are mixed back in, by what the clip takes from them. So the edge is
/// as soft as it would be for an isolated group, however much is painted inside.
struct Backdrop {
  /// Pixels side by side.
  private struct Strip {
    let x: Int
    let y: Int
    let width: Int
    let start: Int
  }

  private let coverage: Coverage
  private var strips: [Strip] = []
  private var bytes: [UInt8] = []
  /// The levels of each strip in 1/256 instead, where the surface keeps some in 16 bits.
  private var deep: [[UInt16]] = []

  /// A backdrop that keeps nothing.
  static let none = Backdrop()

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
    guard !surface.hasDepth else {
      deep.append(surface.deepLevels(x: x, y: y, width: width))
      return
    }
    let first = surface.pixmap.offset(x - surface.x, y - surface.y)
    bytes += surface.pixmap.bytes[first..<first + width * 4]
  }

  /// Gives back to `surface` what the clip takes from the group's inside.
  func restore(_ surface: inout Surface) {
    for (index, strip) in strips.enumerated() {
      let first = surface.pixmap.offset(strip.x - surface.x, strip.y - surface.y)
      var levels = [UInt16](repeating: 0, count: strip.width)
      coverage.writeFine(y: strip.y, x: strip.x, into: &levels)
      guard deep.isEmpty else {
        surface.restore(deep[index], x: strip.x, y: strip.y, outside: levels)
        continue
      }
      surface.pixmap.withMutableSpan { rows in
        for i in 0..<strip.width {
          let before = bytes.span.pixel(at: strip.start + i * 4)
          let painted = rows.pixel(at: first + i * 4)
          rows.setPixel(before.mixed(with: painted, byFine: levels[i]), at: first + i * 4)
        }
      }
    }
  }
}
