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
}
