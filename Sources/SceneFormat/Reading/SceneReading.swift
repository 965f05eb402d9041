import Formatting

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

  /// Reads the scene at `path`, and the screens and recipes that it names, beneath the root of
  /// `assets`; `scale` is how many pixels a point will have, if not as many as the scene says.
  public init(
    of path: String, from assets: any AssetSource, limits: Limits = Limits(), scale: Double? = nil
  ) {
    var reading = Reading(assets: assets, limits: limits)
    reading.scale = scale
    let scene = reading.sceneFile(path)
    sources = reading.sources
    mistakes = reading.sortedMistakes
    self.scene = mistakes.contains { $0.severity == .error } ? nil : scene
  }

  /// Every mistake with its line of text and a caret below, as it is shown to people.
  public var report: String {
    let files = sources.map(\.file)
    let unread = mistakes.filter { !files.contains($0.place.file) }.map { "\($0)\n" }
    let read = sources.map { source in
      source.excerpts(for: mistakes.filter { $0.place.file == source.file })
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

  /// The line `number`, from 1, without its end; what is no UTF-8 is replaced.
  public func line(_ number: Int) -> String { line(number, starts: lineStarts) }

  /// Where each line begins.
  var lineStarts: [Int] {
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() {
      let isEnd = byte == 0x0A || (byte == 0x0D && bytes[min(index + 1, bytes.count - 1)] != 0x0A)
      if isEnd { starts.append(index + 1) }
    }
    return starts
  }

  private func line(_ number: Int, starts: [Int]) -> String {
    guard starts.indices.contains(number - 1) else { return "" }
    let start = starts[number - 1]
    let next = starts.indices.contains(number) ? starts[number] : bytes.count
    let line = bytes[start..<max(start, next)]
    let end = line.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? start - 1
    return String(decoding: bytes[start..<(end + 1)], as: UTF8.self)
  }

  /// The mistake, its line of text, and a caret below: three lines.
  public func excerpt(for mistake: SceneError) -> String {
    excerpt(for: mistake, line(mistake.place.line))
  }

  /// The mistakes one below the other.
  ///
  /// In a text of one endless line each excerpt takes time in proportion to all of it: when that
  /// adds up, the last ones come without.
  func excerpts(for mistakes: [SceneError]) -> String {
    let starts = lineStarts
    var budget = 64_000_000
    return mistakes.map { mistake in
      guard budget > 0 else { return "\(mistake)\n" }
      let line = line(mistake.place.line, starts: starts)
      budget -= line.utf8.count
      return excerpt(for: mistake, line)
    }.joined()
  }

  private func excerpt(for mistake: SceneError, _ line: String) -> String {
    let place = mistake.place
    let excerpt = Excerpt(of: line, number: place.line, column: place.column, width: Self.width)
    return "\(mistake)\n\(excerpt.line)\n\(excerpt.indent)^\n"
  }
}
