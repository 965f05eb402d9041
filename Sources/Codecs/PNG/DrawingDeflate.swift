// A general search for matches notes every byte, and most bytes of a drawing are parts of long runs.
// Here, runs of a pixel and rows that repeat what is above them are stepped over, and only what is
// between them is noted and looked for.

/// Packs rows that repeat themselves as deflate, piece by piece.
struct DrawingDeflate {
  /// How repetitions are looked for.
  enum Effort: Hashable, Sendable {
    /// At few places, and the first that goes on for long is taken.
    case quick
    /// The same, at yet fewer places.
    case hasty
    /// So many places are compared, but a repetition of `niceLength` bytes is good enough.
    case thorough(places: Int, niceLength: Int)

    fileprivate func finder(
      rowBytes: Int, step: Int, isWide: Bool
    ) -> any RepetitionFinder {
      switch self {
      case .quick: RepetitionSkim(rowBytes: rowBytes, step: step, notes: .many)
      case .hasty: RepetitionSkim(rowBytes: rowBytes, step: step, notes: .few)
      case .thorough(let places, let niceLength):
        RepetitionSearch(
          rowBytes: rowBytes, step: step, places: places, niceLength: niceLength, isWide: isWide)
      }
    }
  }

  /// As many tokens as a block has, or a few more: what is drawn changes often, but each block needs
  /// a head and codes of its own.
  private static let tokensOfBlock = 16_000

  private var finder: any RepetitionFinder
  private var writer: DeflateWriter
  private var tokens = DeflateTokens()
  private var adler: UInt32 = 1
  /// What was there before the next piece, as far as it is in reach, and room for that piece.
  private var history: [UInt8] = []
  /// How many bytes are there.
  private var count = 0
  /// The place of `history`'s first byte in the stream.
  private var origin = 0

  /// A stream without a piece, of rows of so many bytes in which pixels take `step`; it follows on
  /// `file`.
  ///
  /// Loops in C are gone through where the processor is wide enough; the bytes are the same.
  init(
    rowBytes: Int, step: Int, effort: Effort, isWide: Bool = hasWideRows(),
    behind file: consuming [UInt8] = []
  ) {
    writer = DeflateWriter(isWide: isWide, behind: file)
    finder = effort.finder(rowBytes: rowBytes, step: step, isWide: isWide)
  }

  /// Packs the next piece.
  mutating func append(_ piece: [UInt8], isLast: Bool) {
    append(isLast: isLast) { history, start in
      history.removeLast(history.count - start)
      history += piece
      return history.count
    }
  }

  /// Packs the next piece, which is written behind so many bytes, and ends where is answered.
  mutating func append(isLast: Bool, _ write: (inout [UInt8], _ start: Int) -> Int) {
    let start = count
    count = write(&history, start)
    adler = Deflate.adler(history[start..<count], after: adler)
    // A span of one value is no access of its own: it is taken out.
    var bytes: [UInt8] = []
    swap(&bytes, &history)
    finder.walk(
      bytes.span.extracting(..<count), from: start, origin: origin, into: &tokens)
    swap(&bytes, &history)
    if isLast || tokens.count >= Self.tokensOfBlock {
      writer.write(tokens, isLast: isLast)
      tokens.removeAll()
    }
    let excess = count - RepetitionSearch.window
    guard excess > 0 else { return }
    // Taken out first, for the places may overlap.
    let rest = Array(history[excess..<count])
    history.replaceSubrange(0..<rest.count, with: rest)
    (count, origin) = (rest.count, origin + excess)
  }

  /// All of it as a zlib stream, behind what it follows on.
  mutating func zlib() -> [UInt8] { writer.zlib(adler: adler) }
}
