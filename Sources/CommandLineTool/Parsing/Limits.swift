/// What a scene may ask for; each bound has a flag `--limit-…`.
struct Limits: Hashable, Sendable {
  /// The size of a scene file.
  var sceneBytes = 8_000_000
  /// How deep JSON may be nested.
  var jsonDepth = 64
  /// Layers in a scene.
  var layers = 20_000
  /// A side of the canvas in pixels.
  var canvasSide = 8192
  /// The pixels of the canvas.
  var canvasArea = 33_500_000
  /// Frames in a run.
  var frames = 3600
  /// The length of a run.
  var durationSeconds = 120.0
  /// The size of an image file.
  var imageBytes = 64_000_000
  /// The pixels of an image.
  var imageArea = 50_000_000
  /// Files that a scene names.
  var assets = 512
  /// The sigma of a blur in pixels.
  var blurSigma = 512
  /// The memory that a run is planned to take.
  var memoryBytes = 1_000_000_000

  /// The limits that hold unless a flag says otherwise.
  init() {}
}
