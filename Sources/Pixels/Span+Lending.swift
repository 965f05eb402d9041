extension Span where Element: BitwiseCopyable {
  /// Lends `count` elements from `start` on to a loop in C; at least one.
  @inlinable
  @inline(__always)
  public func lend<Result>(
    _ start: Int, _ count: Int, _ body: (UnsafePointer<Element>) -> Result
  ) -> Result {
    let part = extracting(start..<start &+ count)
    return unsafe part.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { preconditionFailure("no row is empty") }
      return unsafe body(first)
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Lends `count` elements from `start` on to a loop in C, to be changed; at least one.
  @inlinable
  @inline(__always)
  public mutating func lend<Result>(
    _ start: Int, _ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    precondition(start >= 0 && count > 0 && start &+ count <= self.count, "outside of its rows")
    return unsafe withUnsafeMutableBufferPointer { elements in
      guard let first = elements.baseAddress else { preconditionFailure("no row is empty") }
      return unsafe body(first + start)
    }
  }
}
