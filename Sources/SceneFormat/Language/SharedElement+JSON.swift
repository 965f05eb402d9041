import Formatting

extension SharedElement {
  /// The element in the words of a scene.
  var node: JSONValue {
    let ends: [(String, JSONValue)] =
      from == to && from != .screen
      ? [("id", .text(name))] : [("from", from.node), ("to", to.node)]
    return .object(ends + style.node.members.map { ($0.key, $0.value) })
  }
}

extension SharedElement.End {
  fileprivate var node: JSONValue {
    switch self {
    case .layer(let id): .text(id)
    case .screen: .text("screen")
    }
  }
}

extension SharedStyle {
  /// What it says, in the words of a scene or a recipe.
  var node: JSONValue {
    .object([
      "curve": curve?.node,
      "arc": arc.map(JSONValue.number),
      "fit": fit.map { .text($0.rawValue) },
      "keep": keep.map { .text($0.rawValue) },
      "move": move?.node,
      "shape": shape?.node,
      "fade": fade?.node,
    ])
  }
}
