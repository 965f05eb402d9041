extension Recipe {
  /// What the recipe does for `operation`: the side of its name; else its stand-in's, push and
  /// present for each other as pop and dismiss; else the reverse of its opposite, or of that one's
  /// stand-in.
  public func side(for operation: Operation) -> Side {
    let (written, isReversed) = writtenOperation(for: operation)
    guard var side = sides.first(where: { $0.operation == written }) else {
      return Side(place: place, operation: operation)
    }
    if isReversed { side = side.reversed }
    side.operation = operation
    return side
  }

  /// Where the incoming screen moves as the tracks are written.
  public var trackDirection: Direction { writtenFor ?? direction ?? .left }

  /// Whether what plays for `operation` is the reverse of a side that is written.
  public func isReversed(for operation: Operation) -> Bool {
    writtenOperation(for: operation).isReversed
  }

  /// The side that plays for `operation`, and whether it plays backward.
  func writtenOperation(for operation: Operation) -> (Operation, isReversed: Bool) {
    let forward = [operation, operation.standIn]
    let backward = [operation.opposite, operation.opposite.standIn]
    let written = Set(sides.map(\.operation))
    if let found = forward.first(where: written.contains) { return (found, false) }
    if let found = backward.first(where: written.contains) { return (found, true) }
    return (operation, false)
  }
}
