internal import CDeflate

/// The door to libdeflate.
enum Deflate {
  /// Packs bytes into a zlib stream; nil if there is not enough memory.
  static func zlib(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    guard let deflator = unsafe libdeflate_alloc_compressor(level) else { return nil }
    defer { unsafe libdeflate_free_compressor(deflator) }
    let capacity = unsafe libdeflate_zlib_compress_bound(deflator, bytes.count)
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = unsafe libdeflate_zlib_compress(
        deflator, bytes, bytes.count, target.baseAddress, capacity)
    }
    return packed.isEmpty ? nil : packed
  }

  /// The checksum that PNG chunks end with.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
