/// Packs rows as deflate in the fewest bits: of all repetitions that are found, those are taken with
/// which the whole costs least.
struct FrugalDeflate {
  /// A block that can still grow.
  private struct Draft {
    var tokens: DeflateTokens
    var counts: DeflateCounts
    var bits: Int
  }

  /// So many bits are made good by what a longer block tells of the prices of what follows.
  private static let gainOfLength = 400

  private let lengths = RepetitionLengths()
  private let rows: RepetitionTrail.Rows
  private let isWide: Bool
  private var writer: DeflateWriter
  private var prices: DeflatePrices
  private var draft: Draft?

  private init(
    _ rows: RepetitionTrail.Rows, isWide: Bool, behind file: consuming [UInt8]
  ) {
    (self.rows, self.isWide) = (rows, isWide)
    writer = DeflateWriter(isWide: isWide, behind: file)
    prices = DeflatePrices(lengths)
  }

  /// Rows of so many bytes in which pixels take `step`, as a zlib stream behind `file`.
  ///
  /// Repetitions of `niceLength` bytes are taken without looking further. Loops in C are gone through
  /// where the processor is wide enough; the bytes are the same.
  static func zlib(
    _ rows: consuming [UInt8], rowBytes: Int, step: Int, niceLength: Int,
    isWide: Bool = hasWideRows(), behind file: consuming [UInt8] = []
  ) -> [UInt8] {
    let count = rows.count
    let adler = Deflate.adler(rows, after: 1)
    rows += repeatElement(0, count: RepetitionTrail.slack)
    let shape = RepetitionTrail.Rows(
      count: count, step: step, rowBytes: rowBytes, niceLength: niceLength)
    var deflate = FrugalDeflate(shape, isWide: isWide, behind: file)
    deflate.pack(rows.span)
    return deflate.writer.zlib(adler: adler)
  }

  private mutating func pack(_ bytes: Span<UInt8>) {
    // The first block has no code of a block before to go by, but that of a first try.
    var trail = RepetitionTrail(rows, isWide: isWide)
    _ = trail.follow(bytes, at: prices)
    let tokens = trail.tokens(bytes)
    prices = DeflatePrices(DeflateCounts(tokens, lengths, isWide: isWide), lengths)
    trail.begin()
    var isLeft = true
    while isLeft {
      isLeft = trail.follow(bytes, at: prices)
      take(trail.tokens(bytes))
    }
    if let draft { writer.write(draft.tokens, isLast: true) }
  }

  /// Makes tokens part of the block before, or a block of their own, whatever takes less.
  private mutating func take(_ tokens: DeflateTokens) {
    let counts = DeflateCounts(tokens, lengths, isWide: isWide)
    let bits = counts.bits
    guard var before = draft else {
      draft = Draft(tokens: tokens, counts: counts, bits: bits)
      prices = DeflatePrices(counts, lengths)
      return
    }
    // Nobody else has its tokens, so that more are added in place.
    draft = nil
    let sum = before.counts.merged(with: counts)
    let together = sum.bits
    // Both tell more of what follows than one does.
    prices = DeflatePrices(sum, lengths)
    if together <= before.bits + bits + Self.gainOfLength {
      before.tokens.append(tokens)
      (before.counts, before.bits) = (sum, together)
      draft = before
    } else {
      writer.write(before.tokens, isLast: false)
      draft = Draft(tokens: tokens, counts: counts, bits: bits)
    }
  }
}
