import Codecs
import Pixels
public import SceneFormat

/// What outputs are written from: the frames of a scene, or those of a recording.
protocol OutputSource: Sendable {
  /// What draws the frames.
  associatedtype Painter: FramePainter

  /// The sides of a frame.
  var pixelSize: (width: Int, height: Int) { get throws }
  /// Whether every pixel of every frame is opaque.
  var isOpaque: Bool { get }
  /// Pixels per point; 1 where there are no points.
  var scale: Double { get }
  /// What outputs have unless the options say otherwise.
  var defaults: OutputDefaults { get }

  /// How an output of `format` shows the frames.
  func clip(for format: OutputFormat, _ options: RenderOptions) -> Schedule.Clip
  /// The moments that an output shows, in order, with their times there.
  func uses(of clip: Schedule.Clip, output: Int) -> [(time: Double, use: ScheduledFrame.Use)]
  /// As many of the `wanted` jobs as there is memory for; throws where even one takes too much.
  func jobs(_ wanted: Int?, for outputs: [SampledOutput]) throws -> Int
  /// What draws the frames on no more than `jobs` threads.
  func painter(jobs: Int) throws -> Painter
  /// The same at another scale.
  func scaled(to scale: Double) async throws -> Self
  /// Throws if what is at `path` is part of what the frames are made of.
  func checkIsNoInput(_ path: String) throws(FileError)
}

/// What outputs have unless the options say otherwise.
struct OutputDefaults {
  /// Times to play; 0 for ever.
  var loop = 0
  /// The most colours of a palette.
  var colors = 256
  /// The dither of formats with a palette.
  var dither = Dither.auto
  /// The comment inside a GIF.
  var comment: String
  /// What is added to the odd sides of a video.
  var background = Pixel.clear
  /// The app events of a manifest.
  var eventLines: [String] = []
}

/// Draws frames, on any number of threads.
protocol FramePainter: Sendable {
  /// The frame at a time.
  func frame(at seconds: Double) throws -> Pixmap
  /// The same in so many bands side by side, over what `spare` holds, and how long it took.
  func drawnFrame(at seconds: Double, bands: Int, over spare: consuming Pixmap) throws -> DrawnFrame
  /// Where two frames can differ at all.
  func damage(of shot: RenderedFrame, since previous: RenderedFrame) -> PixelRect
  /// How long the pictures show that there are to be seen at `times`, which end at `ends`.
  func seconds(ofPicturesAt times: [Double], start: Double, ends: [Double]) -> [Double]
}

extension OutputSource {
  /// Draws every frame once and writes every output.
  func writeOutputs(
    _ requests: [OutputRequest], _ options: RenderOptions,
    onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> [WrittenOutput] {
    let start = ContinuousClock.now
    let clips = requests.map { clip(for: $0.format, options) }
    let jobs = try jobs(for: requests.map(\.format), clips, options)
    let renderer = try painter(jobs: jobs)
    var outputs: [OpenOutput] = []
    do {
      try await fill(
        &outputs, requests.map(\.format), clips, options, renderer, jobs: jobs, onFrame: onFrame
      ) { try place(of: requests[$0], options, jobs: jobs) }
      // None takes its place before all are whole.
      try Draft.together {
        for index in outputs.indices { try outputs[index].commit() }
      }
    } catch {
      for index in outputs.indices { outputs[index].abandon() }
      throw error
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return try requests.indices.map {
      try written(
        requests[$0], clips[$0], options, outputs[$0], seconds: seconds, drawnBy: renderer)
    }
  }

  /// What is said of an output that is in its place.
  func written(
    _ request: OutputRequest, _ clip: Schedule.Clip, _ options: RenderOptions,
    _ output: OpenOutput, seconds: Double, drawnBy renderer: @autoclosure () throws -> Painter
  ) throws -> WrittenOutput {
    let (width, height) = try pixelSize
    let isPadded = request.format.row.hasEvenSides
    var written = WrittenOutput(
      request: request, frames: uses(of: clip, output: 0).count,
      widthPixels: width + (isPadded ? width % 2 : 0),
      heightPixels: height + (isPadded ? height % 2 : 0),
      bytes: output.byteCount, seconds: seconds)
    if isPadded { written.note = Self.padding(ofWidth: width, height: height) }
    if options.wantsReport {
      written.report = try report(on: request, clip, output.report, renderer())
    }
    return written
  }

  /// An output of `format` that is held back.
  ///
  /// Of so many frames, one alone is there; then the bytes are only counted.
  func heldOutput(
    of format: OutputFormat, oneIn: Int = 1, _ options: RenderOptions,
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> OpenOutput {
    if format == .mp4 { throw VideoError.unknownSize }
    var clip = clip(for: format, options)
    clip.oneIn = oneIn
    let jobs = try jobs(for: [format], [clip], options)
    var outputs: [OpenOutput] = []
    try await fill(
      &outputs, [format], [clip], options, try painter(jobs: jobs), jobs: jobs, onFrame: onFrame
    ) { _ in try HeldPlace(isKept: oneIn == 1) }
    return outputs[0]
  }

  /// Renders the run into outputs, each in the place that `place` makes for it.
  private func fill(
    _ outputs: inout [OpenOutput], _ formats: [OutputFormat], _ clips: [Schedule.Clip],
    _ options: RenderOptions, _ renderer: Painter, jobs: Int,
    onFrame: (_ done: Int, _ inAll: Int) -> Void, place: (Int) throws -> any OutputPlace
  ) async throws {
    let schedule = Schedule(clips, of: self)
    let pool = FramePool()
    for (index, format) in formats.enumerated() {
      var place = try place(index)
      do {
        outputs.append(
          try open(format, at: place, clips[index], options, renderer, pool, jobs: jobs))
      } catch {
        place.abandon()
        throw error
      }
    }
    let count = schedule.shots.count
    try await FramePump(jobs: jobs, isTimed: options.wantsReport).pump(
      schedule.shots, drawnBy: renderer, from: pool, into: &outputs
    ) { onFrame($0, count) }
    for index in outputs.indices { try outputs[index].finish() }
  }

  /// As many jobs as there is memory for.
  private func jobs(
    for formats: [OutputFormat], _ clips: [Schedule.Clip], _ options: RenderOptions
  ) throws -> Int {
    let outputs = zip(formats, clips).map { format, clip in
      SampledOutput(
        fps: clip.fps, hasPalette: format.row.hasPalette,
        framesOfEncoder: format == .webp
          ? WebPSink.framesOfMemory(options.quality ?? .standard) : 0,
        heldBytes: format == .webp ? Double(WebPSink.mostBytes) : 0,
        isReported: options.wantsReport)
    }
    return try jobs(options.jobs, for: outputs)
  }

  /// Where the output of a request goes.
  func place(
    of request: OutputRequest, _ options: RenderOptions, jobs: Int
  ) throws -> any OutputPlace {
    let (format, path) = (request.format, request.destination.path)
    // Refused before anything is made in its place.
    if format == .png { throw UnsupportedFormat(format: .png) }
    if let path { try checkIsNoInput(path) }
    guard format == .frames, let path else {
      var file = try OutputFile(request.destination)
      guard format == .mp4 else { return file }
      do {
        return try VideoFile(file, as: path ?? "standard output", options.quality ?? .standard)
      } catch {
        file.abandon()
        throw error
      }
    }
    return try OutputFolder(
      OutputTarget(request.destination), as: path, jobs: jobs, FrameFolder.index)
  }

  private func open(
    _ format: OutputFormat, at place: any OutputPlace, _ clip: Schedule.Clip,
    _ options: RenderOptions, _ renderer: Painter, _ pool: FramePool, jobs: Int
  ) throws -> OpenOutput {
    let (width, height) = try pixelSize
    let defaults = defaults
    switch format {
    case .gif:
      let sink = try GIFSink(
        width: width, height: height, options: gifOptions(options), isOpaque: isOpaque,
        samples: try samples(clip, renderer, pool, jobs: jobs))
      return OpenOutput(sink, to: place)
    case .frames:
      let sink = PNGSequenceSink(
        width: width, height: height, compression: options.compression ?? .standard,
        events: defaults.eventLines)
      return OpenOutput(sink, to: place)
    case .apng:
      let sink = try APNGSink(
        width: width, height: height,
        frameCount: images(in: clip, renderer),
        loop: options.loop ?? defaults.loop,
        isOpaque: isOpaque,
        colors: try colors(clip, renderer, jobs: jobs),
        compression: options.compression ?? .standard)
      return OpenOutput(sink, to: place)
    case .webp:
      let sink = try WebPSink(
        width: width, height: height, quality: options.quality ?? .standard,
        loop: options.loop ?? defaults.loop, isOpaque: isOpaque)
      return OpenOutput(sink, to: place)
    case .mp4:
      let sink = Y4MSink(
        width: width, height: height, framesPerSecond: clip.fps,
        padding: defaults.background)
      return OpenOutput(sink, to: place)
    case .y4m:
      let sink = Y4MSink(width: width, height: height, framesPerSecond: clip.fps)
      return OpenOutput(sink, to: place)
    case .rgba:
      let sink = RGBASink(framesPerSecond: clip.fps, isOpaque: isOpaque)
      return OpenOutput(sink, to: place)
    case .png: throw UnsupportedFormat(format: format)
    }
  }

  /// What is added to sides that are odd, which H.264 does not have here; nil for nothing.
  private static func padding(ofWidth width: Int, height: Int) -> String? {
    let parts = [width % 2 == 1 ? "a column" : nil, height % 2 == 1 ? "a row" : nil]
      .compactMap(\.self)
    return parts.isEmpty
      ? nil : "\(parts.joined(separator: " and ")) of the canvas colour added: sides are even"
  }

  /// How many images an APNG has.
  private func images(in clip: Schedule.Clip, _ renderer: Painter) -> Int {
    let shots = Schedule([clip], of: self).shots
    let seconds = renderer.seconds(
      ofPicturesAt: shots.map(\.time), start: shots.first?.uses[0].start ?? 0,
      ends: shots.map { $0.uses[0].end })
    return seconds.reduce(0) { $0 + APNGSink.images(showing: $1) }
  }

  private func gifOptions(_ options: RenderOptions) -> GIFOptions {
    GIFOptions(
      loop: options.loop ?? defaults.loop, colors: options.colors ?? defaults.colors,
      quality: (options.quality ?? .standard).number, dither: options.dither ?? defaults.dither,
      comment: defaults.comment
    ).leavingRoom(forTransparency: !isOpaque)
  }
}

/// A format that holds one picture, where a run of many is to be written.
public struct UnsupportedFormat: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which one.
  public let format: OutputFormat

  /// One sentence.
  public var description: String {
    "\"\(format.rawValue)\" holds one picture, not an animation: write apng or frames, or moments "
      + "with writeFrame(at:to:)"
  }
}

extension OutputSource {
  /// What the colours of all frames have in common; of the first few frames with more than a
  /// palette holds, for the others do not matter then.
  func colors(
    _ clip: Schedule.Clip, _ renderer: Painter, jobs: Int
  ) throws -> ColorSummary {
    let times = uses(of: clip, output: 0).map(\.time)
    var colors = ColorSummary()
    guard !times.isEmpty else { return colors }
    // Most animations are known by their first frame or by one in their middle.
    for part in [[0], [times.count / 2], Array(times.indices)] where colors.isNarrow {
      let found = try parallelMap(part.count, jobs: jobs) { place in
        try Task.checkCancellation()
        var colors = ColorSummary()
        colors.insert(try renderer.frame(at: times[part[place]]))
        return colors
      }
      for more in found { colors.formUnion(more) }
    }
    return colors
  }
}

extension OutputSource {
  /// What a GIF's palette is made from: a few frames from all over the run, which `pool` keeps until
  /// their time comes.
  func samples(
    _ clip: Schedule.Clip, _ renderer: Painter, _ pool: FramePool, jobs: Int
  ) throws -> [GIFSample] {
    let times = uses(of: clip, output: 0).map(\.time)
    let last = times.count - 1
    // More of them tell next to nothing new, and each is kept for as long as all before it take.
    let picked = Set([0, last / 2, last]).sorted()
    // The jobs that would have to wait for the others draw the first of the other frames.
    let more = times.indices.filter { !picked.contains($0) }.prefix(
      (jobs - picked.count % jobs) % jobs)
    let indices = picked + more
    return try FramePump.drawn(indices.count, jobs: jobs) { place, bands -> GIFSample? in
      let time = times[indices[place]]
      let frame =
        try pool.kept(at: time)
        ?? renderer.drawnFrame(at: time, bands: bands, over: Pixmap(width: 0, height: 0))
      pool.keep(frame, at: time)
      return place < picked.count ? GIFSample(of: frame.pixels) : nil
    }.compactMap(\.self)
  }
}
