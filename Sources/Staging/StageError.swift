public import SceneFormat

/// A mistake that shows only when a scene is laid out: a glyph that no font has, say.
public struct StageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// No font of the text has a glyph for this scalar.
    case missingGlyph(Unicode.Scalar)
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
    case .missingGlyph(let scalar):
      let code = String(scalar.value, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
      return "no font has a glyph for U+\(padded); add a font that has it to \"fallback\""
    case .text(let reason): return reason
    case .expression(let reason): return reason
    case .missingAsset(let path): return "\"\(path)\" was not loaded"
    }
  }
}
