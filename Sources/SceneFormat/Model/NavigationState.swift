public import Geometry

/// The screens of a flow at one moment, in stacks: a push adds to the one that is seen, and a
/// presented screen begins a stack of its own above it.
public struct NavigationState: Hashable, Sendable {
  /// A screen on a stack.
  ///
  /// It is a class: every step of a flow keeps its stacks, and most of them have most screens in
  /// common.
  public final class Entry: Sendable {
    /// Its name.
    public let name: String
    /// The transition that pushed or presented it, with the present values of its parameters; nil for
    /// a root, a tab, and a screen that `stack` put below the top.
    public let transition: Transition?
    /// The size in which it is laid out.
    public let size: Size
    /// What the system draws while it is on top.
    public let system: SystemBars
    /// Whether it came to rest over another screen, as a sheet does.
    public let rests: Bool
    /// How many sheets rest on each other up to it.
    public let depth: Int

    init(
      _ name: String, by transition: Transition? = nil, size: Size, system: SystemBars,
      depth: Int = 0
    ) {
      (self.name, self.transition, self.size) = (name, transition, size)
      (self.system, self.depth) = (system, depth)
      rests = transition?.rests == true
    }
  }

  /// What a step does to the stacks.
  public enum Move: Hashable, Sendable {
    /// Replaces everything, by one screen or by tabs.
    case show([String])
    case push(String)
    case present(String)
    case pop
    /// To the topmost screen of that name on the top stack.
    case popTo(String)
    case popToRoot
    case dismiss
    /// To the tab that began with that screen.
    case tab(String)
    /// The stack that is seen becomes this.
    case stack([String])
  }

  /// The stack of each tab, one where there are none.
  private var tabs: [[Entry]] = []
  /// The names of the tabs; empty without tabs.
  public private(set) var tabNames: [String] = []
  private var selected = 0
  /// The stacks of presented screens, the one that is seen at the end; none is empty.
  private var presented: [[Entry]] = []

  /// No screen yet.
  public init() {}

  /// The visible stacks, bottom first: the selected tab's, then the presented ones.
  public var stacks: [[Entry]] { tabs.isEmpty ? [] : [tabs[selected]] + presented }

  /// The stacks of all tabs; empty without tabs.
  public var tabStacks: [[Entry]] { tabNames.isEmpty ? [] : tabs }

  /// The screen on top; nil before the first one.
  public var top: Entry? { tabs.isEmpty ? nil : topStack.last }

  /// The index of the topmost resting screen on the top stack; nil if none rests.
  public var restingIndex: Index? {
    guard !tabs.isEmpty else { return nil }
    return topStack.lastIndex(where: \.rests).map { Index(stack: presented.count, entry: $0) }
  }

  /// The index of a screen in the visible stacks.
  public struct Index: Hashable, Sendable {
    /// Of its stack, from the lowest.
    public var stack: Int
    /// Of the screen in it, from the root.
    public var entry: Int
  }

  /// The index of the screen on top; nil before the first one.
  public var topIndex: Index? {
    tabs.isEmpty ? nil : Index(stack: presented.count, entry: topStack.count - 1)
  }

  /// The index of the screen below the one at `index`; nil for the lowest screen.
  public func beneath(_ index: Index) -> Index? {
    if index.entry > 0 { return Index(stack: index.stack, entry: index.entry - 1) }
    guard index.stack > 0 else { return nil }
    return Index(stack: index.stack - 1, entry: stack(index.stack - 1).count - 1)
  }

  /// The screen at `index`.
  public subscript(index: Index) -> Entry { stack(index.stack)[index.entry] }

  private func stack(_ index: Int) -> [Entry] {
    index == 0 ? tabs[selected] : presented[index - 1]
  }
}

extension NavigationState {
  /// The result of a move.
  public struct Result: Hashable, Sendable {
    /// The state before it.
    public var before: NavigationState
    /// The operation that plays.
    public var operation: Operation
    /// The state after it.
    public var state: NavigationState
    /// The screen that a way back takes away; nil for a way forward.
    public var leaving: Entry?
    /// Whether the move created the screen on top.
    public var isNew: Bool
    /// Whether left and right are exchanged: to a tab further left.
    public var isMirrored = false
  }

  /// The result of `move`; new screens are laid out on a `canvas`, and `asking` returns the system
  /// bars of a screen.
  public func result(
    of move: Move, on canvas: Size, asking: (String) -> SystemBars
  ) throws(FlowProblem) -> Result {
    func entry(_ name: String) -> Entry {
      Entry(name, size: canvas, system: asking(name))
    }
    switch move {
    case .show(let names):
      var state = NavigationState()
      state.tabs = names.map { [entry($0)] }
      state.tabNames = names.count > 1 ? names : []
      return Result(before: self, operation: .replace, state: state, isNew: true)
    case .push(let name):
      return try changingStack(.push) { $0 + [entry(name).inside($0, canvas)] }
    case .present(let name):
      guard top != nil else { throw .noShowFirst }
      var state = self
      state.presented.append([entry(name)])
      return Result(before: self, operation: .present, state: state, isNew: true)
    case .pop:
      return try changingStack(.pop) { stack throws(FlowProblem) in
        guard stack.count > 1 else { throw presented.isEmpty ? .poppingRoot : .poppingPresented }
        return stack.dropLast()
      }
    case .popTo(let name):
      return try changingStack(.pop) { stack throws(FlowProblem) in
        guard let index = stack.dropLast().lastIndex(where: { $0.name == name }) else {
          throw stack.last?.name == name ? .alreadyOnTop(name) : .notOnStack(name)
        }
        return Array(stack[...index])
      }
    case .popToRoot:
      return try changingStack(.pop) { stack throws(FlowProblem) in
        guard stack.count > 1 else { throw .atRoot }
        return [stack[0]]
      }
    case .dismiss:
      guard top != nil else { throw .noShowFirst }
      guard let leaving = presented.last?.first else { throw .nothingPresented }
      var state = self
      state.presented.removeLast()
      return Result(
        before: self, operation: .dismiss, state: state, leaving: leaving, isNew: false)
    case .tab(let name): return try switching(to: name)
    case .stack(let names): return try becoming(names.map(entry), canvas)
    }
  }

  private func switching(to name: String) throws(FlowProblem) -> Result {
    guard !tabNames.isEmpty else { throw .noTabs }
    guard let index = tabNames.firstIndex(of: name) else { throw .notATab(name, tabs: tabNames) }
    guard index != selected else { throw .tabSeen(name) }
    guard presented.isEmpty else { throw .tabBeneathPresented }
    var state = self
    state.selected = index
    return Result(
      before: self, operation: .replace, state: state, isNew: false, isMirrored: index < selected)
  }

  /// As UIKit's `setViewControllers`: a pop if the new top screen lay below the old one, else a
  /// push.
  private func becoming(_ entries: [Entry], _ canvas: Size) throws(FlowProblem) -> Result {
    guard let top, let name = entries.last?.name else { throw .noShowFirst }
    let stack = topStack
    guard top.name != name else { throw .alreadyOnTop(name) }
    let isPop = stack.contains { $0.name == name }
    return try changingStack(isPop ? .pop : .push) { stack in
      // A screen that stays keeps its transition; the root keeps the stack's presentation.
      var left = stack
      var new = entries.map { entry in
        let index = left.firstIndex { $0.name == entry.name }
        let kept = index.map { left.remove(at: $0) }
        return kept === stack[0] ? entry.inside(stack, canvas) : kept ?? entry.inside(stack, canvas)
      }
      let root = stack[0]
      new[0] = Entry(
        new[0].name, by: root.transition, size: root.size, system: new[0].system,
        depth: root.depth)
      return new
    }
  }

  /// The result of replacing the top stack by what `change` returns.
  private func changingStack(
    _ operation: Operation, _ change: ([Entry]) throws(FlowProblem) -> [Entry]
  ) throws(FlowProblem) -> Result {
    guard let top else { throw .noShowFirst }
    var state = self
    state.topStack = try change(topStack)
    return Result(
      before: self, operation: operation, state: state, leaving: operation == .pop ? top : nil,
      isNew: operation == .push)
  }

  /// The top stack.
  private var topStack: [Entry] {
    get { presented.last ?? tabs[selected] }
    set {
      if presented.isEmpty {
        tabs[selected] = newValue
      } else {
        presented[presented.count - 1] = newValue
      }
    }
  }
}

extension NavigationState.Result {
  /// The state after it, in which `transition` brought the screen on top.
  func arriving(by transition: Transition?, on canvas: Size) -> NavigationState {
    guard let top = state.top else { return state }
    var state = state
    var (brought, size, depth) = (top.transition, top.size, top.depth)
    // A root keeps the presentation of its stack.
    if isNew, state.topStack.count > 1 || transition?.operation == .present {
      brought = transition
      if let transition, transition.rests {
        depth = (before.top?.depth ?? 0) + 1
        // A mistake in an expression is told where the transition is laid out.
        size = (try? transition.restingSize(on: size)) ?? size
      }
    }
    var bars = top.system
    // A screen that does not fill the canvas has no status bar.
    if isNew, size != canvas, let outside = before.top {
      bars.statusBar = outside.system.statusBar
    }
    bars = transition?.systemBars(from: before.top?.system ?? bars, to: bars) ?? bars
    state.topStack[state.topStack.count - 1] = NavigationState.Entry(
      top.name, by: brought, size: size, system: bars, depth: depth)
    return state
  }
}

extension NavigationState {
  /// Updates the parameters of the topmost sheet, and the status bar's style if `transition` sets it.
  mutating func adjust(to transition: Transition, on canvas: Size) {
    guard let index = topStack.lastIndex(where: \.rests) else { return }
    let outside = index > 0 ? topStack[index - 1].size : canvas
    let size = try? transition.restingSize(on: outside)
    for above in topStack.indices[index...] {
      let entry = topStack[above]
      var (brought, system) = (entry.transition, entry.system)
      if above == index { brought?.arguments = transition.arguments }
      if transition.statusBar == .light { system.statusBar?.style = .light }
      if transition.statusBar == .dark { system.statusBar?.style = .dark }
      topStack[above] = Entry(
        entry.name, by: brought, size: size ?? entry.size, system: system, depth: entry.depth)
    }
  }
}

extension NavigationState.Entry: Hashable {
  /// Whether both are the same screen, brought in the same way.
  public static func == (one: NavigationState.Entry, other: NavigationState.Entry) -> Bool {
    one === other
      || one.name == other.name && one.transition == other.transition && one.size == other.size
        && one.system == other.system && one.depth == other.depth
  }

  /// Hashes the name and what is cheap besides.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(size)
    hasher.combine(depth)
  }

  /// A copy in the size of `stack`; where that does not fill the canvas, the status bar stays.
  fileprivate func inside(
    _ stack: [NavigationState.Entry], _ canvas: Size
  ) -> NavigationState.Entry {
    let root = stack[0]
    var system = system
    if root.size != canvas { system.statusBar = stack.last?.system.statusBar }
    return NavigationState.Entry(name, size: root.size, system: system, depth: root.depth)
  }
}
