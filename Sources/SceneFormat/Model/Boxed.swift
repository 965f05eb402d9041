/// A large value that copies share until one of them is given another.
///
/// A copy of a struct copies the reference alone. Without it, every struct around a scene or a transition
/// would have code of its own for copying all that is in them.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  /// A box of `wrappedValue`.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value.
  public var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
  }

  /// Whether the values are equal.
  public static func == (one: Self, other: Self) -> Bool {
    one.box === other.box || one.box.value == other.box.value
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
