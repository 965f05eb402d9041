/// Packs rows as deflate in the fewest bits: of all repetitions that are found, those are taken with
/// which the whole costs least.
struct FrugalDeflate {
  // A block of deflate has a code of its own, which is worth its head from so many stops on.
  private static let stopsOfBlock = 20_000
  // With the code of the block before, with the code that this leads to, and for the first block
  // once more.
  private static let passes = 1

  /// A block that can still grow.
  private struct Draft {
    var tokens: [DeflateToken]
    var counts: DeflateCounts
    var bits: Int
  }

  private let step: Int
  private let lengths = RepetitionLengths()
  private var survey: RepetitionSurvey
  private var writer = DeflateWriter(behind: [])
  private var prices: DeflatePrices
  private var path = DeflatePath()
  private var draft: Draft?

  private init(rowBytes: Int, step: Int, effort: DrawingDeflate.Effort) {
    self.step = step
    survey = RepetitionSurvey(rowBytes: rowBytes, step: step, effort: effort)
    prices = DeflatePrices(lengths)
  }

  /// Rows of so many bytes in which pixels take `step`, as a zlib stream.
  static func zlib(
    _ rows: [UInt8], rowBytes: Int, step: Int, effort: DrawingDeflate.Effort
  ) -> [UInt8] {
    var deflate = FrugalDeflate(rowBytes: rowBytes, step: step, effort: effort)
    deflate.pack(rows.span)
    return deflate.writer.zlib(adler: Deflate.adler(rows, after: 1))
  }

  private mutating func pack(_ rows: Span<UInt8>) {
    var block = RepetitionBlock()
    var isFirst = true
    var isLeft = true
    while isLeft {
      isLeft = survey.fill(&block, from: rows, limit: Self.stopsOfBlock)
      var tokens: [DeflateToken] = []
      for _ in 0..<Self.passes + (isFirst ? 1 : 0) {
        path.find(in: block, of: rows, step: step, at: prices, into: &tokens)
        prices = DeflatePrices(DeflateCodes(DeflateCounts(tokens, lengths)), lengths)
      }
      isFirst = false
      take(tokens)
    }
    if let draft { writer.write(DeflateTokens(draft.tokens), isLast: true) }
  }

  /// Makes tokens part of the block before, or a block of their own, whatever takes less.
  private mutating func take(_ tokens: [DeflateToken]) {
    let counts = DeflateCounts(tokens, lengths)
    let bits = DeflateCodes(counts).bits(counts)
    guard var before = draft else {
      draft = Draft(tokens: tokens, counts: counts, bits: bits)
      return
    }
    // Nobody else has its tokens, so that more are added in place.
    draft = nil
    let sum = before.counts.merged(with: counts)
    let codes = DeflateCodes(sum)
    let together = codes.bits(sum)
    if together <= before.bits + bits {
      before.tokens += tokens
      (before.counts, before.bits) = (sum, together)
      prices = DeflatePrices(codes, lengths)
      draft = before
    } else {
      writer.write(DeflateTokens(before.tokens), isLast: false)
      draft = Draft(tokens: tokens, counts: counts, bits: bits)
    }
  }
}
