import Formatting
import ImageDiff
import Inspection
import RenderTransition
public import SceneFormat
import Staging

/// A change of one layer.
public struct LayerChange: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// One of its keys says something else; nil where it is not said.
    case value(key: String, from: String?, to: String?)
    /// The image file of the same name has other pixels.
    case pixels(file: String)
    /// It lies above another layer on the same parent that it lay below.
    case raised(above: String)
    /// It lies below another layer on the same parent that it lay above.
    case lowered(below: String)
    /// It is where another layer on the same parent was, and that one is where it was.
    case traded(with: String)
    /// One of its properties moves otherwise.
    case motion(property: String, ValueChange)
    /// It was not there.
    case added
    /// It is not there any more.
    case removed
  }

  /// Its name, as in `to#title`.
  public var layer: String
  /// What happened.
  public var kind: Kind
  /// Where it is written as it is now, or as it was if it is gone.
  public var place: Place?

  /// One phrase, without the layer's name.
  public var summary: String {
    switch kind {
    case .value(let key, let old, let new): "\(key) \(old ?? "none") -> \(new ?? "none")"
    case .pixels(let file): "\(file) has other pixels"
    case .raised(let other): "lies above \(other), not below it"
    case .lowered(let other): "lies below \(other), not above it"
    case .traded(let other): "trades places with \(other)"
    case .motion(let property, let change): "\(property) \(change.summary)"
    case .added: "is new"
    case .removed: "is gone"
    }
  }
}

extension LayerChange {
  /// Whether a property moves otherwise.
  var isMotion: Bool { if case .motion = kind { true } else { false } }

  /// Whether only the paint order changed.
  var isRestacking: Bool {
    switch kind {
    case .raised, .lowered: true
    case .value, .pixels, .traded, .motion, .added, .removed: false
    }
  }
}

extension ValueChange {
  /// As it follows a property's name.
  public var summary: String {
    switch self {
    case .value(let old, let new): "\(old) -> \(new)"
    case .time(.delayed(let frames, _)):
      "starts \(Self.frames(frames.magnitude)) \(frames > 0 ? "later" : "earlier"), same curve"
    case .time(.stretched(let factor)): "takes \(Self.short(factor)) times as long"
    case .time: "on another curve"
    }
  }

  private static func frames(_ count: Double) -> String {
    count == 1 ? "1 frame" : "\(short(count)) frames"
  }

  /// At most two decimals, or four of what would be called 1 and is not.
  static func short(_ number: Double) -> String {
    NumberFormat.rounded(number, decimals: (number - 1).magnitude < 0.005 ? 4 : 2)
  }
}

/// Compares layers at rest.
///
/// Layers with names are found by them; the others by being the same, or else by their place among
/// those without, for they are called after the line that they are written in, which changes with
/// every line above.
struct LayerComparison {
  private(set) var changes: [LayerChange] = []
  private let images: ImageNumbers

  init(_ expected: [LayerState], _ actual: [LayerState], _ images: ImageNumbers) {
    self.images = images
    compare(pairs: LayerMatching(expected, actual))
  }

  private mutating func compare(pairs: LayerMatching) {
    for (old, new) in pairs.both { compare(old, new) }
    changes += pairs.added.map { LayerChange(layer: $0.name, kind: .added, place: $0.place) }
    changes += pairs.removed.map { LayerChange(layer: $0.name, kind: .removed, place: $0.place) }
  }

  private mutating func compare(_ old: LayerState, _ new: LayerState) {
    let keys = old.values.map(\.key) + new.values.map(\.key)
    var seen: Set<String> = []
    for key in keys where seen.insert(key).inserted {
      let before = old.values.first { $0.key == key }?.text
      let after = new.values.first { $0.key == key }?.text
      guard before != after else { continue }
      changes.append(
        LayerChange(
          layer: new.name, kind: .value(key: key, from: before, to: after), place: new.place))
    }
    if let file = new.file, file == old.file, let before = old.image, let after = new.image,
      images.expected.number(of: before) != images.actual.number(of: after)
    {
      changes.append(LayerChange(layer: new.name, kind: .pixels(file: file), place: new.place))
    }
    let pairs = LayerMatching(old.children, new.children)
    let start = changes.count
    compare(pairs: pairs)
    changes += pairs.restacked
    tellTrades(pairs, after: start)
  }

  /// Two layers that have each other's frame now are one change, not two.
  private mutating func tellTrades(_ pairs: LayerMatching, after start: Int) {
    let traded = pairs.traded
    guard !traded.isEmpty else { return }
    let names = Set(traded.flatMap { [$0, $1] })
    let others = changes[start...].filter { change in
      guard case .value("frame", _, _) = change.kind else { return true }
      return !names.contains(change.layer)
    }
    changes.replaceSubrange(start..., with: others)
    let places = Dictionary(
      pairs.both.map { ($0.new.name, $0.new.place) }, uniquingKeysWith: { $1 })
    changes += traded.map {
      LayerChange(layer: $0, kind: .traded(with: $1), place: places[$0] ?? nil)
    }
  }
}

/// Matches the layers on one parent before and after, and finds those that moved in paint order.
struct LayerMatching {
  /// Those that were there and still are, in paint order as it is now.
  private(set) var both: [(old: LayerState, new: LayerState)] = []
  /// Those that were not there.
  private(set) var added: [LayerState] = []
  /// Those that are not there any more.
  private(set) var removed: [LayerState] = []
  /// Where those that still are were in paint order.
  private var oldPlaces: [Int] = []

  init(_ old: [LayerState], _ new: [LayerState]) {
    let partners = Self.partners(of: new, among: old)
    for (layer, place) in zip(new, partners) {
      if let place {
        both.append((old[place], layer))
        oldPlaces.append(place)
      } else {
        added.append(layer)
      }
    }
    let found = Set(oldPlaces)
    removed = old.indices.filter { !found.contains($0) }.map { old[$0] }
  }

  /// For each layer that is there the place that it had; nil for one that was not there.
  private static func partners(of new: [LayerState], among old: [LayerState]) -> [Int?] {
    // Reversed, so that the first of several equal ones is the last to be popped.
    var places = Dictionary(grouping: old.indices.reversed()) { old[$0].identity }
    var partners = new.map { places[$0.identity]?.popLast() }
    let found = Set(partners.compactMap(\.self))
    var rest = old.indices.filter { !old[$0].isNamed && !found.contains($0) }[...]
    for index in new.indices where partners[index] == nil && !new[index].isNamed {
      partners[index] = rest.popFirst()
    }
    return partners
  }

  /// The fewest moves that explain the new paint order.
  var restacked: [LayerChange] {
    let kept = Self.longestRise(of: oldPlaces)
    // Those that are kept rise: of all below a layer the last was the highest, and of all above it
    // the first the lowest.
    var next = 0
    return both.indices.compactMap { index in
      if next < kept.count, kept[next] == index {
        next += 1
        return nil
      }
      let layer = both[index].new
      func change(_ kind: LayerChange.Kind) -> LayerChange {
        LayerChange(layer: layer.name, kind: kind, place: layer.place)
      }
      if next > 0, oldPlaces[kept[next - 1]] > oldPlaces[index] {
        return change(.raised(above: both[kept[next - 1]].new.name))
      }
      guard next < kept.count, oldPlaces[kept[next]] < oldPlaces[index] else { return nil }
      return change(.lowered(below: both[kept[next]].new.name))
    }
  }

  /// The places of the longest run of numbers that only rise; of several, the one that ends last.
  private static func longestRise(of numbers: [Int]) -> [Int] {
    // From the back: what was brought to the front is then what has moved, not all that it covers.
    var starts: [Int] = []
    var next: [Int?] = Array(repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated().reversed() {
      // `starts` has the greatest number that a run of each length can begin with.
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[starts[middle]] > number { low = middle + 1 } else { high = middle }
      }
      next[place] = low > 0 ? starts[low - 1] : nil
      if low < starts.count { starts[low] = place } else { starts.append(place) }
    }
    var (run, place) = ([Int](), starts.last)
    while let member = place {
      run.append(member)
      place = next[member]
    }
    return run
  }

  /// Pairs of layers each of which is where the other one was, in its own size or in the other's.
  var traded: [(String, String)] {
    let moves = both.map { pair in
      let (old, new) = (pair.old.frame, pair.new.frame)
      // Of those that keep their size, the places alone are traded.
      return old.dropFirst(2) == new.dropFirst(2)
        ? Move(from: old.prefix(2), to: new.prefix(2)) : Move(from: old, to: new)
    }
    // Reversed, so that the first of several is the last to be popped.
    var waiting = Dictionary(grouping: moves.indices.reversed()) { moves[$0] }
    var paired: Set<Int> = []
    return moves.indices.compactMap { index in
      let move = moves[index]
      guard move.from.prefix(2) != move.to.prefix(2), !paired.contains(index) else { return nil }
      // Itself is the first of its own.
      waiting[move]?.removeLast()
      guard let other = waiting[Move(from: move.to, to: move.from)]?.popLast() else { return nil }
      paired.insert(other)
      return (both[index].new.name, both[other].new.name)
    }
  }

  /// Where a layer was and where it is: origins, or frames where the size is another, too.
  private struct Move: Hashable {
    var from, to: ArraySlice<Substring>
  }
}

extension LayerState {
  /// What tells it from others: its name, or all that it is where it has none.
  fileprivate var identity: LayerState {
    isNamed
      ? LayerState(name: name, isNamed: true, values: [], children: []) : anonymous
  }

  /// The same without names that come from line numbers, and without image numbers.
  private var anonymous: LayerState {
    LayerState(
      name: isNamed ? name : "", isNamed: isNamed, values: values, file: file,
      children: children.map(\.anonymous))
  }

  /// Where it is and how large, as it is written.
  fileprivate var frame: ArraySlice<Substring> {
    values.first { $0.key == "frame" }?.text.split(separator: ",")[...] ?? []
  }
}

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
