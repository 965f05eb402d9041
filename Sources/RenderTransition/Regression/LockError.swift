/// A lock that cannot be read, and where.
public struct LockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as people call it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// What is wrong, without a full stop.
  public var problem: String

  /// One line, as a compiler has it.
  public var description: String { "\(file):\(line):\(column): error: \(problem)" }
}
