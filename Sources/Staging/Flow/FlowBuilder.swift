import Drawing
import Geometry
import SceneFormat

/// Turns the steps of a flow into segments, with the stack of screens at hand.
struct FlowBuilder {
  private let layout: ScreenLayout
  private let screens: [Flow.NamedScreen]
  private var stack = NavigationStack()
  private(set) var segments: [Segment] = []
  private(set) var pictureTable = PictureTable()

  /// Lays out all steps of `flow`.
  init(_ flow: Flow, in layout: ScreenLayout) throws(SceneError) {
    (self.layout, screens) = (layout, flow.screens)
    for step in flow.steps { try add(step) }
  }

  private var time: Double { segments.last?.end ?? 0 }

  private mutating func add(_ step: Flow.Step) throws(SceneError) {
    var after = stack
    switch step.action {
    case .show(let name):
      stack.show(name, system: SystemBars(of: try screen(name, step.place)))
      try stay(seconds: 0, step.place)
    case .wait(let seconds): try stay(seconds: seconds, step.place)
    case .push(let name, let transition):
      try bring(name, by: .push, with: transition, onto: &after, step.place)
      try run(transition, to: after, step.place)
    case .present(let name, let transition):
      try bring(name, by: .present, with: transition, onto: &after, step.place)
      try run(transition, to: after, step.place)
    case .back(let way, let written):
      let left: NavigationStack.Entry
      do throws(FlowProblem) {
        left = try after.goBack(way)
      } catch {
        throw SceneError(place: step.place, problem: .flow(error))
      }
      // What is written, else the way undone that brought the screen, with its parameters.
      guard let transition = written ?? left.transition?.undone(by: way.operation) else {
        throw SceneError(place: step.place, problem: .flow(.poppingRoot))
      }
      try run(transition, to: after, step.place)
    }
  }

  private func bring(
    _ name: String, by operation: SceneFormat.Operation, with transition: Transition,
    onto after: inout NavigationStack, _ place: Place
  ) throws(SceneError) {
    let screen = SystemBars(of: try screen(name, place))
    after.bring(
      name, by: operation, with: transition,
      system: transition.systemBars(from: stack.top?.system ?? screen, to: screen))
  }

  /// Adds a transition from the visible screen to the one on top of `next`.
  ///
  /// That is the stack from then on, unless a gesture cancels the transition.
  private mutating func run(
    _ transition: Transition, to next: NavigationStack, _ place: Place
  ) throws(SceneError) {
    let name = next.top?.name ?? ""
    guard let system = stack.top?.system else { return }
    let run = try Run(
      transition, from: try staged(stack.top?.name ?? name, .from, place),
      to: try staged(name, .to, place), system: (system, next.top?.system ?? system), in: layout,
      pictureTable: &pictureTable)
    segments.append(Segment(start: time, kind: .run(run)))
    if run.isFinished { stack = next }
  }

  private mutating func stay(seconds: Double, _ place: Place) throws(SceneError) {
    guard let name = stack.top?.name else { return }
    let screen = try element(name, .from, place)
    let picture =
      screen.showsWhatIsBehind
      ? nil : pictureTable.intern(screen.commands(in: nil), bounds: Rect(layout.size))
    let system = try stack.top?.system.map { bars throws(SceneError) in
      try layout.system(bars, screen.identity(.from), place: screen.layer.place)
    }
    let still = Segment.Still(
      screen: screen, system: system ?? [], seconds: seconds, picture: picture,
      rest: segments.last?.restPicture)
    segments.append(Segment(start: time, kind: .still(still)))
  }

  private func staged(
    _ name: String, _ role: Role, _ place: Place
  ) throws(SceneError) -> StagedScreen {
    StagedScreen(try screen(name, place), role, name: name)
  }

  private func element(
    _ name: String, _ role: Role, _ place: Place
  ) throws(SceneError) -> Element {
    try layout.element(for: screen(name, place), as: ScreenIdentity(role, name: name))
  }

  private func screen(_ name: String, _ place: Place) throws(SceneError) -> Screen {
    guard let screen = screens.first(where: { $0.name == name })?.screen else {
      throw SceneError(place: place, problem: .flow(.unknownScreen(name, suggestion: nil)))
    }
    return screen
  }
}

/// A part of a stage's time: a transition, or a screen that stands still.
package struct Segment: Hashable, Sendable {
  /// What happens.
  package enum Kind: Hashable, Sendable {
    case run(Run)
    case still(Still)
  }

  /// A screen that stands still.
  package struct Still: Hashable, Sendable {
    var screen: Element
    /// What the system draws over it.
    var system: [Element]
    var seconds: Double
    var picture: PictureID?
    /// What a sheet left that came to rest over another screen; nil where the screen is alone.
    var rest: [DrawCommand]?

    /// What is painted.
    var commands: [DrawCommand] {
      rest ?? screen.commands(in: picture) + system.flatMap { $0.commands(in: nil) }
    }
  }

  /// When it begins, in seconds from the start of the stage.
  package var start: Double
  /// What happens.
  package var kind: Kind

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

extension Segment {
  /// What it leaves if a sheet has come to rest; nil if a screen alone is left.
  var restPicture: [DrawCommand]? {
    switch kind {
    case .run(let run): run.isFinished && run.rest.isLast ? run.lastPicture : nil
    case .still(let still): still.rest
    }
  }
}

extension Element {
  /// What paints it alone: its picture, if it has one.
  func commands(in picture: PictureID?) -> [DrawCommand] {
    if let picture { return [.picture(PictureDraw(picture, layer: path))] }
    var builder = DisplayListBuilder()
    builder.paint(self, in: .identity)
    return builder.commands
  }
}
