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
      + Property.allCases.map { property in
        KeyShape(
          property.rawValue, .keyframes(.template(valueShape(of: property))),
          "\(property.rawValue), over the run.")
      })

  /// What a keyframe of `property` holds.
  static func valueShape(of property: Property) -> Shape {
    switch property {
    case .x: .number(.x)
    case .y: .number(.y)
    case .z, .scaleX, .scaleY, .rotate, .rotateX, .rotateY, .skewX, .skewY, .order: .number(.any)
    case .anchor: .tuple([.number(.any), .number(.any), .number(.any)], required: 2)
    case .frame: rect
    case .opacity, .dim, .shadowOpacity: .number(.fraction)
    case .hidden: .flag
    case .fill: .defined(.paint)
    case .shadowColor: .defined(.color)
    case .cornerRadius: .either([.number(.notNegative), .row(.number(.notNegative), 4)])
    case .inset: .row(.number(.fraction), 4)
    case .blur, .saturation, .shadowRadius: .number(.notNegative)
    case .brightness: .number(.from(-1, to: 1))
    case .perspective: .number(.positive)
    case .shadowOffset: .tuple([.number(.x), .number(.y)], required: 2)
    }
  }
}
