import Codecs
import Formatting
import Regression
import RenderTransition
import SceneFormat

/// A scene as the command line names it.
struct SceneOperand: Hashable, Sendable {
  /// The scene file; or the pictures, of which the scene is made.
  var paths: [String]

  /// The path by which messages call it.
  var path: String { paths[0] }
  var isOfPictures: Bool { paths.count > 1 }

  /// What its outputs are called.
  var stem: String {
    guard let last = paths.last, isOfPictures else { return PathName.stem(path) }
    return "\(PictureScene.stem(of: path))-\(PictureScene.stem(of: last))"
  }

  /// The scenes that `words` name.
  static func all(_ words: [String]) throws(Failure) -> [SceneOperand] {
    let formats = words.map(format)
    guard let first = formats.firstIndex(where: { $0 != nil }) else {
      return words.map { SceneOperand(paths: [$0]) }
    }
    for (word, format) in zip(words, formats) {
      guard let format else {
        guard try !isMissing(word) else {
          throw Failure(.noScene, [Diagnostic(.error, .file(word), "there is no such file")])
        }
        throw Failure(.amongScenes(words[first], scene: word))
      }
      try check(word, format)
    }
    guard words.count > 1 else { throw Failure(.single(words[0])) }
    guard words.count <= PictureScene.most else { throw Failure(.tooMany(words.count)) }
    return [SceneOperand(paths: words)]
  }

  /// Throws if one of `words` is a picture, of which there is no baseline.
  static func checkHaveBaselines(_ words: [String], verb: String) throws(Failure) {
    var pictures: [String] = []
    for word in words {
      guard let format = format(of: word) else { continue }
      try check(word, format)
      pictures.append(word)
    }
    if !pictures.isEmpty { throw Failure(.baseline(pictures, verb: verb)) }
  }

  /// The format of the picture called `word`; scenes read what ends in `.svg` as an SVG.
  private static func format(of word: String) -> PictureFormat? {
    PictureFormat(ofFileAt: word) ?? (word.lowercased().hasSuffix(".svg") ? .svg : nil)
  }

  /// Throws if the file called `word` is no picture that scenes read.
  private static func check(_ word: String, _ format: PictureFormat) throws(Failure) {
    switch format {
    case .png, .jpeg, .webp: break
    case .svg where word.lowercased().hasSuffix(".svg"): break
    case .gif, .animatedWebP, .mp4, .matroska: throw Failure(.recording(word, format))
    case .heic, .avif, .bmp, .tiff, .svg, .pdf: throw Failure(.foreign(word, format))
    }
  }

  private static func isMissing(_ path: String) throws(Failure) -> Bool {
    guard SceneAddress(path) == .file(path) else { return false }
    return try Failure.wrapping { try FileStatus(path) } == nil
  }
}

/// Pictures on the command line that make no scene.
enum PictureMistake: Hashable, Sendable {
  case single(String)
  case tooMany(Int)
  case amongScenes(String, scene: String)
  case recording(String, PictureFormat)
  case foreign(String, PictureFormat)
  case baseline([String], verb: String)
  case unwantedFlag(String)
}

extension PictureMistake: CustomStringConvertible {
  /// One line that says what is wrong.
  var description: String {
    switch self {
    case .single(let path): "\(Escaped.quoted(path)) is one picture; a transition has two"
    case .tooMany(let count): "a scene takes up to \(PictureScene.most) pictures, not \(count)"
    case .amongScenes(let path, let scene):
      "\(Escaped.quoted(path)) is a picture, and \(Escaped.quoted(scene)) is none"
    case .recording(let path, let format), .foreign(let path, let format):
      "\(Escaped.quoted(path)) is \(format), and no scene"
    case .baseline(let paths, let verb):
      "\"\(verb)\" takes scenes, and \(Escaped.quoted(paths[0])) is a picture"
    case .unwantedFlag(let flag): "\(flag) is for scene files, not for pictures"
    }
  }

  /// The command that was meant; nil for none.
  var hint: String? {
    switch self {
    case .single(let path): command([path, path.hasSuffix(".svg") ? "OTHER.svg" : "OTHER.png"])
    case .tooMany: command(["encode", "FRAMES"])
    case .amongScenes: "render pictures and scenes with commands of their own"
    case .recording(let path, _): command(["encode", path])
    case .foreign(let path, let format): format.conversion(of: path).map { "convert it: \($0)" }
    case .baseline(let paths, _):
      command(["inspect"] + (paths.count > 1 ? paths : [paths[0], "OTHER.png"]))
        + " --scene > \(ShellWord.plain(SceneOperand(paths: paths).stem + ".json")) writes a scene"
    case .unwantedFlag: nil
    }
  }

  private func command(_ words: [String]) -> String {
    let typed = words.map { Escaped.text(ShellWord.plain($0.hasPrefix("-") ? "./\($0)" : $0)) }
    return ([Catalogue.program] + typed).joined(separator: " ")
  }
}

extension Failure {
  init(_ mistake: PictureMistake) {
    self.init(.usage, [Diagnostic(UsageMistake(.pictures(mistake)))])
  }
}
