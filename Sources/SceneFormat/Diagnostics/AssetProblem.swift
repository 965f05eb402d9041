import Formatting

/// A file that is not there, or not what it should be.
public enum AssetProblem: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(String, tried: [String], suggestion: String?)
  /// It is there, but cannot be used.
  case unusable(String, AssetFailure)
  /// An absolute path.
  case absolutePath(String)
  /// An address on the network.
  case address(String)
  /// A path that leads out of the asset root.
  case outsideRoot(String)
  /// A path with nothing in it, or with a character that no path has.
  case badPath(String)
  /// There is no font for an emoji; `package` has one.
  case noEmojiFont(letter: String?, package: String, folders: [String])
  /// Files that name each other.
  case cycle([String])

  var wording: Wording {
    switch self {
    case .missing(let name, let tried, let suggestion):
      Self.missing(name, tried, suggestion)
    case .unusable(let name, let failure):
      Wording(
        "bad-file", "\(Quoted(name)) \(failure.sentence)",
        hint: failure == .outsideRoot
          ? Self.widening : failure.conversion.map { "convert it: \($0)" })
    case .absolutePath(let path):
      Wording("path", "\(Quoted(path)) is absolute", hint: "paths are relative to the file")
    case .address(let path):
      Wording("path", "\(Quoted(path)) is an address", hint: "nothing is ever fetched")
    case .outsideRoot(let path):
      Wording(
        "path", "\(Quoted(path)) leads out of the asset root", hint: Self.widening)
    case .badPath(let path): Wording("path", "\(Quoted(path)) is not a path")
    case .noEmojiFont(let letter, let package, let folders):
      Wording(
        "missing-font",
        letter.map { "there is no font for the emoji \(Quoted($0))" }
          ?? "the font \"emoji\" is not installed",
        hint:
          "install the package \(package), or add a font that has it to \"fallback\"; looked in "
          + folders.joined(separator: ", "))
    case .cycle(let files):
      Wording(
        "cycle", "files name each other: \(files.map { "\(Escaped($0))" }.joined(separator: " → "))"
      )
    }
  }

  private static func missing(
    _ name: String, _ tried: [String], _ suggestion: String?
  ) -> Wording {
    var wording = Wording(
      "missing-file", "no file \(Quoted(name))", hint: hint(tried, suggestion))
    wording.suggestion = suggestion
    return wording
  }

  private static let widening = "--asset-root DIR widens it"

  private static func hint(_ tried: [String], _ suggestion: String?) -> String? {
    let paths = tried.map { "\(Escaped($0))" }.joined(separator: ", ")
    let question = suggestion.map { "did you mean \(Quoted($0))?" }
    let parts = [tried.isEmpty ? nil : "tried \(paths)", question].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

/// Why a file that a scene names cannot be used.
public enum AssetFailure: Error, Hashable, Sendable {
  /// It is not there.
  case missing
  /// It is a folder, a device, or something else that is no regular file.
  case notRegular
  /// A symbolic link leads out of the asset root.
  case outsideRoot
  /// The system does not let it be read; one of its failures may be gone at the next try.
  case unreadable(String, isTransient: Bool = false)
  /// It is larger than allowed.
  case tooLarge
  /// It is not an image that can be decoded.
  case notAnImage(String)
  /// It is a picture in a format that is not read, such as "a JPEG"; with the command that makes a
  /// PNG of it.
  case foreignFormat(String, conversion: String?)
  /// It is not a font that can be used.
  case notAFont(String)

  /// The command that makes a readable file of it; nil for none.
  var conversion: String? {
    if case .foreignFormat(_, let conversion) = self { conversion } else { nil }
  }

  var sentence: String {
    switch self {
    case .missing: "does not exist"
    case .notRegular: "is not a regular file"
    case .outsideRoot: "is a link that leads out of the asset root"
    case .unreadable(let reason, _): "cannot be read: \(Escaped(reason))"
    case .tooLarge: "is too large"
    case .notAnImage(let reason): "is not an image: \(Escaped(reason))"
    case .foreignFormat(let format, _): "is \(format); scenes read PNG, JPEG and WebP"
    case .notAFont(let reason): "cannot be used as a font: it \(Escaped(reason))"
    }
  }
}
