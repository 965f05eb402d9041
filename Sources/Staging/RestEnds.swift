import SceneFormat

/// Which ends of a run are what the tracks say there, and not a screen alone.
package struct RestEnds: Hashable, Sendable {
  /// It begins where the run that it undoes came to rest.
  package var isFirst: Bool
  /// It comes to rest at its end.
  package var isLast: Bool
}

extension Recipe {
  /// Where a run of `operation` rests: at its end if its side says so, and at its start if the
  /// side that it undoes does.
  func rest(for operation: Operation) -> RestEnds {
    RestEnds(isFirst: restsAfter(operation.opposite), isLast: restsAfter(operation))
  }

  // A side that plays backward has the flag of the one that it undoes.
  private func restsAfter(_ operation: Operation) -> Bool {
    let side = side(for: operation)
    return side.rests && !isReversed(for: operation)
  }
}
