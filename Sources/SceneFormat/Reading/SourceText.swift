/// A text that was read, for showing where a mistake is.
public struct SourceText: Hashable, Sendable {
  /// The file as it is shown to people.
  public var file: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// More than a terminal shows on one line.
  private static let longestLine = 100

  /// The text `bytes` of `file`.
  public init(file: String, bytes: [UInt8]) {
    (self.file, self.bytes) = (file, bytes)
  }

  /// The line `number`, from 1, without its end; what is no UTF-8 is replaced.
  public func line(_ number: Int) -> String {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var current = 1
    while current < number, start < bytes.count {
      start = endOfLine(from: start)
      if start + 1 < bytes.count, bytes[start] == 0x0D, bytes[start + 1] == 0x0A { start += 1 }
      start += 1
      current += 1
    }
    guard start < bytes.count else { return "" }
    return String(decoding: bytes[start..<endOfLine(from: start)], as: UTF8.self)
  }

  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  /// The mistake, its line of text, and a caret below: three lines.
  public func excerpt(for mistake: SceneError) -> String {
    let scalars = Array(line(mistake.place.line).unicodeScalars)
    let caret = max(0, min(mistake.place.column - 1, scalars.count))
    // A long line is cut to a window around the caret.
    let start = scalars.count > Self.longestLine ? max(0, caret - Self.longestLine / 2) : 0
    let end = min(scalars.count, start + Self.longestLine)
    let before = scalars[start..<min(caret, end)].map(Self.shown).joined()
    let rest = scalars[min(caret, end)..<end].map(Self.shown).joined()
    let lead = start > 0 ? "…" : ""
    let blank = String(repeating: " ", count: Self.cells(lead + before))
    let tail = end < scalars.count ? "…" : ""
    return "\(mistake)\n\(lead)\(before)\(rest)\(tail)\n\(blank)^\n"
  }

  /// A character as it is printed: a tab as one blank, so that the caret stands below its place.
  private static func shown(_ scalar: Unicode.Scalar) -> String {
    scalar == "\t" ? " " : Escaped.printed(scalar)
  }

  /// The cells of a terminal that a text takes: East Asian characters and emoji two, marks that
  /// stand on others none.
  private static func cells(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + cells($1) }
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
