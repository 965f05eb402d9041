/// A font that can draw: its bytes were checked at the door.
public struct FontFile: Sendable {
  /// The most bytes that a font may have.
  public static let byteLimit = 64 << 20

  /// What people call it: a path, or the name that the scene gave it.
  public let name: String
  /// The square in which letters are drawn has this many units a side.
  public let unitsPerEm: Int
  /// How many glyphs it has.
  public let glyphCount: Int
  /// The weight that the file says it has, 100 to 900; 400 where it is silent.
  public let weight: Double
  /// The weights that it can take on; nil for a font that has one only.
  public let weightAxis: ClosedRange<Double>?

  /// All of the file.
  let bytes: [UInt8]
  /// Whether some of its glyphs are pictures, which have no outline.
  let hasPictures: Bool

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
    let face = try OpenFont.open(bytes) { font throws(FontProblem) in
      try FaceSurvey(font, directory)
    }
    (self.bytes, self.name) = (bytes, name)
    (unitsPerEm, glyphCount) = (face.unitsPerEm, face.glyphCount)
    (weightAxis, hasPictures) = (face.weightAxis, face.hasPictures)
    weight = directory.number("OS/2", at: 4).map { min(900, max(100, Double($0))) } ?? 400
  }
}
