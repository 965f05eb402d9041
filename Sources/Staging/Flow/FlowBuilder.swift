import Drawing
import Geometry
package import SceneFormat

/// Turns the steps of a flow into segments.
struct FlowBuilder {
  private let layout: ScreenLayout
  /// Whether the flow is a transition between two screens alone.
  private let isPair: Bool
  private let screens: [String: Screen]
  private let layerCounts: [String: Int]
  private(set) var segments: [Segment] = []
  private(set) var pictureTable = PictureTable()
  /// Where presented screens rest; index 0 is the canvas.
  private var rests: [Rest]
  private var known: [RestKey: Int] = [:]
  /// The rests of screens on stacks, which stay over the same screens.
  private var restOf: [ObjectIdentifier: Int] = [:]
  /// The screen that was drawn last while nothing moved, without the system bars.
  private var drawn: (entry: NavigationState.Entry, commands: [DrawCommand])?
  /// How many layers the screens of the steps so far have.
  private var layerCount = 0
  /// How many properties their tracks move.
  private var motionCount = 0

  /// Where a presented screen rests.
  private struct Rest {
    var slot: Slot
    /// The picture at rest, if the side moved parts of the presented screen.
    var picture: [DrawCommand]?
  }

  /// What a rest depends on.
  private struct RestKey: Hashable {
    var name: String
    var transition: Transition
    var beneath: String
    var rest: Int
  }

  /// Lays out all steps of `flow`.
  init(_ flow: Flow, isPair: Bool, in layout: ScreenLayout) throws(SceneError) {
    (self.layout, self.isPair) = (layout, isPair)
    screens = Dictionary(
      flow.screens.map { ($0.name, $0.screen) }, uniquingKeysWith: { first, _ in first })
    layerCounts = screens.mapValues { $0.layers.reduce(0) { $0 + $1.count } }
    rests = [Rest(slot: Slot(canvas: layout.size))]
    for (index, step) in flow.steps.enumerated() { try add(step, number: index + 1) }
  }

  private mutating func add(_ step: Flow.Step, number: Int) throws(SceneError) {
    let start = segments.last?.end ?? 0
    let origin = isPair ? nil : Segment.Origin(number: number, step: step)
    guard let transition = step.transition else {
      let still = Segment.Still(
        commands: try picture(of: step.before, step.place), seconds: step.waitSeconds)
      return segments.append(Segment(start: start, kind: .still(still), origin: origin))
    }
    if !isPair {
      for name in [step.before.top?.name, step.goal.top?.name] {
        layerCount += name.flatMap { layerCounts[$0] } ?? 0
      }
      guard layerCount <= layout.limits.count(.stepLayers) else {
        throw SceneError(beyond: .stepLayers, of: layout.limits, at: step.place)
      }
    }
    let run =
      try transition.adjusted == nil ? run(transition, step) : adjustedRun(transition, step)
    motionCount += run.tracks.count
    guard motionCount <= layout.limits.count(.motions) else {
      throw SceneError(beyond: .motions, of: layout.limits, at: step.place)
    }
    segments.append(Segment(start: start, kind: .run(run), origin: origin))
  }

  /// A transition from the screen on top to the next one.
  private mutating func run(
    _ transition: Transition, _ step: Flow.Step
  ) throws(SceneError) -> Run {
    guard let first = step.before.topIndex, let last = step.goal.topIndex else {
      throw SceneError(place: step.place, problem: .flow(.noShowFirst))
    }
    let (before, goal) = (step.before[first], step.goal[last])
    var (from, to) = (
      try staged(before, .from, step.place), try staged(goal, .to, step.place)
    )
    let slot: Slot
    switch transition.operation {
    case .push: slot = try ground(of: &from, at: first, in: step.before, isPresented: false)
    case .pop: slot = try ground(of: &to, at: last, in: step.goal, isPresented: false)
    case .present, .replace:
      slot = try ground(of: &from, at: first, in: step.before, isPresented: true)
    case .dismiss: slot = try ground(of: &to, at: last, in: step.goal, isPresented: true)
    }
    guard slot.transform.isAffine else { throw SceneError(layout: .slotInSpace, at: step.place) }
    let place = (
      try rest(of: first, in: step.before, step.place),
      try rest(of: last, in: step.goal, step.place)
    )
    // A screen on a sheet goes back from where it rests; to a screen on the same sheet, it fills it.
    if !transition.operation.isForward, place.0 != 0, place.0 != place.1,
      slot.transform == .identity
    {
      from.slot = rests[place.0].slot
    }
    var run = try RunBuilder(
      transition, from: from, to: to, system: (before.system, goal.system), slot: slot,
      finger: step.finger, in: layout
    ).run()
    run.internPictures(in: &pictureTable)
    // In a flow the whole state is drawn at both ends, not a screen alone.
    if !isPair || place.0 != 0 {
      run.stateBefore = try picture(of: step.before, system: run.chrome.first, step.place)
    }
    if !isPair || place.1 != 0 {
      run.stateAfter = try picture(of: step.goal, system: run.chrome.last, step.place)
    }
    return run
  }

  /// A sheet that is resized.
  private mutating func adjustedRun(
    _ transition: Transition, _ step: Flow.Step
  ) throws(SceneError) -> Run {
    let state = step.before
    guard let top = state.top, let index = state.restingIndex, let beneath = state.beneath(index)
    else { throw SceneError(place: step.place, problem: .flow(.nothingRests)) }
    var from = try staged(state[beneath], .from, step.place)
    let slot = try ground(of: &from, at: beneath, in: state, isPresented: index.entry == 0)
    var run = try Run(
      adjusting: transition, from: from, to: try staged(state[index], .to, step.place),
      showing: try staged(top, .to, step.place),
      system: (top.system, step.goal.top?.system ?? top.system), slot: slot, finger: step.finger,
      in: layout, pictureTable: &pictureTable)
    run.stateBefore = try picture(of: state, system: run.chrome.first, step.place)
    run.stateAfter = try picture(of: step.goal, system: run.chrome.last, step.place)
    return run
  }

  /// Where a run plays over the screen at `index`: a push in its slot, a presentation on the canvas,
  /// where that screen rests in its slot.
  private mutating func ground(
    of screen: inout StagedScreen, at index: NavigationState.Index, in state: NavigationState,
    isPresented: Bool
  ) throws(SceneError) -> Slot {
    let rest = try rest(of: index, in: state, screen.screen.place)
    guard isPresented else { return rests[rest].slot }
    if rest != 0 { screen.slot = rests[rest].slot }
    return rests[rest].slot.canvas(layout.size)
  }
}

// What is seen while nothing moves.
extension FlowBuilder {
  /// Draws a state bottom to top: what presentations left, the screen on top, the system bars.
  private mutating func picture(
    of state: NavigationState, system: [Element]? = nil, _ place: Place
  ) throws(SceneError) -> [DrawCommand] {
    guard let index = state.topIndex else { return [] }
    let entry = state[index]
    let rest = rests[try self.rest(of: index, in: state, place)]
    let identity = ScreenIdentity(.from, name: entry.name)
    let screen = try screen(entry.name, place)
    var parts = system ?? []
    if system == nil { parts = try layout.system(entry.system, identity, place: screen.place) }
    let system = parts.flatMap { $0.commands(in: nil) }
    if entry.rests, let picture = rest.picture { return picture + system }
    // A step begins with the screen that the last one ended with.
    if let drawn, drawn.entry === entry { return drawn.commands + system }
    let slot = rest.slot
    let element = slot.filled(
      with: try layout.with(size: slot.size).element(for: screen, as: identity))
    let picture =
      element.showsWhatIsBehind
      ? nil
      : pictureTable.intern(
        element.commands(in: nil, slot.transform),
        bounds: slot.transform.bounds(of: element.frameRect))
    let commands =
      slot.behind + element.commands(in: picture, slot.transform) + slot.front
    drawn = (entry, commands)
    return commands + system
  }

  /// The index in `rests` for a screen.
  private mutating func rest(
    of index: NavigationState.Index, in state: NavigationState, _ place: Place
  ) throws(SceneError) -> Int {
    let entry = state[index]
    if let known = restOf[ObjectIdentifier(entry)] { return known }
    // Screens that were pushed on a sheet share its slot.
    var index = index
    while index.entry > 0, !state[index].rests { index.entry -= 1 }
    let rest = try restLeft(by: index, in: state, place)
    restOf[ObjectIdentifier(entry)] = rest
    return rest
  }

  /// The index in `rests` for a resting screen or a root.
  private mutating func restLeft(
    by index: NavigationState.Index, in state: NavigationState, _ place: Place
  ) throws(SceneError) -> Int {
    let entry = state[index]
    guard let transition = entry.transition, entry.rests, let beneath = state.beneath(index) else {
      return 0
    }
    let outside = try rest(of: beneath, in: state, place)
    var still = transition
    // Where it is written does not matter: steps that present a screen alike share its rest.
    (still.gesture, still.written.delay, still.written.tap) = (nil, nil, nil)
    still.place = still.recipe.place
    let key = RestKey(
      name: entry.name, transition: still, beneath: state[beneath].name, rest: outside)
    if let index = known[key] { return index }
    still.place = transition.place
    var from = try staged(state[beneath], .from, place)
    let slot = try ground(
      of: &from, at: beneath, in: state, isPresented: transition.operation == .present)
    var run = try RunBuilder(
      still, from: from, to: try staged(entry, .to, place), system: (entry.system, entry.system),
      slot: slot, in: layout
    ).run()
    run.internPictures(in: &pictureTable)
    known[key] = rests.count
    rests.append(
      Rest(
        slot: run.restingSlot ?? Slot(canvas: layout.size),
        picture: run.movesPartsOfIncomingScreen ? run.restingPicture : nil))
    return rests.count - 1
  }

  private func staged(
    _ entry: NavigationState.Entry, _ role: Role, _ place: Place
  ) throws(SceneError) -> StagedScreen {
    StagedScreen(try screen(entry.name, place), role, name: entry.name)
  }

  private func screen(_ name: String, _ place: Place) throws(SceneError) -> Screen {
    guard let screen = screens[name] else {
      throw SceneError(place: place, problem: .flow(.unknownScreen(name, suggestion: nil)))
    }
    return screen
  }
}

/// A part of a stage's time: a transition, or a screen that stands still.
package struct Segment: Hashable, Sendable {
  /// What happens.
  package enum Kind: Hashable, Sendable {
    indirect case run(Run)
    case still(Still)
  }

  /// Nothing moves.
  package struct Still: Hashable, Sendable {
    /// What is painted.
    var commands: [DrawCommand]
    var seconds: Double
  }

  /// A step of a flow.
  package struct Origin: Hashable, Sendable {
    /// Its place among the steps, from 1.
    package var number: Int
    /// The step.
    @Boxed package var step: Flow.Step
  }

  /// When it begins, in seconds from the start of the stage.
  package var start: Double
  /// What happens.
  package var kind: Kind
  /// The step of the flow that it is; nil in a scene of two screens.
  package var origin: Origin?

  /// How long it is, in seconds.
  var seconds: Double {
    switch kind {
    case .run(let run): run.seconds
    case .still(let still): still.seconds
    }
  }

  /// When it ends, in seconds from the start of the stage.
  package var end: Double { start + seconds }

  /// What is painted at `time` from the start of the stage.
  func commands(at time: Double) -> [DrawCommand] {
    switch kind {
    case .run(let run): run.commands(at: time - start)
    case .still(let still): still.commands
    }
  }
}

extension Element {
  /// What paints it alone: its picture, if it has one, else itself; `transform` leads from its
  /// parent to the canvas, and `eye` is what its parent's perspective sees it with.
  func commands(
    in picture: PictureID?, _ transform: Transform = .identity, eye: Transform3D? = nil
  ) -> [DrawCommand] {
    if let picture { return [.picture(PictureDraw(picture, layer: path))] }
    var builder = DisplayListBuilder()
    builder.paint(self, in: transform, eye: eye)
    return builder.commands
  }
}
