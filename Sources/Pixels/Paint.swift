/// What an area is filled with.
public enum Paint: Hashable, Sendable {
  /// The same colour everywhere.
  case color(Color)
  /// Colours that flow into each other.
  case gradient(Gradient)

  /// Whether nothing shows through anywhere.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.isOpaque
    case .gradient(let gradient): gradient.stops.allSatisfy(\.color.isOpaque)
    }
  }

  /// Whether it leaves no mark.
  public var isClear: Bool {
    switch self {
    case .color(let color): color.alpha == 0
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 0 }
    }
  }
}
