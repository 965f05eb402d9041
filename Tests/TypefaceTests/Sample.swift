import Foundation
import TestSupport
import Typeface

/// Fonts that Debian installs, for the tests.
enum Sample {
  /// The program's own font.
  static func inter() throws -> FontFile { try FontFile(bytes: Inter.bytes, name: Inter.name) }

  /// A stack of Inter alone, or of Inter and others.
  static func interStack(_ fallback: FontFile...) throws -> FontStack {
    FontStack(primary: try inter(), fallback: fallback)
  }

  /// DejaVu Sans, which has Hebrew and Arabic; nil, and a line that says so, where it is missing.
  static func dejaVu() throws -> FontFile? {
    try dejaVuBytes().map { bytes throws in try FontFile(bytes: bytes, name: "DejaVuSans.ttf") }
  }

  /// The bytes of its file.
  static func dejaVuBytes() throws -> [UInt8]? {
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    guard FileManager.default.fileExists(atPath: path) else {
      OutsideProgram.skip("\(path) is not installed")
      return nil
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// A layout in Inter at 17 points unless told otherwise, on one endless line by default.
  static func layout(
    _ text: String, style: TextStyle = TextStyle(size: 17), width: Double = .infinity
  ) throws -> TextLayout {
    try TextLayout(text, style: style, fonts: interStack(), width: width)
  }
}

extension TextLayout {
  /// What each line shows of `text`.
  func strings(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return lines.map { line in String(String.UnicodeScalarView(scalars[line.range])) }
  }
}

/// A font whose every letter is a square of 4 by 4 points in a cell of 5, at a size of 10.
///
/// It has ASCII, three Hebrew letters, two ideographs, kana, two hyphens and an ellipsis.
enum Mono {
  /// A style in which a letter is 5 points wide and a line 10 points high.
  static let style = TextStyle(size: 10)

  private static let scalars: [UInt32] =
    Array(0x21...0x7E) + [0x5D0, 0x5D1, 0x5D2, 0x2010, 0x2026, 0x3001, 0x3042, 0x65E5, 0x672C]

  /// The font, without the letters in `missing`.
  static func stack(missing: String = "") throws -> FontStack {
    let left = scalars.compactMap(Unicode.Scalar.init).filter {
      !missing.unicodeScalars.contains($0)
    }
    let glyphs = [TinyFont.Glyph(scalar: 0x20)] + left.map { TinyFont.square($0) }
    return FontStack(primary: try FontFile(bytes: TinyFont(glyphs: glyphs).bytes, name: "mono"))
  }

  /// A layout in this font.
  static func layout(
    _ text: String, style: TextStyle = style, width: Double = .infinity,
    height: Double = .infinity
  ) throws -> TextLayout {
    try TextLayout(text, style: style, fonts: stack(), width: width, height: height)
  }
}
