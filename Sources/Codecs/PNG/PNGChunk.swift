/// One piece of a PNG file: a name of four letters and what it holds.
struct PNGChunk: Hashable, Sendable {
  var name: String
  var body: [UInt8]

  init(_ name: String, _ body: [UInt8] = []) {
    (self.name, self.body) = (name, body)
  }

  /// Appends length, name, body and checksum.
  func write(to file: inout [UInt8]) {
    let start = Self.begin(name, in: &file)
    file += body
    Self.end(from: start, in: &file)
  }

  /// Begins a chunk whose body is appended to `file` itself; answers where.
  static func begin(_ name: String, in file: inout [UInt8]) -> Int {
    let start = file.count
    file.append(bigEndian: UInt32(0))
    file += Array(name.utf8)
    return start
  }

  /// Ends the chunk that begins at `start`: writes its length and its checksum.
  static func end(from start: Int, in file: inout [UInt8]) {
    let length = UInt32(truncatingIfNeeded: file.count - start - 8)
    for place in 0..<4 {
      file[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(24 - place * 8))
    }
    file.append(bigEndian: Deflate.checksum(file[(start + 4)...]))
  }
}
