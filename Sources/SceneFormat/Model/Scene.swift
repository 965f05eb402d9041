public import Geometry
public import Motion
public import Pixels

/// Everything that a scene file says, checked, with all defaults filled in.
public struct Scene: Hashable, Sendable {
  /// The picture's size.
  public var canvas: Canvas
  /// What happens.
  public var story: Story
  /// Names for font files.
  public var fonts: [FontName] = []
  /// The fonts that are tried for a missing glyph, in order.
  public var fallback = FontReference.defaultFallback
  /// Whether every transition and the bars are mirrored.
  public var isRightToLeft = false
  /// What must hold for the timeline.
  public var expectations = Expectations()
  /// What is written.
  public var output = Output()
}

/// The size of the picture and what is behind both screens.
public struct Canvas: Hashable, Sendable {
  /// The width in points.
  public var width: Double = 390
  /// The height in points.
  public var height: Double = 844
  /// The device whose screen it is; nil for none.
  public var device: Device?
  /// How that device is held.
  public var orientation = Device.Orientation.portrait
  /// Whether pictures show that device around the screen.
  public var hasBezel = false
  /// Its size in points.
  public var size: Size { Size(width: width, height: height) }
  /// Pixels per point.
  public var scale: Double = 1
  /// The colour behind both screens.
  public var background = Color.black
  /// How size and scale were found from the first picture; nil where the scene writes them.
  public var measure: PictureMeasure?

  /// Its pixels with `scale` of them per point: as many as are covered in full.
  ///
  /// Of one that is covered in part, its own colour would be seen along the edge of every picture.
  public func pixels(at scale: Double) -> (width: Double, height: Double) {
    let pixels = Self.pixels(of: size, at: scale)
    return (pixels.width, pixels.height)
  }

  /// The size in pixels of a canvas that has a size in points.
  package static func pixels(of size: Size, at scale: Double) -> Size {
    // What is missing after a division is no part of a pixel.
    func whole(_ length: Double) -> Double { max(1, (length * scale + 1e-6).rounded(.down)) }
    return Size(width: whole(size.width), height: whole(size.height))
  }

  /// How much of a device pictures show beyond each edge of the screen, in whole pixels.
  public func margin(at scale: Double) -> Double { hasBezel ? (42 * scale).rounded() : 0 }

  /// The pixels of a picture: those of the screen and the device around it.
  public func picturePixels(at scale: Double) -> (width: Double, height: Double) {
    let (screen, margin) = (pixels(at: scale), margin(at: scale))
    return (screen.width + 2 * margin, screen.height + 2 * margin)
  }
}

/// One transition between two screens, or a flow through several.
public indirect enum Story: Hashable, Sendable {
  /// `from`, `to` and `transition`.
  case pair(from: Screen, to: Screen, Transition)
  /// `screens` and `steps`.
  case flow(Flow)
}

extension Story {
  /// All transitions that play, in their order.
  public var transitions: [Transition] {
    switch self {
    case .pair(_, _, let transition): [transition]
    case .flow(let flow): flow.steps.compactMap(\.transition)
    }
  }
}

/// Several screens, and steps from one to the next.
public struct Flow: Hashable, Sendable {
  /// A screen and its name in the scene.
  public struct NamedScreen: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The screen.
    public var screen: Screen
  }

  /// One step of a flow and its result.
  public struct Step: Hashable, Sendable {
    /// Where it is written.
    public var place: Place
    /// What plays; nil where nothing moves.
    public var transition: Transition?
    /// How long the screen stands still where nothing moves, in seconds.
    public var waitSeconds: Double = 0
    /// The screens when it begins.
    public var before: NavigationState
    /// The screens after it, unless a gesture cancels it.
    public var goal: NavigationState
    /// The finger that drives it; nil where time does.
    @Boxed public var finger: ScriptedFinger?

    /// Whether it finishes.
    public var outcome: GestureRun.Outcome { finger?.run.outcome ?? .finished }

    /// The screens when it is over.
    public var after: NavigationState { outcome == .finished ? goal : before }
  }

  /// The screens, in the order in which they are written.
  public var screens: [NamedScreen]
  /// The steps, in order.
  public var steps: [Step]
}

extension Flow {
  /// The flow of one step for a scene of two screens, and of the way back if `playsBack`; for a pop or
  /// a dismiss, the same recipe brought the screen before.
  public init(
    from: Screen, to: Screen, _ transition: Transition, on canvas: Size, isRightToLeft: Bool,
    playsBack: Bool = false
  ) throws(FlowProblem) {
    let operation = transition.operation
    var state = NavigationState()
    func move(_ move: NavigationState.Move, by transition: Transition?) throws(FlowProblem) {
      state = try state.result(of: move, on: canvas) { name in
        SystemBars(of: name == "from" ? from : to)
      }.arriving(by: transition, on: canvas)
    }
    try move(.show([operation.isForward ? "from" : "to"]), by: nil)
    if !operation.isForward, let brought = operation.opposite {
      try move(Self.move(brought, to: "from"), by: transition.undone(by: brought))
    }
    let before = state
    try move(Self.move(operation, to: "to"), by: transition)
    screens = [NamedScreen(name: "from", screen: from), NamedScreen(name: "to", screen: to)]
    steps = [
      Step(
        place: transition.place, transition: transition, before: before, goal: state,
        finger: transition.finger(on: canvas, isRightToLeft: isRightToLeft))
    ]
    guard playsBack else { return }
    guard steps[0].outcome == .finished else { throw .noWayBack }
    // A replaced screen comes back as by a pop.
    let (rested, back) = (state, transition.undone(by: operation.opposite ?? .pop))
    try move(Self.move(operation.opposite ?? .replace, to: "from"), by: back)
    steps += [
      Step(
        place: transition.place, waitSeconds: SceneChanges.restSeconds, before: rested,
        goal: rested),
      Step(place: transition.place, transition: back, before: rested, goal: state),
    ]
  }

  /// The move of an operation that leads to the screen `name`.
  private static func move(_ operation: Operation, to name: String) -> NavigationState.Move {
    switch operation {
    case .push: .push(name)
    case .present: .present(name)
    case .replace: .show([name])
    case .pop: .pop
    case .dismiss: .dismiss
    }
  }
}

/// A name for a font file.
public struct FontName: Hashable, Sendable {
  /// The name that texts use.
  public var name: String
  /// The file.
  public var file: AssetPath
}

/// The font of a text.
public enum FontReference: Hashable, Sendable {
  /// Inter, which the program carries.
  case system
  /// The system's font of emoji in colour.
  case emoji
  /// A font file.
  case file(AssetPath)

  /// What is tried for a missing glyph where a scene does not say.
  public static let defaultFallback: [FontReference] = [.system, .emoji]
}

/// A file that a scene names: resolved against the file that names it, not yet opened.
public struct AssetPath: Hashable, Sendable {
  /// The path beneath the asset root, its parts joined by `/`, with no `.` and `..` left; of a picture
  /// in an SVG, that of the SVG and `#` with a number, from 1.
  public var path: String
  /// Where it is named.
  public var place: Place

  /// The file at `path`, named at `place`.
  public init(path: String, place: Place) {
    (self.path, self.place) = (path, place)
  }
}

/// What must hold for the timeline.
public struct Expectations: Hashable, Sendable {
  /// The time by which nothing moves any more.
  public var settledBySeconds: Double?
  /// The largest share of the way by which anything may overshoot.
  public var overshootFraction: Double?
  /// The longest way, in points, that anything may go from one frame to the next.
  public var maxStepPoints: Double?
  /// Where `settledBy` is written.
  public var settledByPlace = Place.nowhere
  /// Where `overshoot` is written.
  public var overshootPlace = Place.nowhere
  /// Where `maxStep` is written.
  public var maxStepPlace = Place.nowhere
}

/// What is written.
public struct Output: Hashable, Sendable {
  /// Something drawn over every frame.
  public enum Overlay: String, Hashable, Sendable, CaseIterable { case touch }

  /// Frames per second.
  public var fps: Double = 50
  /// How much longer the first frame shows, in seconds.
  public var holdFirst: Double = 0.3
  /// How much longer the last frame shows, in seconds.
  public var holdLast: Double = 0.6
  /// Times to play; 0 for ever.
  public var loop = 0
  /// The formats that are written.
  public var formats: [OutputFormat] = [.gif]
  /// The number of colours of formats with a palette.
  public var colors = 256
  /// The dither of formats with a palette.
  public var dither = Dither.auto
  /// What is drawn over every frame.
  public var overlay: [Overlay] = []
}
