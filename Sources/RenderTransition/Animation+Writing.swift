import Codecs
import Compositing
import Formatting
import Inspection
public import Pixels
import SceneFormat
import Staging

extension Animation {
  /// Renders the run once and writes every output; `onFrame` hears of each frame in order.
  ///
  /// An output is whole or not there: a failure or a cancelled task leaves what was there before.
  @discardableResult
  public func write(
    _ requests: [OutputRequest], options: RenderOptions = RenderOptions(),
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [WrittenOutput] {
    try await written(requests) { animation, requests in
      try await animation.writeOutputs(requests, options, onFrame: onFrame)
    }
  }

  /// The most pixels a point of a GIF of screenshots, unless a scale is asked for: at 3, the first one
  /// that people make is too large for a chat or a review.
  private static let mostGIFScale = 2.0
  /// A GIF of screenshots that is larger has a note on making it smaller, in bytes.
  private static let largeGIF = 8_000_000

  /// The outputs that `write` writes, GIFs of screenshots with fewer pixels.
  func written(
    _ requests: [OutputRequest],
    by write: (Animation, [OutputRequest]) async throws -> [WrittenOutput]
  ) async throws -> [WrittenOutput] {
    guard scene.canvas.measure != nil else { return try await write(self, requests) }
    let isReduced = wantedScale == nil && scale > Self.mostGIFScale
    let gifs = requests.filter { $0.format == .gif && isReduced }
    let others = requests.filter { !gifs.contains($0) }
    var written: [WrittenOutput] = []
    if !gifs.isEmpty {
      written = try await write(scaled(to: Self.mostGIFScale), gifs)
      for index in written.indices {
        written[index].note = "--scale \(NumberFormat.rounded(scale)) keeps every pixel"
      }
    }
    if !others.isEmpty { written += try await write(self, others) }
    for index in written.indices
    where written[index].request.format == .gif && written[index].bytes > Self.largeGIF {
      let advice = (scale > 1 ? "--scale 1 or " : "") + "--max-bytes 5M makes it smaller"
      written[index].note = [written[index].note, advice].compactMap(\.self).joined(separator: "; ")
    }
    return requests.compactMap { request in written.first { $0.request == request } }
  }
}

extension Animation: OutputSource {
  var pixelSize: (width: Int, height: Int) {
    get throws {
      let grid = try stage.grid
      return (grid.pixelWidth, grid.pixelHeight)
    }
  }

  // Frames over an opaque background are opaque.
  var isOpaque: Bool { stage.canvas.background.alpha == 255 }

  package var scale: Double { stage.canvas.scale }

  var defaults: OutputDefaults {
    OutputDefaults(
      loop: scene.output.loop, colors: scene.output.colors, dither: scene.output.dither,
      comment: "render-transition \(Release.version), scene \(contentHash)",
      background: Pixel(stage.canvas.background), eventLines: stage.eventLines)
  }

  func clip(for format: OutputFormat, _ options: RenderOptions) -> Schedule.Clip {
    let fps = options.fps ?? scene.output.fps
    return Schedule.Clip(
      fps: min(fps, format.row.mostFPS),
      holdFirst: options.holdFirst ?? scene.output.holdFirst,
      holdLast: options.holdLast ?? scene.output.holdLast)
  }

  func uses(of clip: Schedule.Clip, output: Int) -> [(time: Double, use: ScheduledFrame.Use)] {
    let times = stage.frameTimes(fps: clip.fps)
    // Frame k is shown from k / fps on, behind the first one's hold.
    return times.indices.map { index in
      let start = index == 0 ? 0 : Double(index) / clip.fps + clip.holdFirst
      let isLast = index == times.count - 1
      let end = Double(index + 1) / clip.fps + clip.holdFirst + (isLast ? clip.holdLast : 0)
      return (
        times[index], ScheduledFrame.Use(output: output, index: index, start: start, end: end)
      )
    }
  }

  func painter(jobs: Int) throws -> Renderer { try renderer(jobs: jobs) }
}

extension Animation {
  /// Renders moments and writes them as one PNG to every destination: a picture, or several side by
  /// side as a film strip.
  @discardableResult
  public func writeFrame(
    at moments: [Double], to destinations: [OutputRequest.Destination],
    options: RenderOptions = RenderOptions()
  ) throws -> [WrittenOutput] {
    try writePicture(of: moments.count, to: destinations, options) { jobs in
      try filmStrip(at: moments, jobs: jobs)
    }
  }

  /// Draws moments on one sheet, and writes it as a PNG to every destination.
  package func writeSheet(
    _ kind: SheetKind, of count: Int, to destinations: [OutputRequest.Destination],
    options: RenderOptions = RenderOptions()
  ) throws -> (outputs: [WrittenOutput], sheet: Sheet) {
    let sheet = try sheet(kind, of: count, jobs: options.jobs)
    let outputs = try writePicture(of: sheet.moments.count, to: destinations, options) { _ in
      sheet.pixels
    }
    return (outputs, sheet)
  }

  private func writePicture(
    of moments: Int, to destinations: [OutputRequest.Destination], _ options: RenderOptions,
    _ draw: (_ jobs: Int) throws -> Pixmap
  ) throws -> [WrittenOutput] {
    let start = ContinuousClock.now
    for path in destinations.compactMap(\.path) { try checkIsNoInput(path) }
    var pixels = try draw(try jobs(options.jobs, for: []))
    if let colors = options.colors {
      pixels = pixels.reduced(toColors: colors, dither: options.dither ?? .auto)
    }
    let file = try PNGWriter(compression: options.compression ?? .standard).file(of: pixels)
    return try destinations.map { destination in
      try TextFile.write(file, to: OutputFile(destination))
      return WrittenOutput(
        request: OutputRequest(.png, to: destination), frames: moments,
        widthPixels: pixels.width, heightPixels: pixels.height, bytes: file.count,
        seconds: (ContinuousClock.now - start) / .seconds(1))
    }
  }

  /// The pictures at `moments`, from left to right, with clear gaps between them.
  public func filmStrip(at moments: [Double], jobs: Int? = nil) throws -> Pixmap {
    let plan = Plan(stripOf: moments.count, of: stage, prepared)
    try check(plan)
    let jobs = plan.jobs(jobs, within: limits)
    let frames = try renderer(jobs: jobs).frames(at: moments, jobs: jobs)
    guard frames.count > 1, let first = frames.first else {
      return frames.first ?? Pixmap(width: 0, height: 0)
    }
    let gap = Self.stripGap(first.width)
    var strip = Pixmap(
      width: frames.count * (first.width + gap) - gap, height: first.height)
    for (index, frame) in frames.enumerated() {
      strip.copy(frame, from: frame.bounds, toX: index * (first.width + gap), y: 0)
    }
    return strip
  }
}
