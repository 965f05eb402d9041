import Formatting

/// A mistake of a scene's author: where it is, and what is wrong.
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// The scene cannot be used.
    case error
    /// The scene is used, but perhaps not as it is meant.
    case warning
  }

  /// Where it is.
  public var place: Place
  /// What is wrong.
  public var problem: Problem
  /// How bad it is.
  public var severity: Severity

  /// A mistake; an error unless told otherwise.
  public init(place: Place, problem: Problem, severity: Severity = .error) {
    (self.place, self.problem, self.severity) = (place, problem, severity)
  }

  /// One line: `scenes/push.json:14:17: error: …`.
  public var description: String {
    let file = Escaped(place.file)
    return "\(file):\(place.line):\(place.column): \(severity.rawValue): \(problem)"
  }
}
