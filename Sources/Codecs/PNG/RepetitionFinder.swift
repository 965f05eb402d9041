/// Divides rows into bytes that stay as they are and repetitions of what came before.
protocol RepetitionFinder: Sendable {
  /// Appends tokens for the rows from `start` to the end of `bytes`, which begin at `origin` of the
  /// stream.
  ///
  /// What is no part of a repetition costs about `literalBits` a byte.
  mutating func walk(
    _ bytes: Span<UInt8>, from start: Int, origin: Int, literalBits: Int,
    into tokens: inout DeflateTokens)
}
