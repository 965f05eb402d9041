// A general search for matches notes every byte, and most bytes of a drawing are parts of long runs.
// Here, runs of a pixel and rows that repeat what is above them are stepped over, and only what is
// between them is noted and looked for.

/// Packs rows that repeat themselves as deflate, piece by piece.
struct DrawingDeflate {
  /// How thoroughly repetitions are looked for.
  struct Effort: Hashable, Sendable {
    /// How many places are compared.
    var places: Int
    /// A repetition of so many bytes is good enough.
    var niceLength: Int

    /// A look at the last places that begin alike, and no more.
    static let least = Effort(places: 2, niceLength: 32)
  }

  /// As many tokens as a block has, or a few more: what is drawn changes often, but each block needs
  /// a head and codes of its own.
  private static let tokensOfBlock = 16_000

  private let step: Int
  private let rowBytes: Int
  private let effort: Effort
  /// What takes the place of the search where there is little time.
  private var skim: RepetitionSkim?
  private var writer: DeflateWriter
  private var tokens = DeflateTokens()
  private var adler: UInt32 = 1
  /// What was there before the next piece, as far as it is in reach, and room for that piece.
  private var history: [UInt8] = []
  /// How many bytes are there.
  private var count = 0
  /// The place of `history`'s first byte in the stream.
  private var origin = 0
  /// For each key one more than the last place in the stream that has it.
  private var heads: [Int32] = []
  /// For each place the one before that has the same key.
  private var chain: [Int32] = []
  private let isWide: Bool

  /// A stream without a piece, of rows of so many bytes in which pixels take `step`; it follows on
  /// `file`.
  ///
  /// Loops in C are gone through where the processor is wide enough; the bytes are the same.
  init(
    rowBytes: Int, step: Int, effort: Effort, isWide: Bool = hasWideRows(),
    behind file: consuming [UInt8] = []
  ) {
    writer = DeflateWriter(isWide: isWide, behind: file)
    (self.rowBytes, self.step, self.effort) = (rowBytes, step, effort)
    self.isWide = isWide
    if effort == .least {
      skim = RepetitionSkim(step: step, rowBytes: rowBytes)
    } else {
      heads = [Int32](repeating: 0, count: RepetitionSearch.slots)
      chain = [Int32](repeating: -1, count: RepetitionSearch.window)
    }
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
    search(from: start)
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

  private mutating func search(from start: Int) {
    guard skim == nil else { return quickSearch(from: start) }
    let search = RepetitionSearch(
      step: step, rowBytes: rowBytes, origin: origin, effort: effort,
      literalBits: writer.bitsOfByte, isWide: isWide)
    var (heads, chain, found) = ([Int32](), [Int32](), DeflateTokens())
    swap(&heads, &self.heads)
    swap(&chain, &self.chain)
    swap(&found, &tokens)
    search.walk(history.span.extracting(..<count), from: start, &heads, &chain, into: &found)
    swap(&heads, &self.heads)
    swap(&chain, &self.chain)
    swap(&found, &tokens)
  }

  private mutating func quickSearch(from start: Int) {
    var (quick, found): (RepetitionSkim?, DeflateTokens) = (nil, DeflateTokens())
    swap(&quick, &skim)
    swap(&found, &tokens)
    quick?.walk(history.span.extracting(..<count), from: start, origin: origin, into: &found)
    swap(&quick, &skim)
    swap(&found, &tokens)
  }
}
