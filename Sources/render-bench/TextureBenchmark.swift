import RenderTransition

/// Measures the textures of a scene, mostly texts, which are drawn before the first frame.
struct TextureBenchmark {
  private let scene: String

  /// The scene file at a path.
  init(scene: String) {
    self.scene = scene
  }

  /// Prints how long its pictures take at scale 2 and 3.
  func report() throws {
    for scale in [2.0, 3] {
      let animation = try Animation(sceneAt: scene, scale: scale)
      _ = try animation.renderer()
      let time = try Stopwatch.milliseconds(frames: 1) { _ in _ = try animation.renderer() }
      let name = scene.split(separator: "/").last.map(String.init) ?? scene
      print("textures of \(name)\tscale \(Int(scale))\t1\t\(time.thousandths)")
    }
  }
}
