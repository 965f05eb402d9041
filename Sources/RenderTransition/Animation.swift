import Compositing
import Drawing
public import Pixels
public import SceneFormat
public import Staging

/// A scene that was read, checked and laid out: every frame of it can be asked for.
///
///     let animation = try Animation(sceneAt: "scenes/push.json")
///     try await animation.write([OutputRequest(.gif, to: .path("push.gif"))])
public struct Animation: Sendable {
  /// What the scene says.
  public let scene: Scene
  /// What is sound but strange.
  public let warnings: [SceneError]
  /// The texts that were read, for showing where a mistake is.
  public let sources: [SourceText]
  /// The scene, laid out.
  public let stage: Stage
  let images: [SourceImage]
  /// Frames from all over the run, as lists of what is drawn.
  let glances: [DisplayList]
  /// The fonts that were opened.
  let fontFiles: [LoadedFont]
  /// The real paths of all files that were read; of a revision's files, none.
  public let inputs: [String]
  let limits: Limits

  init(
    _ shelf: AssetShelf, scale: Double?, limits: Limits, jobs: Int? = nil
  ) throws(LoadFailure) {
    let folder = shelf.folder
    let reading = SceneReading(
      of: folder.scenePath, from: shelf, limits: limits, scale: scale)
    try self.init(reading, shelf: shelf, scale: scale, limits: limits, jobs: jobs)
  }

  private init(
    _ reading: SceneReading, shelf: AssetShelf, scale: Double?, limits: Limits, jobs: Int?
  ) throws(LoadFailure) {
    let errors = reading.mistakes.filter { $0.severity == .error }
    guard let scene = reading.scene, errors.isEmpty else {
      throw .mistakes(reading.mistakes, sources: reading.sources)
    }
    sources = reading.sources
    let canvas = try Self.canvas(of: scene, at: scale, limits, sources: sources)
    var loader = AssetLoader(
      AssetNeeds(of: scene, scale: canvas.scale), from: shelf.folder, limits: limits,
      fallback: scene.fallback, jobs: jobs ?? Threads.usualJobs)
    // Bad files count first, whether they are known by now or when all images are decoded.
    let assets = loader.mistakes.isEmpty ? loader.assets : nil
    let staged = assets.map { assets in
      Result { () throws(SceneError) in try Stage(scene, scale: canvas.scale, assets: assets) }
    }
    // Images are decoded meanwhile.
    glances = (try? staged?.get().glances) ?? []
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
    warnings = reading.mistakes.filter { $0.severity == .warning } + loader.warnings
    images = loader.images
    fontFiles = loader.fontFiles
    inputs = shelf.realPaths(of: sources) + loader.paths
    self.limits = limits
    _ = try self.jobs(1, for: [])
  }

  /// The length in seconds.
  public var seconds: Double { stage.seconds }

  /// A renderer with all that the frames share; making one costs as much as a few frames.
  ///
  /// It is made on no more than `jobs` threads, which are as many as there are processors unless
  /// given.
  public func renderer(jobs: Int? = nil) throws -> Renderer {
    try Renderer(stage, glances, images: images, jobs: jobs ?? Threads.usualJobs)
  }
}

extension Stage {
  /// A few frames from all over the run.
  fileprivate var glances: [DisplayList] {
    (0...16).map { frame(at: seconds * Double($0) / 16) }
  }
}

/// Draws the frames of one animation, on any number of threads.
public struct Renderer: Sendable {
  let stage: Stage
  private let compositor: Compositor

  init(
    _ stage: Stage, _ glances: [DisplayList], images: [SourceImage], jobs: Int
  ) throws {
    let grid = try stage.grid
    self.stage = stage
    var textures = try Textures(
      rendering: stage.pictures, images: images, canvas: grid
    ) { count, work in FramePump.sideBySide(count, jobs: jobs, work) }
    // They show what moves through the run without changing inside.
    try textures.keepStillGroups(of: glances)
    compositor = Compositor(textures)
  }

  /// The frame at `seconds` from the start, premultiplied.
  public func frame(at seconds: Double) throws -> Pixmap {
    try compositor.render(stage.frame(at: seconds))
  }

  /// One of the two screens alone.
  public func still(_ role: Role) throws -> Pixmap {
    try compositor.render(stage.still(role))
  }

  /// The frames at `times`, drawn on no more than `jobs` threads at a time.
  func frames(at times: [Double], jobs: Int) throws -> [Pixmap] {
    try FramePump.drawn(times.count, jobs: jobs) { index, bands in
      try shot(at: times[index], bands: bands).pixels
    }
  }

  /// The frame and the list that it was drawn from, in so many bands at the same time.
  ///
  /// What `spare` holds is drawn over, which saves clearing a frame, if it is as large as one.
  func shot(
    at seconds: Double, bands: Int = 1, over spare: consuming Pixmap = Pixmap(width: 0, height: 0)
  ) throws -> (list: DisplayList, pixels: Pixmap) {
    let list = stage.frame(at: seconds)
    guard bands > 1, compositor.isFitForBands(list) else {
      try compositor.render(list, into: &spare)
      return (list, spare)
    }
    let grid = compositor.grid
    let parts = FramePump.sideBySide(bands, jobs: bands) { band in
      let (top, end) = (grid.pixelHeight * band / bands, grid.pixelHeight * (band + 1) / bands)
      return Result { (top, try compositor.render(list, band: top..<end)) }
    }
    var pixels = Pixmap(unwrittenWidth: grid.pixelWidth, height: grid.pixelHeight)
    for part in parts {
      let (top, rows) = try part.get()
      pixels.copy(rows, from: rows.bounds, toX: 0, y: top)
    }
    return (list, pixels)
  }

  /// The same, and how long it took.
  func drawnFrame(
    at seconds: Double, bands: Int = 1, over spare: consuming Pixmap = Pixmap(width: 0, height: 0)
  ) throws -> DrawnFrame {
    let start = Stopwatch.seconds()
    let (list, pixels) = try shot(at: seconds, bands: bands, over: spare)
    return DrawnFrame(list: list, pixels: pixels, seconds: Stopwatch.seconds() - start)
  }

  /// How long the pictures show that there are to be seen at `times`, which end at `ends`: those without
  /// damage repeat one.
  func seconds(ofPicturesAt times: [Double], start: Double, ends: [Double]) -> [Double] {
    guard let first = times.first, times.count == ends.count else { return [] }
    var previous = stage.frame(at: first)
    var (begin, seconds): (Double, [Double]) = (start, [])
    for (index, time) in times.enumerated().dropFirst() {
      let list = stage.frame(at: time)
      if !compositor.damage(of: list, since: previous).isEmpty {
        seconds.append(ends[index - 1] - begin)
        begin = ends[index - 1]
      }
      previous = list
    }
    return seconds + [ends[ends.count - 1] - begin]
  }

  /// Where two frames can differ at all.
  func damage(of shot: RenderedShot, since previous: RenderedShot) -> PixelRect {
    compositor.damage(of: shot.list, since: previous.list)
  }
}

extension Stage {
  /// The canvas in pixels: those that are covered in full, at least one.
  var grid: CanvasGrid {
    get throws {
      let plan = Plan(canvas)
      guard let width = Int(exactly: plan.widthPixels),
        let height = Int(exactly: plan.heightPixels),
        let grid = CanvasGrid(pixelWidth: width, pixelHeight: height, scale: canvas.scale)
      else { throw CompositingError.unbalancedGroups }
      return grid
    }
  }
}
