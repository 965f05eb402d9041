package import Codecs
public import SceneFormat

/// The scene that pictures on a command line are: two and a transition, or a flow through more.
package enum PictureScene {
  /// The most pictures.
  package static let most = 16

  /// The scene of the pictures at `paths`, at least two, as a file would write it; its places are the
  /// pictures.
  static func tree(of paths: [String], playsBack: Bool) -> JSONNode {
    let pictures = paths.map { JSONNode(.text($0), at: Place(file: $0, line: 0, column: 0)) }
    func node(_ kind: JSONNode.Kind) -> JSONNode { JSONNode(kind, at: pictures[0].place) }
    func object(_ members: [(String, JSONNode)]) -> JSONNode {
      node(.object(members.map { JSONMember($0, $1) }))
    }
    var members = [("version", node(.number(1)))]
    if paths.count == 2, !playsBack {
      members += [("from", pictures[0]), ("to", pictures[1])]
    } else {
      let names = names(of: paths)
      let wait = object([("wait", node(.number(SceneChanges.restSeconds)))])
      var steps = [object([("show", node(.text(names[0])))])]
      for name in names.dropFirst() {
        steps += (paths.count > 2 ? [wait] : []) + [object([("push", node(.text(name)))])]
      }
      if playsBack {
        steps += [wait, object([(paths.count > 2 ? "popToRoot" : "pop", node(.flag(true)))])]
      }
      members += [("screens", object(Array(zip(names, pictures)))), ("steps", node(.list(steps)))]
    }
    return object(members + [("transition", node(.text("push")))])
  }

  /// What the screens are called: as their files are, with a number where a name is taken.
  private static func names(of paths: [String]) -> [String] {
    var names: [String] = []
    for path in paths {
      let stem = stem(of: path)
      let number = (1...paths.count).first { !names.contains($0 == 1 ? stem : "\(stem)-\($0)") }
      names.append(number.map { $0 == 1 ? stem : "\(stem)-\($0)" } ?? stem)
    }
    return names
  }

  /// The name of the picture at `path` without its ending, and without an `@2x` before it.
  package static func stem(of path: String) -> String {
    let stem = PathName.stem(path)
    return PictureMeasure.scale(ofName: path) == nil || stem.count == 3
      ? stem : String(stem.dropLast(3))
  }
}

extension Animation {
  /// Reads the pictures at `paths`, at least two, as one scene; notes in `log` what it reads or looks
  /// for.
  public init(
    pictures paths: [String], changedBy changes: SceneChanges = SceneChanges(),
    scale: Double? = nil, limits: Limits = Limits(), jobs: Int? = nil, log: FileLog? = nil
  ) throws(LoadFailure) {
    var sceneFiles: SceneFiles
    do {
      let names = paths + [changes.recipeFile].compactMap(\.self)
      sceneFiles = SceneFiles(try OperandFiles(names, log: log), scene: paths[0])
    } catch {
      throw .unreadable(error)
    }
    sceneFiles.tree = PictureScene.tree(of: paths, playsBack: changes.playsBack)
    sceneFiles.changes = changes
    try self.init(sceneFiles, scale: scale, limits: limits, jobs: jobs)
  }
}

extension PictureFormat {
  /// The format of the file at `path`, by its first bytes; nil for anything but a picture, and for
  /// what flows.
  package init?(ofFileAt path: String) {
    guard SceneAddress(path) == .file(path),
      let head = try? TextFile.readHead(of: path, count: Self.headCount),
      let format = PictureFormat(head)
    else { return nil }
    self = format
  }
}
