import Drawing
public import Motion
import Pixels
public import SceneFormat
public import Staging

/// Every value of every frame, in points and degrees.
public struct Timeline: Hashable, Sendable {
  /// The values of one target.
  public struct TargetValues: Hashable, Sendable {
    /// Whose values they are.
    public var target: Target
    /// Its properties, in the order of the property list.
    public var values: [(name: Property, value: PropertyValue)] {
      zip(properties, numbers).map { ($0, $1) }
    }
    var properties: [Property]
    var numbers: [PropertyValue]
  }

  /// One frame.
  public struct Sample: Hashable, Sendable {
    /// Its place in the run, from 0.
    public var index: Int
    /// In seconds.
    public var time: Double
    /// From 0 to 1.
    public var progress: Double
    /// All targets that a track or a setting names.
    public var targets: [TargetValues]
  }

  /// Which transition of the scene it is, and how it comes out.
  public struct Step: Hashable, Sendable {
    /// Its place among the steps of a flow, from 1; nil in a scene of two screens.
    public var number: Int?
    /// What is done to the stacks; nil where a sheet is resized.
    public var operation: Operation?
    /// The transition's name.
    public var type: String
    /// The screen that the target `from` is: its name, or `from` in a scene of two screens.
    public var from: String
    /// The screen that the target `to` is, likewise.
    public var to: String
    /// How it comes out.
    public var outcome: GestureRun.Outcome
    /// The names on each stack that is seen when it is over, the lowest stack first; none in a
    /// scene of two screens.
    public var stacks: [[String]]
    /// The names on the stack of each tab when it is over; none where there are no tabs.
    public var tabs: [[String]]
  }

  /// Which transition it is.
  public var step: Step
  /// The length in seconds.
  public var seconds: Double
  /// Frames per second.
  public var fps: Double
  /// The frames, in order.
  public var frames: [Sample]
  /// The events, in order.
  public var events: [Event]
}

extension Stage {
  /// The values of all frames at `fps`, by transition, each with its start in seconds.
  public func timelines(fps: Double) -> [(start: Double, timeline: Timeline)] {
    segments.compactMap { segment in
      guard case .run(let run) = segment.kind else { return nil }
      let timeline = Timeline(
        step: Timeline.Step(run, in: segment.origin), seconds: run.seconds, fps: fps,
        frames: run.samples(fps: fps), events: segment.events)
      return (segment.start, timeline)
    }
  }

  /// The values of all frames at `fps` of the first transition, of which there must be one.
  package func timeline(fps: Double) -> Timeline { timelines(fps: fps)[0].timeline }
}

extension Timeline.Step {
  fileprivate init(_ run: Run, in origin: Segment.Origin?) {
    let after = origin?.step.after
    self.init(
      number: origin?.number,
      operation: run.transition.adjusted == nil ? run.transition.operation : nil,
      type: run.transition.name, from: run.from.path.name,
      // A sheet that is resized shows the screen on top of its stack.
      to: origin?.step.goal.top?.name ?? run.to.path.name,
      outcome: run.gesture?.run.outcome ?? .finished,
      stacks: (after?.stacks ?? []).map { $0.map(\.name) },
      tabs: (after?.tabStacks ?? []).map { $0.map(\.name) })
  }
}

extension Run {
  fileprivate func samples(fps: Double) -> [Timeline.Sample] {
    let targets = TimelineTargets(self)
    return Stage.frameTimes(seconds, fps: fps).enumerated().map { index, time in
      Timeline.Sample(
        index: index, time: time, progress: shownProgress(at: time),
        targets: targets.values(at: progress(at: time)))
    }
  }
}

/// The targets of a timeline, with their properties: all that a track or a setting names.
///
/// They are looked up once for all frames.
struct TimelineTargets {
  private struct Row {
    var target: Target
    var properties: [Property]
    /// As it is at rest; nil where it is not on a screen, and for a shared element.
    var element: Element?
    @Boxed var shared: SharedMotion?
  }

  @Boxed private var run: Run
  private let rows: [Row]

  init(_ run: Run) {
    self.run = run
    let settings = Dictionary(grouping: run.settings, by: \.target)
    let shared = Dictionary(
      run.sharedMotions.map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
    let elements = run.elements
    var seen: Set<Target> = []
    let targets =
      run.tracks.targets + run.settings.map(\.target) + run.sharedMotions.map(\.target)
    rows = targets.filter { seen.insert($0).inserted }.map { target in
      let set = (settings[target] ?? []).flatMap(\.properties)
      let all =
        Set(run.tracks.properties(of: target) + set + (shared[target]?.properties ?? []))
      return Row(
        target: target, properties: Property.animated.filter(all.contains),
        element: elements[target], shared: shared[target])
    }
  }

  /// The values of every property at `progress`, by target.
  func values(at progress: Progress) -> [Timeline.TargetValues] {
    let order = rows.contains { $0.properties.contains(.order) } ? places(at: progress) : [:]
    return rows.map { row in
      let element = row.shared?.element(at: progress) ?? row.element
      let values = row.properties.map { property in
        property == .order
          ? .numbers([Double(order[row.target] ?? 0)])
          : value(property, of: row.target, element, at: progress)
      }
      return Timeline.TargetValues(
        target: row.target, properties: row.properties, numbers: values)
    }
  }

  private func places(at progress: Progress) -> [Target: Int] {
    let targets = run.presentedLayers(at: progress).map(\.animated.target)
    return Dictionary(
      targets.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // A target that is not on this screen still has the values that its tracks say.
  private func value(
    _ property: Property, of target: Target, _ element: Element?, at progress: Progress
  ) -> PropertyValue {
    let rest = element?.value(of: property)
    let motions = run.tracks.motions(of: property, target)
    let moved = motions.isEmpty ? nil : motions.value(at: progress, rest: rest)
    return moved ?? rest ?? .numbers([0])
  }
}

extension Run {
  /// The elements that tracks move, at rest, by name; of several with one name, the first.
  var elements: [Target: Element] {
    let own = table.layers.flatMap { $0.own + $0.element.mask } + container.children
    let all = table.layers.map(\.element) + own
    var elements = LayerIndex(chrome.bars + chrome.system).elements
    elements[.container] = container
    for element in all {
      guard let target = element.target, elements[target] == nil else { continue }
      elements[target] = element
    }
    for target in inPlace where elements[target] == nil {
      elements[target] = all.lazy.compactMap { $0.find(target) }.first
    }
    return elements
  }
}

extension SharedMotion {
  /// What the timeline has of it: its frame on the canvas, before it is turned about its middle,
  /// its corners and its opacity; and its turn, fill and shadow where an end has one.
  fileprivate var properties: [Property] {
    var properties: [Property] = [.frame, .opacity, .cornerRadius]
    let ends = [source, destination]
    if ends.contains(where: { $0.pose.degrees != 0 }) { properties.append(.rotate) }
    if ends.contains(where: { !$0.surface.fill.isClear }) { properties.append(.fill) }
    if ends.contains(where: { $0.surface.shadow != nil }) {
      properties += Property.shadow
    }
    return properties
  }
}

/// The delay and duration of one transition, with samples of its values.
public struct TransitionTiming: Hashable, Sendable {
  /// The time before it moves, in seconds.
  public var delay: Double
  /// How long it moves, in seconds; nil where a finger says it.
  public var seconds: Double?
  /// Where the transition is written.
  public var source: Place
  /// Its values at even shares of its way, from the start to the end; none where a finger says how
  /// far it is.
  public var samples: [Timeline.Sample]
}

extension Stage {
  /// When each transition moves; with no samples where they are not asked for.
  public func timings(samples count: Int = 0) -> [TransitionTiming] {
    var end = 0.0
    return segments.compactMap { segment in
      guard case .run(let run) = segment.kind else { return nil }
      // Screens that are shown between two transitions are a part of the wait.
      defer { end = segment.end }
      return run.timing(after: segment.start - end, samples: count)
    }
  }
}

extension Run {
  fileprivate func timing(after wait: Double, samples count: Int) -> TransitionTiming {
    guard gesture == nil else {
      return TransitionTiming(
        delay: wait + delay, seconds: nil, source: transition.place, samples: [])
    }
    let targets = TimelineTargets(self)
    let samples = (0..<count).map { index in
      let fraction = Double(index) / Double(max(1, count - 1))
      return Timeline.Sample(
        index: index, time: delay + fraction * (seconds - delay), progress: fraction,
        targets: targets.values(at: Progress(fraction: fraction)))
    }
    return TransitionTiming(
      delay: wait + delay, seconds: max(0, seconds - delay), source: transition.place,
      samples: samples)
  }
}
