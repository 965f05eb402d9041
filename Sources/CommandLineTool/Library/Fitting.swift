import Formatting
import RenderTransition
import SceneFormat

/// Finds the best picture that fits into so many bytes, one output at a time.
struct Fitting {
  /// What is given up, of all that there is.
  private struct Step: Hashable {
    var colors = 256
    /// Of so many frames one is kept.
    var frames = 1.0
    var scale = 1.0
  }

  // What is missed least goes first: colours down to 64, then frames, then sharpness, little by little, so
  // that not much of what is allowed stays unused. Each step has as few colours as go with the rest.
  private static let steps: [Step] =
    [1, 1.5, 2].map { Step(colors: 64, frames: $0) }
    + descent(of: 0.95, to: 0.5, by: 0.05).map { Step(colors: 64, frames: 2, scale: $0) }
    + descent(of: 0.5, to: 0.4, by: 0.05).map { Step(colors: 48, frames: 3, scale: $0) }
    + descent(of: 0.4, to: 0.25, by: 0.025).map { Step(colors: 32, frames: 4, scale: $0) }
    + descent(of: 0.25, to: 0.15, by: 0.025).map { Step(colors: 16, frames: 6, scale: $0) }
  // Of these, as many as fit are kept.
  private static let colors = [256, 224, 192, 160, 128, 112, 96, 80, 64, 56, 48, 40, 32, 24, 16]
  private static let leastScale = 0.25

  private static func descent(of first: Double, to last: Double, by step: Double) -> [Double] {
    let count = Int(((first - last) / step).rounded())
    // Whole thousandths, or 0.4 would be written as 0.39999999999999997 somewhere.
    return (0...count).map { ((first - Double($0) * step) * 1000).rounded() / 1000 }
  }

  private let animation: Animation
  private let path: String
  private let settings: Settings

  init(_ animation: Animation, at path: String, _ settings: Settings) {
    (self.animation, self.path, self.settings) = (animation, path, settings)
  }

  /// Writes each output as well as `limit` bytes allow; nothing is written before all are known to fit.
  func write(
    _ outputs: [PlannedOutput], atMost limit: Int, _ watch: @escaping @Sendable (Progress) -> Void
  ) async throws -> [Written] {
    var steps: [Step] = []
    for output in outputs { steps.append(try await step(for: output, atMost: limit)) }
    // What needs nothing given up is one render, as it would be without a limit.
    if Set(steps) == [wanted] { return try await write(outputs, wanted, watch) }
    var all: [Written] = []
    for (output, step) in zip(outputs, steps) { all += try await write([output], step, watch) }
    return all
  }

  private func write(
    _ outputs: [PlannedOutput], _ step: Step, _ watch: @escaping @Sendable (Progress) -> Void
  ) async throws -> [Written] {
    let written = try await scaled(step).write(
      outputs.map(OutputRequest.init), options: options(step, outputs[0])
    ) { watch(Progress(framesDone: $0, framesInAll: $1)) }
    return zip(outputs, written).map { output, one in
      var written = Written(output, one)
      written.concession = concession(step, output)
      return written
    }
  }

  /// The first step that fits, with as many colours as do; each is taken to be smaller than the one
  /// before.
  ///
  /// Of tiny pictures it may not be: what fits as it is stays so, a step may fit with all colours if not
  /// with few, and if none seems to fit, all are tried.
  private func step(for output: PlannedOutput, atMost limit: Int) async throws -> Step {
    func fits(_ step: Step) async throws -> Bool {
      try await size(of: output, step, atMost: limit) != nil
    }
    func fitsSomehow(_ step: Step) async throws -> Bool {
      let rich = with(wanted.colors, step)
      if try await fits(step) { return true }
      return rich == step || rich == wanted ? false : try await fits(rich)
    }
    if try await fits(wanted) { return wanted }
    let steps = self.steps(for: output)
    // Edges that fall between pixels take more bytes, so that a little less sharpness can be worse than none.
    var found = try await Self.first(of: steps.filter { $0.scale == 1 }, where: fitsSomehow)
    if found == nil {
      found = try await Self.first(of: steps.filter { $0.scale < 1 }, where: fitsSomehow)
    }
    for step in steps where found == nil { found = try await fits(step) ? step : nil }
    guard let least = found else {
      let last = steps.last ?? wanted
      throw misfit(output, limit, last, try await size(of: output, last, atMost: .max) ?? 0)
    }
    let rich = with(wanted.colors, least)
    if rich == least { return least }
    if rich != wanted, try await fits(rich) { return rich }
    let others = Self.colors.filter { $0 > least.colors && $0 < wanted.colors }
    return try await Self.first(of: others.map { with($0, least) }, where: fits) ?? least
  }

  private func with(_ colors: Int, _ step: Step) -> Step {
    var step = step
    step.colors = colors
    return step
  }

  /// The first of some steps for which something holds that holds for all behind it.
  private static func first(
    of steps: [Step], where holds: (Step) async throws -> Bool
  ) async throws -> Step? {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if try await holds(steps[middle]) { high = middle } else { low = middle + 1 }
    }
    return low < steps.count ? steps[low] : nil
  }

  private func size(
    of output: PlannedOutput, _ step: Step, atMost limit: Int
  ) async throws -> Int? {
    try await scaled(step).size(
      of: OutputRequest(output).format, atMost: limit, options: options(step, output))
  }

  /// Nothing given up.
  private var wanted: Step { Step(colors: settings.colors ?? animation.scene.output.colors) }

  /// The steps that change something about an output.
  private func steps(for output: PlannedOutput) -> [Step] {
    // A stream cannot be read again, and a scale below a quarter is no scale.
    let least = SceneAddress(path).isReadOnce ? 1 : min(1, Self.leastScale / wantedScale)
    var known: Set<Step> = [wanted]
    return Self.steps.map { step in
      var step = step
      step.scale = max(step.scale, least)
      // No run has less than a frame a second.
      step.frames = min(step.frames, max(1, wantedRate(output)))
      step.colors = output.format == .gif ? min(step.colors, wanted.colors) : wanted.colors
      return step
    }.filter { known.insert($0).inserted }
  }

  private func misfit(
    _ output: PlannedOutput, _ limit: Int, _ step: Step, _ size: Int
  ) -> Failure {
    let how = concession(step, output).map { " with \($0)" } ?? ""
    let why = SceneAddress(path).isReadOnce ? "; a scene from a pipe is not scaled" : ""
    let name = output.path.map(Escaped.text) ?? "stdout"
    return Failure(
      .failure,
      "\(name) cannot be made to fit in \(NumberFormat.bytes(limit)): it has \(size) bytes\(how)\(why)"
    )
  }
}

// What a step comes to.
extension Fitting {
  private var wantedScale: Double { settings.scale ?? animation.scene.canvas.scale }

  private func scale(_ step: Step) -> Double { wantedScale * step.scale }

  private func wantedRate(_ output: PlannedOutput) -> Double {
    let rate = settings.fps ?? animation.scene.output.fps
    return output.format == .gif ? min(rate, 50) : rate
  }

  private func scaled(_ step: Step) throws -> Animation {
    guard step.scale < 1 else { return animation }
    return try Animation(
      at: SceneAddress(path), scale: scale(step), assetRoot: settings.assetRoot,
      limits: settings.limits)
  }

  private func options(_ step: Step, _ output: PlannedOutput) -> RenderOptions {
    var options = RenderOptions(settings)
    if step.frames > 1 { options.fps = max(1, wantedRate(output) / step.frames) }
    options.colors = step.colors
    return options
  }

  /// What was given up, as in "128 of 256 colours, 25 of 50 frames a second"; nil for nothing.
  private func concession(_ step: Step, _ output: PlannedOutput) -> String? {
    var parts: [String] = []
    if output.format == .gif, step.colors < wanted.colors {
      parts.append("\(step.colors) of \(wanted.colors) colours")
    }
    if step.frames > 1 {
      let (rate, all) = (max(1, wantedRate(output) / step.frames), wantedRate(output))
      let rates = [rate, all].map { NumberFormat.rounded($0, decimals: 2) }
      parts.append("\(rates[0]) of \(rates[1]) frames a second")
    }
    if step.scale < 1 {
      let scales = [scale(step), wantedScale].map { NumberFormat.rounded($0, decimals: 3) }
      parts.append("scale \(scales[0]) instead of \(scales[1])")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
