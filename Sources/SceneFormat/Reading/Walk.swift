import Geometry
import Motion

/// The stack of screens while the steps of a flow are read.
struct Walk {
  /// A screen on the stack, and what brought it there.
  struct Entry {
    /// nil for a screen that could not be read.
    let name: String?
    let bringer: Transition?
  }

  /// The names of the screens, in the order in which they are written.
  var names: [String] = []
  /// nil for a screen that could not be read.
  var screens: [String: KnownScreen?] = [:]
  /// The names that steps call.
  var called: Set<String> = []
  /// The stacks, that of the screen presented last at the end; none is empty.
  var stacks: [[Entry]] = []
  /// Whether there was a step.
  var hasBegun = false
  /// Whether a mistake keeps the stack from being known.
  var isVague = false
  /// The canvas, of whose size a finger's way is a share.
  let canvas: Size
  /// Whether every transition is mirrored.
  let isRightToLeft: Bool

  init(on canvas: Canvas, isRightToLeft: Bool) {
    self.canvas = Size(width: canvas.width, height: canvas.height)
    self.isRightToLeft = isRightToLeft
  }

  /// The screen that is seen, as far as it is known.
  var top: KnownScreen? {
    guard !isVague, let name = stacks.last?.last?.name else { return nil }
    return screens[name] ?? nil
  }

  /// What brought the screen that a pop or a dismiss takes away.
  func bringer(isDismiss: Bool) -> Transition? {
    (isDismiss ? stacks.last?.first : stacks.last?.last)?.bringer
  }

  /// Whether there is a screen called `name` that no step calls.
  func isUnused(_ name: String) -> Bool { screens[name] != nil && !called.contains(name) }

  /// Whether a step ends with the screen that it goes to: a gesture may cancel it.
  func completes(_ transition: Transition?) -> Bool {
    let finger = transition?.finger(on: canvas, isRightToLeft: isRightToLeft)
    return finger.map { $0.run.outcome == .finished } ?? true
  }

  /// Puts a screen on top, of a stack of its own where it is presented.
  mutating func bring(_ name: String?, with transition: Transition?, isPresented: Bool) {
    let entry = Entry(name: name, bringer: transition)
    if isPresented || stacks.isEmpty {
      stacks.append([entry])
    } else {
      stacks[stacks.count - 1].append(entry)
    }
  }

  /// Takes away what a pop or a dismiss takes away.
  mutating func goBack(
    _ action: JSONMember
  ) throws(FlowProblem) {
    guard !isVague, !stacks.isEmpty else { return }
    switch action.key {
    case "popTo":
      if let name = action.value.text { try popTo(name) }
    case "popToRoot":
      guard stacks[stacks.count - 1].count > 1 else { throw .atRoot }
      stacks[stacks.count - 1].removeLast(stacks[stacks.count - 1].count - 1)
    case "dismiss":
      guard stacks.count > 1 else { throw .nothingPresented }
      stacks.removeLast()
    default:
      guard stacks[stacks.count - 1].count > 1 else {
        throw stacks.count > 1 ? .poppingPresented : .poppingRoot
      }
      stacks[stacks.count - 1].removeLast()
    }
  }

  /// The topmost screen of that name in the stack that is seen.
  private mutating func popTo(_ name: String) throws(FlowProblem) {
    let stack = stacks[stacks.count - 1]
    guard let index = stack.dropLast().lastIndex(where: { $0.name == name }) else {
      throw stack.last?.name == name ? .alreadyOnTop(name) : .notOnStack(name)
    }
    stacks[stacks.count - 1].removeLast(stack.count - 1 - index)
  }

  /// The step that goes back; nil where it cannot be read.
  static func action(_ action: JSONMember, _ transition: Transition?) -> Flow.Step.Action? {
    switch action.key {
    case "pop": .pop(transition)
    case "popTo": action.value.text.map { .popTo($0, transition) }
    case "popToRoot": .popToRoot(transition)
    default: .dismiss(transition)
    }
  }
}
