// Elements that travel.
extension Reading {
  /// Holds the layers that travel against the screens, and notes a second way of one.
  mutating func checkShared(_ shared: [SharedElement], _ surroundings: Surroundings) {
    var seen: Set<Target> = []
    for element in shared {
      for (role, end) in [(Role.from, element.from), (.to, element.to)] {
        let target = end.target(role)
        if !seen.insert(target).inserted {
          note(.motion(.targetTwice(target.description)), at: element.place)
        }
        guard case .layer(let id) = end else { continue }
        checkLayer(id, role, in: surroundings, at: element.place)
      }
    }
  }

  mutating func sharedElement(_ node: JSONNode) -> SharedElement? {
    guard node.members != nil else { return nil }
    for key in ["from", "to"] {
      guard let member = node.member(key), node["id"] != nil else { continue }
      note(.structure(.conflictingKeys("id", key)), at: member.place)
    }
    for key in ["from", "to"] where node["id"] == nil && node[key] == nil {
      note(.structure(.missingKey(key)), at: node.place)
    }
    guard let from = (node["id"] ?? node["from"])?.text, let to = (node["id"] ?? node["to"])?.text
    else { return nil }
    let isNamed = node["id"] != nil
    let element = SharedElement(
      place: (node["id"] ?? node["from"])?.place ?? node.place,
      from: from == "screen" && !isNamed ? .screen : .layer(from),
      to: to == "screen" && !isNamed ? .screen : .layer(to), style: sharedStyle(node))
    if element.from == .screen, element.to == .screen {
      note(.motion(.bothScreens), at: element.place)
      return nil
    }
    return element
  }

  /// How shared elements travel, as far as `node` says.
  mutating func sharedStyle(_ node: JSONNode?) -> SharedStyle {
    var style = SharedStyle()
    guard let node else { return style }
    style.curve = curve(node["curve"])
    style.arc = node["arc"]?.number
    style.fit = node["fit"]?.choice()
    style.keep = node["keep"]?.choice()
    style.move = window(node["move"])
    style.shape = window(node["shape"])
    style.fade = window(node["fade"])
    return style
  }
}

extension SharedElement.End {
  /// What it is called among the targets.
  public func target(_ role: Role) -> Target {
    switch self {
    case .layer(let id): .layer(role, id)
    case .screen: .screen(role)
    }
  }
}
