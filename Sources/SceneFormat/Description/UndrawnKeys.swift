/// The features of the format that are read and checked, but not drawn yet.
///
/// A scene that uses one gets an error at the key that names it, instead of a picture without it.
/// When a feature is drawn, its line is deleted.
public struct UndrawnKeys: Sendable {
  /// A key of an object, unless it has a value that leaves things as they are.
  struct Entry: Sendable {
    let object: String
    let key: String
    let rest: JSONNode.Kind?

    init(_ object: String, _ key: String, unless rest: JSONNode.Kind? = nil) {
      (self.object, self.key, self.rest) = (object, key, rest)
    }
  }

  private let entries: [String: [Entry]]

  private init(_ entries: [Entry]) {
    self.entries = Dictionary(grouping: entries, by: \.object)
  }

  /// No feature: everything that can be read is taken to be drawn.
  public static let none = UndrawnKeys([])

  /// These keys of these objects.
  init(_ keys: [String: [String]]) {
    self.init(
      keys.sorted { $0.key < $1.key }.flatMap { object, keys in
        keys.map { Entry(object, $0) }
      })
  }

  /// What is not drawn in this version.
  public static let current = UndrawnKeys([])

  /// What an error calls the feature that a key uses; nil where it is drawn, or at rest.
  func feature(of object: String, key: String, value: JSONNode) -> String? {
    let entry = entries[object]?.first { $0.key == key }
    guard let entry, entry.rest == nil || entry.rest != value.kind else { return nil }
    return key
  }
}
