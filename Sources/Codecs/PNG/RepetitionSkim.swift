internal import CRowTwins
internal import Pixels

/// Looks for repetitions in half of the time of `RepetitionSearch`.
///
/// Of places that begin alike only the last two are known, most that a repetition steps over are
/// not, and the first thing that goes on for long is taken.
struct RepetitionSkim: RepetitionFinder {
  private static let slots = 8192
  private static let partBytes = 1 << 15

  private let step: Int
  private let rowBytes: Int
  private var pairs = [UInt32](repeating: 0, count: slots)
  private var singles = [UInt16](repeating: 0, count: slots)

  /// A search in rows of so many bytes in which pixels take `step`, 1 to 4.
  init(rowBytes: Int, step: Int) {
    precondition((1...4).contains(step) && rowBytes > 0, "no rows of pixels")
    (self.step, self.rowBytes) = (step, rowBytes)
  }

  mutating func walk(
    _ bytes: Span<UInt8>, from start: Int, origin: Int, literalBits _: Int,
    into tokens: inout DeflateTokens
  ) {
    // A few rows at a time, so that no room is made for tokens that hardly ever come.
    let part = max(1, Self.partBytes / rowBytes) * rowBytes
    for place in stride(from: start, to: bytes.count, by: part) {
      let end = min(place + part, bytes.count)
      skim(bytes.extracting(..<end), from: place, origin: origin, into: &tokens)
    }
  }

  private mutating func skim(
    _ bytes: Span<UInt8>, from start: Int, origin: Int, into tokens: inout DeflateTokens
  ) {
    precondition(start >= 0, "in front of all bytes")
    guard start < bytes.count else { return }
    let room = tokens.makeRoom(for: bytes.count - start)
    let (step, rowBytes) = (step, rowBytes)
    var (pairs, singles) = ([UInt32](), [UInt16]())
    swap(&pairs, &self.pairs)
    swap(&singles, &self.singles)
    var pairSpan = pairs.mutableSpan
    var singleSpan = singles.mutableSpan
    let made = unsafe bytes.lend(0, bytes.count) { first in
      var skim = unsafe rt_skim(
        bytes: first, count: bytes.count, step: step, row_bytes: rowBytes, origin: origin)
      return unsafe pairSpan.lend(0, Self.slots) { pairs in
        unsafe singleSpan.lend(0, Self.slots) { singles in
          unsafe tokens.lend(room) {
            unsafe rt_skim_rows(&skim, start, rt_sights(pairs: pairs, singles: singles), $0)
          }
        }
      }
    }
    tokens.take(made)
    swap(&pairs, &self.pairs)
    swap(&singles, &self.singles)
  }
}
