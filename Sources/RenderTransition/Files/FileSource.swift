/// The files beneath an asset root, wherever they come from; nothing outside of it is ever opened.
///
/// Paths are beneath the root, their parts joined by `/`.
protocol FileSource: Sendable {
  /// What the scene's own path is beneath the root.
  var scenePath: String { get }

  /// The bytes of the file at `path`, if there are at most `limit`.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The first bytes of the file at `path`, `count` of them or more if there are as many.
  func readHead(of path: String, count: Int) throws(FileError) -> FileHead

  /// Whether a regular file is at `path`.
  func hasFile(_ path: String) -> Bool

  /// The names in the folder at `path`, in alphabetical order; the root is the empty path.
  func names(in path: String) -> [String]

  /// Why the file at `path` cannot be read.
  func reasonAgainst(_ path: String) -> FileError.Reason

  /// The file's path in the file system, without links; nil for what lies somewhere else.
  func realPath(_ path: String) -> String?
}

/// How a file begins.
struct FileHead: Hashable, Sendable {
  /// The first bytes, perhaps all of them.
  var bytes: [UInt8]
  /// How many bytes the file has.
  var size: Int

  /// The whole file, if that is what `bytes` are.
  var file: [UInt8]? { bytes.count == size ? bytes : nil }
}
