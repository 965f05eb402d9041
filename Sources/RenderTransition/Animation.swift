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
    let reading = SceneReading(
      of: folder.scenePath, from: AssetShelf(folder, scene: path), limits: limits)
    try self.init(reading, folder: folder, scale: scale, limits: limits)
  }

  private init(
    _ reading: SceneReading, folder: AssetFolder, scale: Double?, limits: Limits
  ) throws(LoadFailure) {
    let errors = reading.mistakes.filter { $0.severity == .error }
    guard let scene = reading.scene, errors.isEmpty else {
      throw .mistakes(reading.mistakes, sources: reading.sources)
    }
    let pixelScale = scale ?? scene.canvas.scale
    let loader = AssetLoader(
      AssetNeeds(of: scene, scale: pixelScale), from: folder, limits: limits,
      fallback: scene.fallback)
    guard loader.mistakes.isEmpty else {
      throw .mistakes(loader.mistakes, sources: reading.sources)
    }
    do {
      stage = try Stage(scene, scale: pixelScale, assets: loader.assets)
    } catch {
      throw .mistakes([error], sources: reading.sources)
    }
    self.scene = scene
    warnings = reading.mistakes.filter { $0.severity == .warning }
    sources = reading.sources
    images = loader.images
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
  /// The canvas in pixels: the nearest whole number, at least one.
  var grid: CanvasGrid {
    get throws {
      let width = max(1, Int((canvas.width * canvas.scale).rounded()))
      let height = max(1, Int((canvas.height * canvas.scale).rounded()))
      guard let grid = CanvasGrid(pixelWidth: width, pixelHeight: height, scale: canvas.scale)
      else { throw CompositingError.unbalancedGroups }
      return grid
    }
  }
}
