import Codecs
import ImageDiff
import Pixels
import RenderTransition

// Pictures of differences: expected | difference | actual, and a bar for every frame.
extension Differences {
  private static let gap = 8
  private static let gapColor = Pixel(Color(red: 0x55, green: 0x55, blue: 0x5A))

  /// The frame that differs most, with the bars of all frames beneath it, as a PNG.
  public func drawingFile() throws -> [UInt8] {
    let drawing = try panel(frames.peak ?? frames.curve.first)
    return try PNGWriter(compression: .fast).file(of: drawing) { parallelMap($0, jobs: jobs, $1) }
  }

  /// The frames of `input` that were compared, in that order.
  func aligned(
    _ input: DiffInput, by index: any KeyPath<FrameComparison, Int> & Sendable
  ) -> FrameSequence? {
    let (own, curve) = (input.sequence, frames.curve)
    return FrameSequence(
      width: own.width, height: own.height,
      frames: curve.map { own.frames[$0[keyPath: index]] }
    ) { try own.pixels(of: curve[$0][keyPath: index]) }
  }

  /// Every frame that was compared, as an animated PNG or a GIF.
  public func film(_ format: FilmFormat) throws -> [UInt8] {
    let first = try panel(frames.curve.first)
    let writer = FilmWriter(width: first.width, height: first.height, count: frames.curve.count)
    let times = frames.curve.map(\.seconds) + [max(actual.sequence.seconds, 0.1)]
    return try writer.film(format, times: times) { try panel(frames.curve[$0]) } ?? []
  }

  /// Expected, difference and actual, with the bars beneath them if there are several frames.
  private func panel(_ frame: FrameComparison?) throws -> Pixmap {
    let old = try expected.sequence.pixels(of: frame?.expectedIndex ?? 0)
    let new = try actual.sequence.pixels(of: frame?.actualIndex ?? 0)
    let below = StraightImage(old)
    let rules = ComparisonRules(
      metric: request.rules.metric, ignoring: request.rules.ignored(at: frame?.seconds ?? 0))
    let comparison =
      picture
      ?? PixelComparison(below, StraightImage(new), rules: rules) {
        parallelMap($0, jobs: jobs, $1)
      }
    let difference = comparison.image(over: below) { parallelMap($0, jobs: jobs, $1) }
    let (column, row) = (comparison.width + Self.gap, comparison.height + Self.gap)
    let width = 3 * column - Self.gap
    let bars = frame.flatMap { frame in
      frames.curve.count > 1
        ? DifferenceBars(frames.curve, width: width, at: frame.actualIndex).picture : nil
    }
    var panel = Pixmap(
      width: width, height: bars.map { row + $0.height } ?? comparison.height,
      filledWith: Self.gapColor)
    for (place, part) in [old, difference, new].enumerated() {
      panel.copy(part, from: part.bounds, toX: place * column, y: 0)
    }
    if let bars { panel.copy(bars, from: bars.bounds, toX: 0, y: row) }
    return panel
  }
}

/// How an animation of differences is packed.
public enum FilmFormat: Hashable, Sendable {
  /// An animated PNG.
  case apng
  /// A GIF.
  case gif
}

/// Packs pictures of one size, each shown until the next one's time.
struct FilmWriter {
  let width: Int
  let height: Int
  let count: Int
  /// The size above which there is no file.
  var mostBytes = Int.max
  /// How an animated PNG is compressed.
  var compression = PNGCompression.standard
  /// Pictures that are worked on side by side.
  var jobs = 1

  /// The bytes of the file; `times` are the starts of all pictures, and the end of the last.
  func film(
    _ format: FilmFormat, times: [Double], _ picture: @escaping @Sendable (Int) throws -> Pixmap
  ) throws -> [UInt8]? {
    switch format {
    case .apng:
      let sink = try APNGSink(
        width: width, height: height, frameCount: count, compression: compression)
      return try bytes(sink, times, picture)
    case .gif:
      let picked = Set((0...4).map { (count - 1) * $0 / 4 }).sorted()
      let sink = try GIFSink(
        width: width, height: height, options: GIFOptions(),
        samples: try picked.map { GIFSample(of: try picture($0)) })
      return try bytes(sink, times, picture)
    }
  }

  private func bytes(
    _ empty: some FrameSink, _ times: [Double],
    _ picture: @escaping @Sendable (Int) throws -> Pixmap
  ) throws -> [UInt8]? {
    var (sink, bytes, previous) = (empty, [UInt8](), Pixmap?.none)
    let chunk = jobs > 1 ? jobs * FramePump.framesOfJob : 1
    for first in stride(from: 0, to: count, by: chunk) {
      try Task.checkCancellation()
      let pictures = try parallelMap(min(chunk, count - first), jobs: jobs) {
        try picture(first + $0)
      }
      let last = previous
      let parts = try parallelMap(pictures.count, jobs: jobs) { place in
        let (start, end) = (times[first + place], times[first + place + 1])
        return try empty.encode(
          Frame(
            index: first + place, pixels: pictures[place],
            previous: place > 0 ? pictures[place - 1] : last, damage: pictures[place].bounds,
            start: start, end: max(end, start + 0.01)))
      }
      for part in parts {
        for case .bytes(let more) in try sink.append(part) { bytes += more }
      }
      previous = pictures.last
      guard bytes.count <= mostBytes else { return nil }
    }
    for case .bytes(let more) in try sink.finish() { bytes += more }
    return bytes.count <= mostBytes ? bytes : nil
  }
}

/// A bar for every frame, as high as much of it differs.
struct DifferenceBars {
  private let curve: [FrameComparison]
  private let width: Int
  private let current: Int
  private static let height = 48

  /// Bars of `curve`; the one of frame `current` is marked.
  init(_ curve: [FrameComparison], width: Int, at current: Int) {
    (self.curve, self.width, self.current) = (curve, width, current)
  }

  /// The bars on white.
  var picture: Pixmap {
    var picture = Pixmap(
      width: width, height: Self.height, filledWith: Pixel(.white))
    let most = curve.map(\.ratio).max() ?? 0
    for (place, frame) in curve.enumerated() {
      let left = place * width / curve.count
      let right = max(
        left + 1, (place + 1) * width / curve.count - (curve.count * 3 < width ? 1 : 0))
      if frame.actualIndex == current {
        let column = PixelRect(x: left, y: 0, width: right - left, height: Self.height)
        picture.fill(column, with: Pixel(Color(red: 0xD8, green: 0xE4, blue: 0xFF)))
      }
      guard frame.differentCount > 0, most > 0 else { continue }
      // The root lets small differences show beside large ones.
      let share = (frame.ratio / most).squareRoot()
      let height = max(2, Int(share * Double(Self.height)))
      let bar = PixelRect(
        x: left, y: Self.height - height, width: right - left, height: height)
      picture.fill(bar, with: Pixel(Color(red: 0xE0, green: 0x2B, blue: 0x2B)))
    }
    return picture
  }
}
