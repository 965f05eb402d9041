import Formatting
import SceneFormat
import Staging

extension Animation {
  /// Writes each output as well as `limit` bytes allow: colours, frames a second and scale are
  /// lowered as far as needed, and `WrittenOutput.concession` says how far.
  ///
  /// Nothing is written before all are known to fit; throws `SizeMisfit` where one cannot.
  public func write(
    _ requests: [OutputRequest], atMost limit: Int, options: RenderOptions = RenderOptions(),
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [WrittenOutput] {
    let fitting = SizeFitting(animation: self, options: options, limit: limit)
    return try await fitting.write(requests, onFrame: onFrame)
  }
}

/// An output that cannot be made small enough.
public struct SizeMisfit: Error, Hashable, Sendable, CustomStringConvertible {
  /// The output.
  public let request: OutputRequest
  /// The most bytes.
  public let limit: Int
  /// The bytes that it has with all that can be given up.
  public let bytes: Int
  /// The reductions that were tried last.
  public let concession: String?

  /// One sentence.
  public var description: String {
    let name = request.destination.path.map(Escaped.text) ?? "stdout"
    let how = concession.map { " with \($0)" } ?? ""
    return
      "\(name) cannot be made to fit in \(NumberFormat.bytes(limit)): it has \(bytes) bytes\(how)"
  }
}

/// Finds the best picture that fits into so many bytes, one output at a time.
private struct SizeFitting {
  /// A reduction of colours, frames and scale.
  struct Reduction: Hashable {
    var colors = 256
    /// Of so many frames one is kept.
    var frames = 1.0
    var scale = 1.0
  }

  // The least visible goes first: colours down to 64, then frames, then sharpness, in small steps,
  // so that little of the limit stays unused. Each has as few colours as go with the rest.
  private static let reductions: [Reduction] =
    [1, 1.5, 2].map { Reduction(colors: 64, frames: $0) }
    + descent(of: 0.95, to: 0.5, by: 0.05).map { Reduction(colors: 64, frames: 2, scale: $0) }
    + descent(of: 0.5, to: 0.4, by: 0.05).map { Reduction(colors: 48, frames: 3, scale: $0) }
    + descent(of: 0.4, to: 0.25, by: 0.025).map { Reduction(colors: 32, frames: 4, scale: $0) }
    + descent(of: 0.25, to: 0.15, by: 0.025).map { Reduction(colors: 16, frames: 6, scale: $0) }
  // Of these, as many as fit are kept.
  private static let colors = [256, 224, 192, 160, 128, 112, 96, 80, 64, 56, 48, 40, 32, 24, 16]
  private static let leastScale = 0.25

  private static func descent(of first: Double, to last: Double, by step: Double) -> [Double] {
    let count = Int(((first - last) / step).rounded())
    // Whole thousandths, or 0.4 would be written as 0.39999999999999997 somewhere.
    return (0...count).map { ((first - Double($0) * step) * 1000).rounded() / 1000 }
  }

  let animation: Animation
  let options: RenderOptions
  let limit: Int

  func write(
    _ requests: [OutputRequest], onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> [WrittenOutput] {
    var reductions: [Reduction] = []
    for request in requests { reductions.append(try await reduction(for: request)) }
    // What needs nothing given up is one render, as it would be without a limit.
    if Set(reductions) == [none] { return try await write(requests, none, onFrame) }
    var all: [WrittenOutput] = []
    for (request, reduction) in zip(requests, reductions) {
      all += try await write([request], reduction, onFrame)
    }
    return all
  }

  private func write(
    _ requests: [OutputRequest], _ reduction: Reduction, _ onFrame: (Int, Int) -> Void
  ) async throws -> [WrittenOutput] {
    let options = options(reduction, requests[0])
    var written = try await scaled(reduction).write(requests, options: options, onFrame: onFrame)
    for index in written.indices {
      written[index].concession = concession(reduction, requests[index])
    }
    return written
  }

  /// The first reduction that fits, with as many colours as do; each is taken to be smaller than
  /// the one before.
  ///
  /// Of tiny pictures it may not be: what fits as it is stays so, a reduction may fit with all
  /// colours if not with few, and if none seems to fit, all are tried.
  private func reduction(for request: OutputRequest) async throws -> Reduction {
    func fits(_ reduction: Reduction) async throws -> Bool {
      try await size(of: request, reduction, atMost: limit) != nil
    }
    func fitsSomehow(_ reduction: Reduction) async throws -> Bool {
      let rich = with(none.colors, reduction)
      if try await fits(reduction) { return true }
      return rich == reduction || rich == none ? false : try await fits(rich)
    }
    if try await fits(none) { return none }
    let all = reductions(for: request)
    // Edges that fall between pixels take more bytes, so that a little less sharpness can be worse
    // than none.
    var found = try await Self.first(of: all.filter { $0.scale == 1 }, where: fitsSomehow)
    if found == nil {
      found = try await Self.first(of: all.filter { $0.scale < 1 }, where: fitsSomehow)
    }
    for reduction in all where found == nil {
      found = try await fits(reduction) ? reduction : nil
    }
    guard let least = found else {
      let last = all.last ?? none
      throw SizeMisfit(
        request: request, limit: limit, bytes: try await size(of: request, last, atMost: .max) ?? 0,
        concession: concession(last, request))
    }
    let rich = with(none.colors, least)
    if rich == least { return least }
    if rich != none, try await fits(rich) { return rich }
    let others = Self.colors.filter { $0 > least.colors && $0 < none.colors }
    return try await Self.first(of: others.map { with($0, least) }, where: fits) ?? least
  }

  private func with(_ colors: Int, _ reduction: Reduction) -> Reduction {
    var reduction = reduction
    reduction.colors = colors
    return reduction
  }

  /// The first of some reductions for which something holds that holds for all behind it.
  private static func first(
    of reductions: [Reduction], where holds: (Reduction) async throws -> Bool
  ) async throws -> Reduction? {
    var (low, high) = (0, reductions.count)
    while low < high {
      let middle = (low + high) / 2
      if try await holds(reductions[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < reductions.count ? reductions[low] : nil
  }

  private func size(
    of request: OutputRequest, _ reduction: Reduction, atMost limit: Int
  ) async throws -> Int? {
    try await scaled(reduction).size(
      of: request.format, atMost: limit, options: options(reduction, request))
  }

  /// Nothing given up.
  private var none: Reduction {
    Reduction(colors: options.colors ?? animation.scene.output.colors)
  }

  /// The reductions that change something about an output.
  private func reductions(for request: OutputRequest) -> [Reduction] {
    // A scale below a quarter is no scale.
    let least = min(1, Self.leastScale / fullScale)
    var known: Set<Reduction> = [none]
    return Self.reductions.map { reduction in
      var reduction = reduction
      reduction.scale = max(reduction.scale, least)
      // No run has less than a frame a second.
      reduction.frames = min(reduction.frames, max(1, fullRate(request)))
      reduction.colors = request.format == .gif ? min(reduction.colors, none.colors) : none.colors
      return reduction
    }.filter { known.insert($0).inserted }
  }
}

// What a reduction comes to.
extension SizeFitting {
  private var fullScale: Double { animation.stage.canvas.scale }

  private func fullRate(_ request: OutputRequest) -> Double {
    animation.clip(for: request.format, options).fps
  }

  private func scaled(_ reduction: Reduction) throws -> Animation {
    reduction.scale < 1 ? try animation.scaled(to: fullScale * reduction.scale) : animation
  }

  private func options(_ reduction: Reduction, _ request: OutputRequest) -> RenderOptions {
    var options = options
    if reduction.frames > 1 { options.fps = max(1, fullRate(request) / reduction.frames) }
    options.colors = reduction.colors
    return options
  }

  /// The reduction as in "128 of 256 colours, 25 of 50 frames a second"; nil for none.
  private func concession(_ reduction: Reduction, _ request: OutputRequest) -> String? {
    var parts: [String] = []
    if request.format == .gif, reduction.colors < none.colors {
      parts.append("\(reduction.colors) of \(none.colors) colours")
    }
    if reduction.frames > 1 {
      let rates = [max(1, fullRate(request) / reduction.frames), fullRate(request)]
        .map { NumberFormat.rounded($0, decimals: 2) }
      parts.append("\(rates[0]) of \(rates[1]) frames a second")
    }
    if reduction.scale < 1 {
      let scales = [fullScale * reduction.scale, fullScale].map { NumberFormat.rounded($0) }
      parts.append("scale \(scales[0]) instead of \(scales[1])")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
