import Codecs
import Formatting
import SceneFormat

extension Animation {
  /// Writes each output as well as `limit` bytes allow: quality, colours, scale and frames a second are
  /// lowered as far as needed, and `WrittenOutput.concession` says how far.
  ///
  /// Nothing is written before all are known to fit; throws `SizeMisfit` where one cannot.
  public func write(
    _ requests: [OutputRequest], atMost limit: Int, options: RenderOptions = RenderOptions(),
    onFrame: (_ done: Int, _ inAll: Int) -> Void = { _, _ in }
  ) async throws -> [WrittenOutput] {
    let fitting = SizeFitting(source: self, options: options, limit: limit)
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
struct SizeFitting<Source: OutputSource> {
  let source: Source
  let options: RenderOptions
  let limit: Int
  /// Most attempts have the scale of the one before.
  private let scaledLast = ScaledSource()

  private final class ScaledSource {
    var kept: (scale: Double, source: Source)?
  }

  init(source: Source, options: RenderOptions, limit: Int) {
    (self.source, self.options, self.limit) = (source, options, limit)
  }

  func write(
    _ requests: [OutputRequest], onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> [WrittenOutput] {
    var reductions: [Reduction] = []
    for request in requests { reductions.append(try await reduction(for: request)) }
    // What needs nothing given up is one render, as it would be without a limit.
    if zip(requests, reductions).allSatisfy({ $1 == none($0) }) {
      return try await source.writeOutputs(requests, options, onFrame: onFrame)
    }
    var all: [WrittenOutput] = []
    for (request, reduction) in zip(requests, reductions) {
      let source = try await scaled(reduction)
      var written = try await source.writeOutputs(
        [request], options(reduction, request), onFrame: onFrame)
      for index in written.indices { written[index].concession = concession(reduction, request) }
      all += written
    }
    return all
  }

  /// The first reduction that fits, with as much quality and as many colours as do.
  private func reduction(for request: OutputRequest) async throws -> Reduction {
    func fits(_ reduction: Reduction) async throws -> Bool {
      try await size(of: request, reduction, atMost: limit) != nil
    }
    let none = none(request)
    if try await fits(none) { return none }
    let plan = ReductionPlan(
      none, request.format, isLossless: options.quality == .lossless, scale: source.scale,
      rate: fullRate(request),
      needsManyColors: try needsManyColors(request))
    // Each is taken to be smaller than the one before. Edges that fall between pixels take more bytes,
    // so that a little less sharpness can be worse than none; and of tiny pictures nothing is sure.
    var found = try await Self.first(of: plan.steps.filter { $0.scale == 1 }, where: fits)
    if found == nil {
      found = try await Self.first(of: plan.steps.filter { $0.scale < 1 }, where: fits)
    }
    for step in plan.steps where found == nil { found = try await fits(step) ? step : nil }
    guard var found else {
      let last = plan.steps.last ?? none
      throw SizeMisfit(
        request: request, limit: limit, bytes: try await size(of: request, last, atMost: .max) ?? 0,
        concession: concession(last, request))
    }
    // The steps are coarse: gives back what there is room for.
    for key: WritableKeyPath<Reduction, Int> in [\.colors, \.quality] {
      let better = plan.values(of: key, above: found[keyPath: key]).map { value in
        var reduction = found
        reduction[keyPath: key] = value
        return reduction
      }
      found = try await Self.first(of: better, where: fits) ?? found
    }
    return found
  }

  /// The first reduction that fits, by binary search: all behind it are taken to fit, too.
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
    try await scaled(reduction).outputSize(
      of: request.format, atMost: limit, options(reduction, request))
  }

  /// Whether some frames have more colours than half a palette can stand for.
  private func needsManyColors(_ request: OutputRequest) throws -> Bool {
    guard request.format.row.hasPalette else { return false }
    let clip = source.clip(for: request.format, options)
    let jobs = options.jobs ?? Threads.defaultJobs
    return try source.samples(
      clip, source.painter(jobs: jobs), FramePool(), jobs: jobs
    ).contains(where: \.needsManyColors)
  }

  private func fullRate(_ request: OutputRequest) -> Double {
    source.clip(for: request.format, options).fps
  }

  /// Nothing given up.
  private func none(_ request: OutputRequest) -> Reduction {
    Reduction(
      quality: options.quality?.number ?? Quality.standard.number,
      colors: options.colors ?? source.defaults.colors)
  }

  private func scaled(_ reduction: Reduction) async throws -> Source {
    if reduction.scale == 1 { return source }
    if let last = scaledLast.kept, last.scale == reduction.scale { return last.source }
    // Its memory is for the next one.
    scaledLast.kept = nil
    let scaled = try await source.scaled(to: source.scale * reduction.scale)
    scaledLast.kept = (reduction.scale, scaled)
    return scaled
  }

  private func options(_ reduction: Reduction, _ request: OutputRequest) -> RenderOptions {
    var options = options
    if reduction.frames < 1 { options.fps = max(1, fullRate(request) * reduction.frames) }
    options.colors = reduction.colors
    if options.quality != .lossless { options.quality = .lossy(reduction.quality) }
    return options
  }

  /// The reduction as in "quality 80, 25 of 50 frames a second"; nil for none.
  private func concession(_ reduction: Reduction, _ request: OutputRequest) -> String? {
    let none = none(request)
    var parts: [String] = []
    if reduction.quality < none.quality { parts.append("quality \(reduction.quality)") }
    if reduction.colors < none.colors {
      parts.append("\(reduction.colors) of \(none.colors) colours")
    }
    if reduction.scale < 1 {
      let scales = [source.scale * reduction.scale, source.scale].map { NumberFormat.rounded($0) }
      let width = (source as? Footage)?.width
      parts.append(
        width.map { "width \(Int((Double($0) * reduction.scale).rounded())) instead of \($0)" }
          ?? "scale \(scales[0]) instead of \(scales[1])")
    }
    if reduction.frames < 1 {
      let rates = [max(1, fullRate(request) * reduction.frames), fullRate(request)]
        .map { NumberFormat.rounded($0, decimals: 2) }
      parts.append("\(rates[0]) of \(rates[1]) frames a second")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// How much of quality, colours, frames and scale is left.
struct Reduction: Hashable {
  var quality: Int
  var colors: Int
  /// The share of frames that is kept.
  var frames = 1.0
  var scale = 1.0
}

/// The reductions of one output, the least visible first.
struct ReductionPlan {
  private(set) var steps: [Reduction] = []
  private let none: Reduction
  private let hasQuality: Bool
  private let hasColors: Bool
  private let rate: Double
  private let leastScale: Double

  /// Reductions from `none` on; scales and rates do not fall below what a scene may have.
  ///
  /// In pictures that need many colours, 128 of them cost twenty points of SSIMULACRA2 and a
  /// scale of 0.9 five; in others, such as text, 32 cost one to ten and the scale twenty. Below 90,
  /// quality takes colours, too.
  init(
    _ none: Reduction, _ format: OutputFormat, isLossless: Bool, scale: Double, rate: Double,
    needsManyColors: Bool
  ) {
    (self.none, self.rate) = (none, rate)
    hasQuality = format.row.hasQuality && !(isLossless && format.row.canBeLossless)
    hasColors = format.row.hasPalette
    // 0.25 is the smallest scale of a scene.
    leastScale = min(1, 0.25 / scale)
    add(\.quality, Self.descent(from: 95, to: needsManyColors ? 80 : 60, by: 5))
    if !needsManyColors { add(\.colors, Self.descent(from: 240, to: 32, by: 16)) }
    add(\.scale, Self.scales(from: 0.95, to: 0.5))
    if needsManyColors { add(\.colors, Self.descent(from: 240, to: 128, by: 16)) }
    add(\.frames, [0.8, 2.0 / 3, 0.5, 0.4, 1.0 / 3].filter { rate * $0 >= 15 })
    add(\.quality, [50, 30])
    add(\.colors, [96, 64, 48, 32])
    add(\.scale, Self.scales(from: 0.45, to: 0.15))
    add(\.frames, [1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 6])
    add(\.colors, [16])
  }

  /// The values of a reduction between `least` and nothing given up, the greatest first.
  func values(of key: KeyPath<Reduction, Int>, above least: Int) -> [Int] {
    let values =
      key == \.quality
      ? Self.descent(from: 100, to: 1, by: 1) : Self.descent(from: 256, to: 16, by: 16)
    let isThere = key == \.quality ? hasQuality : hasColors
    return isThere ? values.filter { $0 > least && $0 <= none[keyPath: key] } : []
  }

  /// Adds steps from the last one on in which a value falls.
  private mutating func add<Value: Comparable>(
    _ key: WritableKeyPath<Reduction, Value>, _ values: [Value]
  ) {
    for value in values {
      var step = steps.last ?? none
      guard value < step[keyPath: key] else { continue }
      step[keyPath: key] = value
      step.scale = max(step.scale, leastScale)
      // No run has less than a frame a second.
      step.frames = max(step.frames, min(1, 1 / rate))
      if !hasQuality { step.quality = none.quality }
      if !hasColors { step.colors = none.colors }
      if step != steps.last ?? none { steps.append(step) }
    }
  }

  private static func descent(from first: Int, to last: Int, by step: Int) -> [Int] {
    Array(stride(from: first, through: last, by: -step))
  }

  /// Steps of a twentieth.
  private static func scales(from first: Double, to last: Double) -> [Double] {
    stride(from: (first * 20).rounded(), through: (last * 20).rounded(), by: -1).map { $0 / 20 }
  }
}
