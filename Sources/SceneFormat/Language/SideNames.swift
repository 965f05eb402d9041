/// The names that a side of a recipe gives to things of its own.
struct SideNames: Hashable, Sendable {
  /// Its layers and snapshots.
  var parts: Set<String> = []
  /// What it cuts into slices.
  var slices: Set<String> = []
  /// All of these, in the order in which they are written.
  var ownNames: [String] = []
  /// Every target that is named, for checks against the screens.
  var mentions: [Mention] = []

  /// A target and where it is named.
  struct Mention: Hashable, Sendable {
    let target: Target
    let place: Place
    let operation: Operation
  }

  /// Every name that a target may have, except for those with a number or an id.
  var all: [String] { Self.fixedNames + Array(ownNames.prefix(300)) }

  /// The target that `text` names; nil where there is none.
  func target(_ text: String) -> Target? {
    if let fixed = Self.fixed[text] { return fixed }
    if parts.contains(text) || slices.contains(text) { return .own(text) }
    if let role = Role.allCases.first(where: { text.hasPrefix("\($0.rawValue)#") }) {
      let id = text.dropFirst(role.rawValue.count + 1)
      return id.isEmpty ? nil : .layer(role, String(id))
    }
    if text.hasPrefix("shared#"), text.count > 7 { return .sharedLayer(String(text.dropFirst(7))) }
    return slice(text)
  }

  /// `tiles[2]`.
  private func slice(_ text: String) -> Target? {
    guard text.hasSuffix("]"), let bracket = text.lastIndex(of: "[") else { return nil }
    let id = String(text[..<bracket])
    let digits = text[text.index(after: bracket)...].dropLast()
    guard slices.contains(id), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let index = Int(digits)
    else { return nil }
    return .slice(id, index)
  }

  private static let fixedTargets: [Target] =
    Role.allCases.flatMap { role in
      [.screen(role)] + ScreenPart.allCases.map { .part(role, $0) } + [.mask(role)]
    } + [.container, .dim, .shared]

  private static let fixedNames = fixedTargets.map(\.description)

  private static let fixed = Dictionary(
    uniqueKeysWithValues: fixedTargets.map { ($0.description, $0) })
}
