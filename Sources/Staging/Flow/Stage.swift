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
  package let segments: [Segment]
  /// Whether the scene is a flow of several transitions.
  package let isFlow: Bool

  /// The length in seconds.
  public var seconds: Double { segments.last?.end ?? 0 }

  /// Lays out `scene` at `scale` pixels per point.
  public init(
    _ scene: Scene, scale: Double, assets: StageAssets, limits: Limits = Limits()
  ) throws(SceneError) {
    var canvas = scene.canvas
    canvas.scale = scale
    self.canvas = canvas
    let layout = ScreenLayout(
      size: canvas.size, canvas: canvas.size, scale: scale, assets: assets,
      isRightToLeft: scene.isRightToLeft, drawsTouch: scene.output.overlay.contains(.touch),
      limits: limits)
    let flow: Flow
    switch scene.story {
    case .pair(let from, let to, let transition):
      do throws(FlowProblem) {
        flow = try Flow(
          from: from, to: to, transition, on: layout.size, isRightToLeft: scene.isRightToLeft)
      } catch {
        throw SceneError(place: transition.place, problem: .flow(error))
      }
      isFlow = false
    case .flow(let written): (flow, isFlow) = (written, true)
    }
    let builder = try FlowBuilder(flow, isPair: !isFlow, in: layout)
    (segments, pictures) = (builder.segments, builder.pictureTable.pictures)
  }

  /// What is painted at `seconds` from the start.
  public func frame(at seconds: Double) -> DisplayList {
    let segment = segments.last { $0.start <= seconds } ?? segments.first
    return DisplayList(
      background: canvas.background, commands: segment?.commands(at: seconds) ?? [])
  }

  /// What is painted while a finger holds the run at `index` at `progress`, from 0 to 1; nil if there
  /// is no such run.
  ///
  /// What follows the finger in both axes stays where progress puts it.
  package func frame(run index: Int, progress: Double) -> DisplayList? {
    guard runs.indices.contains(index) else { return nil }
    return DisplayList(
      background: canvas.background, commands: runs[index].held(at: progress))
  }

  /// One of the two screens of the first transition, alone.
  public func still(_ role: Role) -> DisplayList {
    let run = runs.first
    return DisplayList(background: canvas.background, commands: run?.still(role) ?? [])
  }

  /// The transitions, in order.
  package var runs: [Run] { runSegments.map(\.run) }

  /// The same with the times in which they play, and with the JSON pointers of the objects in the
  /// scene that write them.
  package var runSegments: [(run: Run, start: Double, end: Double, pointer: String)] {
    segments.compactMap { segment in
      guard case .run(let run) = segment.kind else { return nil }
      let pointer = segment.origin.map { "/steps/\($0.number - 1)" } ?? "/transition"
      return (run, segment.start, segment.end, pointer)
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
