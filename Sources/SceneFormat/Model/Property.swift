public import Geometry
public import Pixels

/// Something of a layer that has a value: scenes write it, recipes set or move it.
///
/// All that is known of one is its row in the table (`PropertyTable.swift`). Schema, reader, `set`,
/// tracks, directions, timeline and the docs' table are made from the rows.
public struct Property: Hashable, Sendable, CustomStringConvertible {
  private let index: Int

  private init(at index: Int) { self.index = index }

  /// The property that tracks and the timeline know by `name`; nil where there is none.
  public init?(named name: String) {
    guard let index = Self.positions[name] else { return nil }
    self.index = index
  }

  /// A property that the code itself names: it must be in the table.
  private init(_ name: String) {
    guard let index = Self.positions[name] else { preconditionFailure("no property \(name)") }
    self.index = index
  }

  private static let positions = Dictionary(
    uniqueKeysWithValues: PropertyRow.table.enumerated().map { ($1.name, $0) })

  /// Every property, in the order of the table.
  public static let all: [Property] = PropertyRow.table.indices.map(Property.init(at:))

  /// Those that tracks can move.
  public static let animated: [Property] = all.filter { $0.row.uses.contains(.track) }

  /// Everything that is known of it.
  var row: PropertyRow { PropertyRow.table[index] }

  /// Its name among tracks and in the timeline: `shadow.opacity`.
  public var name: String { row.name }

  /// Its name.
  public var description: String { name }
}

// Those that the code has to tell from others.
extension Property {
  /// The shift to the right.
  public static let x = Property("x")
  /// The shift down.
  public static let y = Property("y")
  /// The scale along x.
  public static let scaleX = Property("scaleX")
  /// The scale along y.
  public static let scaleY = Property("scaleY")
  /// The turn on screen.
  public static let rotate = Property("rotate")
  /// What it turns around.
  public static let anchor = Property("anchor")
  /// The rectangle in the parent.
  public static let frame = Property("frame")
  /// How opaque it is.
  public static let opacity = Property("opacity")
  /// Whether it is not drawn.
  public static let hidden = Property("hidden")
  /// Black over all that is drawn of it.
  public static let dim = Property("dim")
  /// The paint order among siblings.
  public static let order = Property("order")
  /// What it is filled with.
  public static let fill = Property("fill")
  /// The radii of its corners.
  public static let cornerRadius = Property("cornerRadius")
  /// How it shows what is behind it.
  public static let backdrop = PropertyGroup.backdrop.properties
  /// What casts its shadow, and where.
  public static let shadowCaster = ["path", "spread", "inset"].map { Property("shadow.\($0)") }
  /// Those of its border.
  public static let border = [Property("border.width"), Property("border.color")]
  /// Those of its shadow that tracks can move.
  public static let shadow = ["opacity", "radius", "offset", "color"].map {
    Property("shadow.\($0)")
  }
}

// What a run asks of it.
extension Property {
  /// Whether a track can move it.
  public var isAnimated: Bool { row.uses.contains(.track) }

  /// Whether its values switch at their keyframes, with nothing in between.
  public var isSwitch: Bool { row.isSwitch }

  /// What becomes of it where a recipe plays in another direction than it is written for.
  public var turn: Turn { row.turn }

  /// Whether it changes what is inside of a picture, and not only how the picture is drawn.
  public var redraw: Redraw { row.redraw }

  /// The least difference of its numbers that can be seen: half a point or degree, or one level of
  /// 255.
  public var visibleDifference: Double { row.unit == .share ? 1.0 / 255 : 0.5 }

  /// The value that `layer` has; nil where it has none, as a shadow's that it lacks.
  public func value(of layer: Layer) -> PropertyValue? { row.access.get(layer) }

  /// Gives `layer` another value, or none.
  ///
  /// Numbers beyond their range stop at its ends; a value of the wrong kind changes nothing.
  public func set(_ value: PropertyValue?, of layer: inout Layer) {
    guard case .numbers(let numbers)? = value else { return row.access.set(&layer, value) }
    let clamped = numbers.enumerated().map { row.range(of: $0).clamp($1) }
    // A distance of 0, where only more than that has a meaning, is none.
    let isNone = row.range(of: 0).excludesMinimum && clamped.first == row.range(of: 0).minimum
    row.access.set(&layer, isNone ? nil : .numbers(clamped))
  }

  /// The property that the same turn leads to along the other axis; itself where it has none.
  public var acrossAxis: Property {
    Property.all.first { $0.turn == turn.acrossAxis } ?? self
  }
}

/// An axis of the canvas.
public enum Axis: Hashable, Sendable {
  case horizontal, vertical

  /// The other one.
  public var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// What becomes of a property's numbers where a recipe is turned or mirrored.
public enum Turn: Hashable, Sendable {
  /// They stay as they are.
  case none
  /// A way along an axis, which leads along the axis that this one is turned to.
  case displacement(Axis)
  /// A turn about an axis.
  case rotation(Axis)
  /// A scale along an axis.
  case scale(Axis)
  /// A slant along an axis.
  case skew(Axis)
  /// A turn on screen, which a mirror reverses.
  case spin
  /// A place in unit coordinates.
  case unitPoint
  /// A way in both coordinates.
  case vector
  /// A rectangle in the parent.
  case rect
  /// One value for each corner, clockwise from the top left.
  case corners
  /// One value for each edge: left, top, right, bottom.
  case edges

  /// The same along the other axis.
  var acrossAxis: Turn? {
    switch self {
    case .displacement(let axis): .displacement(axis.other)
    case .rotation(let axis): .rotation(axis.other)
    case .scale(let axis): .scale(axis.other)
    case .skew(let axis): .skew(axis.other)
    case .none, .spin, .unitPoint, .vector, .rect, .corners, .edges: nil
    }
  }
}

/// Whether a moving property makes the picture of its target anew in every frame.
public enum Redraw: Hashable, Sendable {
  case never, always
  /// For layers only: a screen's corners cut its picture, a layer's belong to its fill.
  case ofLayers
}

/// The value of a property at one moment.
public enum PropertyValue: Hashable, Sendable {
  /// One number, or as many as the property has.
  case numbers([Double])
  /// Yes or no.
  case flag(Bool)
  /// A colour or a gradient.
  case paint(Paint)
  /// One of the names that the property can have.
  case name(String)

  /// The sum of two numbers of equal length; other values replace each other.
  public func adding(_ other: PropertyValue) -> PropertyValue {
    guard case .numbers(let left) = self, case .numbers(let right) = other,
      left.count == right.count
    else { return other }
    return .numbers(zip(left, right).map { $0 + $1 })
  }
}

/// The value of a property as it is written, before the canvas and the parameters are known.
public enum SpecifiedValue: Hashable, Sendable {
  /// One number, or as many as the property has.
  case numbers([Quantity])
  /// Yes or no.
  case flag(Bool)
  /// A colour or a gradient; where some of a gradient's numbers have to be worked out, all of them.
  case paint(Paint, numbers: [Quantity] = [])
  /// One of the names that the property can have.
  case name(String)

  /// A value that is known already.
  init(_ value: PropertyValue) {
    switch value {
    case .numbers(let numbers): self = .numbers(numbers.map(Quantity.number))
    case .flag(let flag): self = .flag(flag)
    case .paint(let paint): self = .paint(paint)
    case .name(let name): self = .name(name)
    }
  }

  /// The value of `property` in an environment: percents of a frame are of what the target is in, all
  /// others of the target.
  ///
  /// - Throws: A mistake that only these values show, such as a division by zero.
  public func value(
    of property: Property, in environment: ExpressionEnvironment
  ) throws(SceneError) -> PropertyValue {
    switch self {
    case .numbers(let quantities):
      let whole = property == .frame ? environment.parent : environment.target
      return .numbers(try quantities.values(in: environment, percentsOf: whole))
    case .flag(let flag): return .flag(flag)
    case .name(let name): return .name(name)
    case .paint(let paint, let quantities):
      guard case .gradient(let gradient) = paint, !quantities.isEmpty else { return .paint(paint) }
      return .paint(.gradient(gradient.with(try quantities.values(in: environment))))
    }
  }

  /// The value without an environment; nil where something has to be worked out.
  var plain: PropertyValue? {
    switch self {
    case .numbers(let quantities):
      let numbers = quantities.compactMap(\.plain)
      return numbers.count == quantities.count ? .numbers(numbers) : nil
    case .flag(let flag): return .flag(flag)
    case .name(let name): return .name(name)
    case .paint(let paint, let quantities): return quantities.isEmpty ? .paint(paint) : nil
    }
  }
}

/// A number that may depend on the target's size, the canvas and the parameters.
public enum Quantity: Hashable, Sendable {
  /// As it is.
  case number(Double)
  /// Of a width or height, 1 for 100 %: the target's own, or in a frame that of what it is in.
  case fraction(Double, of: Axis)
  /// Worked out once, before the run.
  case expression(Expression)

  /// The number in an environment; percents are of `whole`, or else of the target.
  public func value(
    in environment: ExpressionEnvironment, percentsOf whole: Size? = nil
  ) throws(SceneError) -> Double {
    switch self {
    case .number(let number): number
    case .fraction(let fraction, .horizontal): fraction * (whole ?? environment.target).width
    case .fraction(let fraction, .vertical): fraction * (whole ?? environment.target).height
    case .expression(let expression): try expression.evaluate(environment)
    }
  }

  /// The number that is written; nil for one that has to be worked out.
  var plain: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension [Quantity] {
  /// All numbers in an environment; percents are of `whole`, or else of the target.
  public func values(
    in environment: ExpressionEnvironment, percentsOf whole: Size? = nil
  ) throws(SceneError) -> [Double] {
    var values: [Double] = []
    for quantity in self {
      values.append(try quantity.value(in: environment, percentsOf: whole))
    }
    return values
  }
}

extension Gradient {
  /// Where it lies: the numbers of its line, centre or radius, then those of its transform.
  package var form: [Double] { kind.places + transform.numbers }

  /// Its places: its form, then those of its stops.
  package var places: [Double] { form + stops.map(\.position) }

  /// The same colours at other places.
  package func with(_ places: [Double]) -> Gradient {
    let matrix = Array(places[kind.places.count..<form.count])
    return Gradient(
      kind.with(places), stops: zip(stops, places[form.count...]).map { Stop($0.color, at: $1) },
      transform: Transform(numbers: matrix) ?? transform, spread: spread)
  }
}

extension Gradient.Kind {
  /// Its numbers in the order in which they are written.
  package var places: [Double] {
    switch self {
    case .linear(let from, let to): [from.x, from.y, to.x, to.y]
    case .radial(let center, let radius, let focus):
      [center.x, center.y, radius, focus.x, focus.y]
    case .conic(let center, let degrees): [center.x, center.y, degrees]
    }
  }

  /// The same kind with the numbers that `places` begins with.
  package func with(_ places: [Double]) -> Gradient.Kind {
    let first = SIMD2(places[0], places[1])
    return switch self {
    case .linear: .linear(from: first, to: SIMD2(places[2], places[3]))
    case .radial:
      .radial(center: first, radius: places[2], focus: SIMD2(places[3], places[4]))
    case .conic: .conic(center: first, degrees: places[2])
    }
  }
}
