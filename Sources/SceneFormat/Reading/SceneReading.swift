package import Formatting

/// What is known after a scene file has been read: `SceneReading(of: "push.json", from: files)`.
///
/// All mistakes of all files come out in one reading, in the order of the files and within each
/// from top to bottom. The scene is there if none of them is an error:
///
///     let reading = SceneReading(of: "push.json", from: files)
///     guard let scene = reading.scene else { return show(reading.report) }
public struct SceneReading: Sendable {
  /// Everything that the file says, checked; nil where there is an error.
  public var scene: Scene?
  /// The mistakes, in file order.
  public var mistakes: [SceneError]
  /// The texts that were read, the scene's first.
  public var sources: [SourceText]
  /// The pictures that are in SVGs, by paths such as `home.svg#1`.
  package var pictures: [String: [UInt8]]
  /// Where the scene begins.
  package var start: Place
  /// The scene as it is written; nil where it is no JSON.
  package var tree: JSONNode?

  /// Reads the scene at `path`, and the screens and recipes that it names, beneath the root of
  /// `assets`; `scale` is how many pixels a point will have, if not as many as the scene says.
  public init(
    of path: String, from assets: any AssetSource, limits: Limits = Limits(), scale: Double? = nil
  ) {
    self.init(of: path, tree: nil, from: assets, limits: limits, scale: scale)
  }

  /// The same with what the command line changes of it; `tree` takes the place of the scene file.
  package init(
    of path: String, tree: JSONNode?, changedBy changes: SceneChanges = SceneChanges(),
    from assets: any AssetSource, limits: Limits = Limits(), scale: Double? = nil
  ) {
    var reading = Reading(assets: assets, limits: limits)
    (reading.scale, reading.changes) = (scale, changes)
    let scene = tree.map { reading.scene($0, of: path) } ?? reading.sceneFile(path)
    start = tree?.place ?? Place(file: assets.shownPath(path), line: 1, column: 1)
    (sources, pictures, self.tree) = (reading.sources, reading.pictures, reading.tree)
    mistakes = reading.mistakes.sorted(by: reading.sources.map(\.file))
    self.scene = mistakes.contains { $0.severity == .error } ? nil : scene
  }

  /// Reads the SVG at `path` as a screen file.
  ///
  /// Its tree is that of the file, from whose folder `toFiles` leads to the files beside the SVG. The
  /// pictures are those in the SVG, by the names that `namePicture` makes of a number and an ending,
  /// such as `1.png`.
  package init(
    svg path: String, from assets: any AssetSource, limits: Limits, toFiles: String,
    namePicture: (String) -> String
  ) {
    var reading = Reading(assets: assets, limits: limits)
    start = Place(file: assets.shownPath(path), line: 1, column: 1)
    let imported = reading.imported(
      JSONNode(.text(path), at: start), toFiles: toFiles, namePicture: namePicture)
    (sources, pictures) = (reading.sources, imported?.pictures ?? [:])
    mistakes = reading.mistakes.sorted(by: reading.sources.map(\.file))
    tree = mistakes.contains { $0.severity == .error } ? nil : imported?.screen
    scene = nil
  }

  /// Every mistake with its line of text and a caret below, as it is shown to people.
  public var report: String {
    let files = sources.map(\.file)
    let unread = mistakes.filter { !files.contains($0.place.file) }.map { "\($0)\n" }
    let read = sources.map { source in
      mistakes.filter { $0.place.file == source.file }.map(source.excerpt).joined()
    }
    return (unread + read).joined()
  }
}

extension SceneReading {
  /// Whether a text is meant as a scene, valid or not, and not as a screen or a recipe: an object
  /// with a version that names screens.
  public static func isScene(_ bytes: [UInt8], limits: Limits = Limits()) -> Bool {
    guard let node = try? JSONParser.parse(bytes, file: "", limits: limits) else { return false }
    let keys = ["from", "to", "screens", "steps"]
    return node["version"] != nil && keys.contains { node[$0] != nil }
  }
}

/// A text that was read, for showing where a mistake is.
public struct SourceText: Hashable, Sendable {
  /// The file as it is shown to people.
  public var file: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// As long as a line of an excerpt may be.
  private static let width = 100

  /// The text `bytes` of `file`.
  public init(file: String, bytes: [UInt8]) {
    (self.file, self.bytes) = (file, bytes)
  }

  /// The line of `place`, or of a long one the part around its column.
  package func line(at place: Place) -> LinePart {
    LinePart(of: bytes, line: place.line, column: place.column)
  }

  /// The mistake, its line of text, and a caret below: three lines.
  public func excerpt(for mistake: SceneError) -> String {
    let place = mistake.place
    let excerpt = Excerpt(
      of: line(at: place), number: place.line, column: place.column, width: Self.width)
    return "\(mistake)\n\(excerpt.line)\n\(excerpt.indent)^\n"
  }
}
