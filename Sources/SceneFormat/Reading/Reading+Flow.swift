// Flows: several screens, and a stack of them.
extension Reading {
  mutating func flow(_ node: JSONNode, on canvas: Canvas) -> Story? {
    for key in ["screens", "steps"] where node[key] == nil {
      note(.structure(.missingKey(key)), at: node.place)
    }
    for key in ["from", "to", "transition"] {
      guard let member = node.member(key) else { continue }
      note(.flow(.pairAndFlow(key)), at: member.place)
    }
    var walk = Walk(on: canvas, isRightToLeft: node["rtl"]?.flag ?? false)
    for member in node["screens"]?.members ?? [] where !StructureCheck.isIgnored(member.key) {
      guard walk.screens[member.key] == nil else { continue }
      walk.names.append(member.key)
      walk.screens[member.key] = .some(knownScreen(member.value))
    }
    guard let nodes = node["steps"]?.elements else { return nil }
    if nodes.isEmpty, let place = node["steps"]?.place { note(.flow(.noSteps), at: place) }
    let steps = nodes.compactMap { step($0, &walk) }
    for member in node["screens"]?.members ?? [] where walk.isUnused(member.key) {
      mistakes.append(
        SceneError(doubt: .unused(kind: "the screen", name: member.key), at: member.place))
    }
    let screens = walk.names.compactMap { name in
      walk.screens[name]?.map { Flow.NamedScreen(name: name, screen: $0.screen) }
    }
    return .flow(Flow(screens: screens, steps: steps))
  }

  private static let actions = [
    "show", "wait", "push", "present", "pop", "popTo", "popToRoot", "dismiss",
  ]

  private mutating func step(_ node: JSONNode, _ walk: inout Walk) -> Flow.Step? {
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
    checkShow(action, &walk)
    switch action.key {
    case "show", "wait": return quietStep(node, action, &walk)
    case "push", "present": return forwardStep(node, action, &walk)
    default: return backwardStep(node, action, &walk)
    }
  }

  /// The first step is `show`, and no other.
  private mutating func checkShow(_ action: JSONMember, _ walk: inout Walk) {
    if action.key == "show", walk.hasBegun {
      note(.flow(.secondShow), at: action.place)
    } else if action.key != "show", !walk.hasBegun {
      note(.flow(.noShowFirst), at: action.place)
      // Said once; what is on the stack is not known.
      walk.isVague = true
    }
    walk.hasBegun = true
  }

  /// A step that changes no screen.
  private mutating func quietStep(
    _ node: JSONNode, _ action: JSONMember, _ walk: inout Walk
  ) -> Flow.Step? {
    for member in node.members ?? [] where Format.namesOfUse.contains(member.key) {
      guard member.key != action.key else { continue }
      note(.flow(.keyWithoutTransition(member.key)), at: member.place)
    }
    if action.key == "wait" {
      return seconds(action.value).map {
        Flow.Step(place: node.place, action: .wait(seconds: $0))
      }
    }
    guard let name = screenName(action.value, &walk) else {
      walk.isVague = true
      return nil
    }
    walk.stacks = [[Walk.Entry(name: name, bringer: nil)]]
    return Flow.Step(place: node.place, action: .show(name))
  }

  /// The name of a screen that there is.
  private mutating func screenName(_ node: JSONNode, _ walk: inout Walk) -> String? {
    guard let name = node.text, !name.isEmpty else { return nil }
    walk.called.insert(name)
    if walk.screens[name] != nil { return name }
    let nearest = suggestion(for: name, in: walk.names)
    note(.flow(.unknownScreen(name, suggestion: nearest)), at: node.place)
    return nil
  }

  private mutating func forwardStep(
    _ node: JSONNode, _ action: JSONMember, _ walk: inout Walk
  ) -> Flow.Step? {
    let name = screenName(action.value, &walk)
    let operation: Operation = action.key == "push" ? .push : .present
    var surroundings = Surroundings(
      from: walk.top, to: name.flatMap { walk.screens[$0] ?? nil }, operation: operation)
    surroundings.isStep = true
    let transition = transition(node, at: node.place, surroundings)
    if walk.completes(transition) {
      walk.bring(name, with: transition, isPresented: operation == .present)
    }
    guard let name, let transition else { return nil }
    return Flow.Step(
      place: node.place,
      action: operation == .push ? .push(name, transition) : .present(name, transition))
  }

  private mutating func backwardStep(
    _ node: JSONNode, _ action: JSONMember, _ walk: inout Walk
  ) -> Flow.Step? {
    let before = walk
    if action.key == "popTo", screenName(action.value, &walk) == nil { return nil }
    do {
      try walk.goBack(action)
    } catch {
      note(.flow(error), at: action.place)
      return nil
    }
    var surroundings = Surroundings(from: before.top, to: walk.top)
    surroundings.operation = action.key == "dismiss" ? .dismiss : .pop
    surroundings.usual = before.bringer(isDismiss: action.key == "dismiss")
    surroundings.isStep = true
    let isBare = !(node.members ?? []).contains {
      $0.key != action.key && !StructureCheck.isIgnored($0.key)
    }
    // Where it is not known what brought the screen, nothing is known of the way back.
    guard isBare || node["type"] != nil || surroundings.usual != nil else { return nil }
    let transition = isBare ? nil : transition(node, at: node.place, surroundings)
    if !walk.completes(transition) { walk = before }
    return Walk.action(action, transition).map { Flow.Step(place: node.place, action: $0) }
  }
}
