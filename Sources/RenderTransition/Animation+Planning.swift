import Compositing
import Pixels
import SceneFormat

extension Animation {
  /// As many of the `wanted` jobs, which are as many as there are processors unless given, as there
  /// is memory for; throws where the run would take too much even with one.
  func jobs(_ wanted: Int?, for outputs: [SampledOutput]) throws(LoadFailure) -> Int {
    let plan = Plan(stage, outputs: outputs, prepared)
    try check(plan)
    return plan.jobs(wanted, within: limits)
  }

  /// About how many pixels a run at the scene's own rate draws and encodes.
  package var work: Double {
    Plan(stage, outputs: [SampledOutput(fps: scene.output.fps)], prepared).work
  }

  /// Throws where a run at `fps`, the scene's own rate unless given, would take too much, written to
  /// what takes least of all, or to a GIF.
  public func checkLength(fps: Double? = nil, toGIF isGIF: Bool = false) throws(LoadFailure) {
    _ = try jobs(1, for: [SampledOutput(fps: fps ?? scene.output.fps, hasPalette: isGIF)])
  }

  /// Throws where what is planned is more than is allowed.
  func check(_ plan: Plan) throws(LoadFailure) {
    do throws(SceneError) {
      try plan.check(limits, at: start)
    } catch {
      throw .mistakes([error], sources: sources)
    }
    let planned = plan.memoryBytes(jobs: 1)
    if let left = ProcessMemory.leftBytes, planned > Double(left) {
      throw .memory(planned: planned, left: left)
    }
  }

  /// The canvas of `scene` at `scale`, which is the scene's own unless given; throws where it is
  /// too large.
  static func canvas(
    of scene: Scene, at scale: Double?, _ limits: Limits, _ reading: SceneReading
  ) throws(LoadFailure) -> Canvas {
    var canvas = scene.canvas
    canvas.scale = scale ?? canvas.scale
    do throws(SceneError) {
      guard canvas.scale >= 0.25, canvas.scale <= 8 else {
        let problem = StructureProblem.outOfRange(canvas.scale, allowed: "from 0.25 to 8")
        throw SceneError(place: reading.start, problem: .structure(problem))
      }
      try Plan(canvas).check(limits, at: reading.start)
    } catch {
      throw .mistakes([error], sources: reading.sources)
    }
    return canvas
  }

  /// Whether what is at `path` is one of the files that the scene is made of, or holds one.
  public func isMade(of path: String) -> Bool {
    guard let real = Folder.realPath(path) else { return false }
    return inputs.contains { $0 == real || $0.hasPrefix(real + "/") }
  }

  /// Throws if that is so.
  func checkIsNoInput(_ path: String) throws(FileError) {
    if isMade(of: path) { throw FileError(.write, path, .input) }
  }
}
