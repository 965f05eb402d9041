import Inspection
public import SceneFormat
import Staging

extension Animation {
  /// What is sound but hardly meant, seen on the timeline at the scene's own rate: warnings.
  public var doubts: [SceneError] { stage.warnings(fps: scene.output.fps) }

  /// What the scene expects of its timeline and does not get, with what was measured.
  public var unmetExpectations: [SceneError] {
    stage.unmet(scene.expectations, fps: scene.output.fps)
  }
}
