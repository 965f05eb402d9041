/// A mistake in SVG path data.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// A letter or sign that is no command.
    case unknownCommand(String)
    /// The data does not begin with `M` or `m`.
    case noMove
    /// Something else, or nothing, where this command wants a number.
    case numberExpected(command: String)
    /// Something other than 0 and 1 where an arc wants a flag.
    case flagExpected
    /// A number beyond a billion.
    case numberTooLarge
    /// More than 100,000 steps.
    case tooLong
  }

  /// Where it is: the number of characters before it.
  public let offset: Int
  /// What it is.
  public let problem: Problem

  /// A mistake at `offset`.
  public init(offset: Int, problem: Problem) {
    (self.offset, self.problem) = (offset, problem)
  }

  /// One sentence for people.
  public var description: String {
    switch problem {
    case .unknownCommand(let text): "'\(text)' is no path command at offset \(offset)"
    case .noMove: "a path begins with M or m, at offset \(offset)"
    case .numberExpected(let command): "'\(command)' wants a number at offset \(offset)"
    case .flagExpected: "an arc wants a flag, 0 or 1, at offset \(offset)"
    case .numberTooLarge: "the number at offset \(offset) is beyond a billion"
    case .tooLong: "the path has more than 100000 steps, at offset \(offset)"
    }
  }
}
