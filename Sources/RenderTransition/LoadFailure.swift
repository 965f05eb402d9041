public import SceneFormat

/// Why a scene cannot be rendered.
public enum LoadFailure: Error, Sendable {
  /// The scene, or a file that it names, is not as it should be: everything that is wrong, in the
  /// order of the files, and the texts for showing where.
  case mistakes([SceneError], sources: [SourceText])
  /// The scene file itself cannot be read.
  case unreadable(FileError)
}

extension LoadFailure: CustomStringConvertible {
  /// One line a mistake.
  public var description: String {
    switch self {
    case .mistakes(let mistakes, _):
      mistakes.map(\.description).joined(separator: "\n")
    case .unreadable(let error): error.description
    }
  }
}
