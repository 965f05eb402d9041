// Tracks, and what they move.
extension Format {
  static let track = ObjectShape(
    "track", "Properties of one target over the run.",
    [
      .required("target", target, "What it moves."),
      KeyShape(
        "during", .defined(.window), "Its window, as fractions of the run.", default: "[0, 1]"),
      KeyShape(
        "through", .defined(.window), "A window of the eased progress.", default: "[0, 1]"),
      KeyShape("curve", .defined(.curve), "Instead of the side's."),
      KeyShape("additive", .flag, "Whether it adds to other tracks.", default: "false"),
      KeyShape(
        "repeat", .number(NumberRange(minimum: 0, maximum: 10_000, excludesMinimum: true)),
        "How often it runs within its window.", default: "1"),
      KeyShape(
        "autoreverse", .flag, "Whether every second run goes backward.", default: "false"),
      KeyShape(
        "interpolate",
        .choice(
          subject: "interpolation", names: Track.Interpolation.allCases.map(\.rawValue)),
        "How values between keyframes are found.", default: "\"linear\""),
      KeyShape(
        "scale", .keyframes(.template(.number(.any))), "The scale along both axes, over the run."),
    ]
      + Property.animated.map { property in
        KeyShape(
          property.name, .keyframes(.template(property.row.shape)), "\(property), over the run.")
      })
}
