public import Drawing
import Geometry
public import SceneFormat

/// A scene, ready to be drawn at any time: a pure function from seconds to a display list.
public struct Stage: Sendable {
  /// The canvas, with the scale that is drawn.
  public let canvas: Canvas
  /// What the frames are made of, rendered once.
  public let pictures: [Picture]
  let run: Run

  /// The length in seconds.
  public var seconds: Double { run.seconds }

  /// Lays out `scene` at `scale` pixels per point.
  public init(_ scene: Scene, scale: Double, assets: StageAssets) throws(SceneError) {
    var canvas = scene.canvas
    canvas.scale = scale
    self.canvas = canvas
    let scenery = Scenery(
      size: Size(width: canvas.width, height: canvas.height), scale: scale, assets: assets,
      isRightToLeft: scene.isRightToLeft, drawsTouch: scene.output.overlay.contains(.touch))
    guard case .pair(let from, let to, let transition) = scene.story else {
      throw SceneError(layout: .flow, at: Place(file: "", line: 1, column: 1))
    }
    var gallery = Gallery()
    run = try Run(
      transition, from: try scenery.element(for: from, as: .from),
      to: try scenery.element(for: to, as: .to), in: scenery, gallery: &gallery)
    pictures = gallery.pictures
  }

  /// What is painted at `seconds` from the start.
  public func frame(at seconds: Double) -> DisplayList {
    DisplayList(background: canvas.background, commands: run.commands(at: seconds))
  }

  /// One of the two screens alone.
  public func still(_ role: Role) -> DisplayList {
    let commands =
      role == .from ? run.still(run.from, run.fromPicture) : run.still(run.to, run.toPicture)
    return DisplayList(background: canvas.background, commands: commands)
  }

  /// When the frames are shown that sample the run `fps` times a second; the last is the end.
  public func frameTimes(fps: Double) -> [Double] {
    let last = max(0, Int((seconds * fps - 1e-9).rounded(.up)))
    return (0...last).map { min(Double($0) / fps, seconds) }
  }
}
