import Pixels
import TestSupport

@testable import Codecs

/// Frames to be written, and what comes out of a sink.
struct FrameRun {
  var frames: [Pixmap]
  /// When each frame begins, and at the end when the last one ends.
  var times: [Double]

  /// Frames that each show for `delay` seconds.
  init(_ frames: [Pixmap], delay: Double = 0.02) {
    self.frames = frames
    times = (0...frames.count).map { Double($0) * delay }
  }

  /// A random animation of areas that move over each other.
  init(
    width: Int, height: Int, count: Int, colors: Int, alpha: Bool, using random: inout SeededRandom
  ) {
    let palette = (0..<colors).map { _ in
      let isClear = alpha && Int.random(in: 0..<3, using: &random) == 0
      return UInt32.random(in: 0...0xFFFFFF, using: &random) | (isClear ? 0 : 0xFF00_0000)
    }
    var canvas = Pixmap(width: width, height: height)
    Self.fill(&canvas, canvas.bounds, palette, using: &random)
    var frames: [Pixmap] = []
    for _ in 0..<count {
      frames.append(canvas)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: continue
      case 1:
        // What was there before comes back, as in a blink.
        if frames.count > 1 { canvas = frames[frames.count - 2] }
        continue
      case 2 where alpha, 3 where alpha: canvas = Pixmap(width: width, height: height)
      default: break
      }
      let (x, y) = (
        Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
      )
      let area = PixelRect(
        x: x, y: y, width: Int.random(in: 1...width - x, using: &random),
        height: Int.random(in: 1...height - y, using: &random))
      Self.fill(&canvas, area, palette, using: &random)
    }
    self.init(frames)
    for place in times.indices.dropFirst() {
      times[place] = times[place - 1] + Double.random(in: 0.005...0.3, using: &random)
    }
  }

  /// Paints an area with one colour, with noise, or with vertical stripes.
  private static func fill(
    _ canvas: inout Pixmap, _ area: PixelRect, _ palette: [UInt32],
    using random: inout SeededRandom
  ) {
    let style = Int.random(in: 0..<3, using: &random)
    let start = Int.random(in: 0..<palette.count, using: &random)
    let stride = canvas.stride
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let noise = style == 1 ? Int.random(in: 0..<palette.count, using: &random) : 0
        let color = palette[(start + (style == 2 ? x : noise)) % palette.count]
        let pixel = color >> 24 == 0 ? 0 : color
        canvas.withMutableSpan { $0.setWord(pixel, at: y * stride + x * 4) }
      }
    }
  }

  /// The frames as a sink gets them; `damage` is everything, or the rectangle that changed.
  func asFrames() -> [Frame] {
    frames.indices.map { index in
      Frame(
        index: index, pixels: frames[index], previous: index > 0 ? frames[index - 1] : nil,
        damage: frames[index].bounds, start: times[index], end: times[index + 1])
    }
  }

  /// All bytes that a sink writes for these frames.
  func bytes(through sink: some FrameSink) throws -> [UInt8] {
    try outputs(through: sink).flatMap { output -> [UInt8] in
      if case .bytes(let bytes) = output { bytes } else { [] }
    }
  }

  /// All that a sink writes; the frames are encoded from the last to the first.
  func outputs<Sink: FrameSink>(through sink: Sink) throws -> [SinkOutput] {
    var sink = sink
    let parts = try asFrames().reversed().map { try sink.encode($0) }
    var outputs: [SinkOutput] = []
    for part in parts.reversed() { outputs += try sink.append(part) }
    return try outputs + sink.finish()
  }

  /// The whole run as a GIF; with `samples` the sink sees all frames beforehand.
  func gif(_ options: GIFOptions = GIFOptions(), samples: Bool = false) throws -> [UInt8] {
    let isOpaque = frames.allSatisfy(\.isOpaque)
    let options = options.leavingRoom(forTransparency: !isOpaque)
    return try bytes(
      through: GIFSink(
        width: frames[0].width, height: frames[0].height, options: options, isOpaque: isOpaque,
        samples: samples ? frames.map { GIFSample(of: $0) } : []))
  }

  /// What shows at each of the times, given frames and when they begin.
  static func shown(_ frames: [GIFFrame], atCentiseconds time: Int) -> Pixmap? {
    frames.last { $0.startCentiseconds <= time }?.pixels
  }
}

/// All frames of a GIF, its loop count and its comment.
func decoded(_ gif: [UInt8]) throws -> (frames: [GIFFrame], loop: Int, comment: String) {
  var reader = try GIFReader(gif)
  var frames: [GIFFrame] = []
  while let frame = try reader.next() { frames.append(frame) }
  return (frames, reader.loop, reader.comment)
}

extension LZWEncoder {
  /// The image data of indices, or of others that show the same.
  static func imageData(
    of indices: [UInt8], or others: [UInt8]? = nil, colors: Int, width: Int? = nil,
    wanted: [UInt32]? = nil, _ substitutes: Substitutes = Substitutes()
  ) -> [UInt8] {
    var encoder = LZWEncoder(colors: colors)
    let width = width ?? indices.count
    for start in stride(from: 0, to: indices.count, by: width) {
      let row = start..<min(start + width, indices.count)
      var candidates = row.map { UInt16(indices[$0]) | UInt16((others ?? indices)[$0]) << 8 }
      let pixels = row.map { wanted?[$0] ?? 0 }
      unsafe candidates.withUnsafeMutableBufferPointer { candidates in
        unsafe pixels.withUnsafeBytes { pixels in
          guard let first = candidates.baseAddress else { return }
          let wanted = unsafe pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
          unsafe encoder.append(first, wanted, row.count, substitutes)
        }
      }
    }
    return encoder.finish()
  }
}
