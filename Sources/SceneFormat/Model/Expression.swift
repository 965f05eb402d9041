/// Arithmetic that is worked out once, before the run.
public struct Expression: Hashable, Sendable {
  /// As it is written, without the leading `=`.
  public var source: String

  /// The expression `source`.
  public init(source: String) {
    self.source = source
  }
}
