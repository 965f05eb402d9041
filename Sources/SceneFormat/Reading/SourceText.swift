import Formatting

/// A text that was read, for showing where a mistake is.
public struct SourceText: Hashable, Sendable {
  /// The file as it is shown to people.
  public var file: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// As long as a line of an excerpt may be.
  private static let width = 100

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
    let place = mistake.place
    let excerpt = Excerpt(of: line, number: place.line, column: place.column, width: Self.width)
    return "\(mistake)\n\(excerpt.line)\n\(excerpt.indent)^\n"
  }
}
