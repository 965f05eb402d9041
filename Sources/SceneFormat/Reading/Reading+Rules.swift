/// A rule of a flow: a transition for the steps that it fits, unless they write another.
struct TransitionRule {
  /// The transition as it is written, with `for` beside its keys.
  let node: JSONNode
  /// Whether it is one of a list, and may have `for`.
  let isListed: Bool
  /// The operations that it names; none where it fits every way forward.
  let operations: Set<Operation>
  /// The screens that it names; nil for all.
  let from, to: Set<String>?
  /// What it writes besides a type and what belongs to one.
  let keys: TransitionKeys
  /// What it is for an operation, read when a step first asks; nil where it cannot be read.
  var transitions: [Operation: Transition?] = [:]

  /// Whether it says what kind of transition plays: where it does not, a way back stays the reverse
  /// of what brought the screen.
  var hasType: Bool { node.text != nil || node["type"] != nil }

  /// The operations that it can fit: a way back has to be named.
  var fittingOperations: [Operation] {
    Operation.allCases.filter { operations.isEmpty ? $0.isForward : operations.contains($0) }
  }

  /// Whether a step of `operation` between these screens is one that it is for.
  func fits(_ operation: Operation, from: String?, to: String?) -> Bool {
    func isNamed(_ name: String?, in names: Set<String>?) -> Bool {
      names.map { names in name.map(names.contains) ?? false } ?? true
    }
    return fittingOperations.contains(operation) && isNamed(from, in: self.from)
      && isNamed(to, in: self.to)
  }
}

// What a flow's `transition` says of its steps.
extension Reading {
  /// The rules that `node` says: one transition for all steps, or a list.
  mutating func transitionRules(
    _ node: JSONNode?, screens names: [String], all: KnownScreen?
  ) -> [TransitionRule] {
    guard let node else { return [] }
    var rules: [TransitionRule] = []
    // The operations for which a rule fits whatever the screens, with the line of that rule.
    var settled: [Operation: Int] = [:]
    for element in node.elements ?? [node] where element.text != nil || element.members != nil {
      var rule = transitionRule(element, isListed: node.elements != nil, screens: names)
      let fitting = rule.fittingOperations
      if let line = fitting.compactMap({ settled[$0] }).max(),
        fitting.allSatisfy({ settled[$0] != nil })
      {
        mistakes.append(SceneError(warning: .unreachableRule(line: line), at: element.place))
      }
      if rule.from == nil, rule.to == nil {
        for operation in fitting { settled[operation] = settled[operation] ?? element.place.line }
      }
      // It is read even if no step asks for it: its mistakes are told, and told once.
      checkShared(rule.keys.shared ?? [], TransitionContext(from: all, to: all))
      if let operation = fitting.first { _ = transition(of: &rule, for: operation, all) }
      rules.append(rule)
    }
    return rules
  }

  private mutating func transitionRule(
    _ node: JSONNode, isListed: Bool, screens: [String]
  ) -> TransitionRule {
    let condition = node["for"]
    let operations = names(condition?["operation"]).compactMap { $0.choice() as Operation? }
    var keys = TransitionKeys()
    if node.members != nil { keys = writtenKeys(node) }
    return TransitionRule(
      node: node, isListed: isListed, operations: Set(operations),
      from: condition?["from"].map { screenNames($0, screens) },
      to: condition?["to"].map { screenNames($0, screens) }, keys: keys)
  }

  /// A name, or a list of them.
  private func names(_ node: JSONNode?) -> [JSONNode] { node.map { $0.elements ?? [$0] } ?? [] }

  private mutating func screenNames(_ node: JSONNode, _ screens: [String]) -> Set<String> {
    let names = names(node).filter { $0.text?.isEmpty == false }
    for node in names {
      guard let name = node.text, !screens.contains(name) else { continue }
      let nearest = suggestion(for: name, in: screens)
      note(.flow(.unknownScreen(name, suggestion: nearest)), at: node.place)
    }
    return Set(names.compactMap(\.text))
  }

  /// The transition that a rule gives a step of `operation`; its layers are looked for in `all`.
  ///
  /// Nil where it cannot be read, and where it leaves the type to what brought the screen.
  mutating func transition(
    of rule: inout TransitionRule, for operation: Operation, _ all: KnownScreen?
  ) -> Transition? {
    if let known = rule.transitions[operation] { return known }
    var transition: Transition?
    if rule.hasType || operation.isForward {
      var context = TransitionContext(from: all, to: all, operation: operation)
      context.isStep = rule.isListed
      transition = self.transition(rule.node, at: rule.node.place, context)
    } else if let member = rule.node.members?.first(where: Grammar.isExtending) {
      note(.motion(.typeNeeded(member.key)), at: member.place)
    }
    rule.transitions[operation] = .some(transition)
    return transition
  }
}
