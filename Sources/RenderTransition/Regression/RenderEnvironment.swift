import Codecs
public import Pixels
import Typeface

/// What a picture depends on besides its scene: another of these may draw other pixels.
public struct RenderEnvironment: Hashable, Sendable {
  /// Raised by one whenever the same scene, with the same fonts and libraries, gives other pixels
  /// than before.
  public static let currentLook = 7

  /// The look of the renderer.
  public var look = currentLook
  /// The libraries and their versions.
  public var libraries: [Library]
  /// The fonts that were opened.
  public var fonts: [Font]

  /// A library that has a say in where glyphs go, or what a picture's pixels are.
  public struct Library: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String
  }

  /// A font file.
  public struct Font: Hashable, Sendable {
    /// The scene's path for it, or its name among the system's.
    public var name: String
    /// The hash of its bytes.
    public var hash: FrameHash
  }
}

extension RenderEnvironment {
  /// What is installed here, with the fonts that a scene has opened.
  init(_ fonts: [LoadedFont]) {
    let texts = TextLibraries.versions.map { Library(name: $0.name, version: $0.version) }
    let all = texts + [Library(name: "libpng", version: PNGLibrary.version)]
    libraries = all.sorted { $0.name < $1.name }
    self.fonts = fonts.map { Font(name: $0.name, hash: FrameHash(ofBytes: $0.bytes)) }
      .sorted { ($0.name, "\($0.hash)") < ($1.name, "\($1.hash)") }
  }
}

extension FrameHash {
  /// The hash of a file: that of a row of pixels which holds its bytes, and of its length.
  init(ofBytes bytes: [UInt8]) {
    var row = bytes
    row.append(contentsOf: [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4))
    for shift in stride(from: 0, to: 64, by: 8) {
      row.append(UInt8(truncatingIfNeeded: bytes.count >> shift))
    }
    let pixels = Pixmap(width: row.count / 4, height: 1, premultiplied: row)
    self.init(pixels ?? Pixmap(width: 0, height: 0))
  }
}
