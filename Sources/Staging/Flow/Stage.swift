public import Drawing
import Geometry
public import SceneFormat

/// A scene, ready to be drawn at any time: a pure function from seconds to a display list.
public struct Stage: Sendable {
  /// The canvas, with the scale that is drawn.
  public let canvas: Canvas
  /// What the frames are made of, rendered once.
  public let pictures: [Picture]
  /// What happens, one after the other; at least one.
  package let acts: [Act]
  /// Whether it is a walk through several screens.
  package let isFlow: Bool

  /// The length in seconds.
  public var seconds: Double { acts.last?.end ?? 0 }

  /// Lays out `scene` at `scale` pixels per point.
  public init(_ scene: Scene, scale: Double, assets: StageAssets) throws(SceneError) {
    var canvas = scene.canvas
    canvas.scale = scale
    self.canvas = canvas
    let scenery = Scenery(
      size: Size(width: canvas.width, height: canvas.height), scale: scale, assets: assets,
      isRightToLeft: scene.isRightToLeft, drawsTouch: scene.output.overlay.contains(.touch))
    switch scene.story {
    case .pair(let from, let to, let transition):
      var gallery = Gallery()
      let run = try Run(
        transition, from: try scenery.element(for: from, as: Billing(.from)),
        to: try scenery.element(for: to, as: Billing(.to)), in: scenery, gallery: &gallery)
      (acts, isFlow) = ([Act(start: 0, kind: .run(run))], false)
      pictures = gallery.pictures
    case .flow(let flow):
      let play = try FlowPlay(flow, in: scenery)
      (acts, isFlow) = (play.acts, true)
      pictures = play.gallery.pictures
    }
  }

  /// What is painted at `seconds` from the start.
  public func frame(at seconds: Double) -> DisplayList {
    let act = acts.last { $0.start <= seconds } ?? acts.first
    return DisplayList(
      background: canvas.background, commands: act?.commands(at: seconds) ?? [])
  }

  /// One of the two screens of the first transition, alone.
  public func still(_ role: Role) -> DisplayList {
    let run = runs.first
    let commands =
      role == .from
      ? run?.from.commands(in: run?.fromPicture) : run?.to.commands(in: run?.toPicture)
    return DisplayList(background: canvas.background, commands: commands ?? [])
  }

  /// The transitions, in order.
  package var runs: [Run] {
    acts.compactMap { act in
      if case .run(let run) = act.kind { run } else { nil }
    }
  }

  /// When the frames are shown that sample the run `fps` times a second; the last is the end.
  public func frameTimes(fps: Double) -> [Double] { Self.frameTimes(seconds, fps: fps) }

  /// The same for a run of `seconds`.
  package static func frameTimes(_ seconds: Double, fps: Double) -> [Double] {
    let last = max(0, Int((seconds * fps - 1e-9).rounded(.up)))
    return (0...last).map { min(Double($0) / fps, seconds) }
  }
}
