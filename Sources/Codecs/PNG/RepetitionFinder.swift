/// Divides rows into bytes that stay as they are and repetitions of what came before.
protocol RepetitionFinder: Sendable {
  /// Appends tokens for the rows from `start` to the end of `bytes`, which begin at `origin` of the
  /// stream.
  mutating func walk(
    _ bytes: Span<UInt8>, from start: Int, origin: Int, into tokens: inout DeflateTokens)
}
