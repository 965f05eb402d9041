import Formatting
import RenderTransition
public import SceneFormat

/// A key of a scene's files that says something else than it did.
public struct SourceEdit: Hashable, Sendable {
  /// Where it is written as it is now; of a key that is gone, the object that had it.
  public var place: Place
  /// The key; of a place in a list or a keyframe, with the key that has it.
  public var key: String
  /// What was written; nil where the key was not there.
  public var from: String?
  /// What is written; nil where the key is not there any more.
  public var to: String?

  /// As in `dampingRatio 0.78 -> 0.6`.
  public var summary: String { "\(key) \(from ?? "none") -> \(to ?? "none")" }
}

/// Finds what was edited in the files of a scene: its own, and those of its screens and recipes.
struct SourceEdits {
  /// The edits, file by file and line by line.
  private(set) var edits: [SourceEdit] = []

  /// These keys draw nothing.
  private static let silent: Set = ["$schema", "description", "expect"]
  private static let longestValue = 40

  init(_ expected: Animation, _ actual: Animation) {
    let (old, new) = (expected.sources, actual.sources)
    guard let oldScene = old.first?.file, let newScene = new.first?.file else { return }
    let folders = Self.folders(oldScene, newScene)
    let before = Dictionary(
      old.dropFirst().map { (Self.name($0.file, in: folders.old), $0) }, uniquingKeysWith: { $1 })
    for (index, source) in new.enumerated() {
      let former = index == 0 ? old[0] : before[Self.name(source.file, in: folders.new)]
      guard let former, former.bytes != source.bytes, let one = Self.root(of: former),
        let two = Self.root(of: source)
      else { continue }
      compare(one, two, key: "", at: two.place)
    }
  }

  /// What the names of the files of two scenes begin with, as in `git:HEAD:` and nothing.
  private static func folders(_ old: String, _ new: String) -> (old: String, new: String) {
    if old.hasSuffix(new) { return (String(old.dropLast(new.count)), "") }
    if new.hasSuffix(old) { return ("", String(new.dropLast(old.count))) }
    func folder(_ path: String) -> String {
      String(path[..<(path.lastIndex { $0 == "/" || $0 == ":" } ?? path.startIndex)])
    }
    return (folder(old), folder(new))
  }

  private static func name(_ file: String, in folder: String) -> String {
    guard file.hasPrefix(folder) else { return file }
    return String(file.dropFirst(folder.count).drop { $0 == "/" || $0 == ":" })
  }

  private static func root(of source: SourceText) -> JSONNode? {
    try? JSONParser.parse(source.bytes, file: source.file, limits: Limits())
  }

  private mutating func compare(_ old: JSONNode, _ new: JSONNode, key: String, at place: Place) {
    if let before = old.members, let after = new.members {
      compare(old, before, new, after, key: key)
    } else if let before = old.elements, let after = new.elements,
      before.contains(where: \.isInner)
        || after.contains(where: \.isInner)
    {
      compare(before, after, key: key, at: place)
    } else if old.json != new.json {
      note(key, Self.text(old), Self.text(new), at: place)
    }
  }

  private mutating func compare(
    _ old: JSONNode, _ before: [JSONMember], _ new: JSONNode, _ after: [JSONMember], key: String
  ) {
    func name(_ own: String) -> String {
      own.first?.isLetter == true || key.isEmpty ? own : "\(key) \(own)"
    }
    for member in after where !Self.silent.contains(member.key) {
      if let former = old[member.key] {
        compare(former, member.value, key: name(member.key), at: member.place)
      } else {
        note(name(member.key), nil, Self.text(member.value), at: member.place)
      }
    }
    for member in before where !Self.silent.contains(member.key) && new[member.key] == nil {
      note(name(member.key), Self.text(member.value), nil, at: new.place)
    }
  }

  private mutating func compare(
    _ old: [JSONNode], _ new: [JSONNode], key: String, at place: Place
  ) {
    guard old.count != new.count else {
      for (one, two) in zip(old, new) { compare(one, two, key: key, at: two.place) }
      return
    }
    // Layers that are new or gone are told by their names, and steps by what happens later.
    guard key != "layers", key != "steps" else { return }
    let first = zip(old, new).prefix { $0.json == $1.json }.count
    note(
      key, NumberFormat.count(old.count, "item"), NumberFormat.count(new.count, "item"),
      at: first < new.count ? new[first].place : place)
  }

  private mutating func note(_ key: String, _ old: String?, _ new: String?, at place: Place) {
    edits.append(SourceEdit(place: place, key: key, from: old, to: new))
  }

  private static func text(_ node: JSONNode) -> String {
    let text = node.text ?? node.json.text(.compact)
    return text.count > longestValue ? "\(text.prefix(longestValue - 1))…" : text
  }
}

extension JSONNode {
  /// Whether there are values in it.
  fileprivate var isInner: Bool { elements != nil || members != nil }
}
