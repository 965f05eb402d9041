package import Codecs
package import Compositing
import Drawing
import Inspection
public import Pixels
public import SceneFormat
public import Staging

/// A scene that was read, checked and laid out: every frame of it can be asked for.
///
///     let animation = try Animation(sceneAt: "scenes/push.json")
///     try await animation.write([OutputRequest(.gif, to: .path("push.gif"))])
public struct Animation: Sendable {
  /// What the scene says.
  @Boxed public private(set) var scene: Scene
  /// What is valid but suspicious.
  public let warnings: [SceneError]
  /// The texts that were read, for showing where a mistake is.
  public let sources: [SourceText]
  /// The scene as it is written, with what the command line changes.
  package let tree: JSONNode?
  /// Where it begins.
  let start: Place
  /// The scale that was asked for, whatever the scene says.
  let wantedScale: Double?
  /// The scene, laid out.
  public let stage: Stage
  package let images: [SourceImage]
  /// How many of them are files of the scene; the others are pictures of glyphs.
  private let fileCount: Int
  /// The images by the hashes of their files; nil where they are not kept for others.
  package let decoded: DecodedImages?
  /// What the frames share; nil if the canvas is none.
  package let prepared: PreparedScene?
  /// The fonts that were opened.
  package let fontFiles: [LoadedFont]
  /// The formats of the pictures that the scene has.
  package let pictureFormats: Set<PictureFormat>
  /// The real paths of all files that were read; of a revision's files, none.
  public let inputs: [String]
  let limits: Limits
  private let sceneFiles: SceneFiles

  init(
    _ sceneFiles: SceneFiles, scale: Double?, limits: Limits, jobs: Int? = nil
  ) throws(LoadFailure) {
    var sceneFiles = sceneFiles
    sceneFiles.imageLimits = ImageLimits(
      fileBytes: limits.count(.imageBytes), pixels: limits.count(.imagePixels))
    let reading = SceneReading(
      of: sceneFiles.folder.scenePath, tree: sceneFiles.tree, changedBy: sceneFiles.changes,
      from: sceneFiles, limits: limits, scale: scale)
    sceneFiles.pictures = reading.pictures
    try self.init(reading, sceneFiles: sceneFiles, scale: scale, limits: limits, jobs: jobs)
  }

  private init(
    _ reading: SceneReading, sceneFiles: SceneFiles, scale: Double?, limits: Limits, jobs: Int?
  ) throws(LoadFailure) {
    let errors = reading.mistakes.filter { $0.severity == .error }
    guard let scene = reading.scene, errors.isEmpty else {
      throw .mistakes(reading.mistakes, sources: reading.sources)
    }
    (sources, tree, start) = (reading.sources, reading.tree, reading.start)
    wantedScale = scale
    let canvas = try Self.canvas(of: scene, at: scale, limits, reading)
    var loader = AssetLoader(
      AssetNeeds(of: scene, scale: canvas.scale), from: sceneFiles, limits: limits,
      fallback: scene.fallback, jobs: jobs ?? Threads.defaultJobs)
    // Bad files count first, whether they are known by now or when all images are decoded.
    let assets = loader.mistakes.isEmpty ? loader.assets : nil
    let staged = assets.map { assets in
      Result { () throws(SceneError) in
        try Stage(scene, scale: canvas.scale, assets: assets, limits: limits)
      }
    }
    // Images have been decoding in the background while the stage was laid out.
    loader.finish()
    guard let staged, loader.mistakes.isEmpty else {
      throw .mistakes(loader.mistakes, sources: reading.sources)
    }
    do {
      stage = try staged.get()
    } catch {
      throw .mistakes([error], sources: reading.sources)
    }
    self.scene = scene
    warnings =
      reading.mistakes.filter { $0.severity == .warning } + loader.warnings + stage.cutPictures
    (images, fileCount, decoded) = (loader.allImages, loader.images.count, loader.decoded)
    prepared = (try? stage.screenGrid).map { [stage, images] grid in
      PreparedScene(pictures: stage.pictures, images: images, canvas: grid, frames: stage.moments)
    }
    (fontFiles, pictureFormats) = (loader.fontFiles, loader.pictureFormats)
    inputs = sceneFiles.realPaths(of: sources) + loader.paths
    (self.limits, self.sceneFiles) = (limits, sceneFiles)
    _ = try self.jobs(1, for: [])
  }

  /// The same scene at another scale; its files are read again, but not the scene's text where that
  /// came through a pipe.
  package func scaled(to scale: Double) throws(LoadFailure) -> Animation {
    try Animation(sceneFiles, scale: scale, limits: limits)
  }

  /// The files that it was read with edits of.
  package var draftFiles: [String] { sceneFiles.drafts.map(\.file) }

  /// Writes the edits that it was read with to its files; answers their paths.
  package func writeEdits() throws -> [String] { try sceneFiles.writeEdits() }

  /// The length in seconds.
  public var seconds: Double { stage.seconds }

  /// A renderer with all that the frames share; making one costs as much as a few frames.
  ///
  /// It is made on no more than `jobs` threads, which are as many as there are processors unless
  /// given.
  public func renderer(jobs: Int? = nil) throws -> Renderer {
    try Renderer(stage, prepared, jobs: jobs ?? Threads.defaultJobs)
  }
}

extension Stage {
  /// A few frames from all over the run, made one by one: each may have thousands of commands.
  fileprivate var moments: some Sequence<DisplayList> {
    (0...16).lazy.map { frame(at: seconds * Double($0) / 16) }
  }
}

extension Stage {
  /// The canvas in pixels: those that are covered in full, at least one.
  var screenGrid: CanvasGrid { get throws { try grid(of: canvas.pixels(at: canvas.scale)) } }

  /// The pixels of a picture: the canvas and the device around it.
  package var grid: CanvasGrid {
    get throws { try grid(of: canvas.picturePixels(at: canvas.scale)) }
  }

  private func grid(of pixels: (width: Double, height: Double)) throws -> CanvasGrid {
    guard let width = Int(exactly: pixels.width), let height = Int(exactly: pixels.height),
      let grid = CanvasGrid(pixelWidth: width, pixelHeight: height, scale: canvas.scale)
    else { throw CompositingError.emptyCanvas }
    return grid
  }
}

extension Animation {
  /// The hash of all that the scene is made of but its fonts: texts, and pictures' pixels.
  public var contentHash: FrameHash {
    let texts = sources.map { FrameHash(ofBytes: $0.bytes) }
    let hashes = texts + images.prefix(fileCount).map { FrameHash($0.pixels) }
    return FrameHash(ofBytes: hashes.flatMap { Array("\($0)".utf8) })
  }

  /// What is valid but suspicious, seen on the timeline at the scene's own rate.
  public var timelineWarnings: [SceneError] { stage.warnings(fps: scene.output.fps) }

  /// What the scene expects of its timeline and does not get, with what was measured.
  public var unmetExpectations: [SceneError] {
    stage.unmet(scene.expectations, fps: scene.output.fps)
  }

  /// The moments that are shown at `fps`, each with the time in which it is.
  package func shots(
    fps: Double, holdFirst: Double = 0, holdLast: Double = 0
  ) -> [(moment: Double, start: Double, end: Double)] {
    let clip = Schedule.Clip(fps: fps, holdFirst: holdFirst, holdLast: holdLast)
    return Schedule([clip], of: self).shots.map { ($0.time, $0.uses[0].start, $0.uses[0].end) }
  }

  /// As many of the `wanted` jobs as there is memory for when frames are rendered at `fps`.
  package func jobs(_ wanted: Int?, fps: Double) throws(LoadFailure) -> Int {
    try jobs(wanted, for: [SampledOutput(fps: fps)])
  }
}

extension FrameHash {
  /// The hash of a file.
  ///
  /// Frames and files share one hash function, which takes pixels: the bytes are padded to whole pixels,
  /// and their count follows as two more.
  package init(ofBytes bytes: [UInt8]) {
    var row = bytes
    row.append(contentsOf: [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4))
    for shift in stride(from: 0, to: 64, by: 8) {
      row.append(UInt8(truncatingIfNeeded: bytes.count >> shift))
    }
    let pixels = Pixmap(width: row.count / 4, height: 1, premultiplied: row)
    self.init(pixels ?? Pixmap(width: 0, height: 0))
  }
}
