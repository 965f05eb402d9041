internal import CRowTwins

// The door to the loops in C. A twin does the first part of what is to be done, and answers how much
// that was; the loop in Swift goes on from there. Both come to the same bytes.

/// Whether the processor has lanes for which the loops in C were made.
func hasWideRows() -> Bool { rt_is_wide() != 0 }

/// Filters a row of `count` bytes at `start` of both lines; what is left of them must be there too.
func wideFilter(
  _ filter: PNGFilter, _ row: Span<UInt8>, _ above: Span<UInt8>, from start: Int, step: Int,
  to target: inout MutableSpan<UInt8>, at offset: Int, count: Int
) -> Int {
  precondition(start >= step && start &+ count <= min(row.count, above.count), "outside of a line")
  precondition(offset >= 0 && offset &+ count <= target.count, "outside of its rows")
  return unsafe row.withUnsafeBufferPointer { row in
    unsafe above.withUnsafeBufferPointer { above in
      unsafe target.withUnsafeMutableBufferPointer { target in
        guard let row = row.baseAddress, let above = above.baseAddress,
          let target = target.baseAddress
        else { return 0 }
        return unsafe rt_filter_row(
          Int32(filter.rawValue), row + start, above + start, step, target + offset, count)
      }
    }
  }
}

/// Copies `width` pixels without their alpha.
func wideColors(
  of rgba: Span<UInt8>, from start: Int, to rgb: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) -> Int {
  precondition(start >= 0 && start &+ width &* 4 <= rgba.count, "outside of its rows")
  precondition(offset >= 0 && offset &+ width &* 3 <= rgb.count, "outside of its rows")
  return unsafe rgba.withUnsafeBufferPointer { source in
    unsafe rgb.withUnsafeMutableBufferPointer { target in
      guard let source = source.baseAddress, let target = target.baseAddress else { return 0 }
      return unsafe rt_drop_alphas(source + start, target + offset, width)
    }
  }
}

/// Counts the bytes of words in which no repetition begins, in four tables of 256 by turns; answers
/// where the next word is.
func wideCount(
  _ bytes: Span<UInt8>, from place: Int, to end: Int, step: Int, rowBytes: Int,
  in counts: inout MutableSpan<UInt32>
) -> Int {
  precondition(end <= bytes.count && counts.count == 1024, "outside of their bytes")
  let count = bytes.count
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    unsafe counts.withUnsafeMutableBufferPointer { counts in
      guard let bytes = bytes.baseAddress, let counts = counts.baseAddress else { return place }
      return unsafe rt_count_words(bytes, place, end, count, step, rowBytes, counts)
    }
  }
}

extension BitPacker {
  /// Writes the codes of words in which no repetition begins; answers where the next word is.
  mutating func wideAppend(
    _ bytes: Span<UInt8>, from place: Int, step: Int, rowBytes: Int, _ codes: Span<UInt32>,
    to target: inout MutableSpan<UInt8>
  ) -> Int {
    // Twelve bits a byte, and eight bytes that are stored whenever.
    let most = written &+ (bytes.count &- place) / 2 &* 3 &+ 16
    precondition(codes.count >= 256 && most <= target.count, "outside of the target")
    let count = bytes.count
    var state = rt_bits(pending: pending, pending_bits: pendingBits, written: written)
    let next = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe codes.withUnsafeBufferPointer { codes in
        unsafe target.withUnsafeMutableBufferPointer { target in
          guard let bytes = bytes.baseAddress, let codes = codes.baseAddress,
            let target = target.baseAddress
          else { return place }
          return unsafe rt_pack_words(
            bytes, place, count, step, rowBytes, codes, &state, target)
        }
      }
    }
    (pending, pendingBits, written) = (state.pending, state.pending_bits, state.written)
    return next
  }
}
