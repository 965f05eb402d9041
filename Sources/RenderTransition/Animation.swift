import Compositing
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
  let images: [Pixmap]
  /// The real paths of all files that were read.
  let inputs: [String]
  let limits: Limits

  /// Reads the scene file at `path` and all that it names.
  public init(
    sceneAt path: String, scale: Double? = nil, assetRoot: String? = nil, limits: Limits = Limits()
  ) throws(LoadFailure) {
    let folder: AssetFolder
    do {
      folder = try AssetFolder(scene: path, wider: assetRoot)
    } catch {
      throw .unreadable(error)
    }
    guard folder.hasFile(folder.scenePath) else {
      throw .unreadable(FileError(.read, path, folder.reasonAgainst(folder.scenePath)))
    }
    try self.init(AssetShelf(folder, scene: path), scale: scale, limits: limits)
  }

  /// Reads a scene from the standard input; what it names is looked for in the current folder.
  public init(
    fromStandardInputAt scale: Double?, assetRoot: String? = nil, limits: Limits = Limits()
  ) throws(LoadFailure) {
    let shelf: AssetShelf
    do {
      let folder = try AssetFolder(scene: "stdin", wider: assetRoot)
      let text = try FileHandle.standardInput.readAll(limit: limits.count(.fileBytes))
      shelf = AssetShelf(folder, scene: "stdin", text: text)
    } catch {
      throw .unreadable(error)
    }
    try self.init(shelf, scale: scale, limits: limits)
  }

  private init(_ shelf: AssetShelf, scale: Double?, limits: Limits) throws(LoadFailure) {
    let folder = shelf.folder
    let reading = SceneReading(of: folder.scenePath, from: shelf, limits: limits)
    try self.init(reading, shelf: shelf, scale: scale, limits: limits)
  }

  private init(
    _ reading: SceneReading, shelf: AssetShelf, scale: Double?, limits: Limits
  ) throws(LoadFailure) {
    let errors = reading.mistakes.filter { $0.severity == .error }
    guard let scene = reading.scene, errors.isEmpty else {
      throw .mistakes(reading.mistakes, sources: reading.sources)
    }
    sources = reading.sources
    let canvas = try Self.canvas(of: scene, at: scale, limits, sources: sources)
    let loader = AssetLoader(
      AssetNeeds(of: scene, scale: canvas.scale), from: shelf.folder, limits: limits,
      fallback: scene.fallback)
    guard loader.mistakes.isEmpty else {
      throw .mistakes(loader.mistakes, sources: reading.sources)
    }
    do {
      stage = try Stage(scene, scale: canvas.scale, assets: loader.assets)
    } catch {
      throw .mistakes([error], sources: reading.sources)
    }
    self.scene = scene
    warnings = reading.mistakes.filter { $0.severity == .warning } + loader.warnings
    images = loader.images
    inputs = shelf.realPaths(of: sources) + loader.paths
    self.limits = limits
    _ = try jobs(1, fps: [scene.output.fps])
  }

  /// The length in seconds.
  public var seconds: Double { stage.seconds }

  /// A renderer with all that the frames share; making one costs as much as a few frames.
  public func renderer() throws -> Renderer {
    try Renderer(stage, images: images)
  }
}

/// Draws the frames of one animation, on any number of threads.
public struct Renderer: Sendable {
  let stage: Stage
  private let compositor: Compositor

  init(_ stage: Stage, images: [Pixmap]) throws {
    let grid = try stage.grid
    self.stage = stage
    var textures = try Textures(rendering: stage.pictures, images: images, canvas: grid)
    // A few looks at the run find what moves through it without changing inside.
    let looks = (0...16).map { stage.frame(at: stage.seconds * Double($0) / 16) }
    try textures.keepStillGroups(of: looks)
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

  /// The frame and the list that it was drawn from.
  func shot(at seconds: Double) throws -> RenderedShot {
    let list = stage.frame(at: seconds)
    return RenderedShot(list: list, pixels: try compositor.render(list))
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
