import Compositing
import Drawing
import Geometry
import ImageDiff
import Inspection
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// Two scenes, compared by layer and property, at rest and in motion.
public struct SceneComparison: Hashable, Sendable {
  /// Changed outcomes.
  public let outcomes: [OutcomeChange]
  /// Changes of the transitions' delays and durations.
  public let timings: [TimingChange]
  /// Changes of layers, in the order of the screens; those of motion first.
  public let changes: [LayerChange]
  /// The same without those that follow from a transition's delay or duration.
  public let ownChanges: [LayerChange]
  /// What was edited in the scenes' files and is not told by a change of a layer or of a timing.
  public let edits: [SourceEdit]
  /// The layers that differ: first those whose change shows in the pixels.
  public let layers: [String]

  /// The frame that differs most, and its pixels.
  typealias Peak = (frame: FrameComparison, pixels: PixelComparison)

  /// Compares scenes that are sampled at `fps`.
  init(_ expected: Animation, _ actual: Animation, fps: (Double, Double), peak: Peak?) {
    let motions = MotionComparison(expected, actual)
    var locator = SourceLocator(actual)
    let images = ImageNumbers(expected.images, actual.images)
    let layerChanges = LayerComparison(expected.stage.layerStates, actual.stage.layerStates, images)
      .changes.map { $0.located(by: &locator) }
    (outcomes, timings) = (motions.outcomes, motions.timings.map { $0.located(by: &locator) })
    changes = motions.changes.map(\.change) + layerChanges
    ownChanges = motions.changes.filter { !$0.followsTiming }.map(\.change) + layerChanges
    let told = Set(timings.map(\.source) + layerChanges.compactMap(\.place))
    edits = SourceEdits(expected, actual).edits.filter { !told.contains($0.place) }
    var seen: Set<String> = []
    let named = changes.map(\.layer)
    var attributed: [String] = []
    if let peak {
      let restacked = Set(layerChanges.filter(\.isRestacking).map(\.layer))
      attributed = Self.attributed(expected, actual, fps, peak, images, restacked: restacked)
    }
    // The scenes' own changes are certain; of these, the layers seen in pixels come first.
    let known = Set(named)
    let both = attributed.filter(known.contains)
    layers = (both + named + attributed).filter { seen.insert($0).inserted }
  }

  /// The changes of layers that stand for themselves: how one moves is told by what was edited, and
  /// as it looks where nothing in the files says it.
  var toldChanges: [LayerChange] {
    edits.isEmpty ? ownChanges : ownChanges.filter { !$0.isMotion }
  }

  /// What happened in time, if that is what happened to most of what moves; nil if the scenes'
  /// timelines have nothing to say.
  public var className: String? {
    let motions = changes.compactMap { change -> String? in
      guard case .motion(_, let change) = change.kind else { return nil }
      return change.className
    }
    // A longer wait in a flow is in no layer's timeline.
    let told = motions.isEmpty ? timings.compactMap(\.change?.name) : motions
    var counts: [String: Int] = [:]
    for motion in told { counts[motion, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private static func attributed(
    _ expected: Animation, _ actual: Animation, _ fps: (Double, Double), _ peak: Peak,
    _ images: ImageNumbers, restacked: Set<String>
  ) -> [String] {
    let (old, new) = (expected.stage.frameTimes(fps: fps.0), actual.stage.frameTimes(fps: fps.1))
    let moments = (
      old[min(peak.frame.expectedIndex, old.count - 1)],
      new[min(peak.frame.actualIndex, new.count - 1)]
    )
    return LayerAttribution(
      LayerScan(expected.stage, at: moments.0, images: images.expected),
      LayerScan(actual.stage, at: moments.1, images: images.actual), peak.pixels,
      restacked: restacked
    ).layers
  }
}

extension LayerChange {
  /// The same at the line of its key.
  fileprivate func located(by locator: inout SourceLocator) -> LayerChange {
    guard case .value(let key, _, let new) = kind, let place else { return self }
    var change = self
    // A key that was removed has no line, so that of the layer is named.
    change.place = new == nil ? place : locator.place(of: key, inObjectAt: place)
    return change
  }
}

extension TimingChange {
  /// The same at the line of the key that changed.
  fileprivate func located(by locator: inout SourceLocator) -> TimingChange {
    var change = self
    change.source = locator.place(of: factor == nil ? "delay" : "duration", inObjectAt: source)
    return change
  }
}

extension ValueChange {
  /// The name of the class, as animations have it.
  var className: String {
    switch self {
    case .value: TimeChange.unaligned.name
    case .time(let change): change.name
    }
  }
}

/// Attributes differing pixels to layers.
struct LayerAttribution {
  /// Layers that are painted otherwise and lie topmost where pixels differ; those with the most
  /// such pixels first.
  let layers: [String]

  /// Compares two frames of two scenes; `restacked` layers have another place in paint order.
  init(
    _ expected: LayerScan, _ actual: LayerScan, _ comparison: PixelComparison,
    restacked: Set<String> = []
  ) {
    let (old, new) = (expected.commands, actual.commands)
    let changed = Set(old.keys).union(new.keys)
      .filter { old[$0] != new[$0] || restacked.contains($0) }
    // Later steps cover earlier ones; a layer that is gone is found in what was expected.
    let pieces = (expected.pieces + actual.pieces).filter { changed.contains($0.layer) }
    var counts: [String: Int] = [:]
    for (x, y) in Self.samples(of: comparison) {
      let top = pieces.last { $0.bounds.contains(x: x, y: y) }
      if let top { counts[top.layer, default: 0] += 1 }
    }
    layers = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Some hundred of the pixels that differ, spread evenly over them.
  private static func samples(of comparison: PixelComparison) -> [(Int, Int)] {
    let step = max(1, comparison.differentCount / 400)
    var (seen, samples) = (0, [(Int, Int)]())
    let area = comparison.bounds
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX where comparison.isDifferent(x: x, y: y) {
        if seen % step == 0 { samples.append((x, y)) }
        seen += 1
      }
    }
    return samples
  }
}

/// The images of two scenes, numbered together: equal pixels have one number.
///
/// A scene numbers its images as it meets them. So the number alone does not tell that a file has
/// other pixels now, and does tell of a change where only another image was put in front.
struct ImageNumbers {
  /// By the first scene's numbers.
  let expected: [ImageID]
  /// By the second scene's numbers.
  let actual: [ImageID]

  init(_ expected: [SourceImage], _ actual: [SourceImage]) {
    var known: [SourceImage: ImageID] = [:]
    func number(_ image: SourceImage) -> ImageID {
      if let number = known[image] { return number }
      known[image] = ImageID(known.count)
      return ImageID(known.count - 1)
    }
    (self.expected, self.actual) = (expected.map(number), actual.map(number))
  }
}
