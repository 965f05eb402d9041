import Formatting
import Motion

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
      Field("shared", \.shared, .sharedElements, "Elements that travel."),
      // Read after the recipe that it plays by.
      Field(KeySchema("gesture", .defined(.gesture), "A scripted finger.")),
    ] + barRules(\.bars, \.statusBar) + [
      Field(
        "random", \.seed, .seed, "The seed of every random choice.",
        default: Transition.standard.seed)
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

extension ValueForm<UInt64> {
  fileprivate static var seed: Self {
    Self(
      .number(.whole(0...9_007_199_254_740_991)),
      { node, _ in node.number.flatMap { UInt64(exactly: $0) } }, { .number(Double($0)) })
  }
}
