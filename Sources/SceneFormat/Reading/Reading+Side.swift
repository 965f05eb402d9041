import Motion

// One side of a recipe.
extension Reading {
  mutating func side(_ node: JSONNode, _ operation: Operation) -> Side {
    sideNames = SideNames()
    claimNames(node)
    checkNames(node)
    var side = Side(place: node.place, operation: operation)
    side.curve = curve(node["curve"])
    side.duration = seconds(node["duration"])
    side.order = node["order"]?.elements.map { targets($0, operation) }
    side.settings = settings(node["set"], operation)
    side.layers = recipeLayers(node["layers"], operation)
    side.snapshots = snapshots(node["snapshots"], operation)
    side.slices = slices(node["slices"], operation)
    side.tracks = (node["tracks"]?.elements ?? []).compactMap { track($0, operation) }
    side.shared = sharedStyle(node["shared"])
    side.gesture = node["gesture"].map { gesture($0) }
    side.isIsolated = node["isolate"]?.flag ?? false
    side.rests = node["rest"]?.flag ?? false
    side.bleed = node["bleed"].map { targets($0.elements ?? [$0], operation) } ?? []
    checkOverlaps(side.tracks)
    return side
  }

  /// Takes down what the side calls its own things.
  private mutating func claimNames(_ node: JSONNode) {
    let parts = ids(node["layers"]) + ids(node["snapshots"])
    let slices = ids(node["slices"])
    (sideNames.parts, sideNames.slices) = (Set(parts), Set(slices))
    // A layer in slices is there once for each, and a target in slices itself.
    sideNames.slices.formUnion(
      (node["layers"]?.elements ?? []).compactMap { layer in
        layer["in"]?.text.flatMap { sideNames.slices.contains($0) ? layer["id"]?.text : nil }
      })
    sideNames.ownNames = parts + slices
  }

  private func ids(_ node: JSONNode?) -> [String] {
    (node?.elements ?? []).compactMap { $0["id"]?.text }
  }

  /// Every thing of the side's own has a name of its own.
  private mutating func checkNames(_ node: JSONNode) {
    var seen: [String: Int] = [:]
    for key in ["layers", "snapshots", "slices"] {
      for id in (node[key]?.elements ?? []).compactMap({ $0["id"] }) {
        guard let name = id.text else { continue }
        if let line = seen[name] {
          note(.structure(.duplicateID(name, firstLine: line)), at: id.place)
        }
        seen[name] = seen[name] ?? id.place.line
      }
    }
  }

  /// The target that a text names; notes one that there is not.
  mutating func target(_ node: JSONNode?, _ operation: Operation) -> Target? {
    guard let node, let text = node.text, !text.isEmpty else { return nil }
    return target(text, at: node.place, operation)
  }

  private mutating func target(
    _ text: String, at place: Place, _ operation: Operation
  ) -> Target? {
    guard let target = sideNames.target(text) else {
      let nearest = suggestion(for: text, in: sideNames.all)
      note(.motion(.unknownTarget(text, suggestion: nearest)), at: place)
      return nil
    }
    sideNames.mentions.append(
      SideNames.Mention(target: target, place: place, operation: operation))
    return target
  }

  /// A list of targets, each once.
  private mutating func targets(_ nodes: [JSONNode], _ operation: Operation) -> [Target] {
    var targets: [Target] = []
    var seen: Set<Target> = []
    for node in nodes {
      guard let target = target(node, operation) else { continue }
      if !seen.insert(target).inserted {
        note(.motion(.targetTwice(target.description)), at: node.place)
      } else {
        targets.append(target)
      }
    }
    return targets
  }

  private mutating func settings(_ node: JSONNode?, _ operation: Operation) -> [TargetSettings] {
    (node?.members ?? []).compactMap { member in
      guard !StructureCheck.isIgnored(member.key),
        let target = target(member.key, at: member.place, operation)
      else { return nil }
      return TargetSettings(
        target: target,
        template: template(
          member.value, .settings,
          Owner(name: member.key, isSliced: sideNames.isSliced(target))))
    }
  }

  private mutating func recipeLayers(
    _ node: JSONNode?, _ operation: Operation
  ) -> [RecipeLayer] {
    (node?.elements ?? []).compactMap { recipeLayer($0, operation) }
  }

  private mutating func recipeLayer(_ node: JSONNode, _ operation: Operation) -> RecipeLayer? {
    guard let id = node["id"]?.text, let parent = target(node["in"], operation) else {
      return nil
    }
    let owner = Owner(name: id, isSliced: sideNames.isSliced(parent))
    return RecipeLayer(id: id, parent: parent, template: template(node, .recipeLayer, owner))
  }

  private mutating func snapshots(_ node: JSONNode?, _ operation: Operation) -> [Snapshot] {
    (node?.elements ?? []).compactMap { snapshot in
      guard let id = snapshot["id"]?.text, let source = target(snapshot["of"], operation),
        let rect = snapshot["rect"]
      else { return nil }
      let owner = Owner(name: "\(id).rect", isSliced: false)
      guard case .numbers(let quantities)? = value(rect, Format.rect, owner) else { return nil }
      return Snapshot(id: id, source: source, rect: quantities)
    }
  }

  private mutating func slices(_ node: JSONNode?, _ operation: Operation) -> [Slices] {
    (node?.elements ?? []).compactMap { slices in
      guard let id = slices["id"]?.text, let source = target(slices["of"], operation) else {
        return nil
      }
      let stagger = slices["stagger"]
      func number(_ node: JSONNode?, _ key: String, orElse usual: Double) -> Quantity {
        let owner = Owner(name: "\(id).\(key)", isSliced: false)
        return quantity(node, .any, owner) ?? .number(usual)
      }
      return Slices(
        id: id, source: source,
        columns: number(slices["columns"], "columns", orElse: 1),
        rows: number(slices["rows"], "rows", orElse: 1),
        spread: number(stagger?["spread"], "spread", orElse: 0),
        start: stagger?["from"]?.choice() ?? .start,
        isReversed: stagger?["reverse"]?.flag ?? false)
    }
  }
}
