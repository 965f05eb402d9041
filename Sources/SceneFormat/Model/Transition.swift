public import Motion

/// What is done to the stack of screens.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  case push, pop, present, dismiss
  /// Another screen takes the place of all that is seen: a new root, or another tab.
  case replace

  /// Whether the incoming screen is new, and not one that was left before.
  public var isForward: Bool { self != .pop && self != .dismiss }

  /// The operation that undoes it; nil for one that has no way back.
  public var opposite: Operation? {
    switch self {
    case .push: .pop
    case .pop: .push
    case .present: .dismiss
    case .dismiss: .present
    case .replace: nil
    }
  }

  /// The operations whose sides can play for it: its own, then those that stand in for it.
  var playable: [Operation] {
    switch self {
    case .push: [.push, .present]
    case .pop: [.pop, .dismiss]
    case .present: [.present, .push]
    case .dismiss: [.dismiss, .pop]
    case .replace: [.replace, .push, .present]
    }
  }

  /// The operations whose sides can play backward for it.
  var reversible: [Operation] {
    switch self {
    case .push, .replace: [.pop, .dismiss]
    case .pop: [.push, .present]
    case .present: [.dismiss, .pop]
    case .dismiss: [.present, .push]
    }
  }
}

/// Where the incoming screen moves; for pop and dismiss, in the motion that is being undone.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// Whether it runs along x.
  public var isHorizontal: Bool { self == .left || self == .right }
}

/// The keys of a transition that are its own, whatever its type; nil where they are not written.
public struct TransitionKeys: Hashable, Sendable {
  /// nil for the recipe's.
  public var direction: Direction?
  /// nil for the recipe's, in seconds.
  public var duration: Double?
  /// nil for the recipe's; it takes the place of the side's curve.
  public var curve: Curve?
  /// How long the first picture holds, in seconds.
  public var delay: Double?
  /// What a finger taps before the motion.
  public var tap: Tap?
  /// The elements that travel from one screen to the other.
  public var shared: [SharedElement]?
  /// Whether bars stay; nil for the side's.
  public var bars: BarsRule?
  /// What the status bar looks like at the end; nil for the side's.
  public var statusBar: StatusBarRule?
  /// The seed of every random choice.
  public var seed: UInt64?
}

/// What a finger taps before a transition begins.
public enum Tap: Hashable, Sendable {
  /// The middle of a layer of the screen that is seen.
  case layer(String)
  /// A point, x and y in points.
  case point(SIMD2<Double>)

  /// How long the finger is seen; the motion begins as it goes up.
  public static let seconds = 0.25
}

/// The use of a recipe in a scene.
@dynamicMemberLookup
public struct Transition: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// The name that it is known by: a built-in recipe's, a file's, or `custom`.
  public var name: String
  /// The recipe, loaded.
  @Boxed public var recipe: Recipe
  /// What is done; never nil after reading: the recipe's first side unless written.
  public var operation: Operation
  /// What is written of it besides.
  @Boxed public var written = TransitionKeys()
  /// A value for every parameter of the recipe, in the recipe's order.
  public var arguments: [Argument] = []
  /// The scripted finger.
  @Boxed public var gesture: Gesture?
  /// The values of its parameters before an adjustment; nil for a transition between two screens.
  public var adjusted: [Argument]?

  /// A key as it is written.
  public subscript<Value>(dynamicMember key: KeyPath<TransitionKeys, Value>) -> Value {
    written[keyPath: key]
  }

  /// The values of keys that are not written.
  static let standard = (delay: 0.0, seed: UInt64(1))

  /// How long the first picture holds, in seconds.
  public var delay: Double { written.delay ?? Self.standard.delay }

  /// The elements that travel from one screen to the other.
  public var shared: [SharedElement] { written.shared ?? [] }

  /// The seed of every random choice.
  public var seed: UInt64 { written.seed ?? Self.standard.seed }

  /// The elements that travel: those of the side that plays, and before them those that the scene
  /// writes, which replace those of the side that have an end in common with them.
  public func elements(of side: Side) -> [SharedElement] { shared.extending(side.sharedElements) }

  /// Plays it the other way along x, where it plays along x.
  mutating func exchangeLeftAndRight() {
    if writtenHeading.isHorizontal { written.direction = writtenHeading.opposite }
  }

  /// Where the incoming screen moves as it is written, before anything is mirrored.
  var writtenHeading: Direction {
    written.direction ?? recipe.direction ?? recipe.trackDirection
  }

  /// The same motion undone: what brought a screen takes it away again, but for the finger that
  /// moved it and the time that it waited.
  public func undone(by operation: Operation) -> Transition {
    var back = self
    (back.operation, back.gesture, back.adjusted) = (operation, nil, nil)
    (back.written.delay, back.written.tap, back.written.statusBar) = (nil, nil, nil)
    back.written.shared = written.shared?.map(\.reversed)
    return back
  }
}

/// The value of a parameter; true is 1 and false 0.
public struct Argument: Hashable, Sendable {
  /// The parameter's name.
  public var name: String
  /// Its value.
  public var value: Double
}

/// An element that travels from one screen to the other.
public struct SharedElement: Hashable, Sendable {
  /// Where it begins or ends.
  public enum End: Hashable, Sendable {
    /// A layer of the screen at that end.
    case layer(String)
    /// A part of the screen at that end.
    case part(ScreenPart)
    /// The screen itself.
    case screen
  }

  /// Where it is written.
  public var place: Place
  /// Where it begins: in the outgoing screen.
  public var from: End
  /// Where it ends: in the incoming screen.
  public var to: End
  /// How it travels; what is nil is left to the side.
  public var style: SharedStyle = SharedStyle()

  /// The name by which tracks and the timeline know it: that of its layer in the outgoing screen,
  /// or in the incoming one where the whole outgoing screen travels.
  public var name: String {
    switch (from, to) {
    case (.layer(let id), _), (.screen, .layer(let id)): id
    case (.part(let part), _), (.screen, .part(let part)): part.rawValue
    case (.screen, .screen): "screen"
    }
  }

  /// The same way undone, its curve still running forward.
  public var reversed: SharedElement {
    SharedElement(place: place, from: to, to: from, style: style.reversed)
  }
}

/// How shared elements travel; what is nil is left to the next in line: the element, the side, the
/// format's default.
public struct SharedStyle: Hashable, Sendable {
  /// How the content meets a frame that changes its shape.
  public enum Fit: String, Hashable, Sendable, CaseIterable { case fill, cover, width, height }
  /// Which of the two copies is seen on the way.
  public enum Keep: String, Hashable, Sendable, CaseIterable { case from, to, both }

  /// nil for the side's.
  public var curve: Curve?
  /// 0 is straight, 1 a quarter ellipse.
  public var arc: Double?
  /// How the content meets a frame that changes its shape.
  public var fit: Fit?
  /// Which of the copies is seen.
  public var keep: Keep?
  /// Windows of the eased progress: of the frame, of the corners, of the content.
  public var move, shape, fade: Window?

  /// The values that neither says.
  package static let standard = (arc: 0.0, keep: Keep.both, window: Window.whole)

  /// The same, with what it leaves open taken from `other`.
  public func filled(from other: SharedStyle) -> SharedStyle {
    SharedStyle.fields.filled(self, from: other)
  }

  /// The style of the way back: windows are mirrored, and the other copy is kept.
  public var reversed: SharedStyle {
    var style = self
    (style.move, style.shape, style.fade) = (move?.mirrored, shape?.mirrored, fade?.mirrored)
    switch keep {
    case .from: style.keep = .to
    case .to: style.keep = .from
    case .both, nil: break
    }
    return style
  }
}
