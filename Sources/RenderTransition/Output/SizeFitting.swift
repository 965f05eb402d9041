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
    try await written(requests) { animation, requests in
      let fitting = SizeFitting(source: animation, options: options, limit: limit)
      return try await fitting.write(requests, onFrame: onFrame)
    }
  }
}

/// An output that cannot be made small enough.
public struct SizeMisfit: Error, Hashable, Sendable, CustomStringConvertible {
  /// The output.
  public let request: OutputRequest
  /// The most bytes.
  public let limit: Int
  /// About how many bytes it has with all that can be given up.
  public let bytes: Int
  /// All that can be given up.
  public let concession: String?

  /// One sentence.
  public var description: String {
    let name = request.destination.path.map(Escaped.text) ?? "stdout"
    let how = concession.map { " with \($0)" } ?? ""
    return
      "\(name) cannot be made to fit in \(NumberFormat.bytes(limit)): the least that it can have is "
      + "about \(NumberFormat.bytes(bytes))\(how)"
  }
}

/// Finds the best picture that fits into so many bytes, one output at a time.
///
/// What a reduction comes to is estimated from one in eight frames, and from how far the estimate of a
/// whole output was off before. So it takes two whole ones as a rule, and three where much room is left.
struct SizeFitting<Source: OutputSource> {
  let source: Source
  let options: RenderOptions
  let limit: Int
  private let kept = Kept()

  /// What several attempts need.
  private final class Kept {
    /// Most attempts have the scale of the one before.
    var scaled: (scale: Double, source: Source)?
    var samples: [Reduction: SizeSample] = [:]
  }

  /// An output that fits and is in no place yet.
  private struct Fitted {
    var request: OutputRequest
    var reduction: Reduction
    var output: OpenOutput
    var seconds = 0.0
  }

  init(source: Source, options: RenderOptions, limit: Int) {
    (self.source, self.options, self.limit) = (source, options, limit)
  }

  func write(
    _ requests: [OutputRequest], onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> [WrittenOutput] {
    var all: [Fitted] = []
    for request in requests {
      let start = ContinuousClock.now
      var fitted = try await fit(request, onFrame)
      fitted.seconds = (ContinuousClock.now - start) / .seconds(1)
      all.append(fitted)
    }
    try put(all)
    var outputs: [WrittenOutput] = []
    for one in all {
      let source = try await scaled(one.reduction)
      let options = options(one.reduction, one.request)
      var written = try source.written(
        one.request, source.clip(for: one.request.format, options), options, one.output,
        seconds: one.seconds, drawnBy: source.painter(jobs: 1))
      written.concession = concession(one.reduction, one.request)
      outputs.append(written)
    }
    return outputs
  }

  /// Puts all in their places, or none.
  private func put(_ all: [Fitted]) throws {
    var places: [any OutputPlace] = []
    do {
      for one in all {
        places.append(try source.place(of: one.request, options, jobs: 1))
        try (one.output.place as? HeldPlace)?.write(to: &places[places.count - 1])
      }
      try Draft.together {
        for index in places.indices { try places[index].commit() }
      }
    } catch {
      for index in places.indices { places[index].abandon() }
      throw error
    }
  }

  /// The output with the first reduction that fits.
  private func fit(
    _ request: OutputRequest, _ onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> Fitted {
    kept.samples = [:]
    let none = none(request)
    let whole = try await output(request, none, onFrame)
    if whole.byteCount <= limit { return Fitted(request: request, reduction: none, output: whole) }
    let estimate = try await sample(request, none)
    var factor = estimate.factor(for: whole.byteCount)
    var room = estimate.isWhole ? 1 : 0.98
    func reductions(needsManyColors: Bool) -> ReductionPlan {
      ReductionPlan(
        none, request.format, isLossless: options.quality == .lossless, scale: source.scale,
        rate: fullRate(request), needsManyColors: needsManyColors)
    }
    // Quality goes first, whatever the colours.
    var plan = reductions(needsManyColors: false)
    if let first = plan.phases.first?.last,
      try await sample(request, first).bytes(factor: factor) > room * Double(limit)
    {
      plan = reductions(needsManyColors: try needsManyColors(request))
    }
    var (best, tried): (Fitted?, Set<Reduction>) = (nil, [])
    while let reduction = try await reduction(request, plan, factor, in: room * Double(limit)),
      tried.insert(reduction).inserted
    {
      let output = try await output(request, reduction, onFrame)
      factor = try await sample(request, reduction).factor(for: output.byteCount)
      if output.byteCount <= limit {
        best = Fitted(request: request, reduction: reduction, output: output)
        if tried.count > 1 || Double(output.byteCount) > 0.9 * Double(limit) { break }
      } else if best != nil {
        break
      } else {
        room -= 0.03
      }
    }
    if let best { return best }
    let last = plan.last
    throw SizeMisfit(
      request: request, limit: limit,
      bytes: Int(try await sample(request, last).bytes(factor: factor)),
      concession: concession(last, request))
  }

  private func output(
    _ request: OutputRequest, _ reduction: Reduction, _ onFrame: (_ done: Int, _ inAll: Int) -> Void
  ) async throws -> OpenOutput {
    try await scaled(reduction).heldOutput(
      of: request.format, options(reduction, request), onFrame: onFrame)
  }

  /// The first reduction that is taken to fit into so many bytes, without what it need not give up;
  /// the last one where it nearly fits, and nil where it does not.
  private func reduction(
    _ request: OutputRequest, _ plan: ReductionPlan, _ factor: Double, in bytes: Double
  ) async throws -> Reduction? {
    func estimate(_ reduction: Reduction) async throws -> Double {
      try await sample(request, reduction).bytes(factor: factor)
    }
    let none = none(request)
    var before = try await estimate(none)
    for phase in plan.phases {
      let least = try await estimate(phase[phase.count - 1])
      guard least <= bytes else {
        before = least
        continue
      }
      var found = try await Self.first(of: phase, between: before, least, in: bytes, estimate)
      for key: WritableKeyPath<Reduction, Int> in [\.colors, \.quality]
      where found.scale < 1 || found.frames < 1 {
        var better = found
        better[keyPath: key] = none[keyPath: key]
        if try await estimate(better) <= bytes { found = better }
      }
      return found
    }
    return before < 1.2 * bytes ? plan.last : nil
  }

  /// The first reduction that fits, of which the last one does: sizes are taken to fall evenly.
  private static func first(
    of reductions: [Reduction], between before: Double, _ least: Double, in bytes: Double,
    _ estimate: (Reduction) async throws -> Double
  ) async throws -> Reduction {
    var (low, high) = ((place: -1, bytes: before), (place: reductions.count - 1, bytes: least))
    while high.place - low.place > 1, high.bytes < 0.97 * bytes {
      let share = (low.bytes - bytes) / max(1, low.bytes - high.bytes)
      let guess = low.place + Int((share * Double(high.place - low.place)).rounded(.up))
      let place = min(max(guess, low.place + 1), high.place - 1)
      let size = try await estimate(reductions[place])
      if size <= bytes { high = (place, size) } else { low = (place, size) }
    }
    return reductions[high.place]
  }

  /// What one in eight frames come to; of few frames, all.
  private func sample(
    _ request: OutputRequest, _ reduction: Reduction
  ) async throws -> SizeSample {
    if let sample = kept.samples[reduction] { return sample }
    let (source, options) = (try await scaled(reduction), options(reduction, request))
    let clip = source.clip(for: request.format, options)
    let count = source.uses(of: clip, output: 0).count
    let oneIn = count < 16 ? 1 : 8
    let output = try await source.heldOutput(of: request.format, oneIn: oneIn, options)
    let sample = SizeSample(output, of: count, isWhole: oneIn == 1)
    kept.samples[reduction] = sample
    return sample
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
    if let last = kept.scaled, last.scale == reduction.scale { return last.source }
    // Its memory is for the next one.
    kept.scaled = nil
    let scaled = try await source.scaled(to: source.scale * reduction.scale)
    kept.scaled = (reduction.scale, scaled)
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

/// The bytes of some frames of an output, evenly from all over it.
struct SizeSample: Sendable {
  /// Whether it is the output itself.
  let isWhole: Bool
  /// The bytes of the first frame, and of the others.
  private let first, others: Double
  /// How many frames of the output there are for each behind the first one.
  private let share: Double

  /// Of an output of so many `frames`.
  init(_ sample: OpenOutput, of frames: Int, isWhole: Bool) {
    let counts = sample.byteCounts
    // Most encoders hold a frame back until they know how long it shows.
    first = Double(counts.first { $0 > 0 } ?? 0)
    others = Double(sample.byteCount) - first
    share = counts.count < 2 ? 1 : Double(frames - 1) / Double(counts.count - 1)
    self.isWhole = isWhole
  }

  /// The bytes of the output, whose frames behind the first one come to `factor` of those here.
  func bytes(factor: Double) -> Double { first + others * share * (isWhole ? 1 : factor) }

  /// By what the frames of the whole output of so many bytes differ from those here.
  func factor(for bytes: Int) -> Double {
    let factor = (Double(bytes) - first) / (others * share)
    return factor.isFinite && factor > 0 ? factor : 1
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

/// The reductions of one output, the least visible first; each gives up what all before it do.
struct ReductionPlan {
  /// In each, one thing is given up little by little.
  private(set) var phases: [[Reduction]] = []
  /// With all given up.
  var last: Reduction { phases.last?.last ?? none }
  private let none: Reduction
  private let hasQuality: Bool
  private let hasColors: Bool
  private let rate: Double
  private let leastScale: Double

  /// Reductions from `none` on; scales and rates do not fall below what a scene may have.
  ///
  /// Motion is what the pictures are for: frames go late. In pictures that need many colours, 128 of
  /// them cost twenty points of SSIMULACRA2 and a scale of 0.9 five; in others, such as text, 32 cost
  /// one to ten and the scale twenty.
  init(
    _ none: Reduction, _ format: OutputFormat, isLossless: Bool, scale: Double, rate: Double,
    needsManyColors: Bool
  ) {
    (self.none, self.rate) = (none, rate)
    hasQuality = format.row.hasQuality && !(isLossless && format.row.canBeLossless)
    hasColors = format.row.hasPalette
    // 0.25 is the smallest scale of a scene.
    leastScale = min(1, 0.25 / scale)
    add(\.quality, Self.descent(from: 99, to: 40, by: 1))
    if !needsManyColors { add(\.colors, Self.descent(from: 240, to: 32, by: 16)) }
    add(\.scale, Self.scales(from: 0.95, to: 0.75))
    add(\.frames, [0.8, 2.0 / 3, 0.5].filter { rate * $0 >= 25 })
    // From here on, everything.
    add(\.quality, [30])
    add(\.colors, Self.descent(from: 240, to: 64, by: 16))
    add(\.scale, Self.scales(from: 0.7, to: 0.5))
    add(\.frames, [2.0 / 3, 0.5, 0.4, 1.0 / 3].filter { rate * $0 >= 15 })
    add(\.colors, [48, 32])
    add(\.scale, Self.scales(from: 0.45, to: 0.15))
    add(\.frames, [1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 6])
    add(\.colors, [16])
  }

  /// Adds steps from the last one on in which a value falls.
  private mutating func add<Value: Comparable>(
    _ key: WritableKeyPath<Reduction, Value>, _ values: [Value]
  ) {
    let start = last
    var steps: [Reduction] = []
    for value in values {
      var step = steps.last ?? start
      guard value < step[keyPath: key] else { continue }
      step[keyPath: key] = value
      step.scale = max(step.scale, leastScale)
      // No run has less than a frame a second.
      step.frames = max(step.frames, min(1, 1 / rate))
      if !hasQuality { step.quality = none.quality }
      if !hasColors { step.colors = none.colors }
      if step != steps.last ?? start { steps.append(step) }
    }
    if !steps.isEmpty { phases.append(steps) }
  }

  private static func descent(from first: Int, to last: Int, by step: Int) -> [Int] {
    Array(stride(from: first, through: last, by: -step))
  }

  /// Steps of a twentieth.
  private static func scales(from first: Double, to last: Double) -> [Double] {
    stride(from: (first * 20).rounded(), through: (last * 20).rounded(), by: -1).map { $0 / 20 }
  }
}
