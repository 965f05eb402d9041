import Formatting
import Geometry
import Motion

// The tables of a scene's canvas and output.

extension Canvas {
  static let fields: [Field<Canvas>] = [
    Field("width", \.width, .number(.positive), "In points.", of: Canvas()),
    Field("height", \.height, .number(.positive), "In points.", of: Canvas()),
    Field(
      "device", \.device,
      ValueForm(
        .choice(subject: "device", names: Device.allNames),
        { node, _ in node.text.flatMap(Device.init(named:)) }, { .text($0.name) }),
      "The phone or tablet whose screen it is: gives the size, and the room of the status bar and the "
        + "home indicator."),
    Field(
      "orientation", \.orientation, .choice("orientation"), "How the device is held.",
      of: Canvas()),
    Field(
      "bezel", \.hasBezel, .flag,
      "Whether pictures show the device around the screen, 42 points on each side.",
      of: Canvas()),
    Field(
      "scale", \.scale, .number(.from(0.25, to: 8)),
      "Pixels per point; of bare pictures, found from the first.", of: Canvas()),
    Field(
      KeySchema(
        "background", Grammar.color, "The colour behind both screens.", default: "\"#000\""),
      read: { node, reading, canvas in
        canvas.background = reading.color(node) ?? canvas.background
      }),
  ]
}

extension Output {
  static let fields: [Field<Output>] = [
    Field(
      "fps", \.fps, .number(NumberRange(minimum: 0, maximum: 1000, excludesMinimum: true)),
      "Frames per second.", of: Output()),
    // Two values in one list.
    Field(
      KeySchema(
        "hold", .row(.defined(.time), 2), "How much longer the first and the last frame show.",
        default: "[\(Output().holdFirst), \(Output().holdLast)]"),
      read: { node, reading, output in
        guard let hold = node.elements, hold.count == 2 else { return }
        output.holdFirst = reading.seconds(hold[0]) ?? output.holdFirst
        output.holdLast = reading.seconds(hold[1]) ?? output.holdLast
      }),
    Field("loop", \.loop, .whole(0...65_535), "Times to play, 0 for ever.", of: Output()),
    Field(
      "formats", \.formats,
      .choices(from: OutputFormat.ofScenes, "format", count: 1...16), "The kinds of files.",
      of: Output()),
    Field(
      "colors", \.colors, .whole(2...256), "The number of colours of a palette.", of: Output()),
    Field(
      "dither", \.dither, .choice("dither"), "The dither of formats with a palette.",
      of: Output()),
    Field(
      "overlay", \.overlay, .choices(from: Output.Overlay.allCases, "overlay", count: 0...Int.max),
      "What is drawn over every frame.", of: Output()),
  ]
}

extension ValueForm {
  /// A list of names of an enumeration.
  fileprivate static func choices<Choice: RawRepresentable<String> & Sendable>(
    from names: [Choice], _ subject: String, count: ClosedRange<Int>
  ) -> Self where Value == [Choice] {
    Self(
      .list(.choice(subject: subject, names: names.map(\.rawValue)), count: count),
      { node, _ in node.elements?.compactMap { $0.choice() } },
      { .list($0.map { .text($0.rawValue) }) })
  }
}

// The tables of what a scene says of its transition.

extension TransitionKeys {
  /// The keys of a transition that are its own, whatever its type.
  static let fields: [Field<TransitionKeys>] =
    [
      Field(
        "direction", \.direction, .choice("direction"), "Where the incoming screen moves."),
      Field("duration", \.duration, .seconds, "Instead of the recipe's."),
      Field("curve", \.curve, .curve, "Instead of the recipe's."),
      Field(
        "delay", \.delay, .seconds, "How long the first picture holds.",
        default: Transition.standard.delay),
      Field(
        "tap", \.tap, .tap,
        "What a finger taps before the motion: #id of a layer of the screen that is seen, or [x, y]."
      ),
      Field("shared", \.shared, .sharedElements, "Elements that travel."),
      // Read after the recipe that it plays by.
      Field(KeySchema("gesture", .defined(.gesture), "A scripted finger.")),
    ] + barRules(\.bars, \.statusBar) + [
      Field(
        "random", \.seed,
        ValueForm(
          .number(.whole(0...9_007_199_254_740_991)),
          { node, _ in node.number.flatMap { UInt64(exactly: $0) } }, { .number(Double($0)) }),
        "The seed of every random choice.", default: Transition.standard.seed)
    ]
}

/// What happens to bars and the status bar, for a side and for a transition.
func barRules<Owner>(
  _ bars: any WritableKeyPath<Owner, BarsRule?> & Sendable,
  _ statusBar: any WritableKeyPath<Owner, StatusBarRule?> & Sendable
) -> [Field<Owner>] {
  [
    Field(
      "bars", bars, .choice("rule"),
      "Whether bars that both screens have stay in place: stay in a push and a pop, else move."),
    Field(
      "statusBar", statusBar, .choice("rule"),
      "Which screen's status bar is seen at the end, or its style: from where a side rests, else "
        + "to."),
  ]
}

extension SharedStyle {
  static let fields: [Field<SharedStyle>] = [
    Field("curve", \.curve, .curve, "Instead of the side's."),
    Field(
      "arc", \.arc, .number(.fraction), "0 is straight, 1 a quarter ellipse.", default: standard.arc
    ),
    Field(
      "fit", \.fit, .choice("fit"), "How the content meets a frame that changes its shape.",
      default: .fill),
    Field(
      "keep", \.keep, .choice("keep"), "Which of the two copies is seen.", default: standard.keep),
    Field(
      "move", \.move, .window, "When its frame moves, in eased progress.", default: standard.window),
    Field(
      "shape", \.shape, .window, "When its corners, border and shadow change.",
      default: standard.window),
    Field(
      "fade", \.fade, .window, "When one content turns into the other.", default: standard.window),
  ]
}

extension ValueForm<[SharedElement]> {
  static var sharedElements: Self {
    Self(
      .list(.defined(.sharedElement)),
      { node, reading in
        guard node.elements != nil else { return nil }
        return reading.elements(node, within: .shared).compactMap { reading.sharedElement($0) }
      }, { .list($0.map(\.node)) })
  }
}

extension ValueForm<Tap> {
  fileprivate static var tap: Self {
    Self(
      .either([.text(.layer), Grammar.point]),
      { node, _ in
        node.text.flatMap { $0.hasPrefix("#") ? .layer(String($0.dropFirst())) : nil }
          ?? node.numbers.flatMap { $0.count == 2 ? .point(SIMD2($0[0], $0[1])) : nil }
      },
      { tap in
        switch tap {
        case .layer(let id): .text("#\(id)")
        case .point(let point): .list([.number(point.x), .number(point.y)])
        }
      })
  }
}

// The table of a gesture's keys: a scripted finger, and the rules that it plays by.
extension Gesture {
  /// The keys of a scripted finger.
  static let fields = finger + release + rules + tail

  /// The keys of a recipe's gesture: the finger is the scene's.
  static let ruleFields = rules + tail

  private static let finger: [Field<Gesture>] = [
    Field(
      "start", \.start,
      ValueForm(
        Grammar.point,
        { node, _ in node.numbers.flatMap { $0.count == 2 ? SIMD2($0[0], $0[1]) : nil } },
        { .list([.number($0.x), .number($0.y)]) }),
      "Where the finger goes down, in points."),
    Field(
      .required(
        "samples",
        .list(
          .tuple([.defined(.time), .number(.any), .number(.any)], required: 2), count: 1...20_000),
        "[time, points forward] or [time, points right, points down]; of a pinch [time, scale]."),
      read: { node, reading, gesture in gesture.samples = reading.samples(node) },
      write: { $0.samples.isEmpty ? nil : .list($0.samples.map(\.node)) }),
    Field(
      "at", \.catchSeconds, .seconds,
      "When the finger catches the motion; other times count from it.", default: 0),
    Field(
      KeySchema(
        "release",
        .object(
          ObjectSchema(
            "release", "When and how fast the finger goes up.", release.keys(in: "release"))),
        "When and how fast the finger goes up.")),
    Field(state, read: readState),
  ]

  private static let release: [Field<Gesture>] = [
    Field(
      "at", in: "release", \.releaseSeconds, .seconds,
      "Since the finger came down; the last sample's time."),
    Field(
      "velocity", in: "release", \.releaseVelocity,
      ValueForm(
        .either([.number(.any), Grammar.point]),
        { node, _ in Gesture.Movement((node.elements ?? [node]).map(\.number)) },
        { $0.numbers.count == 1 ? $0.numbers[0] : .list($0.numbers) }),
      "In points per second, along the axis or [x, y]; by default the last segment's."),
    Field(
      state, in: "release", read: readState,
      write: { $0.isSystemCancelled ? .text("cancelled") : nil }),
  ]

  private static let state = KeySchema(
    "state", .choice(subject: "state", names: ["ended", "cancelled"]),
    "Whether the system cancels the gesture.")

  private static let readState: @Sendable (JSONNode, inout Reading, inout Gesture) -> Void = {
    node, _, gesture in
    if node.text == "cancelled" { gesture.isSystemCancelled = true }
  }

  private static let rules: [Field<Gesture>] = [
    Field("kind", \.kind, .choice("gesture"), "How the finger moves.", default: .pan),
    Field(
      "edgeWidth", \.edgeWidth, .number(.positive), "Where an edge pan may begin, in points.",
      default: 20),
    Field(
      "threshold", \.threshold, .number(.fraction), "The progress beyond which it finishes.",
      default: 0.5),
    Field(
      "inclusive", \.isInclusive, .flag, "Whether the threshold itself finishes.", default: false),
    Field(
      "begins", \.begins, .choice("begins"),
      "Whether a first movement backward keeps it from beginning.", default: .any),
    Field(
      "velocityRule", \.velocityRule, .choice("velocity rule"), "How the verdict sees velocity.",
      default: VelocityRule.none),
    Field(
      "flingSpeed", \.flingSpeed, .number(.positive), "What a fling is, in ways per second.",
      default: 1),
    Field(
      "onSystemCancel", \.onSystemCancel, .choice("system cancel"),
      "What the system's cancel does.", default: .cancel),
    Field("outcome", \.outcome, .choice("outcome"), "A verdict that is forced."),
    Field(
      "detents", \.detents, .choices(from: Detent.allCases, "detent", count: 1...2),
      "Where a thrown sheet settles, at the nearest one, in a step that adjusts it to a detent."),
    Field("scrub", \.scrub, .choice("scrub"), "What progress is linear in.", default: .linear),
    Field(
      "distance", \.distance,
      ValueForm(
        .template(.number(.positive)),
        { node, reading in
          reading.quantity(node, .positive, Owner(name: "gesture.distance", isSliced: false))
        }, \.node),
      "What the finger goes for the whole way, in points; by default the canvas along the axis."),
    Field(
      "follow", \.follow,
      ValueForm(
        Grammar.target, { node, reading in reading.target(node) }, { .text($0.description) }),
      "What moves with the finger in both axes, on top of its tracks."),
    Field(
      KeySchema(
        "tail", .defined(.gestureTail), "The way on from where the finger went up.")),
    Field("touch", \.drawsTouch, .flag, "Whether the finger is drawn.", default: false),
  ]

  /// The keys of its tail.
  static let tail: [Field<Gesture>] = [
    Field(
      "curve", in: "tail", \.tailCurve, .curve,
      "Its curve; a spring without a velocity goes on as fast as the finger.", default: .easeInOut),
    Field(
      "speed", in: "tail", \.tailSpeed, .number(.positive),
      "Of the run's duration; by default 1, or what a physical spring takes."),
    Field(
      "duration", in: "tail", \.tailDuration, .seconds,
      "A time that does not depend on the way left."),
  ]
}

extension Gesture.Sample {
  fileprivate var node: JSONValue { .list([.number(seconds)] + movement.numbers) }
}

extension Gesture.Movement {
  /// One number along the axis, or two in both axes; nil for anything else.
  init?(_ numbers: [Double?]) {
    switch numbers.count {
    case 1:
      guard let along = numbers[0] else { return nil }
      self = .along(along)
    case 2:
      guard let x = numbers[0], let y = numbers[1] else { return nil }
      self = .free(Point(x: x, y: y))
    default: return nil
    }
  }

  fileprivate var numbers: [JSONValue] {
    switch self {
    case .along(let number): [.number(number)]
    case .free(let point): [.number(point.x), .number(point.y)]
    }
  }
}
