import Geometry

/// A scene on its way from texts to values, and the mistakes found so far.
///
/// The structure of each file is checked first, against the format's description; what is read
/// afterwards takes a default where something is not as it should be, and says nothing about it.
struct Reading {
  let assets: any AssetSource
  let limits: Limits
  /// Pixels per point; what the scene says unless given.
  var scale: Double?
  /// What the command line says in the place of what the scene says.
  var changes = SceneChanges()
  /// What the scene's device keeps free; nil without one.
  var safeArea: Device.SafeArea?
  /// The radius of the corners of its screen.
  var cornerRadius = 0.0
  /// The size that screens have; nil before it is known.
  var canvasSize: Size?
  /// The scene as it is written, and changed.
  var tree: JSONNode?
  var mistakes = MistakeList()
  var sources: [SourceText] = []
  /// The path of the file that is being read, behind those that named it.
  var openFiles: [String] = []
  /// What was read before, by path; nil where it could not be read.
  var screenFiles: [String: Screen?] = [:]
  var recipeFiles: [String: ReadRecipe?] = [:]
  var svgFiles: [String: SVGDocument?] = [:]
  /// The pictures that are in SVGs, by the path of the SVG and `#1`, `#2`, ….
  var pictures: [String: [UInt8]] = [:]
  /// The files that the scene names.
  var assetPaths: Set<String> = []
  var layerCount = 0
  var letterCount = 0
  /// How many masks the layer that is being read is in, one within the other.
  var maskDepth = 0
  var fonts: [FontName] = []
  /// The names of fonts whose files cannot be read.
  var lostFonts: [String] = []
  /// The ids of the screen that is being read, with their lines.
  var layerIDs: [String: Int] = [:]
  /// Screens of which some ids could not be read, by their places.
  var vagueScreens: Set<Place> = []
  var hasAllIDs = true
  /// The parameters of the recipe that is being read, and what its side owns.
  var parameters: [Parameter] = []
  var targetNames = TargetNames()
  /// The operation of the side that is being read.
  var operation = Operation.push

  init(assets: any AssetSource, limits: Limits) {
    (self.assets, self.limits) = (assets, limits)
  }

  /// The name that was probably meant; none for a mistake that is only counted.
  func suggestion(for name: String, in names: @autoclosure () -> [String]) -> String? {
    guard !mistakes.isFull else { return nil }
    return Suggestion.nearest(to: name, in: names())
  }

  /// The elements of a list, no more than `limit` allows; notes the first one beyond it.
  mutating func elements(_ node: JSONNode?, within limit: Limit) -> [JSONNode] {
    bounded(node?.elements ?? [], by: limit, \.place)
  }

  /// The members of an object that say something, no more than `limit` allows; notes the first one
  /// beyond it.
  mutating func members(_ node: JSONNode?, within limit: Limit) -> [JSONMember] {
    let members = (node?.members ?? []).filter { !StructureCheck.isIgnored($0.key) }
    return bounded(members, by: limit, \.place)
  }

  private mutating func bounded<Element>(
    _ list: [Element], by limit: Limit, _ place: (Element) -> Place
  ) -> [Element] {
    let most = limits.count(limit)
    guard list.count > most else { return list }
    note(.limit(limit, allowed: limits[limit]), at: place(list[most]))
    return Array(list.prefix(most))
  }

  mutating func note(_ problem: Problem, at place: Place) {
    mistakes.append(SceneError(place: place, problem: problem))
  }

  /// Holds a tree against the format's description, and says whether it fits.
  mutating func check(_ node: JSONNode, _ definition: Definition) -> Bool {
    var check = StructureCheck()
    check.check(node, definition.shape)
    mistakes += check.mistakes
    return check.mistakes.isEmpty
  }
}

// Files.
extension Reading {
  /// The tree of the text file at `path`, which is named at `place`; notes what keeps it from
  /// being one.
  mutating func tree(of path: String, namedAt place: Place) -> JSONNode? {
    source(at: path, namedAt: place, within: .fileBytes) { source, limits throws(SceneError) in
      try JSONParser.parse(source.bytes, file: source.file, limits: limits)
    }
  }

  /// What `read` makes of the JSON file that `name` is, which has the shape `definition`.
  ///
  /// Each file is read once, and then found in `known`.
  mutating func file<Value>(
    _ name: JSONNode, _ definition: Definition,
    _ known: WritableKeyPath<Reading, [String: Value?]>,
    _ read: (inout Reading, JSONNode) -> Value?
  ) -> Value? {
    guard let path = asset(name)?.path, !isOpen(path, namedAt: name.place) else { return nil }
    if let value = self[keyPath: known][path] { return value }
    var value: Value?
    if let node = tree(of: path, namedAt: name.place) {
      _ = check(node, definition)
      if node.members != nil { value = within(path) { read(&$0, node) } }
    }
    self[keyPath: known][path] = .some(value)
    return value
  }

  /// What `parse` makes of the text file at `path`, which is named at `place`; notes what it throws.
  mutating func source<Tree>(
    at path: String, namedAt place: Place, within limit: Limit,
    _ parse: (SourceText, Limits) throws(SceneError) -> Tree
  ) -> Tree? {
    let shown = assets.shownPath(path)
    let bytes: [UInt8]
    do {
      bytes = try assets.bytes(of: path, limit: limits.count(limit))
    } catch {
      let problem: Problem =
        error == .tooLarge ? .limit(limit, allowed: limits[limit]) : .asset(.unusable(path, error))
      note(problem, at: place)
      return nil
    }
    let source = SourceText(file: shown, bytes: bytes)
    if !sources.contains(where: { $0.file == shown }) { sources.append(source) }
    do {
      return try parse(source, limits)
    } catch {
      mistakes.append(error)
      return nil
    }
  }

  /// Whether the file at `path`, which is named at `place`, is being read: notes that it then names
  /// itself, perhaps by way of others.
  mutating func isOpen(_ path: String, namedAt place: Place) -> Bool {
    guard let start = openFiles.firstIndex(of: path) else { return false }
    let files = openFiles[start...] + [path]
    note(.asset(.cycle(files.map(assets.shownPath))), at: place)
    return true
  }

  /// Does `body` while `path` is the file that names others.
  mutating func within<Value>(
    _ path: String, _ body: (inout Reading) -> Value
  ) -> Value {
    openFiles.append(path)
    defer { openFiles.removeLast() }
    return body(&self)
  }
}

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

  /// All of `screens` as if they were one; nil where one of them could not be read.
  init?(allOf screens: [KnownScreen?]) {
    let known = screens.compactMap { $0 }
    guard let first = known.first, known.count == screens.count else { return nil }
    let ids = known.compactMap(\.layerIDs)
    screen = first.screen
    layerIDs = ids.count == known.count ? Array(ids.joined()) : nil
    idSet = Set(ids.joined())
  }

  /// Whether it is certain that no layer is called `id`, or fits it.
  func lacks(_ id: String, orPattern: Bool) -> Bool {
    guard let layerIDs, !idSet.contains(id) else { return false }
    return !orPattern || !layerIDs.contains { Target.layer(.from, $0).fits(.layer(.from, id)) }
  }
}

extension Reading {
  /// A screen with the names of its layers.
  mutating func knownScreen(_ node: JSONNode) -> KnownScreen? {
    screen(node).map { KnownScreen($0, hasAllIDs: !vagueScreens.contains($0.place)) }
  }
}
