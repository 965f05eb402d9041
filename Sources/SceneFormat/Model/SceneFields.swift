import Formatting

// The tables of a scene's canvas and output.

extension Canvas {
  static let fields: [Field<Canvas>] = [
    Field("width", \.width, .number(.positive), "In points.", of: Canvas()),
    Field("height", \.height, .number(.positive), "In points.", of: Canvas()),
    Field("scale", \.scale, .number(.from(0.25, to: 8)), "Pixels per point.", of: Canvas()),
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
