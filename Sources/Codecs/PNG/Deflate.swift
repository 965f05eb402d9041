internal import CDeflate

/// The door to libdeflate.
enum Deflate {
  /// Packs bytes into a zlib stream.
  static func zlib(_ bytes: [UInt8], level: Int32) throws(PNGError) -> [UInt8] {
    guard let deflator = unsafe libdeflate_alloc_compressor(level) else { throw .outOfMemory }
    defer { unsafe libdeflate_free_compressor(deflator) }
    let capacity = unsafe libdeflate_zlib_compress_bound(deflator, bytes.count)
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = unsafe libdeflate_zlib_compress(
        deflator, bytes, bytes.count, target.baseAddress, capacity)
    }
    guard !packed.isEmpty else { throw .outOfMemory }
    return packed
  }

  /// The checksum that zlib streams end with, of these bytes behind those of another.
  static func adler(_ bytes: [UInt8], after sum: UInt32) -> UInt32 { adler(bytes[...], after: sum) }

  /// The same of a part.
  static func adler(_ bytes: ArraySlice<UInt8>, after sum: UInt32) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_adler32(sum, $0.baseAddress, $0.count) }
  }

  /// The checksum that PNG chunks end with.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
