import Geometry
import Pixels

/// How the value of a property is found in a layer, or in a part of one, and put there.
struct PropertyAccess<Root>: Sendable {
  let get: @Sendable (Root) -> PropertyValue?
  let set: @Sendable (inout Root, PropertyValue?) -> Void

  /// A value that is always there.
  private init<Value>(
    _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ write: @escaping @Sendable (Value) -> PropertyValue,
    _ read: @escaping @Sendable (PropertyValue) -> Value?
  ) {
    get = { write($0[keyPath: path]) }
    set = { root, value in
      if let value = value.flatMap(read) { root[keyPath: path] = value }
    }
  }

  /// A value that may be missing.
  private init<Value>(
    optional path: any WritableKeyPath<Root, Value?> & Sendable,
    _ write: @escaping @Sendable (Value) -> PropertyValue,
    _ read: @escaping @Sendable (PropertyValue) -> Value?
  ) {
    get = { $0[keyPath: path].map(write) }
    set = { root, value in root[keyPath: path] = value.flatMap(read) }
  }

  /// Any other pair of ways.
  init(
    get: @escaping @Sendable (Root) -> PropertyValue?,
    set: @escaping @Sendable (inout Root, PropertyValue?) -> Void
  ) {
    (self.get, self.set) = (get, set)
  }
}

// One for each kind of value.
extension PropertyAccess {
  static func number(_ path: any WritableKeyPath<Root, Double> & Sendable) -> Self {
    Self(path, { .numbers([$0]) }, \.number)
  }

  static func number(_ path: any WritableKeyPath<Root, Double?> & Sendable) -> Self {
    Self(optional: path, { .numbers([$0]) }, \.number)
  }

  static func count(_ path: any WritableKeyPath<Root, Int?> & Sendable) -> Self {
    Self(optional: path, { .numbers([Double($0)]) }, { $0.number.flatMap { Int(exactly: $0) } })
  }

  static func numbers<Value: NumberRow>(
    _ path: any WritableKeyPath<Root, Value> & Sendable
  ) -> Self {
    Self(path, { .numbers($0.numbers) }, { $0.row() })
  }

  static func numbers<Value: NumberRow>(
    _ path: any WritableKeyPath<Root, Value?> & Sendable
  ) -> Self {
    Self(optional: path, { .numbers($0.numbers) }, { $0.row() })
  }

  static func flag(_ path: any WritableKeyPath<Root, Bool> & Sendable) -> Self {
    Self(
      path, PropertyValue.flag,
      { value in
        guard case .flag(let flag) = value else { return nil }
        return flag
      })
  }

  static func choice<Choice: RawRepresentable & Sendable>(
    _ path: any WritableKeyPath<Root, Choice> & Sendable
  ) -> Self where Choice.RawValue == String {
    Self(path, { .name($0.rawValue) }, { $0.name.flatMap { Choice(rawValue: $0) } })
  }

  static func choice<Choice: RawRepresentable & Sendable>(
    _ path: any WritableKeyPath<Root, Choice?> & Sendable
  ) -> Self where Choice.RawValue == String {
    Self(optional: path, { .name($0.rawValue) }, { $0.name.flatMap { Choice(rawValue: $0) } })
  }

  static func paint(_ path: any WritableKeyPath<Root, Paint> & Sendable) -> Self {
    Self(path, PropertyValue.paint, \.paint)
  }

  static func color(_ path: any WritableKeyPath<Root, Color> & Sendable) -> Self {
    Self(path, { .paint(.color($0)) }, \.color)
  }

  static func color(_ path: any WritableKeyPath<Root, Color?> & Sendable) -> Self {
    Self(optional: path, { .paint(.color($0)) }, \.color)
  }

  /// A value of a part that may be missing: setting it makes `missing` of one that is.
  static func part<Part: Sendable>(
    _ path: any WritableKeyPath<Root, Part?> & Sendable, orElse missing: Part? = nil,
    _ access: PropertyAccess<Part>
  ) -> Self {
    Self(
      get: { $0[keyPath: path].flatMap(access.get) },
      set: { root, value in
        guard var part = root[keyPath: path] ?? missing else { return }
        access.set(&part, value)
        root[keyPath: path] = part
      })
  }
}

extension PropertyValue {
  fileprivate var number: Double? {
    guard case .numbers(let numbers) = self else { return nil }
    return numbers.first
  }

  fileprivate func row<Value: NumberRow>() -> Value? {
    guard case .numbers(let numbers) = self else { return nil }
    return Value(numbers: numbers)
  }

  fileprivate var name: String? {
    guard case .name(let name) = self else { return nil }
    return name
  }

  fileprivate var paint: Paint? {
    guard case .paint(let paint) = self else { return nil }
    return paint
  }

  fileprivate var color: Color? {
    guard case .paint(.color(let color)) = self else { return nil }
    return color
  }
}

/// A value that is a row of numbers.
package protocol NumberRow: Sendable {
  /// The numbers, in the order in which they are written.
  var numbers: [Double] { get }
  /// nil for another count of numbers than the value has.
  init?(numbers: [Double])
}

extension [Double]: NumberRow {
  package var numbers: [Double] { self }

  package init?(numbers: [Double]) { self = numbers }
}

extension Point: NumberRow {
  package var numbers: [Double] { [x, y] }

  package init?(numbers: [Double]) {
    guard numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension Rect: NumberRow {
  package var numbers: [Double] { [x, y, width, height] }

  package init?(numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Transform: NumberRow {
  /// The six of SVG, for transforms without perspective.
  package var numbers: [Double] { [a, b, c, d, tx, ty] }

  package init?(numbers: [Double]) {
    guard numbers.count == 6 else { return nil }
    self.init(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }
}

extension Anchor: NumberRow {
  package var numbers: [Double] { [x, y, depth] }

  package init?(numbers: [Double]) {
    guard (2...3).contains(numbers.count) else { return nil }
    self.init(x: numbers[0], y: numbers[1], depth: numbers.count > 2 ? numbers[2] : 0)
  }
}

extension LayerFrame: NumberRow {
  package var numbers: [Double] { [x, y, width, height ?? 0] }

  /// Three numbers leave the height to the text's lines.
  package init?(numbers: [Double]) {
    guard (3...4).contains(numbers.count) else { return nil }
    self.init(
      x: numbers[0], y: numbers[1], width: numbers[2],
      height: numbers.count > 3 ? numbers[3] : nil)
  }
}

extension EdgeFractions: NumberRow {
  /// Left, top, right, bottom.
  package var numbers: [Double] { [left, top, right, bottom] }

  package init?(numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
  }
}

extension RoundedRect.Radii: NumberRow {
  /// Clockwise from the top left.
  package var numbers: [Double] { [topLeft, topRight, bottomRight, bottomLeft] }

  package init?(numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(
      topLeft: numbers[0], topRight: numbers[1], bottomRight: numbers[2],
      bottomLeft: numbers[3])
  }
}
