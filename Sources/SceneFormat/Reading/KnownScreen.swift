/// A screen and the names of its layers, looked up once.
struct KnownScreen: Sendable {
  let screen: Screen
  /// The ids in the order in which they are written; nil where some could not be read, so that
  /// nothing can be said about the others.
  let layerIDs: [String]?
  private let idSet: Set<String>

  init(_ screen: Screen, hasAllIDs: Bool) {
    self.screen = screen
    let ids = screen.layerIDs
    layerIDs = hasAllIDs ? ids : nil
    idSet = Set(ids)
  }

  /// Whether it is certain that no layer is called `id`.
  func lacks(_ id: String) -> Bool { layerIDs != nil && !idSet.contains(id) }
}

extension Reading {
  /// A screen with the names of its layers.
  mutating func knownScreen(_ node: JSONNode) -> KnownScreen? {
    screen(node).map { KnownScreen($0, hasAllIDs: !vagueScreens.contains($0.place)) }
  }
}
