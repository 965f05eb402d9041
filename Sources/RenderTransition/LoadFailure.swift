public import SceneFormat

/// Why a scene cannot be rendered.
public enum LoadFailure: Error, Sendable {
  /// The scene has mistakes: all of them, in the order of its files.
  case invalid([SceneError])
  /// Files that the scene names are missing or broken, each with the place that names it.
  case badAssets([SceneError])
  /// The scene file itself cannot be read.
  case unreadable(FileError)
}

extension LoadFailure: CustomStringConvertible {
  /// One line a mistake.
  public var description: String {
    switch self {
    case .invalid(let mistakes), .badAssets(let mistakes):
      mistakes.map(\.description).joined(separator: "\n")
    case .unreadable(let error): error.description
    }
  }
}
