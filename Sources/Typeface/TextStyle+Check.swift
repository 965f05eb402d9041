extension TextStyle {
  /// Throws where a number would make letters of no size, or of none that can be drawn.
  func check() throws(TypefaceError) {
    try Self.check("the size of the text", size, 0.01...10_000)
    try Self.check("the weight of the text", weight, 1...1_000)
    try Self.check("the letter spacing", letterSpacing, -10_000...10_000)
    if let lineHeight { try Self.check("the line height", lineHeight, 0...100_000) }
  }

  private static func check(
    _ name: String, _ value: Double, _ range: ClosedRange<Double>
  ) throws(TypefaceError) {
    guard range.contains(value) else {
      throw .numberOutOfRange(name: name, value: value, range: range)
    }
  }
}
