/// Two sizes where one was expected.
public struct LayoutChange: Hashable, Sendable, CustomStringConvertible {
  /// The first picture's columns.
  public let expectedWidth: Int
  /// The first picture's rows.
  public let expectedHeight: Int
  /// The second picture's columns.
  public let actualWidth: Int
  /// The second picture's rows.
  public let actualHeight: Int

  /// The change from one size to another; nil where both are the same.
  public init?(from expected: (width: Int, height: Int), to actual: (width: Int, height: Int)) {
    guard expected != actual else { return nil }
    (expectedWidth, expectedHeight) = expected
    (actualWidth, actualHeight) = actual
  }

  /// As in `780 x 1688 -> 750 x 1624`.
  public var description: String {
    "\(expectedWidth) x \(expectedHeight) -> \(actualWidth) x \(actualHeight)"
  }
}
