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

  /// An output.
  init(scene: Int, format: OutputFormat, destination: Destination) {
    (self.scene, self.format, self.destination) = (scene, format, destination)
  }

  /// The name of the file or folder; nil for stdout.
  var path: String? {
    switch destination {
    case .file(let path), .folder(let path): path
    case .standardOutput: nil
    }
  }
}
