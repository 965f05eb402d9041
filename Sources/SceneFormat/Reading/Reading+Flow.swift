// Flows.
extension Reading {
  mutating func flow(_ node: JSONNode) -> Story? { nil }
}
