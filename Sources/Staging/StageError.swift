public import SceneFormat

/// A mistake that shows only when a scene is laid out: a glyph that no font has, say.
public struct StageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// A letter of a text cannot be drawn, for this reason.
    case missingGlyph(String)
    /// A text cannot be laid out, for this reason.
    case text(String)
    /// An expression has no value, for this reason.
    case expression(String)
    /// Level 3 did not bring this file.
    case missingAsset(String)
  }

  /// Where it is written.
  public let place: Place
  /// What is wrong.
  public let problem: Problem

  /// `problem` at `place`.
  public init(_ place: Place, _ problem: Problem) {
    (self.place, self.problem) = (place, problem)
  }

  /// One sentence.
  public var description: String {
    switch problem {
    case .missingGlyph(let reason): "\(reason); add a font that has it to \"fallback\""
    case .text(let reason): reason
    case .expression(let reason): reason
    case .missingAsset(let path): "\"\(path)\" was not loaded"
    }
  }
}
