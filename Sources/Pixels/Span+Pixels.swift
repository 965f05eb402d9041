// Loops over single bytes with checked bounds are the plain way; they cost several times as much.
// These loads and stores check once for a whole step, and then move 4 or 16 bytes.

extension Span where Element == UInt8 {
  /// The pixel whose first byte is at `offset`.
  @inlinable
  @inline(__always)
  public func pixel(at offset: Int) -> Pixel {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    return unsafe Pixel(
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<UInt8>.self))
  }

  /// Two pixels from `offset`.
  @inlinable
  @inline(__always)
  public func twoPixels(at offset: Int) -> SIMD8<UInt8> {
    precondition(offset >= 0 && offset &+ 8 <= count, "pixels outside of their row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD8<UInt8>.self)
  }

  /// Sixteen bytes, four pixels, from `offset`.
  @inlinable
  @inline(__always)
  public func fourPixels(at offset: Int) -> SIMD16<UInt8> {
    precondition(offset >= 0 && offset &+ 16 <= count, "pixels outside of their row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
  }
}

extension Span where Element == UInt8 {
  /// Whether the `count` pixels from `offset` on are all opaque.
  public func hasFullAlphas(from offset: Int, count: Int) -> Bool {
    var done = 0
    // Piece by piece, so that a hole is found early.
    while count &- done >= 16 {
      let piece = Swift.min(1024, count &- done) & ~15
      guard opaqueSixteens(from: offset &+ done &* 4, count: piece) else { return false }
      done &+= piece
    }
    var least: UInt8 = 255
    while done < count {
      least &= pixel(at: offset &+ done &* 4).alpha
      done &+= 1
    }
    return least == 255
  }

  /// The same of a multiple of 16 pixels.
  private func opaqueSixteens(from offset: Int, count: Int) -> Bool {
    let end = offset &+ count &* 4
    precondition(offset >= 0 && end <= self.count, "pixels outside of their row")
    var all = SIMD16<UInt8>(repeating: 255)
    for at in stride(from: offset, to: end, by: 64) {
      let (first, second) = (uncheckedFour(at: at), uncheckedFour(at: at &+ 16))
      all &= (first & second) & (uncheckedFour(at: at &+ 32) & uncheckedFour(at: at &+ 48))
    }
    return all[3] & all[7] & all[11] & all[15] == 255
  }

  /// Four pixels of a part that was checked.
  @inline(__always)
  private func uncheckedFour(at offset: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
  }
}

extension MutableSpan where Element == UInt8 {
  /// The pixel whose first byte is at `offset`.
  @inlinable
  @inline(__always)
  public func pixel(at offset: Int) -> Pixel {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    return unsafe Pixel(
      bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<UInt8>.self))
  }

  /// Replaces the pixel whose first byte is at `offset`.
  @inlinable
  @inline(__always)
  public mutating func setPixel(_ pixel: Pixel, at offset: Int) {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(
      of: pixel.channels, toUncheckedByteOffset: offset, as: SIMD4<UInt8>.self)
  }

  /// Copies `length` bytes of `source` from `start` to `offset`.
  @inlinable
  public mutating func copyBytes(
    _ source: Span<UInt8>, from start: Int, to offset: Int, length: Int
  ) {
    guard length > 0 else { return }
    let part = source.extracting(start..<start + length)
    precondition(offset >= 0 && offset + length <= count, "bytes outside of their rows")
    unsafe part.withUnsafeBytes { from in
      unsafe withUnsafeMutableBytes { to in
        unsafe UnsafeMutableRawBufferPointer(rebasing: to[offset..<offset + length])
          .copyMemory(from: from)
      }
    }
  }
}

extension MutableSpan where Element == UInt8 {
  /// Copies `length` bytes from `start` to `offset`, so far away that both have no byte in common.
  @inlinable
  public mutating func repeatBytes(from start: Int, to offset: Int, length: Int) {
    guard length > 0 else { return }
    precondition(
      start >= 0 && start + length <= count && offset >= 0 && offset + length <= count
        && abs(offset - start) >= length, "bytes outside of their rows")
    unsafe withUnsafeMutableBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + length])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
    }
  }
}

extension Span where Element == UInt8 {
  /// Four bytes, one pixel, from `offset` as one number: for asking whether two are the same.
  @inlinable
  @inline(__always)
  public func pixelWord(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= count, "a pixel outside of its row")
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
  }

  /// Eight pixels from `offset`, as numbers: for asking which are the same.
  @inlinable
  @inline(__always)
  public func eightWords(at offset: Int) -> SIMD8<UInt32> {
    precondition(offset >= 0 && offset &+ 32 <= count, "a pixel outside of its row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD8<UInt32>.self)
  }

  /// Thirty-two bytes, eight pixels, from `offset`, as four numbers.
  @inlinable
  @inline(__always)
  public func fourWords(at offset: Int) -> SIMD4<UInt64> {
    precondition(offset >= 0 && offset &+ 32 <= count, "pixels outside of their row")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD4<UInt64>.self)
  }
}

extension Span where Element: BitwiseCopyable {
  /// Lends `count` elements from `start` on to a loop in C; at least one.
  @inlinable
  @inline(__always)
  public func lend<Result>(
    _ start: Int, _ count: Int, _ body: (UnsafePointer<Element>) -> Result
  ) -> Result {
    let part = extracting(start..<start &+ count)
    return unsafe part.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { preconditionFailure("no row is empty") }
      return unsafe body(first)
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Lends `count` elements from `start` on to a loop in C, to be changed; at least one.
  @inlinable
  @inline(__always)
  public mutating func lend<Result>(
    _ start: Int, _ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    precondition(start >= 0 && count > 0 && start &+ count <= self.count, "outside of its rows")
    return unsafe withUnsafeMutableBufferPointer { elements in
      guard let first = elements.baseAddress else { preconditionFailure("no row is empty") }
      return unsafe body(first + start)
    }
  }
}
