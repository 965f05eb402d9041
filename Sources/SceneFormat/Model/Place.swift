/// Where something is written: a file, a line and a column, both counted from 1.
public struct Place: Hashable, Sendable {
  /// The file's path, as it is shown to people.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// A place in `file`.
  public init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }

  /// The place of what no file has.
  static let nowhere = Place(file: "", line: 0, column: 0)
}
