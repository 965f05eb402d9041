/// A change of a text: some of its bytes give way to others.
package struct TextEdit: Hashable, Sendable {
  /// The bytes that give way.
  package var range: Range<Int>
  /// What takes their place.
  package var bytes: [UInt8]

  /// Puts `bytes` in the place of those of `range`.
  package init(_ range: Range<Int>, _ bytes: [UInt8]) {
    (self.range, self.bytes) = (range, bytes)
  }

  /// Puts `replacement` in the place of `length` characters of a line; nil if it has fewer.
  init?(of text: [UInt8], at place: Place, length: Int, replacement: String) {
    var walker = JSONParser(bytes: text, file: "", depthLimit: 0)
    walker.skipByteOrderMark()
    func goes(to column: Int) -> Bool {
      while walker.line < place.line || walker.column < column {
        guard !walker.isAtEnd, walker.line <= place.line else { return false }
        walker.advanceOverAnything()
      }
      return walker.line == place.line
    }
    guard goes(to: place.column) else { return nil }
    let start = walker.index
    guard goes(to: place.column + length) else { return nil }
    self.init(start..<walker.index, Array(replacement.utf8))
  }

  /// The text with the change made.
  package func applied(to text: [UInt8]) -> [UInt8] {
    text[..<range.lowerBound] + bytes + text[range.upperBound...]
  }
}
