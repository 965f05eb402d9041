import Compositing
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
  /// What is held for as long as the run takes: images, textures, and frames that no job works on.
  private var sharedBytes = 0.0
  /// What each frame takes that is worked on side by side with others.
  private var bytesOfJob = 0.0
  /// What painting each texture takes, the largest first: they are done before the first frame.
  private var paintingBytes: [Double] = []
  /// What all commands of all frames cost, in pixels of one colour, and the pixels that outputs encode.
  private(set) var work = 0.0

  /// What one picture costs, at most.
  private var workOfPicture = 0.0
  /// A picture is waited for, too: so many times as much must be allowed for all.
  private static let pictures = 20.0

  /// A plan that knows no more than the canvas.
  init(_ canvas: Canvas) {
    (widthPixels, heightPixels) = canvas.picturePixels(at: canvas.scale)
  }

  /// The plan of a run that is sampled at the rate of each of its outputs; without `prepared`, there is
  /// no canvas.
  init(_ stage: Stage, outputs: [SampledOutput], _ prepared: PreparedScene?) {
    self.init(stage.canvas)
    seconds = stage.seconds
    let length = seconds
    func count(_ fps: Double) -> Double { (fps * length - 1e-9).rounded(.up) + 1 }
    frames = count(outputs.map(\.fps).max() ?? 0)
    guard let prepared else {
      sharedBytes = .infinity
      return
    }
    let demand = prepared.textureDemand
    paintingBytes = demand.map(\.paintingBytes).sorted(by: >)
    sharedBytes =
      prepared.images.reduce(0) { $0 + Double($1.byteCount) }
      + demand.reduce(0) { $0 + $1.keptBytes } + prepared.cachedBytes
    bytesOfJob = prepared.paintingBytes
    addFrames(of: outputs)
    // A screen and its device are two pictures.
    if stage.canvas.hasBezel { bytesOfJob += 4 * widthPixels * heightPixels }
    // Outputs of one rate share their frames, and each of them encodes its own.
    let drawn = max(1, Set(outputs.map(\.fps)).reduce(0) { $0 + count($1) })
    let encoded = outputs.reduce(0) { $0 + count($1.fps) }
    work =
      prepared.workOfTextures + drawn * prepared.workOfFrame
      + (drawn + encoded) * widthPixels * heightPixels
    workOfPicture = prepared.workOfTextures + prepared.mostWorkOfFrame
  }

  /// The plan of frames that are there already.
  init(_ width: Int, _ height: Int, frames: Int, seconds: Double, outputs: [SampledOutput]) {
    (widthPixels, heightPixels) = (Double(width), Double(height))
    (self.frames, self.seconds) = (Double(frames), seconds)
    addFrames(of: outputs)
    work = self.frames * Double(1 + outputs.count) * widthPixels * heightPixels
  }

  /// Adds the frames that are worked on.
  private mutating func addFrames(of outputs: [SampledOutput]) {
    let frame = 4 * widthPixels * heightPixels
    // One frame more than jobs ask for is in the window, and each output looks at the one before.
    // A palette is made from three frames, two of which wait for their time, and as many as there
    // are jobs are drawn beside them.
    let hasPalette = outputs.contains(where: \.hasPalette)
    sharedBytes += frame * Double(1 + max(1, outputs.count) + (hasPalette ? 1 : 0))
    // A report holds a frame and the one before, as drawn and as shown, and what the decoder keeps; some
    // of that, and more where there was a palette, is free again by then.
    if outputs.contains(where: \.isReported) { sharedBytes += frame * (hasPalette ? 2 : 4) }
    // Encoded, a frame has no more bytes than before.
    sharedBytes += outputs.reduce(0) { $0 + min($1.heldBytes, frame * frames) }
    // A job has as much again of what it encodes.
    bytesOfJob +=
      frame * Double(FramePump.framesOfJob + 1 + (hasPalette ? 1 : 0))
      + frame * (outputs.map(\.framesOfEncoder).max() ?? 0)
  }

  /// The plan of a strip of `count` moments: all are held at once, and beside them the strip.
  init(stripOf count: Int, of stage: Stage, _ prepared: PreparedScene?) {
    self.init(stage, outputs: [], prepared)
    frames = Double(count)
    work += (frames - 1) * ((prepared?.workOfFrame ?? 0) + widthPixels * heightPixels)
    let frame = 4 * widthPixels * heightPixels
    sharedBytes += 2 * frame * frames
  }

  /// The bytes that are held at the same time when `jobs` frames are worked on side by side.
  func memoryBytes(jobs: Int) -> Double {
    let painting = paintingBytes.prefix(jobs).reduce(0, +)
    return sharedBytes + max(painting, bytesOfJob * Double(jobs))
  }

  /// The bytes that are left beside `jobs` jobs; below 0 if these take too many.
  func memoryLeft(jobs: Int, within limits: Limits) -> Double {
    min(limits[.memoryBytes], ProcessMemory.leftBytes.map(Double.init) ?? .infinity)
      - memoryBytes(jobs: jobs)
  }

  /// As many of the `wanted` jobs, by default one a processor, as there is memory for; at least one.
  func jobs(_ wanted: Int?, within limits: Limits) -> Int {
    var jobs = max(1, wanted ?? Threads.defaultJobs)
    while jobs > 1, memoryLeft(jobs: jobs, within: limits) < 0 { jobs -= 1 }
    return jobs
  }

  /// The first limit that even one job exceeds; nil for none.
  func excess(over limits: Limits) -> Limit? {
    let demands: [(Limit, Double)] = [
      (.canvasSide, max(widthPixels, heightPixels)), (.canvasPixels, widthPixels * heightPixels),
      (.seconds, seconds), (.frames, frames), (.memoryBytes, memoryBytes(jobs: 1)),
      (.work, max(work, Self.pictures * workOfPicture)),
    ]
    // Unlike "demand > allowed", this refuses NaN, too.
    return demands.first { !($0.1 <= limits[$0.0]) }?.0
  }

  /// Throws for the first limit that even one job exceeds; `place` is where the error is reported.
  func check(_ limits: Limits, at place: Place) throws(SceneError) {
    guard let limit = excess(over: limits) else { return }
    throw SceneError(place: place, problem: .limit(limit, allowed: limits[limit]))
  }
}

/// What a plan has to know of an output.
struct SampledOutput: Hashable {
  /// Frames per second.
  var fps: Double
  /// Whether some frames are drawn before all others, for their colours.
  var hasPalette = false
  /// How many frames' bytes its encoder takes beside what it encodes.
  var framesOfEncoder = 0.0
  /// The most that is held of what was encoded.
  var heldBytes = 0.0
  /// Whether what was written is read again and compared.
  var isReported = false
}
