// A scripted finger and the rules that it plays by.
extension Format {
  static let gesture = ObjectShape("gesture", "A scripted finger.", fingerKeys + ruleKeys)

  static let gestureRules = ObjectShape(
    "gesture", "The rules of a recipe's gesture; the finger is the scene's.", ruleKeys)

  private static let fingerKeys: [KeyShape] = [
    KeyShape("start", point, "Where the finger goes down, in points."),
    .required(
      "samples",
      .list(
        .tuple([.defined(.time), .number(.any)], required: 2), count: 1...100_000),
      "Times and translations; for a pinch, scales."),
    KeyShape("release", .object(release), "When and how fast the finger goes up."),
    KeyShape("state", state, "Whether the system cancels the gesture."),
  ]

  private static let state: Shape = .choice(subject: "state", names: ["ended", "cancelled"])

  private static let release = ObjectShape(
    "release", "When and how fast the finger goes up.",
    [
      KeyShape("at", .defined(.time), "Since the gesture began; the last sample's time."),
      KeyShape(
        "velocity", .number(.any), "In points per second; by default the last segment's."),
      KeyShape("state", state, "Whether the system cancels the gesture."),
    ])

  private static let ruleKeys: [KeyShape] = [
    KeyShape(
      "kind", .choice(subject: "gesture", names: Gesture.Kind.allCases.map(\.rawValue)),
      "How the finger moves.", default: "\"pan\""),
    KeyShape(
      "edgeWidth", .number(.positive), "Where an edge pan may begin, in points.",
      default: "20"),
    KeyShape(
      "threshold", .number(.fraction), "The progress beyond which it finishes.",
      default: "0.5"),
    KeyShape("inclusive", .flag, "Whether the threshold itself finishes.", default: "false"),
    KeyShape(
      "begins", .choice(subject: "begins", names: Gesture.Begins.allCases.map(\.rawValue)),
      "Whether a first movement backward keeps it from beginning.", default: "\"any\""),
    KeyShape(
      "velocityRule",
      .choice(
        subject: "velocity rule", names: Gesture.VelocityRule.allCases.map(\.rawValue)),
      "How the verdict sees velocity.", default: "\"none\""),
    KeyShape(
      "flingSpeed", .number(.positive), "What a fling is, in screens per second.",
      default: "1"),
    KeyShape(
      "onSystemCancel",
      .choice(
        subject: "system cancel", names: Gesture.SystemCancel.allCases.map(\.rawValue)),
      "What the system's cancel does.", default: "\"cancel\""),
    KeyShape(
      "outcome", .choice(subject: "outcome", names: Gesture.Outcome.allCases.map(\.rawValue)),
      "A verdict that is forced."),
    KeyShape(
      "scrub", .choice(subject: "scrub", names: Gesture.Scrub.allCases.map(\.rawValue)),
      "What progress is linear in.", default: "\"linear\""),
    KeyShape("tail", .defined(.gestureTail), "The way on from where the finger went up."),
    KeyShape("touch", .flag, "Whether the finger is drawn.", default: "false"),
  ]

  static let gestureTail = ObjectShape(
    "tail", "The way on from where the finger went up.",
    [
      KeyShape("curve", .defined(.curve), "Its curve.", default: "\"easeInOut\""),
      KeyShape("speed", .number(.positive), "Of the run's duration.", default: "1"),
      KeyShape("duration", .defined(.time), "A time that does not depend on the way left."),
      KeyShape("finish", .defined(.time), "The time of a whole way to the end."),
      KeyShape("cancel", .defined(.time), "The time of a whole way back."),
      KeyShape("cancelLimit", .defined(.time), "The most that the way back takes."),
    ])
}
