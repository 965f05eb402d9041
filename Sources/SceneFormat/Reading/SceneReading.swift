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
