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

  // What is missed least goes first: colours, then every other frame, then sharpness, little by
  // little, so that not much of what is allowed stays unused.
  private static let steps: [Step] =
    [256, 192, 128, 96, 64].map { Step(colors: $0) }
    + [256, 192, 128, 96, 64].map { Step(colors: $0, frames: 2) }
    + descent(of: 0.95, to: 0.5, by: 0.05).map { Step(colors: 64, frames: 2, scale: $0) }
    + descent(of: 0.5, to: 0.4, by: 0.05).map { Step(colors: 48, frames: 3, scale: $0) }
    + descent(of: 0.4, to: 0.25, by: 0.025).map { Step(colors: 32, frames: 4, scale: $0) }
    + descent(of: 0.25, to: 0.15, by: 0.025).map { Step(colors: 16, frames: 6, scale: $0) }

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

  /// Writes each output as well as `limit` bytes allow.
  func write(
    _ outputs: [PlannedOutput], atMost limit: Int, _ watch: @escaping @Sendable (Progress) -> Void
  ) async throws -> [Written] {
    var all: [Written] = []
    for output in outputs {
      let step = try await step(for: output, atMost: limit)
      let written = try await scaled(step).write(
        [OutputRequest(output)], options: options(step, output)
      ) { watch(Progress(framesDone: $0, framesInAll: $1)) }
      for one in written {
        var written = Written(output, one)
        written.concession = concession(step, output)
        all.append(written)
      }
    }
    return all
  }

  /// The first step that fits; each is taken to be smaller than the one before.
  ///
  /// Of tiny pictures it may not be: what fits as it is stays so, and if no step seems to fit, all are
  /// tried.
  private func step(for output: PlannedOutput, atMost limit: Int) async throws -> Step {
    let steps = self.steps(for: output)
    func fits(_ place: Int) async throws -> Bool {
      try await size(of: output, steps[place], atMost: limit) != nil
    }
    if try await fits(0) { return steps[0] }
    var (low, high) = (1, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if try await fits(middle) { high = middle } else { low = middle + 1 }
    }
    if low < steps.count { return steps[low] }
    for place in steps.indices where try await fits(place) { return steps[place] }
    let last = steps[steps.count - 1]
    throw misfit(output, limit, last, try await size(of: output, last, atMost: .max) ?? 0)
  }

  private func size(
    of output: PlannedOutput, _ step: Step, atMost limit: Int
  ) async throws -> Int? {
    try await scaled(step).size(
      of: OutputRequest(output).format, atMost: limit, options: options(step, output))
  }

  /// The steps that change something about an output.
  private func steps(for output: PlannedOutput) -> [Step] {
    Self.steps.filter { step in
      // A stream cannot be read again, and a scale below a quarter is no scale.
      if step.scale < 1, SceneAddress(path).isReadOnce || scale(step) < 0.25 { return false }
      return output.format == .gif || step == Step() || step.frames > 1 || step.scale < 1
    }
  }

  private func misfit(
    _ output: PlannedOutput, _ limit: Int, _ step: Step, _ size: Int
  ) -> Failure {
    let how = concession(step, output).map { " with \($0)" } ?? ""
    let why = SceneAddress(path).isReadOnce ? "; a scene from a pipe is not scaled" : ""
    let name = output.path.map(Visible.text) ?? "stdout"
    return Failure(
      .failure,
      "\(name) cannot be made to fit in \(Quantity.bytes(limit)): it has \(size) bytes\(how)\(why)"
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
    options.colors = min(step.colors, settings.colors ?? animation.scene.output.colors)
    return options
  }

  /// What was given up, as in "128 of 256 colours, 25 of 50 frames a second"; nil for nothing.
  private func concession(_ step: Step, _ output: PlannedOutput) -> String? {
    let colors = settings.colors ?? animation.scene.output.colors
    var parts: [String] = []
    if output.format == .gif, step.colors < colors {
      parts.append("\(step.colors) of \(colors) colours")
    }
    if step.frames > 1 {
      let (rate, all) = (max(1, wantedRate(output) / step.frames), wantedRate(output))
      parts.append("\(Self.short(rate)) of \(Self.short(all)) frames a second")
    }
    if step.scale < 1 {
      parts.append("scale \(Self.short(scale(step))) instead of \(Self.short(wantedScale))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func short(_ number: Double) -> String {
    Quantity.short(number, atMost: 3)
  }
}
