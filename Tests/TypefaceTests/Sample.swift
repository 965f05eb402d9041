import Foundation
import Typeface

/// Fonts that Debian installs, for the tests.
enum Sample {
  /// Inter, regular unless told otherwise; it is among what the tests need.
  static func inter(weight: Double = 400) throws -> FontFile {
    let name = SystemFont.fileName(forWeight: weight)
    return try FontFile(bytes: bytes("/usr/share/fonts/opentype/inter/\(name)"), name: name)
  }

  /// A stack of Inter alone, or of Inter and others.
  static func interStack(_ fallback: FontFile...) throws -> FontStack {
    FontStack(primary: try inter(), fallback: fallback)
  }

  /// DejaVu Sans, which has Hebrew and Arabic; nil, and a line that says so, where it is missing.
  static func dejaVu() throws -> FontFile? {
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    guard FileManager.default.fileExists(atPath: path) else {
      print("skipped: \(path) is not installed")
      return nil
    }
    return try FontFile(bytes: bytes(path), name: "DejaVuSans.ttf")
  }

  /// The bytes of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
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
