internal import CRowTwins
internal import Pixels

// The door to the loops in C. A twin does the first part of what is to be done, and answers how much
// that was; the loop in Swift goes on from there. Both come to the same bytes.

/// Whether the processor has lanes for which the loops in C were made.
func hasWideRows() -> Bool { rt_is_wide() != 0 }

/// Filters a row of `count` bytes at `start` of both lines; what is left of them must be there too.
func widePaeth(
  _ row: Span<UInt8>, _ above: Span<UInt8>, from start: Int, step: Int,
  to target: inout MutableSpan<UInt8>, at offset: Int, count: Int
) -> Int {
  precondition(start >= step, "outside of a line")
  guard count > 0 else { return 0 }
  let (first, length) = (start &- step, count &+ step)
  return unsafe row.lend(first, length) { row in
    unsafe above.lend(first, length) { above in
      unsafe target.lend(offset, count) {
        unsafe rt_paeth_row(row + step, above + step, step, $0, count)
      }
    }
  }
}

extension Span where Element == UInt8 {
  /// How many bytes from `start` are those from `other` for certain; more may be.
  func wideSame(from start: Int, to other: Int, count: Int) -> Int {
    guard count >= 32 else { return 0 }
    return unsafe lend(start, count) { bytes in
      unsafe lend(other, count) { unsafe rt_same_bytes(bytes, $0, count) }
    }
  }
}

extension RepetitionSearch {
  /// Divides a part of a row into tokens, as far as it can; answers where it came to.
  func wideWalk(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, _ heads: inout MutableSpan<Int32>,
    _ chain: inout MutableSpan<Int32>, into tokens: inout DeflateTokens
  ) -> Int {
    guard bytes.count >= 8, start < end else { return start }
    precondition(start >= 0 && end <= bytes.count && (1...4).contains(step), "outside of a row")
    // A repetition that goes on behind the row takes a token for 258 bytes.
    let room = tokens.makeRoom(for: end &- start &+ (bytes.count &- end) / 256 &+ 2)
    var written = 0
    let done = unsafe bytes.lend(0, bytes.count) { first in
      var search = unsafe rt_search(
        bytes: first, count: bytes.count, step: step, row_bytes: rowBytes, origin: origin,
        places: places, nice_length: niceLength)
      return unsafe heads.lend(0, Self.slots) { heads in
        unsafe chain.lend(0, Self.window) { chain in
          unsafe tokens.lend(room) { tokens in
            var finds = unsafe rt_finds(heads: heads, chain: chain, tokens: tokens, count: 0)
            let done = unsafe rt_search_row(&search, start, end, &finds)
            unsafe written = finds.count
            return done
          }
        }
      }
    }
    tokens.take(written)
    return start &+ done
  }
}

/// Copies the first `depth` bytes of each of `width` pixels, which are lent to a loop.
private func wideCopy(
  of rgba: Span<UInt8>, from start: Int, to bytes: inout MutableSpan<UInt8>, at offset: Int,
  width: Int, depth: Int,
  _ loop: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Int
) -> Int {
  guard width > 0 else { return 0 }
  return unsafe rgba.lend(start, width &* 4) { source in
    unsafe bytes.lend(offset, width &* depth) { unsafe loop(source, $0, width) }
  }
}

/// Copies `width` pixels without their alpha.
func wideColors(
  of rgba: Span<UInt8>, from start: Int, to rgb: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) -> Int {
  unsafe wideCopy(
    of: rgba, from: start, to: &rgb, at: offset, width: width, depth: 3
  ) { unsafe rt_drop_alphas($0, $1, $2) }
}

/// Copies of `width` pixels the first byte; answers of how many, which are a multiple of four.
func wideReds(
  of rgba: Span<UInt8>, from start: Int, to reds: inout MutableSpan<UInt8>, at offset: Int,
  width: Int
) -> Int {
  unsafe wideCopy(
    of: rgba, from: start, to: &reds, at: offset, width: width, depth: 1
  ) { unsafe rt_keep_reds($0, $1, $2) }
}

/// Turns pixels into three planes, one behind the other; answers how many pixels.
func widePlanes(of rgba: Span<UInt8>, to planes: inout MutableSpan<UInt8>) -> Int {
  let count = planes.count / 3
  guard count > 0 else { return 0 }
  return unsafe rgba.lend(0, count &* 4) { source in
    unsafe planes.lend(0, count &* 3) { first in
      let planes = unsafe rt_planes(
        luma: first, blue_difference: first + count, red_difference: first + 2 &* count)
      return unsafe rt_split_colors(source, planes, count)
    }
  }
}

extension RowPlace {
  /// Undoes a filter; answers how many pixels, which are all of them or none.
  func wideUndo(_ filter: PNGFilter, in rows: inout MutableSpan<UInt8>) -> Int {
    checkBounds(rows.count)
    return unsafe rows.lend(0, rows.count) { first in
      unsafe rt_undo_filter(row(filter, in: first))
    }
  }

  /// Undoes Paeth's filter in this row and in the one below; answers how many pixels of each, which
  /// are all of them or none.
  func wideUndo(with lower: RowPlace, in rows: inout MutableSpan<UInt8>) -> Int {
    precondition(above != nil && lower.above == target, "rows that do not follow each other")
    checkBounds(rows.count)
    lower.checkBounds(rows.count)
    return unsafe rows.lend(0, rows.count) { first in
      unsafe rt_undo_two(row(.paeth, in: first), lower.row(.paeth, in: first))
    }
  }

  private func checkBounds(_ count: Int) {
    let last = max(source + width * depth, target + width * 4)
    precondition(last < count && min(source, target, above ?? 0) >= 0, "outside of its rows")
    precondition((above ?? 0) + width * 4 <= count, "a row above that is not there")
  }

  private func row(_ filter: PNGFilter, in first: UnsafeMutablePointer<UInt8>) -> rt_filtered_row {
    unsafe rt_filtered_row(
      source: first + source, target: first + target, above: above.map { unsafe first + $0 },
      width: width, depth: depth, filter: filter.rawValue)
  }
}

/// Counts the bytes of words in which no repetition begins, in four tables of 256 by turns; answers
/// where the next word is.
func wideCount(
  _ bytes: Span<UInt8>, from place: Int, to end: Int, step: Int, rowBytes: Int,
  in counts: inout MutableSpan<UInt32>
) -> Int {
  precondition(end <= bytes.count && place >= step, "outside of their bytes")
  guard place < end else { return place }
  let count = bytes.count
  return unsafe bytes.lend(0, count) { bytes in
    unsafe counts.lend(0, 1024) {
      unsafe rt_count_words(bytes, place, end, count, step, rowBytes, $0)
    }
  }
}

extension BitPacker {
  /// Writes the codes of words in which no repetition begins; answers where the next word is.
  mutating func wideAppend(
    _ bytes: Span<UInt8>, from place: Int, step: Int, rowBytes: Int, _ codes: Span<UInt32>,
    to target: inout MutableSpan<UInt8>
  ) -> Int {
    guard place < bytes.count else { return place }
    precondition(place >= step, "outside of their bytes")
    // Twelve bits a byte, and eight bytes that are stored whenever.
    let most = written &+ (bytes.count &- place) / 2 &* 3 &+ 16
    let count = bytes.count
    var state = rt_bits(pending: pending, pending_bits: pendingBits, written: written)
    let next = unsafe bytes.lend(0, count) { bytes in
      unsafe codes.lend(0, 256) { codes in
        unsafe target.lend(0, most) {
          unsafe rt_pack_words(bytes, place, count, step, rowBytes, codes, &state, $0)
        }
      }
    }
    (pending, pendingBits, written) = (state.pending, state.pending_bits, state.written)
    return next
  }
}

/// Counts the symbols of tokens; answers of how many.
func wideCount(
  _ tokens: DeflateTokens, _ lengths: RepetitionLengths, _ bytes: inout MutableSpan<UInt32>,
  _ distances: inout MutableSpan<UInt32>
) -> Int {
  guard tokens.count > 0 else { return 0 }
  return unsafe tokens.bits.span.lend(0, tokens.count) { first in
    unsafe lengths.symbols.span.lend(0, RepetitionLengths.longest + 1) { symbols in
      unsafe bytes.lend(0, 286) { bytes in
        unsafe distances.lend(0, 30) {
          unsafe rt_count_tokens(first, tokens.count, symbols, bytes, $0)
        }
      }
    }
  }
}

extension BitPacker {
  /// Writes the codes of tokens; answers of how many.
  mutating func wideAppend(
    _ tokens: DeflateTokens, _ bytes: Span<UInt32>, _ lengths: Span<UInt32>,
    _ distances: Span<UInt32>, to target: inout MutableSpan<UInt8>
  ) -> Int {
    guard tokens.count > 0 else { return 0 }
    // Forty-eight bits a token, and eight bytes that are stored whenever.
    let most = written &+ tokens.count &* 6 &+ 16
    var state = rt_bits(pending: pending, pending_bits: pendingBits, written: written)
    let done = unsafe tokens.bits.span.lend(0, tokens.count) { first in
      unsafe bytes.lend(0, 286) { bytes in
        unsafe lengths.lend(0, RepetitionLengths.longest + 1) { lengths in
          unsafe distances.lend(0, 30) { distances in
            let codes = unsafe rt_codes(bytes: bytes, lengths: lengths, distances: distances)
            return unsafe target.lend(0, most) {
              unsafe rt_write_tokens(first, tokens.count, codes, &state, $0)
            }
          }
        }
      }
    }
    (pending, pendingBits, written) = (state.pending, state.pending_bits, state.written)
    return done
  }
}
