/// The screens of a flow, one on top of the other: a presented screen begins a stack of its own.
public struct NavigationStack: Hashable, Sendable {
  /// A screen, and what brought it.
  public struct Entry: Hashable, Sendable {
    /// Its name; nil for one that could not be read.
    public var name: String?
    /// The transition that brought it; nil for the first screen, and where it could not be read.
    public var transition: Transition?
    /// What the system draws over it; nil where that could not be read.
    public var system: SystemBars?
  }

  /// A way back.
  public enum Back: Hashable, Sendable {
    case pop
    /// To the topmost screen of that name on the stack that is seen.
    case popTo(String)
    case popToRoot
    case dismiss

    /// What it does to the stack.
    public var operation: Operation { self == .dismiss ? .dismiss : .pop }
  }

  /// The stack of the screen that was presented last is at the end; none is empty.
  private var stacks: [[Entry]] = []

  /// No screen yet.
  public init() {}

  /// The screen that is seen; nil before the first one.
  public var top: Entry? { stacks.last?.last }

  /// Begins with a screen.
  public mutating func show(_ name: String, system: SystemBars? = nil) {
    stacks = [[Entry(name: name, transition: nil, system: system)]]
  }

  /// Puts a screen on top, with `operation` a push or a present.
  public mutating func bring(
    _ name: String?, by operation: Operation, with transition: Transition?,
    system: SystemBars? = nil
  ) {
    let entry = Entry(name: name, transition: transition, system: system)
    if operation == .present || stacks.isEmpty {
      stacks.append([entry])
    } else {
      stacks[stacks.count - 1].append(entry)
    }
  }

  /// Takes away what a way back takes away.
  ///
  /// - Returns: The screen whose coming is undone.
  @discardableResult
  public mutating func goBack(_ way: Back) throws(FlowProblem) -> Entry {
    guard let stack = stacks.last, let top = stack.last else { throw .noShowFirst }
    let left: Int
    switch way {
    case .dismiss:
      guard stacks.count > 1 else { throw .nothingPresented }
      stacks.removeLast()
      return stack[0]
    case .pop:
      guard stack.count > 1 else { throw stacks.count > 1 ? .poppingPresented : .poppingRoot }
      left = stack.count - 1
    case .popToRoot:
      guard stack.count > 1 else { throw .atRoot }
      left = 1
    case .popTo(let name):
      guard let index = stack.dropLast().lastIndex(where: { $0.name == name }) else {
        throw top.name == name ? .alreadyOnTop(name) : .notOnStack(name)
      }
      left = index + 1
    }
    stacks[stacks.count - 1].removeLast(stack.count - left)
    return top
  }
}
