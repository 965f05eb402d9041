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
        throw Failure(
          pictures:
            "\(Escaped.quoted(words[first])) is a picture, and \(Escaped.quoted(word)) is none",
          hint: "render pictures and scenes with commands of their own")
      }
      try check(word, format)
    }
    guard words.count > 1 else {
      let other = words[0].hasSuffix(".svg") ? "OTHER.svg" : "OTHER.png"
      throw Failure(
        pictures: "\(Escaped.quoted(words[0])) is one picture; a transition has two",
        hint: command([words[0], other]))
    }
    guard words.count <= PictureScene.most else {
      throw Failure(
        pictures: "a scene takes up to \(PictureScene.most) pictures, not \(words.count)",
        hint: command(["encode", "FRAMES"]))
    }
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
    guard let first = pictures.first else { return }
    let scene = ShellWord.plain(SceneOperand(paths: pictures).stem + ".json")
    throw Failure(
      pictures: "\"\(verb)\" takes scenes, and \(Escaped.quoted(first)) is a picture",
      hint: command(["inspect"] + (pictures.count > 1 ? pictures : [first, "OTHER.png"]))
        + " --scene > \(scene) writes a scene")
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
    case .gif, .animatedWebP, .mp4, .matroska, .heic, .avif, .bmp, .tiff, .svg, .pdf:
      let isRecording = [.gif, .animatedWebP, .mp4, .matroska].contains(format)
      throw Failure(
        pictures: "\(Escaped.quoted(word)) is \(format), and no scene",
        hint: isRecording
          ? command(["encode", word]) : format.conversion(of: word).map { "convert it: \($0)" })
    }
  }

  private static func command(_ words: [String]) -> String {
    let typed = words.map { Escaped.text(ShellWord.plain($0.hasPrefix("-") ? "./\($0)" : $0)) }
    return ([Catalogue.program] + typed).joined(separator: " ")
  }

  private static func isMissing(_ path: String) throws(Failure) -> Bool {
    guard SceneAddress(path) == .file(path) else { return false }
    return try Failure.wrapping { try FileStatus(path) } == nil
  }
}

extension Failure {
  /// Pictures on the command line that make no scene; the hint is the command that was meant, if any.
  fileprivate init(pictures message: String, hint: String?) {
    self.init(UsageMistake(.told(message, hint: hint)))
  }
}
