import SceneFormat

/// An output that will be written.
struct PlannedOutput: Hashable, Sendable {
  /// Where it goes.
  enum Destination: Hashable, Sendable {
    /// A file of this name.
    case file(String)
    /// A folder of this name, which ends in `/`.
    case folder(String)
    /// Stdout.
    case standardOutput
  }

  /// The scene that it shows, counted from 0 in the order of the command line.
  var scene: Int
  /// What is written.
  var format: OutputFormat
  /// Where it goes.
  var destination: Destination
  /// The folder that the user has named, where the program has named the rest; nil where the user
  /// has named all of it.
  var root: String?

  /// An output.
  init(scene: Int, format: OutputFormat, destination: Destination, root: String? = nil) {
    (self.scene, self.format) = (scene, format)
    (self.destination, self.root) = (destination, root)
  }

  /// The name of the file or folder; nil for stdout.
  var path: String? {
    switch destination {
    case .file(let path), .folder(let path): path
    case .standardOutput: nil
    }
  }
}
