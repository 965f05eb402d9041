public import Codecs
import Pixels
import SceneFormat

/// Statistics of an output: palettes, delays, times and quality.
public struct OutputReport: Hashable, Sendable {
  /// The fewest and the most colours of a frame; nil for a format without palettes.
  public private(set) var colors: ClosedRange<Int>?
  /// How many frames have their colours from where; empty for a format without palettes.
  public private(set) var palettes: [FrameFacts.PaletteSource: Int] = [:]
  /// How long each picture of the file shows, in seconds.
  public fileprivate(set) var delays: [Double] = []
  /// How long it took to draw all frames but for the palette, added up over the jobs.
  public private(set) var renderSeconds = 0.0
  /// How long it took to choose palettes and indices, added up likewise.
  public private(set) var quantizingSeconds = 0.0
  /// How long LZW or deflate took, with what goes before it, added up likewise.
  public private(set) var packingSeconds = 0.0
  /// The comparison with the true colours; nil where the output cannot be read again.
  public fileprivate(set) var quality: Quality?

  /// Of no frames.
  init() {}

  /// Adds a frame.
  mutating func note(_ part: EncodedPart, _ facts: FrameFacts) {
    renderSeconds += part.renderSeconds
    quantizingSeconds += facts.quantizingSeconds
    packingSeconds += max(0, part.encodeSeconds - facts.quantizingSeconds)
    if let palette = facts.palette { palettes[palette, default: 0] += 1 }
    guard let count = facts.colors else { return }
    colors = min(colors?.lowerBound ?? count, count)...max(colors?.upperBound ?? count, count)
  }

  /// Quality against the rendered frames.
  public struct Quality: Hashable, Sendable {
    /// The peak signal-to-noise ratio of red, green and blue, the mean of all frames, in decibels;
    /// 99 is the most, and means that nothing differs.
    public let psnr: Double
    /// The structural similarity of luma in windows of 8 x 8, the mean of all frames; 1 is the
    /// same.
    public let ssim: Double
    /// The share of exact pixels among those that are like all four around them.
    public let exactFlatShare: Double
    /// By how many levels pixels change that stand still in the scene, on average.
    public let flicker: Double
  }
}

extension OutputSource {
  /// Looks at an output again that was written from `clip`, and draws the run anew beside it.
  func report(
    on request: OutputRequest, _ clip: Schedule.Clip, _ written: OutputReport, _ renderer: Painter
  ) throws -> OutputReport {
    var report = written
    let shots = Schedule([clip], of: self).shots
    let wanted = shots.map { $0.uses[0].end - $0.uses[0].start }
    guard var shown = try ShownFrames(of: request, delays: wanted) else {
      report.delays = wanted
      return report
    }
    var meter = QualityMeter()
    var (picture, end) = (Pixmap(width: 0, height: 0), shots.first?.uses[0].start ?? 0)
    for shot in shots {
      // Frames without a change are part of the picture before, and times are rounded.
      let middle = (shot.uses[0].start + shot.uses[0].end) / 2
      while end < middle, let next = try shown.next() {
        picture = next.pixels
        report.delays.append(next.seconds)
        end += next.seconds
      }
      meter.compare(try renderer.frame(at: shot.time), shownAs: picture)
    }
    // A frame longer than a format's longest delay is repeated.
    while let next = try shown.next() { report.delays.append(next.seconds) }
    report.quality = meter.quality
    return report
  }
}

/// The pictures of a file that was written, in the order in which they show.
enum ShownFrames: ~Copyable {
  case gif(GIFReader)
  case apng(APNGReader)
  case webp(WebPReader)
  /// The folder, the number of the next picture, and how long each of them shows.
  case frames(String, Int, [Double])

  /// Opens what `request` wrote; nil for what cannot be read again.
  ///
  /// A folder is handed how long its pictures show, `delays`.
  init?(of request: OutputRequest, delays: [Double]) throws {
    // Pipes cannot be read again.
    guard let path = request.destination.path, let status = try FileStatus(path),
      status.isRegular || status.isFolder
    else { return nil }
    switch request.format {
    case .gif: self = .gif(try GIFReader(Self.bytes(of: path), limits: Self.limits))
    case .apng: self = .apng(try APNGReader(Self.bytes(of: path), limits: Self.limits))
    case .webp: self = .webp(try WebPReader(Self.bytes(of: path), limits: Self.limits))
    case .frames: self = .frames(path, 0, delays)
    case .mp4, .y4m, .rgba, .png: return nil
    }
  }

  private static var limits: ImageLimits {
    ImageLimits(fileBytes: .max, pixels: .max, frames: .max)
  }

  /// The next picture, and how long it shows.
  mutating func next() throws -> (pixels: Pixmap, seconds: Double)? {
    switch consume self {
    case .gif(var reader):
      let frame = Result { try reader.next() }
      self = .gif(reader)
      return try frame.get().map { ($0.pixels, Double($0.delayCentiseconds) / 100) }
    case .apng(var reader):
      let frame = Result { try reader.nextFrame() }
      self = .apng(reader)
      return try frame.get().map { ($0.pixels, $0.delaySeconds) }
    case .webp(var reader):
      let frame = Result { try reader.next() }
      self = .webp(reader)
      return try frame.get().map { ($0.pixels, Double($0.milliseconds) / 1000) }
    case .frames(let folder, let index, let delays):
      self = .frames(folder, index + 1, delays)
      guard index < delays.count else { return nil }
      let file = try Self.bytes(of: "\(folder)/\(PNGSequenceSink.name(ofFrame: index))")
      return (try StraightImage(png: file, limits: Self.limits).premultiplied, delays[index])
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    try TextFile.read(path, limit: .max)
  }
}
