import Geometry
import SceneFormat

/// A flow on its way to acts: goes through the steps with the stack of screens at hand.
struct FlowPlay {
  private let scenery: Scenery
  private let screens: [Flow.NamedScreen]
  private var stack = NavigationStack()
  private(set) var acts: [Act] = []
  private(set) var gallery = Gallery()

  /// Plays all steps of `flow`.
  init(_ flow: Flow, in scenery: Scenery) throws(SceneError) {
    (self.scenery, screens) = (scenery, flow.screens)
    for step in flow.steps { try play(step) }
  }

  private var time: Double { acts.last?.end ?? 0 }

  private mutating func play(_ step: Flow.Step) throws(SceneError) {
    var after = stack
    switch step.action {
    case .show(let name):
      stack.show(name)
      try stay(seconds: 0, step.place)
    case .wait(let seconds): try stay(seconds: seconds, step.place)
    case .push(let name, let transition):
      after.bring(name, by: .push, with: transition)
      try run(transition, to: after, step.place)
    case .present(let name, let transition):
      after.bring(name, by: .present, with: transition)
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

  /// Plays a transition from the screen that is seen to the one that is on top of `next`, which is
  /// the stack from then on, unless a gesture cancels it.
  private mutating func run(
    _ transition: Transition, to next: NavigationStack, _ place: Place
  ) throws(SceneError) {
    let name = next.top?.name ?? ""
    let run = try Run(
      transition, from: try element(stack.top?.name ?? name, .from, place),
      to: try element(name, .to, place), in: scenery, gallery: &gallery)
    acts.append(Act(start: time, kind: .run(run)))
    if run.isFinished { stack = next }
  }

  private mutating func stay(seconds: Double, _ place: Place) throws(SceneError) {
    guard let name = stack.top?.name else { return }
    let screen = try element(name, .from, place)
    let picture = gallery.hang(screen.commands(in: nil), bounds: Rect(scenery.size))
    let still = Act.Still(
      screen: screen, seconds: seconds, picture: picture, rest: acts.last?.restPicture)
    acts.append(Act(start: time, kind: .still(still)))
  }

  private func element(
    _ name: String, _ role: Role, _ place: Place
  ) throws(SceneError) -> Element {
    guard let screen = screens.first(where: { $0.name == name })?.screen else {
      throw SceneError(place: place, problem: .flow(.unknownScreen(name, suggestion: nil)))
    }
    return try scenery.element(for: screen, as: Billing(role, name: name))
  }
}
