import Geometry
import Motion

/// What is known of a flow while its steps are read.
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
  var stack = NavigationStack()
  /// Whether there was a step.
  var hasBegun = false
  /// Whether a mistake keeps the stack from being known.
  var isVague = false
  /// The canvas, of whose size a finger's way is a share.
  let canvas: Size
  /// Whether every transition is mirrored.
  let isRightToLeft: Bool

  /// The screen that is seen, as far as it is known.
  var top: KnownScreen? {
    guard !isVague, let name = stack.top?.name else { return nil }
    return screens[name] ?? nil
  }

  /// Whether a step ends with the screen that it goes to: a gesture may cancel it.
  func completes(_ transition: Transition?) -> Bool {
    let finger = transition?.finger(on: canvas, isRightToLeft: isRightToLeft)
    return finger.map { $0.run.outcome == .finished } ?? true
  }
}

// Flows: several screens, and a stack of them.
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
      canvas: Size(width: canvas.width, height: canvas.height),
      isRightToLeft: node["rtl"]?.flag ?? false)
    for member in node["screens"]?.members ?? [] where !StructureCheck.isIgnored(member.key) {
      guard flow.screens[member.key] == nil else { continue }
      flow.names.append(member.key)
      flow.screens[member.key] = .some(knownScreen(member.value))
    }
    flow.allScreens = KnownScreen(allOf: flow.names.map { flow.screens[$0] ?? nil })
    flow.rules = transitionRules(
      node["transition"], screens: flow.names, all: flow.allScreens)
    guard let nodes = node["steps"]?.elements else { return nil }
    if nodes.isEmpty, let place = node["steps"]?.place { note(.flow(.noSteps), at: place) }
    let steps = nodes.compactMap { step($0, &flow) }
    for member in node["screens"]?.members ?? []
    where flow.screens[member.key] != nil && !flow.used.contains(member.key) {
      mistakes.append(
        SceneError(warning: .unused(kind: "the screen", name: member.key), at: member.place))
    }
    let screens = flow.names.compactMap { name in
      flow.screens[name]?.map { Flow.NamedScreen(name: name, screen: $0.screen) }
    }
    return .flow(Flow(screens: screens, steps: steps))
  }

  private static let actions = [
    "show", "wait", "push", "present", "pop", "popTo", "popToRoot", "dismiss",
  ]

  private mutating func step(_ node: JSONNode, _ flow: inout FlowReading) -> Flow.Step? {
    guard let members = node.members else { return nil }
    let actions = members.filter { Self.actions.contains($0.key) }
    guard let action = actions.first else {
      note(.flow(.noAction), at: node.place)
      return nil
    }
    if actions.count > 1, actions[1].key != action.key {
      note(.flow(.twoActions(action.key, actions[1].key)), at: actions[1].place)
      return nil
    }
    checkShow(action, &flow)
    switch action.key {
    case "show", "wait": return quietStep(node, action, &flow)
    case "push": return forwardStep(node, action, .push, &flow)
    case "present": return forwardStep(node, action, .present, &flow)
    default: return backwardStep(node, action, &flow)
    }
  }

  /// The first step is `show`, and no other.
  private mutating func checkShow(_ action: JSONMember, _ flow: inout FlowReading) {
    if action.key == "show", flow.hasBegun {
      note(.flow(.secondShow), at: action.place)
    } else if action.key != "show", !flow.hasBegun {
      note(.flow(.noShowFirst), at: action.place)
      // Said once; what is on the stack is not known.
      flow.isVague = true
    }
    flow.hasBegun = true
  }

  /// A step that changes no screen.
  private mutating func quietStep(
    _ node: JSONNode, _ action: JSONMember, _ flow: inout FlowReading
  ) -> Flow.Step? {
    for member in node.members ?? [] where Grammar.namesOfUse.contains(member.key) {
      guard member.key != action.key else { continue }
      note(.flow(.keyWithoutTransition(member.key)), at: member.place)
    }
    if action.key == "wait" {
      return seconds(action.value).map {
        Flow.Step(place: node.place, action: .wait(seconds: $0))
      }
    }
    guard let name = screenName(action.value, &flow) else {
      flow.isVague = true
      return nil
    }
    flow.stack.show(name)
    return Flow.Step(place: node.place, action: .show(name))
  }

  /// The name of a screen that there is.
  private mutating func screenName(_ node: JSONNode, _ flow: inout FlowReading) -> String? {
    guard let name = node.text, !name.isEmpty else { return nil }
    flow.used.insert(name)
    if flow.screens[name] != nil { return name }
    let nearest = suggestion(for: name, in: flow.names)
    note(.flow(.unknownScreen(name, suggestion: nearest)), at: node.place)
    return nil
  }

  private mutating func forwardStep(
    _ node: JSONNode, _ action: JSONMember, _ operation: Operation, _ flow: inout FlowReading
  ) -> Flow.Step? {
    let name = screenName(action.value, &flow)
    var context = TransitionContext(
      from: flow.top, to: name.flatMap { flow.screens[$0] ?? nil }, operation: operation)
    context.isStep = true
    applyRule(to: &context, from: flow.stack.top?.name, to: name, &flow)
    let transition = transition(node, at: node.place, context)
    if flow.completes(transition) { flow.stack.bring(name, by: operation, with: transition) }
    guard let name, let transition else { return nil }
    return Flow.Step(
      place: node.place,
      action: operation == .push ? .push(name, transition) : .present(name, transition))
  }

  private mutating func backwardStep(
    _ node: JSONNode, _ action: JSONMember, _ flow: inout FlowReading
  ) -> Flow.Step? {
    guard let way = wayBack(action, &flow) else { return nil }
    let before = flow
    var usual: Transition?
    if !flow.isVague, flow.stack.top != nil {
      do {
        usual = try flow.stack.goBack(way).transition?.undone(by: way.operation)
      } catch {
        note(.flow(error), at: action.place)
        return nil
      }
    }
    var context = TransitionContext(from: before.top, to: flow.top, operation: way.operation)
    (context.usual, context.isStep) = (usual, true)
    let isRuled = applyRule(
      to: &context, from: before.stack.top?.name, to: flow.stack.top?.name, &flow)
    let hasKeys = (node.members ?? []).contains {
      $0.key != action.key && !StructureCheck.isIgnored($0.key)
    }
    let isBare = !isRuled && !hasKeys
    // Where it is not known what brought the screen, nothing is known of the way back.
    guard isBare || node["type"] != nil || context.usual != nil else { return nil }
    let transition = isBare ? nil : transition(node, at: node.place, context)
    if !flow.completes(transition) { flow = before }
    return Flow.Step(place: node.place, action: .back(way, transition))
  }

  /// Puts what the first rule says that fits a step in the place of what would play without it.
  ///
  /// - Returns: Whether one fits.
  @discardableResult
  private mutating func applyRule(
    to context: inout TransitionContext, from: String?, to: String?, _ flow: inout FlowReading
  ) -> Bool {
    guard let operation = context.operation,
      let index = flow.rules.firstIndex(where: { $0.fits(operation, from: from, to: to) })
    else { return false }
    let rule = flow.rules[index]
    context.keys = rule.keys
    if let ruled = transition(of: &flow.rules[index], for: operation, flow.allScreens) {
      context.usual = ruled
    } else if !rule.hasType, let usual = context.usual {
      context.usual = transition(usual, takingParametersOf: rule.node)
    }
    return true
  }

  private mutating func wayBack(
    _ action: JSONMember, _ flow: inout FlowReading
  ) -> NavigationStack.Back? {
    switch action.key {
    case "popTo": screenName(action.value, &flow).map(NavigationStack.Back.popTo)
    case "popToRoot": .popToRoot
    case "dismiss": .dismiss
    default: .pop
    }
  }
}
