import Geometry
import Motion

/// The state of reading a flow.
private struct FlowReading {
  /// The names of the screens, in the order in which they are written.
  var names: [String] = []
  /// nil for a screen that could not be read.
  var screens: [String: KnownScreen?] = [:]
  /// The names that steps use.
  var used: Set<String> = []
  /// What holds for steps that do not write it.
  var rules: [TransitionRule] = []
  /// All screens as if they were one, for the layers that rules name.
  var allScreens: KnownScreen?
  var state = NavigationState()
  /// Whether there was a step.
  var hasBegun = false
  /// Whether a transition could not be read, so that not every way back is known.
  var hasUnreadTransition = false
  /// The canvas, of whose size a finger's way is a share.
  let canvas: Size
  /// Whether every transition is mirrored.
  let isRightToLeft: Bool

  /// The screen called `name`; nil where it could not be read.
  func screen(_ name: String?) -> KnownScreen? { name.flatMap { screens[$0] ?? nil } }

  /// The system bars of a screen.
  func asking(_ name: String) -> SystemBars {
    screen(name).map { SystemBars(of: $0.screen) } ?? SystemBars()
  }
}

// Flows: several screens, and stacks of them.
extension Reading {
  mutating func flow(_ node: JSONNode, on canvas: Canvas) -> Story? {
    for key in ["screens", "steps"] where node[key] == nil {
      note(.structure(.missingKey(key)), at: node.place)
    }
    for key in ["from", "to"] {
      guard let member = node.member(key) else { continue }
      note(.flow(.pairAndFlow(key)), at: member.place)
    }
    var flow = FlowReading(
      canvas: canvas.size,
      isRightToLeft: node["rtl"]?.flag ?? false)
    for member in members(node["screens"], within: .screens) {
      guard flow.screens[member.key] == nil else { continue }
      flow.names.append(member.key)
      flow.screens[member.key] = .some(knownScreen(member.value))
    }
    flow.allScreens = KnownScreen(allOf: flow.names.map { flow.screens[$0] ?? nil })
    flow.rules = transitionRules(
      node["transition"], screens: flow.names, all: flow.allScreens)
    guard node["steps"]?.elements != nil else { return nil }
    let nodes = elements(node["steps"], within: .steps)
    if nodes.isEmpty, let place = node["steps"]?.place { note(.flow(.noSteps), at: place) }
    let steps = nodes.compactMap { step($0, &flow) }
    for member in node["screens"]?.members ?? []
    where flow.screens[member.key] != nil && !flow.used.contains(member.key) {
      mistakes.append(
        SceneError(warning: .unused(kind: "the screen", name: member.key), at: member.place))
    }
    let screens = flow.names.compactMap { name in
      flow.screen(name).map { Flow.NamedScreen(name: name, screen: $0.screen) }
    }
    return .flow(Flow(screens: screens, steps: steps))
  }

  private mutating func step(_ node: JSONNode, _ flow: inout FlowReading) -> Flow.Step? {
    guard let members = node.members else { return nil }
    let actions = members.filter { Grammar.stepActions.contains($0.key) }
    guard let action = actions.first else {
      note(.flow(.noAction), at: node.place)
      return nil
    }
    if actions.count > 1, actions[1].key != action.key {
      note(.flow(.twoActions(action.key, actions[1].key)), at: actions[1].place)
      return nil
    }
    let isFirst = !flow.hasBegun
    flow.hasBegun = true
    if isFirst, action.key != "show" { note(.flow(.noShowFirst), at: action.place) }
    switch action.key {
    case "wait":
      refuse(keysOf: node, except: [action.key], FlowProblem.keyWithoutTransition)
      guard let seconds = seconds(action.value) else { return nil }
      return Flow.Step(
        place: node.place, waitSeconds: seconds, before: flow.state, goal: flow.state)
    case "adjust": return adjusting(node, action, &flow)
    default:
      guard let move = move(action, &flow) else { return nil }
      return isFirst ? beginning(node, action, move, &flow) : moving(node, action, move, &flow)
    }
  }

  /// What a step does to the stacks.
  private mutating func move(
    _ action: JSONMember, _ flow: inout FlowReading
  ) -> NavigationState.Move? {
    switch action.key {
    case "pop": return .pop
    case "popToRoot": return .popToRoot
    case "dismiss": return .dismiss
    case "show", "stack":
      let nodes = action.value.elements ?? [action.value]
      let names = nodes.compactMap { screenName($0, &flow) }
      guard !names.isEmpty, names.count == nodes.count else { return nil }
      guard action.key == "show" else { return .stack(names) }
      for index in names.indices where names[..<index].contains(names[index]) {
        note(.flow(.screenTwice(names[index])), at: nodes[index].place)
      }
      return .show(names)
    default:
      guard let name = screenName(action.value, &flow) else { return nil }
      switch action.key {
      case "push": return .push(name)
      case "present": return .present(name)
      // An unknown name has been noted; it is on no stack either.
      case "popTo": return flow.screens[name] == nil ? nil : .popTo(name)
      default: return flow.screens[name] == nil ? nil : .tab(name)
      }
    }
  }

  /// The name of a screen; notes one that there is not.
  private mutating func screenName(_ node: JSONNode, _ flow: inout FlowReading) -> String? {
    guard let name = node.text, !name.isEmpty else { return nil }
    flow.used.insert(name)
    if flow.screens[name] == nil {
      let nearest = suggestion(for: name, in: flow.names)
      note(.flow(.unknownScreen(name, suggestion: nearest)), at: node.place)
    }
    return name
  }

  /// Reports keys of a transition that this step does not take.
  private mutating func refuse(
    keysOf node: JSONNode, except allowed: [String], _ problem: (String) -> FlowProblem
  ) {
    for member in node.members ?? []
    where Grammar.namesOfUse.contains(member.key) && !allowed.contains(member.key) {
      note(.flow(problem(member.key)), at: member.place)
    }
  }

  /// The first step, which shows a screen at once.
  private mutating func beginning(
    _ node: JSONNode, _ action: JSONMember, _ move: NavigationState.Move, _ flow: inout FlowReading
  ) -> Flow.Step? {
    refuse(keysOf: node, except: [action.key], FlowProblem.keyWithoutTransition)
    guard case .show = move,
      let result = try? flow.state.result(of: move, on: flow.canvas, asking: flow.asking)
    else { return nil }
    flow.state = result.state
    return Flow.Step(place: node.place, before: flow.state, goal: flow.state)
  }

  /// A step that brings another screen.
  private mutating func moving(
    _ node: JSONNode, _ action: JSONMember, _ move: NavigationState.Move, _ flow: inout FlowReading
  ) -> Flow.Step? {
    // A flow that does not begin with `show` has been noted.
    guard let from = flow.state.top else { return nil }
    let result: NavigationState.Result
    do {
      result = try flow.state.result(of: move, on: flow.canvas, asking: flow.asking)
    } catch {
      note(.flow(error), at: action.place)
      return nil
    }
    let to = result.state.top?.name
    let operation = result.operation
    var context = TransitionContext(
      from: flow.screen(from.name), to: flow.screen(to), operation: operation)
    (context.inherited, context.isStep) = (result.leaving?.transition?.undone(by: operation), true)
    let isRuled = applyRule(to: &context, from: from.name, to: to, &flow)
    let hasKeys = (node.members ?? []).contains {
      $0.key != action.key && !StructureCheck.isIgnored($0.key)
    }
    var transition = context.inherited
    // Without the transition that brought the screen, its reverse is unknown.
    if result.leaving == nil || node["type"] != nil || context.inherited != nil
      || !flow.hasUnreadTransition
    {
      let isBare = !isRuled && !hasKeys && context.inherited != nil
      if !isBare { transition = self.transition(node, at: node.place, context) }
      if result.isMirrored { transition?.exchangeLeftAndRight() }
      transition?.place = node.place
    }
    return step(node, transition, result, &flow)
  }

  /// The step of a transition, which ends in `result` unless a finger cancels it.
  private mutating func step(
    _ node: JSONNode, _ transition: Transition?, _ result: NavigationState.Result,
    _ flow: inout FlowReading
  ) -> Flow.Step? {
    let goal = result.arriving(by: transition, on: flow.canvas)
    if let depth = goal.top?.depth, depth > limits.count(.sheets) {
      note(.limit(.sheets, allowed: limits[.sheets]), at: node.place)
    }
    guard let transition else {
      (flow.state, flow.hasUnreadTransition) = (goal, true)
      return nil
    }
    // Pushes and pops play on the lower screen of the two, all else on the canvas.
    let size: Size?
    switch transition.operation {
    case .push: size = result.before.top?.size
    case .pop: size = goal.top?.size
    case .present, .dismiss, .replace: size = nil
    }
    let step = Flow.Step(
      place: node.place, transition: transition, before: result.before, goal: goal,
      finger: finger(
        of: transition, on: size ?? flow.canvas, isRightToLeft: flow.isRightToLeft))
    flow.state = step.after
    return step
  }

  /// A step that resizes what rests.
  private mutating func adjusting(
    _ node: JSONNode, _ action: JSONMember, _ flow: inout FlowReading
  ) -> Flow.Step? {
    refuse(
      keysOf: node, except: Grammar.adjustingKeys + [action.key], FlowProblem.keyOfAdjusting)
    guard flow.state.top != nil else { return nil }
    guard let index = flow.state.restingIndex, let resting = flow.state[index].transition else {
      if !flow.hasUnreadTransition { note(.flow(.nothingRests), at: action.place) }
      return nil
    }
    // Which screen decides does not change; the style may.
    if let rule = node["statusBar"], ["from", "to"].contains(rule.text) {
      note(.flow(.styleOfAdjusting), at: rule.place)
    }
    if action.value.members?.isEmpty == true { note(.flow(.nothingAdjusted), at: action.place) }
    guard
      var transition = adjusting(
        resting, to: action.value, keys: node, screen: flow.screen(flow.state.top?.name))
    else { return nil }
    // What was pushed came to rest in the slot of what it came over.
    let outside = index.entry > 0 ? flow.state.beneath(index).map { flow.state[$0].size } : nil
    if action.value.text != nil {
      transition.settleAtDetent(
        on: outside ?? flow.canvas, isRightToLeft: flow.isRightToLeft)
    }
    var goal = flow.state
    goal.adjust(to: transition, on: flow.canvas)
    let step = Flow.Step(
      place: node.place, transition: transition, before: flow.state, goal: goal,
      finger: finger(
        of: transition, on: outside ?? flow.canvas, isRightToLeft: flow.isRightToLeft))
    flow.state = step.after
    return step
  }

  /// Applies the first rule that fits to `context`.
  ///
  /// - Returns: Whether one fits.
  private mutating func applyRule(
    to context: inout TransitionContext, from: String?, to: String?, _ flow: inout FlowReading
  ) -> Bool {
    guard let operation = context.operation,
      let index = flow.rules.firstIndex(where: { $0.fits(operation, from: from, to: to) })
    else { return false }
    let rule = flow.rules[index]
    (context.keys, context.gesture) = (rule.keys, rule.node["gesture"])
    if let ruled = transition(of: &flow.rules[index], for: operation, flow.allScreens) {
      context.inherited = ruled
    } else if !rule.hasType, let inherited = context.inherited {
      context.inherited = transition(inherited, takingParametersOf: rule.node)
    }
    return true
  }
}
