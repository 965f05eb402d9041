internal import Kernels
public import Pixels

/// At most 256 colours for a picture that has more.
struct Palette: Sendable {
  /// The colours, RGBA with red in the lowest byte; those that are exact come last.
  let colors: [UInt32]
  /// How many of them are means of several colours.
  let meanCount: Int
  /// Whether errors can be seen, as in gradients and photographs.
  let isRough: Bool
  /// The share of the pixels whose colours are not exact.
  let busyShare: Float

  /// The colours of the picture that are in the palette exactly, and are never dithered.
  var exact: ArraySlice<UInt32> { colors[meanCount...] }

  // A colour whose flat areas fill a five hundredth of a picture gets an entry of its own. Fitted
  // to all scenes: with smaller areas, too few entries are left for photographs (0.5 dB at a
  // 20,000th).
  private static let flatShare = 500
  // As a mean square over the three channels together, about 55 dB: more colours only cost bytes.
  // Fitted to the gate's table together with the loss by substitutes: 0.3 takes 1 % more bytes for
  // 0.3 dB.
  private static let bearableError: Float = 0.6
  // As means of weighted squares over all pixels, before k-means, about 49 dB: pages of text have less,
  // gradients and photographs more.
  private static let visibleError: Float = 2.5
  // About 42 dB: screens full of photographs have more.
  private static let photographicError: Float = 12
  // More rounds gain a fiftieth of a decibel.
  private static let rounds = 4

  /// Chooses at most `count` colours; those of `reserved` that occur are always among them.
  init(for histogram: Histogram, count: Int, reserved: [UInt32] = []) {
    let pixels = histogram.pixelCount
    let reserved = reserved.filter(histogram.mayContain).prefix(count)
    let flats = histogram.flatColors(fillingAtLeast: max(16, pixels / Self.flatShare))
    let room = max(0, count / 2 - reserved.count)
    let exact = reserved + flats.filter { !reserved.contains($0) }.prefix(room)
    var samples = histogram.samples(without: Array(exact))
    let busy = samples.reduce(0) { $0 + $1.weight }
    var cut = VarianceCut(
      samples, count: count - exact.count, bearableError: Self.bearableError * Float(pixels))
    isRough = cut.error > Self.visibleError * Float(pixels)
    if cut.error > Self.photographicError * Float(pixels) {
      // Rare colours count for more. Elsewhere that would cost points of SSIMULACRA2.
      samples = samples.map(\.flattened)
      cut = VarianceCut(samples, count: count - exact.count, bearableError: 0)
    }
    let means = KMeans(samples, means: cut.means, fixed: Array(exact), rounds: Self.rounds)
    busyShare = busy / Float(max(1, pixels))
    // Drops means that round to a colour which is in the palette already.
    var seen = Set(exact)
    let distinct = means.colors.prefix(cut.means.count).filter { seen.insert($0).inserted }
    meanCount = distinct.count
    colors = distinct + exact
  }
}

/// The colours of a palette by channels, as kernels search them.
struct PaletteChannels: Hashable, Sendable {
  private let count: Int
  // Red, then green, then blue, each with room for 256 colours. Those that are not there are far
  // away.
  private var levels = [Int32](repeating: 1024, count: 768)

  init(_ colors: [UInt32]) {
    precondition(colors.count <= 256, "more colours than indices")
    count = colors.count
    for (index, color) in colors.enumerated() {
      for channel in 0..<3 {
        levels[256 * channel + index] = Int32(color >> UInt32(8 * channel) & 0xFF)
      }
    }
  }

  /// The index of the colour nearest to each of `colors`.
  func nearest(to colors: [UInt32]) -> [UInt8] {
    guard !colors.isEmpty else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: colors.count) { indices, made in
      guard let indices = indices.baseAddress else { return }
      unsafe lend { unsafe rt_find_nearest(colors, colors.count, $0, indices) }
      made = colors.count
    }
  }

  @inline(__always)
  func lend<Result>(_ body: (rt_channels) -> Result) -> Result {
    unsafe levels.span.lend(0, 768) { levels in
      unsafe body(
        rt_channels(red: levels, green: levels + 256, blue: levels + 512, count: count))
    }
  }
}

extension Pixmap {
  /// The same picture in at most `count` colours (2 to 256), as a GIF of one frame shows it.
  ///
  /// A picture that has no more is returned as it is. Pixels under 50 % alpha become transparent.
  public func reduced(toColors count: Int, dither: Dither = .auto) -> Pixmap {
    let options = GIFOptions(colors: count, dither: dither)
    let frame = Frame(index: 0, pixels: self, previous: nil, damage: bounds, start: 0, end: 1)
    do {
      var sink = try GIFSink(width: width, height: height, options: options, isOpaque: isOpaque)
      let part = try sink.encode(frame)
      guard part.image?.kind == .local else { return self }
      var file: [UInt8] = []
      for case .bytes(let bytes) in try sink.append(part) + sink.finish() { file += bytes }
      var reader = try GIFReader(file)
      return try reader.next()?.pixels ?? self
    } catch {
      return self
    }
  }
}
