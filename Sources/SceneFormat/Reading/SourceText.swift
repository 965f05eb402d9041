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
  public func line(_ number: Int) -> String { line(number, starts: lineStarts) }

  /// Where each line begins.
  var lineStarts: [Int] {
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() {
      let isEnd = byte == 0x0A || (byte == 0x0D && bytes[min(index + 1, bytes.count - 1)] != 0x0A)
      if isEnd { starts.append(index + 1) }
    }
    return starts
  }

  private func line(_ number: Int, starts: [Int]) -> String {
    guard starts.indices.contains(number - 1) else { return "" }
    let start = starts[number - 1]
    let next = starts.indices.contains(number) ? starts[number] : bytes.count
    let line = bytes[start..<max(start, next)]
    let end = line.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? start - 1
    return String(decoding: bytes[start..<(end + 1)], as: UTF8.self)
  }

  /// The mistake, its line of text, and a caret below: three lines.
  public func excerpt(for mistake: SceneError) -> String {
    excerpt(for: mistake, line(mistake.place.line))
  }

  /// The mistakes one below the other.
  ///
  /// In a text of one endless line each excerpt takes time in proportion to all of it: when that
  /// adds up, the last ones come without.
  func excerpts(for mistakes: [SceneError]) -> String {
    let starts = lineStarts
    var budget = 64_000_000
    return mistakes.map { mistake in
      guard budget > 0 else { return "\(mistake)\n" }
      let line = line(mistake.place.line, starts: starts)
      budget -= line.utf8.count
      return excerpt(for: mistake, line)
    }.joined()
  }

  private func excerpt(for mistake: SceneError, _ line: String) -> String {
    let scalars = Array(line.unicodeScalars)
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
