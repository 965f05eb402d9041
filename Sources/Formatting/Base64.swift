/// Bytes as text (RFC 4648).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of `bytes`, with `=` at its end where it needs them.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let triple = (0..<3).reduce(UInt32(0)) { word, i in
        word << 8 | (i < count ? UInt32(bytes[start + i]) : 0)
      }
      for place in 0..<4 {
        let letter = letters[Int(triple >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place <= count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of which `text` is the text, spaces and lines in it ignored; nil where it is none.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    let (space, end) = (UInt8(64), UInt8(65))
    var values = [UInt8](repeating: 66, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    for letter in " \t\r\n".utf8 { values[Int(letter)] = space }
    values[Int(UInt8(ascii: "="))] = end
    var bytes: [UInt8] = []
    var (word, bits, isAtEnd) = (UInt32(0), UInt32(0), false)
    for letter in text {
      let value = values[Int(letter)]
      isAtEnd = isAtEnd || value == end
      if value == space || value == end { continue }
      guard !isAtEnd, value < 64 else { return nil }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return bits < 6 ? bytes : nil
  }
}
