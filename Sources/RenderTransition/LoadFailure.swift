public import SceneFormat

/// Why a scene cannot be rendered.
public enum LoadFailure: Error, Sendable {
  /// The scene, or a file that it names, is not as it should be: everything that is wrong, in the
  /// order of the files, and the texts for showing where.
  case mistakes([SceneError], sources: [SourceText])
  /// The scene file itself cannot be read.
  case unreadable(FileError)
  /// The run is planned to take more bytes than the system lets this process have.
  case memory(planned: Double, left: Int)
}

extension LoadFailure: CustomStringConvertible {
  /// One line a mistake.
  public var description: String {
    switch self {
    case .mistakes(let mistakes, _):
      mistakes.map(\.description).joined(separator: "\n")
    case .unreadable(let error): error.description
    case .memory(let planned, let left):
      "the run takes \(Int(min(planned, 1e15)) >> 20) MiB of memory, and the system leaves "
        + "\(left >> 20) MiB to the process (ulimit -v)"
    }
  }
}
