public import Motion

/// What is done to the stack of screens.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  case push, pop, present, dismiss

  /// Whether the incoming screen is new.
  public var isForward: Bool { self == .push || self == .present }

  /// The operation that undoes it.
  public var opposite: Operation {
    switch self {
    case .push: .pop
    case .pop: .push
    case .present: .dismiss
    case .dismiss: .present
    }
  }

  /// The operation that stands in for it where a recipe has no side of its name.
  public var standIn: Operation {
    switch self {
    case .push: .present
    case .present: .push
    case .pop: .dismiss
    case .dismiss: .pop
    }
  }
}

/// Where the incoming screen moves; for pop and dismiss, in the motion that is being undone.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// Whether it runs along x.
  public var isHorizontal: Bool { self == .left || self == .right }
}

/// The use of a recipe in a scene.
public struct Transition: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// The name that it is known by: a built-in recipe's, a file's, or `custom`.
  public var name: String
  /// The recipe, loaded.
  public var recipe: Recipe
  /// What is done; never nil after reading: the recipe's first side unless written.
  public var operation: Operation
  /// nil for the recipe's.
  public var direction: Direction?
  /// nil for the recipe's, in seconds.
  public var duration: Double?
  /// nil for the recipe's; it takes the place of the side's curve.
  public var curve: Curve?
  /// How long the first picture holds, in seconds.
  public var delay: Double
  /// A value for every parameter of the recipe, in the recipe's order.
  public var arguments: [Argument]
  /// The elements that travel from one screen to the other.
  public var shared: [SharedElement]
  /// The scripted finger.
  public var gesture: Gesture?
  /// The seed of every random choice.
  public var seed: UInt64

  /// The use of `recipe`.
  public init(place: Place, name: String, recipe: Recipe, operation: Operation) {
    (self.place, self.name, self.recipe, self.operation) = (place, name, recipe, operation)
    (direction, duration, curve, delay) = (nil, nil, nil, 0)
    (arguments, shared, gesture, seed) = ([], [], nil, 1)
  }

  /// The same motion undone: what brought a screen takes it away again, but for the finger that
  /// moved it and the time that it waited.
  public func undone(by operation: Operation) -> Transition {
    var back = self
    (back.operation, back.gesture, back.delay) = (operation, nil, 0)
    back.shared = shared.map(\.reversed)
    return back
  }
}

/// The value of a parameter; true is 1 and false 0.
public struct Argument: Hashable, Sendable {
  /// The parameter's name.
  public var name: String
  /// Its value.
  public var value: Double

  /// `value` for the parameter `name`.
  public init(name: String, value: Double) {
    (self.name, self.value) = (name, value)
  }
}
