import Drawing
import ImageDiff
import Inspection
import SceneFormat
import Staging

/// Two scenes, compared in their own words: what their layers are, and how these move.
public struct SceneComparison: Hashable, Sendable {
  /// What is new of when transitions move, in their order.
  public let paces: [PaceChange]
  /// What is new of each layer, in the order of the screens; movements first.
  public let changes: [LayerChange]
  /// The same without what only follows from when a transition moves.
  public let ownChanges: [LayerChange]
  /// The layers that the difference is in: those that changed and are seen to, first of all.
  public let layers: [String]

  /// Compares scenes that are sampled at `fps`; `peak` is the frame that differs most.
  init(
    _ expected: Animation, _ actual: Animation, fps: (Double, Double), peak: FrameComparison?
  ) throws {
    let motions = MotionComparison(expected, actual)
    let images = ImageNumbers(expected.images, actual.images)
    let looks = LookComparison(expected.stage.layerStates, actual.stage.layerStates, images).changes
    paces = motions.paces
    changes = motions.changes.map(\.change) + looks
    ownChanges = motions.changes.filter { !$0.isPaced }.map(\.change) + looks
    var seen: Set<String> = []
    let named = changes.map(\.layer)
    var blamed: [String] = []
    if let peak {
      let restacked = Set(looks.filter(\.isRestacking).map(\.layer))
      blamed = try Self.blamed(expected, actual, fps, peak, images, restacked: restacked)
    }
    // What the scene says is sure; of it, what is seen in pixels comes first.
    let both = blamed.filter(named.contains)
    layers = (both + named + blamed).filter { seen.insert($0).inserted }
  }

  /// What happened in time, if that is what happened to most of what moves; nil if the scenes'
  /// timelines have nothing to say.
  public var className: String? {
    let motions = changes.compactMap { change -> ValueChange? in
      guard case .motion(_, let change) = change.kind else { return nil }
      return change
    }
    // A longer wait in a flow is in no layer's timeline.
    let told = motions.isEmpty ? paces.compactMap(\.change) : motions
    var counts: [String: Int] = [:]
    for motion in told { counts[motion.className, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private static func blamed(
    _ expected: Animation, _ actual: Animation, _ fps: (Double, Double), _ peak: FrameComparison,
    _ images: ImageNumbers, restacked: Set<String>
  ) throws -> [String] {
    let (old, new) = (expected.stage.frameTimes(fps: fps.0), actual.stage.frameTimes(fps: fps.1))
    let moments = (
      old[min(peak.expectedIndex, old.count - 1)], new[min(peak.actualIndex, new.count - 1)]
    )
    let comparison = PixelComparison(
      try expected.renderer().frame(at: moments.0), try actual.renderer().frame(at: moments.1))
    return LayerBlame(
      LayerScan(expected.stage, at: moments.0, images: images.expected),
      LayerScan(actual.stage, at: moments.1, images: images.actual), comparison,
      restacked: restacked
    ).layers
  }
}

extension ValueChange {
  /// The name of the class, as animations have it.
  var className: String {
    switch self {
    case .value: TimeChange.unaligned.name
    case .delayed: TimeChange.delayed(frames: 0, seconds: 0).name
    case .stretched: TimeChange.stretched(factor: 1).name
    case .curve: TimeChange.curve.name
    }
  }
}
