import RenderTransition
import SceneFormat

/// Plans the outputs before anything is rendered.
///
/// A name that ends in `/` is a folder: the PNG sequence of the only scene if nothing else is
/// asked for, else the place for a `SCENE.FORMAT` each. The plan is a pure function; `identity`
/// says which names mean the same file, and is given lexical names in tests.
struct OutputPlan {
  /// A scene and the formats that it asks for itself.
  typealias Source = (operand: SceneOperand, formats: [OutputFormat])

  private let sources: [Source]
  private let settings: Settings
  private let identity: (String) -> String

  /// A plan for `sources`.
  init(
    _ sources: [Source], _ settings: Settings,
    identity: @escaping (String) -> String = PathName.normal
  ) {
    (self.sources, self.settings, self.identity) = (sources, settings, identity)
  }

  /// The outputs of `render`, in the order of the scenes.
  func animations() throws(OutputMistake) -> [PlannedOutput] {
    let names = settings.outputs.isEmpty ? ["output/"] : settings.outputs
    if names.contains("-"), names.count > 1 || sources.count > 1 { throw .severalToStdout }
    var planned: [PlannedOutput] = []
    for name in names { planned += try outputs(named: name) }
    let ofScene = Dictionary(grouping: planned, by: \.scene)
    let ordered = sources.indices.flatMap { ofScene[$0] ?? [] }
    try checkPathsAreDistinct(ordered)
    return ordered
  }

  /// The outputs of `frame`.
  func pictures() throws(OutputMistake) -> [PlannedOutput] {
    guard let source = sources.first else { return [] }
    let standard = "output/\(source.operand.stem).png"
    let names = settings.outputs.isEmpty ? [standard] : settings.outputs
    if names.contains("-"), names.count > 1 { throw .severalToStdout }
    var planned: [PlannedOutput] = []
    for name in names {
      guard name == "-" || PathName.format(name) == .png else { throw .animation(name) }
      let destination: OutputRequest.Destination =
        name == "-"
        ? .standardOutput : settings.outputs.isEmpty ? .beneath(folder: ".", name) : .path(name)
      planned.append(PlannedOutput(scene: 0, .png, to: destination))
    }
    try checkPathsAreDistinct(planned)
    return planned
  }
}

// Turns each -o into outputs.
extension OutputPlan {
  private func outputs(named name: String) throws(OutputMistake) -> [PlannedOutput] {
    if name == "-" { return [try stream()] }
    guard name.hasSuffix("/") else { return [try file(name)] }
    let isSequence = settings.formats.isEmpty || settings.formats == [.frames]
    if sources.count == 1, isSequence, !settings.outputs.isEmpty {
      return [PlannedOutput(scene: 0, .frames, to: .path(name))]
    }
    return sources.indices.flatMap { scene in
      formats(of: scene).map { output(of: scene, $0, in: name) }
    }
  }

  private func output(
    of scene: Int, _ format: OutputFormat, in folder: String
  ) -> PlannedOutput {
    let name = sources[scene].operand.stem + format.row.ending
    // The user has named the folder, or nothing of the path.
    return PlannedOutput(
      scene: scene, format,
      to: settings.outputs.isEmpty
        ? .beneath(folder: ".", folder + name) : .beneath(folder: folder, name))
  }

  /// The formats of a scene, each once.
  private func formats(of scene: Int) -> [OutputFormat] {
    let asked = settings.formats.isEmpty ? sources[scene].formats : settings.formats
    return asked.indices.filter { !asked[..<$0].contains(asked[$0]) }.map { asked[$0] }
  }

  private func file(_ name: String) throws(OutputMistake) -> PlannedOutput {
    if sources.count > 1 { throw .severalScenes(name) }
    if settings.formats.count > 1 { throw .severalFormats(name) }
    guard let format = settings.formats.first ?? PathName.format(name) else {
      throw .unknownEnding(name)
    }
    if format == .png { throw .picture(name) }
    if format == .frames { throw .sequenceNeedsFolder(name) }
    return PlannedOutput(scene: 0, format, to: .path(name))
  }

  private func stream() throws(OutputMistake) -> PlannedOutput {
    let formats = formats(of: 0)
    guard formats.count == 1, let format = formats.first else { throw .stdoutFormat(nil) }
    guard format.row.isStream else { throw .stdoutFormat(format) }
    return PlannedOutput(scene: 0, format, to: .standardOutput)
  }
}

// Rejects outputs that overwrite each other or a scene.
extension OutputPlan {
  private func checkPathsAreDistinct(_ planned: [PlannedOutput]) throws(OutputMistake) {
    var owners: [String: PlannedOutput] = [:]
    for output in planned {
      guard let path = output.request.destination.path else { continue }
      if let other = owners.updateValue(output, forKey: identity(path)) {
        throw .same(path, scenes: [other, output].map { sources[$0.scene].operand.path })
      }
    }
    let scenes = sources.flatMap(\.operand.paths).filter { $0 != "-" }
    if let scene = scenes.first(where: { owners[identity($0)] != nil }) {
      throw .overwritesInput(scene)
    }
    try checkOutsideFolders(planned.compactMap(\.request.destination.path) + scenes, owners)
  }

  private func checkOutsideFolders(
    _ paths: [String], _ owners: [String: PlannedOutput]
  ) throws(OutputMistake) {
    for path in paths {
      for parent in PathName.parents(identity(path)) {
        guard let owner = owners[parent]?.request, owner.format == .frames,
          let folder = owner.destination.path
        else { continue }
        throw .inside(path, of: folder)
      }
    }
  }
}

/// An output that will be written.
struct PlannedOutput: Hashable, Sendable {
  /// The scene that it shows, counted from 0 in the order of the command line.
  var scene: Int
  var request: OutputRequest

  init(scene: Int, _ format: OutputFormat, to destination: OutputRequest.Destination) {
    (self.scene, request) = (scene, OutputRequest(format, to: destination))
  }
}

extension PathName {
  /// The format that a name says.
  static func format(_ path: String) -> OutputFormat? {
    if path.hasSuffix("/") { return .frames }
    let name = last(path)
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[dot...].lowercased()
    return (OutputFormat.allCases + [.png]).first { $0.row.ending == ending }
  }
}
