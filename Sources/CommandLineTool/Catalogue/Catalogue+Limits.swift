// A scene is untrusted: what it may ask for is bounded, and each bound has a flag. The upper ends
// keep the arithmetic and the recursion of the readers within what is tested.
extension Catalogue {
  static let limits: [Flag] = [
    .size("limit-scene-size", \.sceneBytes, "The size of a scene file"),
    .bound("limit-depth", in: 1...256, \.jsonDepth, "How deep JSON may be nested"),
    .bound("limit-layers", in: 1...10_000_000, \.layers, "Layers in a scene"),
    .bound("limit-canvas-side", in: 1...65_535, \.canvasSide, "A side of the canvas, in pixels"),
    .area("limit-canvas-area", \.canvasArea, "The pixels of the canvas"),
    .bound("limit-frames", in: 1...1_000_000, \.frames, "Frames in a run"),
    .length("limit-duration", \.durationSeconds, "The length of a run"),
    .size("limit-image-size", \.imageBytes, "The size of an image file"),
    .area("limit-image-area", \.imageArea, "The pixels of an image"),
    .bound("limit-assets", in: 0...100_000, \.assets, "Files that a scene names"),
    .bound("limit-blur", in: 0...4_096, \.blurSigma, "The sigma of a blur, in pixels"),
    .size("limit-memory", \.memoryBytes, "The memory that a run is planned to take"),
  ]
}

extension Flag {
  fileprivate typealias Bound<Kept> = WritableKeyPath<Limits, Kept> & Sendable

  fileprivate static func bound(
    _ name: String, in range: ClosedRange<Int>, _ place: any Bound<Int>, _ what: String
  ) -> Flag {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return limit(name, "N", place, expected, what, { "\($0)" }) { Measure.whole($0, in: range) }
  }

  fileprivate static func size(_ name: String, _ place: any Bound<Int>, _ what: String) -> Flag {
    limit(
      name, "SIZE", place, "a size, as in \"64MB\" or \"1GiB\"", what, Quantity.bytes,
      read: Measure.bytes)
  }

  fileprivate static func area(_ name: String, _ place: any Bound<Int>, _ what: String) -> Flag {
    limit(
      name, "PIXELS", place, "a number of pixels, as in \"50MP\"", what, Quantity.pixels,
      read: Measure.pixels)
  }

  fileprivate static func length(_ name: String, _ place: any Bound<Double>, _ what: String) -> Flag
  {
    limit(
      name, "TIME", place, "a time, as in \"90s\"", what, { "\(Quantity.short($0)) s" },
      read: Measure.seconds)
  }

  private static func limit<Kept>(
    _ name: String, _ placeholder: String, _ place: any Bound<Kept>, _ expected: String,
    _ what: String, _ shown: (Kept) -> String, read: @escaping @Sendable (String) -> Kept?
  ) -> Flag {
    let standard = shown(Limits()[keyPath: place])
    return Flag(
      name: name, value: Value(placeholder: placeholder), topic: .limits,
      summary: "\(what); \(standard) unless given."
    ) { (settings, text) throws(Expectation) in
      guard let bound = read(text) else { throw Expectation(words: expected) }
      settings.limits[keyPath: place] = bound
    }
  }
}
