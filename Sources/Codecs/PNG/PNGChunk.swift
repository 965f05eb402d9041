/// A chunk of a PNG: a name of four letters, and its data.
struct PNGChunk: Hashable, Sendable {
  var name: String
  var body: [UInt8]

  init(_ name: String, _ body: [UInt8] = []) {
    (self.name, self.body) = (name, body)
  }

  /// Appends length, name, data and checksum.
  func write(to file: inout [UInt8]) {
    file.append(bigEndian: UInt32(truncatingIfNeeded: body.count))
    let start = file.count
    file += Array(name.utf8)
    file += body
    file.append(bigEndian: Zlib.crc32(file[start...]))
  }
}

/// Walks through the chunks of a PNG, from the first to IEND.
struct PNGChunkReader {
  /// A chunk of which the data stays in the file.
  struct Entry {
    var name: String
    /// Where its data is.
    var body: Range<Int>
  }

  private let file: [UInt8]
  private var offset = PNGHeader.signature.count
  private var isAtEnd = false

  init(_ file: [UInt8]) { self.file = file }

  /// The next chunk; nil behind IEND.
  mutating func next() throws(PNGError) -> Entry? {
    guard !isAtEnd else { return nil }
    guard offset + 12 <= file.count else { throw .truncated }
    let length = Int(file.bigEndian32(at: offset))
    guard length <= file.count - offset - 12 else { throw .truncated }
    let name = String(decoding: file[offset + 4..<offset + 8], as: Unicode.ASCII.self)
    let body = offset + 8..<offset + 8 + length
    offset = body.upperBound + 4
    isAtEnd = name == "IEND"
    return Entry(name: name, body: body)
  }

  /// Whether a chunk has the checksum that it says.
  func isIntact(_ chunk: Entry) -> Bool {
    let sum = Zlib.crc32(file[chunk.body.lowerBound - 4..<chunk.body.upperBound])
    return sum == file.bigEndian32(at: chunk.body.upperBound)
  }
}

extension [UInt8] {
  /// The big-endian number in the four bytes from `offset`, which must exist.
  func bigEndian32(at offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The big-endian number in the two bytes from `offset`, which must exist.
  func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  /// Appends all bytes of a number, the most significant first.
  mutating func append(bigEndian value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends the lowest bytes of a number, the least significant first.
  mutating func append(littleEndian number: Int, bytes count: Int) {
    for place in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}
