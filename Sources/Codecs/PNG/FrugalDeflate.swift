/// Packs rows as deflate in the fewest bits: of all repetitions that are found, those are taken with
/// which the whole costs least.
struct FrugalDeflate {
  // A block of deflate has a code of its own, which is worth its head from so many stops on.
  private static let stopsOfBlock = 20_000
  /// A block that can still grow.
  private struct Draft {
    var tokens: DeflateTokens
    var counts: DeflateCounts
    var bits: Int
  }

  private let step: Int
  private let lengths = RepetitionLengths()
  private var survey: RepetitionSurvey
  private var writer: DeflateWriter
  private var prices: DeflatePrices
  private var path = DeflatePath()
  private var draft: Draft?

  private init(
    rowBytes: Int, step: Int, effort: DrawingDeflate.Effort, behind file: consuming [UInt8]
  ) {
    self.step = step
    writer = DeflateWriter(behind: file)
    survey = RepetitionSurvey(rowBytes: rowBytes, step: step, effort: effort)
    prices = DeflatePrices(lengths)
  }

  /// Rows of so many bytes in which pixels take `step`, as a zlib stream behind `file`.
  static func zlib(
    _ rows: [UInt8], rowBytes: Int, step: Int, effort: DrawingDeflate.Effort,
    behind file: consuming [UInt8] = []
  ) -> [UInt8] {
    var deflate = FrugalDeflate(rowBytes: rowBytes, step: step, effort: effort, behind: file)
    deflate.pack(rows.span)
    return deflate.writer.zlib(adler: Deflate.adler(rows, after: 1))
  }

  private mutating func pack(_ rows: Span<UInt8>) {
    var block = RepetitionBlock()
    var isFirst = true
    var isLeft = true
    while isLeft {
      isLeft = survey.fill(&block, from: rows, limit: Self.stopsOfBlock)
      var tokens = DeflateTokens()
      // The first block has no code of a block before to go by.
      for _ in 0..<(isFirst ? 2 : 1) {
        path.find(in: block, of: rows, step: step, at: prices, into: &tokens)
        prices = DeflatePrices(DeflateCodes(DeflateCounts(tokens, lengths)), lengths)
      }
      isFirst = false
      take(tokens)
    }
    if let draft { writer.write(draft.tokens, isLast: true) }
  }

  /// Makes tokens part of the block before, or a block of their own, whatever takes less.
  private mutating func take(_ tokens: DeflateTokens) {
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
      before.tokens.append(tokens)
      (before.counts, before.bits) = (sum, together)
      prices = DeflatePrices(codes, lengths)
      draft = before
    } else {
      writer.write(before.tokens, isLast: false)
      draft = Draft(tokens: tokens, counts: counts, bits: bits)
    }
  }
}
