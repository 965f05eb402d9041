internal import CRowTwins
internal import Pixels

/// Looks for repetitions in half of the time of `RepetitionSearch`.
///
/// Of places that begin alike only the last one is known, most that a repetition steps over are not,
/// and the first thing that goes on for long is taken.
struct RepetitionSkim: RepetitionFinder {
  /// How many pixels of a repetition are noted.
  struct Notes: Hashable, Sendable {
    /// Behind its first one.
    var behind: Int
    /// The same where it is what is above, which has been noted a row before.
    var above: Int

    /// As many as find nearly all that comes again.
    static let many = Notes(behind: 12, above: 2)
    /// As many as find most of it: gradients take a twentieth more, and a fourteenth less time.
    static let few = Notes(behind: 1, above: 1)
  }

  private static let slots = 1 << 15
  private static let partBytes = 1 << 15

  private let step: Int
  private let rowBytes: Int
  private let notes: Notes
  /// Of four pixels, of two and of one, one behind the other.
  private var sights = [UInt16](repeating: 0, count: 3 * slots)

  /// A search in rows of so many bytes in which pixels take `step`, 1 to 4.
  init(rowBytes: Int, step: Int, notes: Notes) {
    precondition((1...4).contains(step) && rowBytes > 0, "no rows of pixels")
    (self.step, self.rowBytes, self.notes) = (step, rowBytes, notes)
  }

  mutating func walk(
    _ bytes: Span<UInt8>, from start: Int, origin: Int, into tokens: inout DeflateTokens
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
    let (step, rowBytes, notes) = (step, rowBytes, notes)
    // A span of one value is no access of its own: it is taken out.
    var sights: [UInt16] = []
    swap(&sights, &self.sights)
    var span = sights.mutableSpan
    let made = unsafe bytes.lend(0, bytes.count) { first in
      var skim = unsafe rt_skim(
        bytes: first, count: bytes.count, step: step, row_bytes: rowBytes, origin: origin,
        noted: notes.behind, noted_above: notes.above)
      return unsafe span.lend(0, 3 * Self.slots) { fours in
        let twos = unsafe fours + Self.slots
        let sights = unsafe rt_sights(fours: fours, twos: twos, ones: twos + Self.slots)
        return unsafe tokens.lend(room) { unsafe rt_skim_rows(&skim, start, sights, $0) }
      }
    }
    tokens.take(made)
    swap(&sights, &self.sights)
  }
}
