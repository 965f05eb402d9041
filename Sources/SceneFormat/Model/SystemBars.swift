/// What the system draws over everything, whatever moves below.
public struct SystemBars: Hashable, Sendable {
  /// nil where it is hidden.
  public var statusBar: StatusBar?
  /// nil where there is none.
  public var homeIndicator: HomeIndicator?

  /// What `screen` asks for.
  public init(of screen: Screen) {
    (statusBar, homeIndicator) = (screen.statusBar, screen.homeIndicator)
  }
}

extension Transition {
  /// What the system draws at the end, where it drew `from` at the start and the screen at the end
  /// asks for `to`.
  public func systemBars(from: SystemBars, to: SystemBars) -> SystemBars {
    let side = recipe.side(for: operation)
    let rule = statusBar ?? side.statusBar
    var bars = to
    switch rule {
    case .from?: bars.statusBar = from.statusBar
    case .to?: break
    case .light?, .dark?, nil:
      // As in UIKit, a screen that does not cover the other one has no say.
      if recipe.rest(for: operation).isLast { bars.statusBar = from.statusBar }
    }
    if rule == .light { bars.statusBar?.style = .light }
    if rule == .dark { bars.statusBar?.style = .dark }
    if operation.isForward { bars.homeIndicator = to.homeIndicator ?? from.homeIndicator }
    return bars
  }

  /// What the system draws before and after the transition between two screens alone.
  public func systemBars(
    of from: Screen, and to: Screen
  ) -> (first: SystemBars, last: SystemBars) {
    let (from, to) = (SystemBars(of: from), SystemBars(of: to))
    // What goes back was brought by the same recipe before.
    let first =
      operation.isForward
      ? from : undone(by: operation.opposite).systemBars(from: to, to: from)
    return (first, systemBars(from: first, to: to))
  }

  /// Whether the bars that both screens have stay in place.
  public func barsStay(_ side: Side) -> Bool {
    switch bars ?? side.bars {
    case .stay?: true
    case .move?: false
    case nil: operation == .push || operation == .pop
    }
  }
}

/// Which ends of a run are what the tracks say there, and not a screen alone.
public struct RestEnds: Hashable, Sendable {
  /// It begins where the run that it undoes came to rest.
  public var isFirst: Bool
  /// It comes to rest at its end.
  public var isLast: Bool
}

extension Recipe {
  /// Where a run of `operation` rests: at its end if its side says so, and at its start if the
  /// side that it undoes does.
  public func rest(for operation: Operation) -> RestEnds {
    RestEnds(isFirst: restsAfter(operation.opposite), isLast: restsAfter(operation))
  }

  // A side that plays backward has the flag of the one that it undoes.
  private func restsAfter(_ operation: Operation) -> Bool {
    side(for: operation).rests == true && !isReversed(for: operation)
  }
}
