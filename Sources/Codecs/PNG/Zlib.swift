internal import CDeflate
internal import Pixels

/// zlib streams and checksums, by libdeflate.
enum Zlib {
  /// Compresses bytes at one of libdeflate's levels, 1 to 12.
  static func compressed(_ bytes: [UInt8], level: Int32) throws(PNGError) -> [UInt8] {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else { throw .outOfMemory }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let capacity = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    let stream = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = unsafe libdeflate_zlib_compress(
        compressor, bytes, bytes.count, target.baseAddress, capacity)
    }
    guard !stream.isEmpty else { throw .outOfMemory }
    return stream
  }

  /// The `count` bytes of a stream, and one zero behind them; nil if the stream holds anything
  /// else.
  static func decompressed(_ stream: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard let bytes = decompressed(stream, atMost: count, zeros: 1), bytes.count == count + 1
    else { return nil }
    return bytes
  }

  /// All bytes of a stream, if there are at most `limit`, and `zeros` behind them; nil if there are
  /// more, or it is none.
  static func decompressed(
    _ stream: ArraySlice<UInt8>, atMost limit: Int, zeros: Int = 0
  ) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var (result, count) = (LIBDEFLATE_BAD_DATA, 0)
    let capacity = limit + zeros
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, initialized in
      unsafe stream.withUnsafeBytes { source in
        unsafe result = libdeflate_zlib_decompress(
          decompressor, source.baseAddress, source.count, target.baseAddress, limit, &count)
      }
      guard result == LIBDEFLATE_SUCCESS else { return }
      for place in count..<count + zeros { unsafe target[place] = 0 }
      initialized = count + zeros
    }
    return result == LIBDEFLATE_SUCCESS ? bytes : nil
  }

  /// The checksum that zlib streams end with.
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    unsafe libdeflate_adler32(1, bytes, bytes.count)
  }

  /// The checksum of bytes with `first`, and behind them `count` bytes with `second`.
  static func adler32(_ first: UInt32, followedBy second: UInt32, of count: Int) -> UInt32 {
    let prime = 65_521
    let low = (Int(first & 0xFFFF) + prime - 1) % prime
    let high = (Int(first >> 16) + Int(second >> 16) + count % prime * low) % prime
    return UInt32(high << 16 | (low + Int(second & 0xFFFF)) % prime)
  }

  /// The checksum that PNG chunks end with.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
