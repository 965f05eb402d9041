import Geometry
import SceneFormat

/// A flow on its way to acts: walks through the steps with the stack of screens at hand.
struct FlowPlay {
  /// A screen on the stack, and the transition that brought it.
  private struct Entry {
    var name: String
    var bringer: Transition?
  }

  private let scenery: Scenery
  private let screens: [Flow.NamedScreen]
  private var stacks: [[Entry]] = []
  private(set) var acts: [Act] = []
  private(set) var gallery = Gallery()

  /// Plays all steps of `flow`.
  init(_ flow: Flow, in scenery: Scenery) throws(SceneError) {
    (self.scenery, screens) = (scenery, flow.screens)
    for step in flow.steps { try play(step) }
  }

  private var time: Double { acts.last?.end ?? 0 }

  private mutating func play(_ step: Flow.Step) throws(SceneError) {
    switch step.action {
    case .show(let name):
      stacks = [[Entry(name: name)]]
      try stay(seconds: 0, step.place)
    case .wait(let seconds): try stay(seconds: seconds, step.place)
    case .push(let name, let transition):
      if try run(transition, to: name, step.place) {
        stacks[stacks.count - 1].append(Entry(name: name, bringer: transition))
      }
    case .present(let name, let transition):
      if try run(transition, to: name, step.place) {
        stacks.append([Entry(name: name, bringer: transition)])
      }
    case .dismiss(let transition): try dismiss(transition, step.place)
    case .pop(let transition):
      let below = (stacks.last?.count ?? 0) - 2
      try goBack(to: below, transition, step.place, .poppingRoot)
    case .popToRoot(let transition): try goBack(to: 0, transition, step.place, .atRoot)
    case .popTo(let name, let transition):
      let index = stacks.last?.dropLast().lastIndex { $0.name == name } ?? -1
      try goBack(to: index, transition, step.place, .notOnStack(name))
    }
  }

  // A gesture that cancelled an earlier step can leave less on the stack than the file shows.
  private mutating func goBack(
    to index: Int, _ written: Transition?, _ place: Place, _ problem: FlowProblem
  ) throws(SceneError) {
    guard let stack = stacks.last, index >= 0, index < stack.count - 1 else {
      throw SceneError(place: place, problem: .flow(problem))
    }
    let transition = try back(written, undoing: stack[stack.count - 1], .pop, place)
    if try run(transition, to: stack[index].name, place) {
      stacks[stacks.count - 1].removeLast(stack.count - 1 - index)
    }
  }

  private mutating func dismiss(
    _ written: Transition?, _ place: Place
  ) throws(SceneError) {
    guard stacks.count > 1, let below = stacks[stacks.count - 2].last else {
      throw SceneError(place: place, problem: .flow(.nothingPresented))
    }
    let transition = try back(written, undoing: stacks[stacks.count - 1][0], .dismiss, place)
    if try run(transition, to: below.name, place) { stacks.removeLast() }
  }

  /// The written way back, else that of the step which brought the screen, with its parameters.
  private func back(
    _ written: Transition?, undoing entry: Entry, _ operation: Operation, _ place: Place
  ) throws(SceneError) -> Transition {
    if let written { return written }
    guard let bringer = entry.bringer else {
      throw SceneError(place: place, problem: .flow(.poppingRoot))
    }
    return bringer.undone(by: operation)
  }

  /// Plays a transition from the screen that is seen; false if a gesture cancels it.
  private mutating func run(
    _ transition: Transition, to name: String, _ place: Place
  ) throws(SceneError) -> Bool {
    let run = try Run(
      transition, from: try element(stacks.last?.last?.name ?? name, .from, place),
      to: try element(name, .to, place), in: scenery, gallery: &gallery)
    acts.append(Act(start: time, kind: .run(run)))
    return run.isFinished
  }

  private mutating func stay(seconds: Double, _ place: Place) throws(SceneError) {
    guard let name = stacks.last?.last?.name else { return }
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
