import Formatting
import SceneFormat

/// Why outputs cannot be written as asked; found before anything is rendered.
enum OutputMistake: Error, Hashable, Sendable {
  case unknownEnding(String)
  case picture(String)
  case animation(String)
  case severalScenes(String)
  case severalFormats(String)
  case sequenceNeedsFolder(String)
  case severalToStdout
  case terminal(String?)
  case stdoutIsReport
  case notPacked(OutputFormat)
  case stdoutFormat(OutputFormat?)
  case same(String, scenes: [String])
  case inside(String, of: String)
  case overwritesScene(String)
}

extension OutputMistake: CustomStringConvertible {
  /// One line that says what is wrong.
  var description: String {
    switch self {
    case .unknownEnding(let path): "the name of \(Escaped.quoted(path)) says no known format"
    case .picture(let path): "\(Escaped.quoted(path)) can hold one picture, not an animation"
    case .animation(let path):
      "\(Escaped.quoted(path)) is no PNG, and \"frame\" writes nothing else"
    case .severalScenes(let path): "several scenes cannot go to one file, \(Escaped.quoted(path))"
    case .severalFormats(let path): "several formats cannot go to one file, \(Escaped.quoted(path))"
    case .sequenceNeedsFolder(let path):
      "a PNG sequence is a folder; \(Escaped.quoted(path)) is none"
    case .severalToStdout: "stdout takes one output, and then the only one"
    case .terminal(nil): "pictures are not written to a terminal"
    case .terminal(let path?):
      "pictures are not written to a terminal, which \(Escaped.quoted(path)) is"
    case .stdoutIsReport: "stdout takes a picture or the report, not both"
    case .notPacked(let format):
      "\"\(format.rawValue)\" is not packed, so --max-bytes has no hold on it"
    case .stdoutFormat(let format?): "\"\(format.rawValue)\" cannot go to stdout"
    case .stdoutFormat(nil): "it is not said which format goes to stdout"
    case .same(let path, let scenes):
      "two outputs are called \(Escaped.quoted(path)), of \(Self.list(scenes))"
    case .inside(let path, let folder):
      "\(Escaped.quoted(path)) lies in \(Escaped.quoted(folder)), which is an output as a whole"
    case .overwritesScene(let path): "the output \(Escaped.quoted(path)) would overwrite a scene"
    }
  }

  /// What to do about it; nil where it is plain.
  var hint: String? {
    switch self {
    case .unknownEnding(let path): Self.advice(onEndingOf: path)
    case .picture: "an animation is .gif, .apng or a folder \"NAME/\"; \"frame\" makes one picture"
    case .animation: "give it a name that ends in .png"
    case .severalScenes(let path): "for a folder, write \(Escaped.quoted(path + "/"))"
    case .severalFormats: "give each format an -o of its own, or a folder: -o \"NAME/\""
    case .sequenceNeedsFolder(let path): "write \(Escaped.quoted(path + "/"))"
    case .severalToStdout: "write the others with a command of their own"
    case .terminal: "send it to a file or a pipe: -o - > FILE"
    case .stdoutIsReport: "say --report, which goes to stderr, or write to a file"
    case .notPacked: "gif, apng and frames can be made smaller"
    case .stdoutFormat(.some): "gif, apng, y4m and rgba can"
    case .stdoutFormat(nil): "say it: --format gif"
    case .same: "give one of them another name with -o, or render it on its own"
    case .inside, .overwritesScene: "give the output another name with -o"
    }
  }

  private static func list(_ scenes: [String]) -> String {
    let names = scenes.map { Escaped.quoted($0) }
    return Set(names).count == 1 ? names[0] : names.joined(separator: " and ")
  }

  private static func advice(onEndingOf path: String) -> String {
    let videos = [".mp4", ".mov", ".webm", ".mkv", ".m4v", ".avi", ".webp", ".avif"]
    guard videos.contains(where: path.lowercased().hasSuffix) else {
      return "known are .gif, .apng, .y4m, .rgba and \"/\" for a PNG sequence; or say --format"
    }
    return "pipe it: -o - --format y4m | ffmpeg -i - \(Escaped.text(path))"
  }
}
