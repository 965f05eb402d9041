/// Why a file cannot serve as a font, and where in it the trouble is.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the file.
  public enum Problem: Error, Hashable, Sendable {
    /// It has no bytes.
    case empty
    /// It is larger than `limit` bytes.
    case tooLarge(bytes: Int, limit: Int)
    /// It begins like no font; the packed kinds for the web have a `kind` of their own.
    case notAFont(kind: String?)
    /// It ends before its list of tables does.
    case truncated(needed: Int, bytes: Int)
    /// A table that its list names would end behind the last byte.
    case tableOutside(tag: String, offset: Int, length: Int, bytes: Int)
    /// A table that no font can do without is not there.
    case missingTable(tag: String)
    /// A table is there, but its contents make no sense.
    case badTable(tag: String, offset: Int)
    /// A glyph has too many parts, or is a part of itself.
    case badGlyph(Int)
    /// Its letters are bitmaps or nothing at all.
    case noOutlines
  }

  /// The name under which the file was handed in.
  public let name: String
  /// What is wrong with it.
  public let problem: Problem

  /// A mistake in the file called `name`.
  public init(name: String, problem: Problem) {
    (self.name, self.problem) = (name, problem)
  }

  /// One sentence for a person.
  public var description: String { "font \"\(name)\" \(problem)" }
}

extension FontError.Problem: CustomStringConvertible {
  /// What follows the name of the font.
  public var description: String {
    switch self {
    case .empty: "is empty"
    case .tooLarge(let bytes, let limit):
      "has \(bytes) bytes; the limit is \(limit)"
    case .notAFont(let kind?):
      "is a \(kind) file; convert it to TrueType or OpenType"
    case .notAFont(nil): "is neither a TrueType nor an OpenType font"
    case .truncated(let needed, let bytes):
      "is cut off: its list of tables needs \(needed) bytes, the file has \(bytes)"
    case .tableOutside(let tag, let offset, let length, let bytes):
      "is cut off: its table \"\(tag)\" (\(length) bytes at \(offset)) ends behind the last of "
        + "\(bytes) bytes"
    case .missingTable(let tag): "has no table \"\(tag)\""
    case .badTable(let tag, let offset):
      "is damaged: its table \"\(tag)\" at byte \(offset) cannot be read"
    case .badGlyph(let glyph):
      "is damaged: its glyph \(glyph) has too many parts, or is a part of itself"
    case .noOutlines:
      "has no outlines: its glyphs are bitmaps or empty, as in many emoji fonts"
    }
  }
}
