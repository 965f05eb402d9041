import Drawing
import Geometry
import SceneFormat
import Staging

/// What a run will take, known before any of it is made: scenes are written by strangers.
struct Plan: Hashable {
  /// The canvas in pixels.
  let widthPixels, heightPixels: Double
  /// The run's length.
  private(set) var seconds = 0.0
  /// The frames of the output that has the most.
  private(set) var frames = 0.0
  /// The pixels that are held at the same time, and what they are made from, without the jobs'.
  private var sharedBytes = 0.0
  /// What each frame takes that is worked on side by side with others.
  private var bytesOfJob = 0.0

  /// A plan that knows no more than the canvas.
  init(_ canvas: Canvas) {
    (widthPixels, heightPixels) = canvas.pixels(at: canvas.scale)
  }

  /// The plan of a run that is sampled `fps` times a second for each of its outputs, with images
  /// of `imageBytes` at hand.
  init(_ stage: Stage, fps: [Double], imageBytes: Int) {
    self.init(stage.canvas)
    seconds = stage.seconds
    frames = ((fps.max() ?? 0) * seconds - 1e-9).rounded(.up) + 1
    let frame = 4 * widthPixels * heightPixels
    let pictures = stage.pictures.map { Self.bytes(of: $0, scale: stage.canvas.scale) }
    // For each output the frame before; five more are the samples that a palette is made from.
    sharedBytes = Double(imageBytes) + pictures.reduce(0, +) + frame * Double(fps.count + 5)
    // A job draws into its frame and into a surface for each group that it is in.
    let depth = [0.25, 0.5, 0.75].map { stage.frame(at: $0 * seconds).commands.depth }.max() ?? 0
    bytesOfJob = frame * Double(1 + depth + FramePump.framesOfJob)
  }

  /// The plan of a strip of `count` moments: all are held at once, and beside them the strip.
  init(stripOf count: Int, of stage: Stage, imageBytes: Int) {
    self.init(stage, fps: [], imageBytes: imageBytes)
    frames = Double(count)
    let frame = 4 * widthPixels * heightPixels
    sharedBytes += 2 * frame * frames
  }

  /// The bytes that are held at the same time when `jobs` frames are worked on side by side.
  func memoryBytes(jobs: Int) -> Double { sharedBytes + bytesOfJob * Double(jobs) }

  /// As many of the `wanted` jobs as there is memory for; at least one.
  func jobs(_ wanted: Int, within limits: Limits) -> Int {
    var jobs = max(1, wanted)
    while jobs > 1, memoryBytes(jobs: jobs) > limits[.memoryBytes] { jobs -= 1 }
    return jobs
  }

  /// Throws for the first limit that even one job exceeds; `place` is whom it is blamed on.
  func check(_ limits: Limits, at place: Place) throws(SceneError) {
    let demands: [(Limit, Double)] = [
      (.canvasSide, max(widthPixels, heightPixels)), (.canvasPixels, widthPixels * heightPixels),
      (.seconds, seconds), (.frames, frames), (.memoryBytes, memoryBytes(jobs: 1)),
    ]
    // Not "demand > allowed": what is no number is too much, too.
    for (limit, demand) in demands where !(demand <= limits[limit]) {
      throw SceneError(place: place, problem: .limit(limit, allowed: limits[limit]))
    }
  }

  /// The bytes of a picture at rest and, if the run enlarges it, of its larger texture; while it
  /// is rendered, each group in it takes as much again.
  private static func bytes(of picture: Picture, scale: Double) -> Double {
    let area = 4 * picture.bounds.width * picture.bounds.height * scale * scale
    let larger = min(8, max(1, picture.largestScale))
    return area * (larger > 1 ? 1 + larger * larger : 1) * Double(1 + picture.commands.depth)
  }
}

extension [DrawCommand] {
  /// How deep groups are nested in them.
  fileprivate var depth: Int {
    var (depth, deepest) = (0, 0)
    for command in self {
      switch command {
      case .beginGroup(let effects):
        depth += 1
        deepest = Swift.max(deepest, depth + effects.mask.depth)
      case .endGroup: depth -= 1
      case .fill, .image, .picture: break
      }
    }
    return deepest
  }
}
