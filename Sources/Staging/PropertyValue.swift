public import Pixels

/// The value of a property at one moment.
public enum PropertyValue: Hashable, Sendable {
  /// One number, or as many as the property has.
  case numbers([Double])
  /// Yes or no.
  case flag(Bool)
  /// A colour or a gradient.
  case paint(Paint)

  /// The sum of two numbers of equal length; what cannot be added is replaced.
  func adding(_ other: PropertyValue) -> PropertyValue {
    guard case .numbers(let left) = self, case .numbers(let right) = other,
      left.count == right.count
    else { return other }
    return .numbers(zip(left, right).map { $0 + $1 })
  }
}
