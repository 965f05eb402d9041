public import Geometry

/// What the names of an expression stand for.
public struct ExpressionEnvironment: Hashable, Sendable {
  /// The place of a slice among its like.
  public struct Slice: Hashable, Sendable {
    /// Its row and its column, from 0.
    public var row, column: Int
    /// How many there are.
    public var rows, columns: Int

    /// The slice in `row` and `column`.
    public init(row: Int, column: Int, rows: Int, columns: Int) {
      (self.row, self.column, self.rows, self.columns) = (row, column, rows, columns)
    }

    /// Its place when they are counted row by row, from 0.
    public var index: Int { row &* columns &+ column }
  }

  /// The canvas in points: `W` and `H`.
  public var canvas: Size
  /// The target in points: `w` and `h`.
  public var target: Size
  /// The slice, where the target is one.
  public var slice: Slice?
  /// A value for every parameter of the recipe.
  public var arguments: [Argument]
  /// The seed of `random`.
  public var seed: UInt64

  /// The names' values on `canvas`, the target being as large unless told otherwise.
  public init(
    canvas: Size, target: Size? = nil, slice: Slice? = nil, arguments: [Argument] = [],
    seed: UInt64 = 1
  ) {
    (self.canvas, self.target, self.slice) = (canvas, target ?? canvas, slice)
    (self.arguments, self.seed) = (arguments, seed)
  }

  /// What `name` stands for; nil where it stands for nothing.
  public func value(of name: String) -> Double? {
    switch name {
    case "W": canvas.width
    case "H": canvas.height
    case "w": target.width
    case "h": target.height
    default: sliceValue(of: name) ?? arguments.first { $0.name == name }?.value
    }
  }

  private func sliceValue(of name: String) -> Double? {
    guard let slice else { return nil }
    switch name {
    case "row": return Double(slice.row)
    case "column": return Double(slice.column)
    case "rows": return Double(slice.rows)
    case "columns": return Double(slice.columns)
    case "index": return Double(slice.index)
    case "count": return Double(slice.rows &* slice.columns)
    default: return nil
    }
  }
}
