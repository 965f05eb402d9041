import Drawing
public import Staging

extension Animation {
  /// The values of all frames, at the scene's rate.
  public func timeline() -> Timeline {
    stage.timeline(fps: scene.output.fps)
  }

  /// The draw commands at `seconds` as text.
  public func displayList(at seconds: Double) -> String {
    "\(stage.frame(at: seconds))"
  }
}
