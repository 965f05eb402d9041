import Codecs
public import Pixels
import SceneFormat

extension Animation {
  /// Renders moments and writes them as one PNG to every destination: a picture, or several side by
  /// side as a film strip.
  @discardableResult
  public func writeFrame(
    at moments: [Double], to destinations: [OutputRequest.Destination],
    options: RenderOptions = RenderOptions()
  ) throws -> [WrittenOutput] {
    let start = ContinuousClock.now
    for path in destinations.compactMap(\.path) { try checkIsNoInput(path) }
    let jobs = try jobs(options.jobs, for: [])
    var pixels = try filmStrip(at: moments, jobs: jobs)
    if let colors = options.colors {
      pixels = pixels.reduced(toColors: colors, dither: options.dither ?? .auto)
    }
    let file = try PNGWriter(compression: options.compression ?? .standard).file(of: pixels)
    return try destinations.map { destination in
      try write(file, to: destination)
      return WrittenOutput(
        request: OutputRequest(.png, to: destination), frames: moments.count,
        widthPixels: pixels.width, heightPixels: pixels.height, bytes: file.count,
        seconds: (ContinuousClock.now - start) / .seconds(1))
    }
  }

  /// The pictures at `moments`, from left to right, with clear gaps between them.
  public func filmStrip(at moments: [Double], jobs: Int? = nil) throws -> Pixmap {
    let plan = Plan(stripOf: moments.count, of: stage, images: images, glances: glances)
    try check(plan)
    let jobs = plan.jobs(jobs ?? Threads.usualJobs, within: limits)
    let frames = try renderer(jobs: jobs).frames(at: moments, jobs: jobs)
    guard frames.count > 1, let first = frames.first else {
      return frames.first ?? Pixmap(width: 0, height: 0)
    }
    let gap = max(1, first.width / 24)
    var strip = Pixmap(
      width: frames.count * (first.width + gap) - gap, height: first.height)
    for (index, frame) in frames.enumerated() {
      strip.copy(frame, from: frame.bounds, toX: index * (first.width + gap), y: 0)
    }
    return strip
  }

  private func write(_ file: [UInt8], to destination: OutputRequest.Destination) throws {
    var output: OutputFile =
      switch destination {
      case .standardOutput: .standardOutput
      case .path(let path): try OutputFile(path)
      case .beneath(let root, let rest):
        try OutputFile(OutputTarget(rest, beneath: root), as: destination.path ?? rest)
      }
    do {
      try output.write(.bytes(file))
      try output.flush()
      try output.commit()
    } catch {
      output.abandon()
      throw error
    }
  }
}
