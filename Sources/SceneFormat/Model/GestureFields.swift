import Formatting
import Geometry
import Motion

// The table of a gesture's keys: a scripted finger, and the rules that it plays by.
extension Gesture {
  /// The keys of a scripted finger.
  static let fields = finger + release + rules + tail

  /// The keys of a recipe's gesture: the finger is the scene's.
  static let ruleFields = rules + tail

  private static let finger: [Field<Gesture>] = [
    Field("start", \.start, .point, "Where the finger goes down, in points."),
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
      "velocity", in: "release", \.releaseVelocity, .movement,
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
    Field("scrub", \.scrub, .choice("scrub"), "What progress is linear in.", default: .linear),
    Field(
      "distance", \.distance, .quantity(.positive, of: "gesture.distance"),
      "What the finger goes for the whole way, in points; by default the canvas along the axis."),
    Field(
      "follow", \.follow, .target,
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

extension ValueForm<Gesture.Movement> {
  fileprivate static var movement: Self {
    Self(
      .either([.number(.any), Grammar.point]),
      { node, _ in Gesture.Movement((node.elements ?? [node]).map(\.number)) },
      { $0.numbers.count == 1 ? $0.numbers[0] : .list($0.numbers) })
  }
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
