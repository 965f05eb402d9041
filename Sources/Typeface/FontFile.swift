import Geometry

/// A font that can draw: its bytes were checked at the door.
public struct FontFile: Sendable {
  /// The most bytes that a font may have.
  public static let byteLimit = 64 << 20

  /// A path, or the name that the scene gave it.
  public let name: String
  /// The square in which letters are drawn has this many units a side.
  public let unitsPerEm: Int
  /// How many glyphs it has.
  public let glyphCount: Int
  /// The weight that the file says it has, 100 to 900; 400 where it is silent.
  public let weight: Double

  let face: FontFace
  private let axes: DesignAxes?
  private let outlines: VariableOutlines?

  /// The weights that it can take on; nil for a font that has one only.
  public var weightAxis: ClosedRange<Double>? { axes?.weights }

  /// Takes a TrueType or OpenType file, or the first font of a collection.
  public init(bytes: [UInt8], name: String) throws(FontError) {
    do throws(FontProblem) {
      try self.init(checking: bytes, name: name)
    } catch {
      throw FontError(name: name, problem: error)
    }
  }

  private init(checking bytes: [UInt8], name: String) throws(FontProblem) {
    guard bytes.count <= Self.byteLimit else {
      throw .tooLarge(bytes: bytes.count, limit: Self.byteLimit)
    }
    let directory = try FontDirectory(bytes)
    for tag in ["head", "maxp", "cmap", "hhea", "hmtx"] where directory[tag] == nil {
      throw .missingTable(tag: tag)
    }
    if var composites = CompositeGlyphs(directory) { try composites.check() }
    self.init(trusting: directory, name: name)
    try check(directory)
  }

  private init(trusting directory: FontDirectory, name: String) {
    self.name = name
    face = FontFace(directory.bytes)
    (unitsPerEm, glyphCount) = (face.unitsPerEm, face.glyphCount)
    let axes = DesignAxes(directory)
    outlines = axes.flatMap { VariableOutlines(directory, axisCount: $0.count) }
    self.axes = axes
    weight = directory.number("OS/2", at: 4).map { min(900, max(100, Double($0))) } ?? 400
  }

  /// The font as a text of this style uses it.
  func opened(for style: TextStyle) -> OpenFont {
    OpenFont(
      face,
      axes.map { axes in
        let coordinates = axes.coordinates(weight: style.weight, size: style.size)
        return FontInstance(coordinates: coordinates, outlines: outlines)
      })
  }
}

// What is checked once, when the file is opened.
extension FontFile {
  /// Glyphs that are tried before a font counts as one without outlines.
  private static let trials = 256

  /// Throws where the font could not draw a text.
  private func check(_ directory: FontDirectory) throws(FontProblem) {
    let stated = directory.number("head", at: 18) ?? 0
    guard (16...16384).contains(stated), unitsPerEm == stated else {
      throw Self.bad("head", directory)
    }
    guard glyphCount > 0 else { throw Self.bad("maxp", directory) }
    try Self.draw(OpenFont(face), directory)
  }

  /// Looks for a letter that can be drawn.
  private static func draw(_ font: OpenFont, _ directory: FontDirectory) throws(FontProblem) {
    var tried = 0
    for scalar in UInt32(0x21)...0x10FFFF {
      guard let glyph = font.glyph(for: scalar) else { continue }
      tried += 1
      if font.isSeen(glyph) { return }
      if tried == trials { break }
    }
    throw tried == 0 ? bad("cmap", directory) : outlineProblem(directory)
  }

  /// Bitmaps instead of outlines, or outlines that cannot be read.
  private static func outlineProblem(_ directory: FontDirectory) -> FontProblem {
    let pictures = ["CBDT", "EBDT", "sbix", "SVG "].contains { directory[$0] != nil }
    let outlines = ["glyf", "CFF ", "CFF2"].first { directory[$0] != nil }
    guard let outlines, !pictures else { return .noOutlines }
    return bad(outlines, directory)
  }

  private static func bad(_ tag: String, _ directory: FontDirectory) -> FontProblem {
    .badTable(tag: tag, offset: directory[tag]?.offset ?? 0)
  }
}

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
    /// A glyph, or all of them, would take too long to vary.
    case tooComplex(limit: Int)
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
  /// The sentence after the name of the font.
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
    case .tooComplex(let limit):
      "is too complex: its variations move more than \(limit) points"
    case .noOutlines:
      "has no outlines: its glyphs are bitmaps or empty, as in many emoji fonts"
    }
  }
}
