// Each place can be reached by tokens from those before it, and each token has its price. As soon as
// the walk comes to a place, the cheapest way to it is known, and what can be written from there on
// is looked for: nowhere else, and not where being a little farther costs hardly more.

/// The cheapest ways to the places of a block of rows.
struct RepetitionTrail {
  /// The middle of a run, which was left out: so many of the longest repetitions.
  struct Cut: Hashable, Sendable {
    var mark: Int
    var count: Int
  }

  /// Rows that are to be packed.
  struct Rows: Hashable, Sendable {
    /// The number of their bytes, behind which there are `RepetitionTrail.slack` of nothing.
    var count: Int
    /// The bytes of a pixel, 1 to 4.
    var step: Int
    /// The bytes of a row.
    var rowBytes: Int
    /// A repetition of so many bytes is taken without looking further.
    var niceLength: Int

    /// How far apart the places are from which most is looked for; but of RGBA it is every byte, for
    /// in a shadow over nothing all but the alpha comes again.
    var grain: Int { step == 4 ? 1 : step }
  }

  /// How far the walk is.
  struct Progress: Hashable, Sendable {
    /// In the rows, and in the block without the middle of its runs.
    var (place, mark) = (0, 0)
    /// Where the pixel on the left, what is above and a repetition cease to go on.
    var (leftEnd, aboveEnd, farEnd) = (0, 0, 0)
    var farDistance = 0
    /// The last place from which a run does not go on.
    var runStart = 0
  }

  /// The bytes that have to be there behind the last row.
  static let slack = 64
  /// A block of deflate has a code of its own, which is worth its head from so many places on.
  ///
  /// It ends soon after: where no cheap way is cut off.
  static let mostSearches = 2000
  static let mostMarks = 100_000
  /// Repetitions reach behind the last mark, and costs are looked at eight at a time.
  static let marks = mostMarks + 2 * RepetitionLengths.longest + 32

  let rows: Rows
  var progress = Progress()
  private(set) var cuts: [Cut] = []
  private var costs = [Int32](repeating: .max, count: marks)
  private(set) var ways = [UInt32](repeating: 0, count: marks)
  private var notes = [Int32](repeating: 0, count: RepetitionNotes.slots)
  private let isWide: Bool

  /// A trail that has not begun.
  ///
  /// A loop in C is gone through where the processor is wide enough; the ways are the same.
  init(_ rows: Rows, isWide: Bool) { (self.rows, self.isWide) = (rows, isWide) }

  /// Goes on with the next block; whether any bytes are left behind it.
  mutating func follow(_ bytes: Span<UInt8>, at prices: DeflatePrices) -> Bool {
    precondition(bytes.count >= rows.count + Self.slack, "rows without anything behind them")
    let used = progress.mark + RepetitionLengths.longest
    progress.mark = 0
    progress.runStart = progress.place
    cuts.removeAll()
    // Three spans of one value at a time are no exclusive access: they are taken out of it.
    var (costs, ways, notes) = ([Int32](), [UInt32](), [Int32]())
    swap(&costs, &self.costs)
    swap(&ways, &self.ways)
    swap(&notes, &self.notes)
    var costSpan = costs.mutableSpan
    // Of the block before, nothing is reached any more.
    for mark in 1...used { costSpan[mark] = .max }
    costSpan[0] = 0
    var walk = TrailWalk(rows: rows, progress: progress)
    var waySpan = ways.mutableSpan
    var noteSpan = notes.mutableSpan
    if !(isWide && walk.wideFollow(bytes, at: prices, &costSpan, &waySpan, &noteSpan)) {
      walk.follow(bytes, at: prices, &costSpan, &waySpan, &noteSpan)
    }
    (progress, cuts) = (walk.progress, walk.cuts)
    swap(&costs, &self.costs)
    swap(&ways, &self.ways)
    swap(&notes, &self.notes)
    return progress.place < rows.count
  }

  /// Goes back to the first row.
  mutating func begin() {
    let mark = progress.mark
    progress = Progress()
    progress.mark = mark
    for slot in notes.indices { notes[slot] = 0 }
  }

  /// The tokens that lead to the end of the block.
  func tokens(_ bytes: Span<UInt8>) -> DeflateTokens {
    let ways = ways.span
    var count = cuts.reduce(0) { $0 + $1.count }
    var end = progress.mark
    while end > 0 {
      count &+= 1
      end &-= max(1, Int(ways[end] &>> 16))
    }
    let longest = RepetitionLengths.longest
    let more = DeflateToken(length: longest, distance: rows.step)
    return DeflateTokens(count: count) { tokens in
      // The way is known from its end.
      var (place, cut) = (progress.place, cuts.count &- 1)
      end = progress.mark
      while end > 0 {
        let (length, rest) = (Int(ways[end] &>> 16), Int(ways[end] & 0xFFFF))
        let next = end &- max(1, length)
        // What was left out is the same run before and behind this token.
        while cut >= 0, cuts[cut].mark >= next {
          for _ in 0..<cuts[cut].count {
            count &-= 1
            tokens[count] = more.bits
          }
          place &-= cuts[cut].count &* longest
          cut &-= 1
        }
        place &-= max(1, length)
        count &-= 1
        let token =
          length == 0
          ? DeflateToken(byte: bytes[place]) : DeflateToken(length: length, distance: rest &+ 1)
        tokens[count] = token.bits
        end = next
      }
    }
  }
}
