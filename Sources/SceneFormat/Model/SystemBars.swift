/// What the system draws over everything, whatever moves below.
public struct SystemBars: Hashable, Sendable {
  /// nil where it is hidden.
  public var statusBar: StatusBar?
  /// nil where there is none.
  public var homeIndicator: HomeIndicator?

  /// Nothing.
  init() {}

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
    let rule = written.statusBar ?? side.statusBar
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
    if operation == .push || operation == .present {
      bars.homeIndicator = to.homeIndicator ?? from.homeIndicator
    }
    return bars
  }

  /// Whether `bar` stays in place where both screens have it.
  public func stays(_ bar: ScreenPart, _ side: Side) -> Bool {
    switch (written.bars ?? side.bars, operation) {
    case (.stay?, _), (nil, .push), (nil, .pop): true
    case (.move?, _), (nil, .present), (nil, .dismiss): false
    case (nil, .replace): bar == .tabBar
    }
  }
}
