internal import Kernels
internal import Pixels

/// Finds a palette's colour for any colour: a grid of bins of 4 x 4 x 4 levels, each of which knows
/// the two colours nearest to its middle as soon as one of its pixels was looked up.
struct ColorLookup: Sendable {
  private static let holdsExact: UInt32 = 1 << 17

  private var bins = [UInt32](repeating: 0, count: Int(rt_bin_count))
  private let palette: PaletteChannels
  private let colors: [UInt32]
  private let exact: ColorMap

  /// A grid for a palette; `exact` are colours that have entries of their own, each with its
  /// candidates.
  init(_ palette: Palette, exact: ColorMap) {
    self.palette = PaletteChannels(palette.colors)
    // Of a palette of one colour, kernels take the entry behind it for the second nearest.
    colors = palette.colors.count == 1 ? palette.colors + palette.colors : palette.colors
    self.exact = exact
    for color in exact.colors { bins[Histogram.bin(of: color)] |= Self.holdsExact }
  }

  /// Lends the grid, which learns, to a kernel.
  @inline(__always)
  mutating func lend(_ body: (inout rt_color_lookup) -> Void) {
    let (palette, colors, exact) = (palette, colors, exact)
    var bins = bins.mutableSpan
    unsafe bins.lend(0, Int(rt_bin_count)) { bins in
      unsafe palette.lend { channels in
        unsafe colors.span.lend(0, colors.count) { colors in
          unsafe exact.lend { exact in
            var grid = unsafe rt_color_lookup(
              bins: bins, palette: channels, colors: colors, exact: exact)
            unsafe body(&grid)
          }
        }
      }
    }
  }

  /// Lends the palette's colours to a kernel.
  @inline(__always)
  func lendColors(_ body: (UnsafePointer<UInt32>) -> Void) {
    unsafe colors.span.lend(0, colors.count, body)
  }
}

/// Which colours of a palette a pixel may take in place of its own, where LZW goes on with them.
struct Substitutes: Sendable {
  private var neighbors: [UInt8] = []
  private var sets: [UInt64] = []
  private var colors: [UInt32] = []
  private var reach = 0
  /// How much farther from the pixel a substitute may be than its own colour, as a weighted square of
  /// levels.
  private(set) var slack = 0

  // Sixteen save 1 % of the bytes, and cost points of SSIMULACRA2 in pages of text.
  private static let mostNeighbors = 6

  /// None.
  init() {}

  /// Substitutes for the means of a palette, which have an error of their own; its exact colours stay.
  init(of palette: Palette, _ options: GIFOptions) {
    self.init(
      palette.colors, movable: palette.colors.indices.map { $0 < palette.meanCount },
      slack: options.slack(palette))
  }

  /// Substitutes for exact colours; none without slack.
  ///
  /// Flat areas stay as they are: LZW goes on in them anyway.
  init(ofExact colors: [UInt32], movable: [Bool], slack: Int) {
    guard slack > 0, colors.count > 1 else {
      self.init()
      return
    }
    self.init(colors, movable: movable, slack: slack)
  }

  /// The nearest colours of those that are `movable`.
  private init(_ colors: [UInt32], movable: [Bool], slack: Int) {
    (self.colors, self.slack) = (colors, slack)
    reach = min(Self.mostNeighbors, colors.count - 1)
    let channels = colors.map(ColorSample.channels)
    for index in colors.indices {
      var nearest: [(distance: Float, index: Int)] = []
      for other in colors.indices where movable[index] && other != index {
        let distance = ColorSample.distance(channels[other], channels[index])
        guard nearest.count < reach || distance < nearest[reach - 1].distance else {
          continue
        }
        if nearest.count == reach { nearest.removeLast() }
        let place = nearest.firstIndex { $0.distance > distance } ?? nearest.count
        nearest.insert((distance, other), at: place)
      }
      let places = nearest.map(\.index)
      neighbors += places.map { UInt8($0) }
      neighbors += repeatElement(UInt8(index), count: reach - places.count)
      sets.append(places.reduce(0) { $0 | 1 << UInt64($1 & 63) })
    }
  }

  /// Lends the colours to the encoder.
  @inline(__always)
  func lend<Result>(_ body: (inout rt_substitutes) -> Result) -> Result {
    guard reach > 0 else {
      var none = unsafe rt_substitutes()
      return unsafe body(&none)
    }
    return unsafe neighbors.span.lend(0, neighbors.count) { neighbors in
      unsafe sets.span.lend(0, colors.count) { sets in
        unsafe colors.span.lend(0, self.colors.count) { colors in
          var all = unsafe rt_substitutes(
            neighbors: neighbors, sets: sets, colors: colors, count: self.colors.count,
            reach: reach, slack: 3 * Int32(slack))
          return unsafe body(&all)
        }
      }
    }
  }
}
