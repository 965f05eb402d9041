import RenderTransition
import SceneFormat

/// Finds the lines in which the values of a scene are written.
struct SourceLocator {
  private let sources: [SourceText]
  /// The texts that were parsed, by their files.
  private var roots: [String: JSONNode] = [:]

  init(_ animation: Animation) { sources = animation.sources }

  /// Where `key` is written in the object at `place`; the object's own place if it does not write the
  /// key.
  mutating func place(of key: String, inObjectAt place: Place) -> Place {
    guard let root = root(of: place.file), let object = Self.object(at: place, in: root) else {
      return place
    }
    var (node, found) = (object, place)
    for part in key.split(separator: ".") {
      guard let member = node.members?.first(where: { $0.key == part }) else { break }
      (node, found) = (member.value, member.place)
    }
    return found
  }

  private mutating func root(of file: String) -> JSONNode? {
    if let root = roots[file] { return root }
    let root = sources.first { $0.file == file }.flatMap {
      try? JSONParser.parse($0.bytes, file: file, limits: Limits())
    }
    roots[file] = root
    return root
  }

  private static func object(at place: Place, in node: JSONNode) -> JSONNode? {
    if node.place == place { return node }
    let inner = node.elements ?? node.members?.map(\.value) ?? []
    // Values are sorted by their places: the object is in the last one that begins at or before it.
    let last = inner.last { ($0.place.line, $0.place.column) <= (place.line, place.column) }
    return last.flatMap { object(at: place, in: $0) }
  }
}
