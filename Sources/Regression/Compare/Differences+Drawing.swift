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
    let drawing =
      picture == nil
      ? try panel(frames.peak ?? frames.curve.first)
      : try triptych(expected.picture(0), actual.picture(0), at: 0)
    let image = PNGImage(width: drawing.width, height: drawing.height, straight: drawing.bytes)
    guard let image else { throw PNGError.noPixels }
    return try PNGWriter(compression: .fast).file(of: image) {
      parallelMap($0, jobs: jobs, $1)
    }
  }

  /// The frames of `input` that were compared, in that order.
  func aligned(_ input: DiffInput, by index: any KeyPath<FrameComparison, Int> & Sendable)
    -> DiffInput
  {
    let (own, curve) = (input.sequence, frames.curve)
    let sequence = FrameSequence(
      width: own.width, height: own.height,
      frames: curve.map { own.frames[$0[keyPath: index]] }
    ) { try own.pixels(of: curve[$0][keyPath: index]) }
    return sequence.map { DiffInput(path: input.path, kind: .footage($0)) } ?? input
  }

  /// Every frame that was compared, as an animated PNG or a GIF.
  public func film(_ format: FilmFormat) throws -> [UInt8] {
    let first = try panel(frames.curve.first)
    let writer = FilmWriter(width: first.width, height: first.height, count: frames.curve.count)
    let times = frames.curve.map(\.seconds) + [max(actual.sequence.seconds, 0.1)]
    return try writer.film(format, times: times) { try panel(frames.curve[$0]).premultiplied }
  }

  private func panel(_ frame: FrameComparison?) throws -> StraightImage {
    guard let frame else { return try triptych(expected.picture(0), actual.picture(0), at: 0) }
    let three = try triptych(
      expected.picture(frame.expectedIndex), actual.picture(frame.actualIndex), at: frame.seconds)
    guard frames.curve.count > 1 else { return three }
    let bars = DifferenceBars(frames.curve, width: three.width, at: frame.actualIndex).picture
    let gap = Pixmap(width: three.width, height: Self.gap, filledWith: Self.gapColor)
    return StraightImage(
      width: three.width, height: three.height + gap.height + bars.height,
      straight: three.bytes + gap.bytes + bars.bytes) ?? three
  }

  private func triptych(
    _ old: StraightImage, _ new: StraightImage, at seconds: Double
  ) throws -> StraightImage {
    let rules = ComparisonRules(
      metric: request.rules.metric, ignoring: request.rules.ignored(at: seconds))
    let comparison =
      picture
      ?? PixelComparison(old, new, rules: rules) { parallelMap($0, jobs: jobs, $1) }
    let difference = comparison.image(over: old) { parallelMap($0, jobs: jobs, $1) }
    let parts = [old, StraightImage(difference), new]
    let (width, height) = (comparison.width, comparison.height)
    let whole = (width + Self.gap) * parts.count - Self.gap
    let gap = Pixmap(width: width + Self.gap, height: 1, filledWith: Self.gapColor).bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(whole * height * 4)
    for y in 0..<height {
      for (place, part) in parts.enumerated() {
        let count = y < part.height ? part.width * 4 : 0
        bytes += part.bytes[y * count..<(y + 1) * count]
        bytes += gap[..<(width * 4 - count + (place < 2 ? Self.gap * 4 : 0))]
      }
    }
    return StraightImage(width: whole, height: height, straight: bytes) ?? old
  }
}

extension DiffInput {
  /// One frame.
  fileprivate func picture(_ index: Int) throws -> StraightImage {
    if case .picture(let image) = kind { return image }
    return StraightImage(try sequence.pixels(of: index))
  }
}

extension Pixmap {
  /// The part inside `area`, transparent outside of the picture.
  fileprivate func cut(to area: PixelRect) -> Pixmap {
    var part = Pixmap(width: area.width, height: area.height)
    part.copy(self, from: area, toX: 0, y: 0)
    return part
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
  /// The size above which the rest is left out.
  var mostBytes = Int.max

  /// The bytes of the file; `times` are the starts of all pictures, and the end of the last.
  func film(
    _ format: FilmFormat, times: [Double], _ picture: (Int) throws -> Pixmap
  ) throws -> [UInt8] {
    switch format {
    case .apng:
      let sink = try APNGSink(width: width, height: height, frameCount: count)
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
    _ sink: some FrameSink, _ times: [Double], _ picture: (Int) throws -> Pixmap
  ) throws -> [UInt8] {
    var (sink, bytes, previous) = (sink, [UInt8](), Pixmap?.none)
    for index in 0..<count where bytes.count <= mostBytes {
      let pixels = try picture(index)
      let end = max(times[index + 1], times[index] + 0.01)
      let frame = Frame(
        index: index, pixels: pixels, previous: previous, damage: pixels.bounds,
        start: times[index], end: end)
      for case .bytes(let more) in try sink.append(try sink.encode(frame)) { bytes += more }
      previous = pixels
    }
    for case .bytes(let more) in try sink.finish() { bytes += more }
    return bytes
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
