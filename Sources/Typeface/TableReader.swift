/// Reads big-endian numbers from a part of a font file, one after the other.
///
/// Reading past the end gives zeros and is remembered, so that a caller asks once, at the end.
struct TableReader {
  private let bytes: [UInt8]
  private let end: Int
  /// Where the next number begins, in the file.
  private(set) var position: Int
  /// Whether a number would have been past the end.
  private(set) var isPastEnd = false

  /// Reads `range` of a file, as far as the file goes.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    end = min(range.upperBound, bytes.count)
    position = range.lowerBound
  }

  /// The same part from `offset` bytes behind the present position on.
  func skipping(_ offset: Int) -> TableReader {
    var reader = self
    reader.position = position + offset
    return reader
  }

  mutating func byte() -> Int {
    guard position >= 0, position < end else {
      isPastEnd = true
      return 0
    }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func signedByte() -> Int { Int(Int8(truncatingIfNeeded: byte())) }

  mutating func word() -> Int { byte() << 8 | byte() }

  mutating func signedWord() -> Int { Int(Int16(truncatingIfNeeded: word())) }

  mutating func long() -> Int { word() << 16 | word() }

  mutating func signedLong() -> Int { Int(Int32(truncatingIfNeeded: long())) }

  /// Reads `count` times.
  mutating func list<Element>(_ count: Int, _ read: (inout Self) -> Element) -> [Element] {
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count where !isPastEnd { list.append(read(&self)) }
    return list
  }
}

extension FontDirectory {
  /// Reads the table of this tag from its beginning; nil if there is none.
  func reader(_ tag: String) -> TableReader? {
    self[tag].map { TableReader(bytes, $0.offset..<$0.offset + $0.length) }
  }
}
