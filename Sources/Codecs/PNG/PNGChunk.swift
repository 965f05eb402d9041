/// One piece of a PNG file: a name of four letters and what it holds.
struct PNGChunk: Hashable, Sendable {
  var name: String
  var body: [UInt8]

  init(_ name: String, _ body: [UInt8] = []) {
    (self.name, self.body) = (name, body)
  }

  /// Appends length, name, body and checksum.
  func write(to file: inout [UInt8]) {
    file.append(bigEndian: UInt32(truncatingIfNeeded: body.count))
    let start = file.count
    file += Array(name.utf8)
    file += body
    file.append(bigEndian: Deflate.checksum(file[start...]))
  }
}
