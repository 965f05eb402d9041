/// The files beneath the asset root, as far as reading a scene needs them.
///
/// Paths are beneath the root, their parts joined by `/`, with no `.` and `..` left. Who implements
/// it sees to it that no symbolic link leads out of the root.
public protocol AssetSource: Sendable {
  /// The bytes of a regular file of at most `limit` bytes.
  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8]

  /// Whether there is a regular file.
  func hasFile(at path: String) -> Bool

  /// Why there is no regular file.
  func failure(of path: String) -> AssetFailure

  /// The names of the files in a folder, for suggestions; the root is the empty path.
  func fileNames(in folder: String) -> [String]

  /// The size of an image in pixels.
  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int)

  /// How a file is called in front of people, such as `scenes/push.json`.
  func shownPath(_ path: String) -> String
}

extension AssetSource {
  /// A folder is there, or nothing.
  public func failure(of path: String) -> AssetFailure {
    fileNames(in: path).isEmpty ? .missing : .notRegular
  }

  /// The path itself.
  public func shownPath(_ path: String) -> String { path }
}
