import Formatting
import SceneFormat

// A scene is untrusted: what it may ask for is bounded, and each bound has a flag. The upper ends
// keep the arithmetic and the recursion of the readers within what is tested.
extension Catalogue {
  static let limits: [Flag] = [
    .size(.fileBytes, "The size of a scene file"),
    .bound(.jsonDepth, in: 1...256, "How deep JSON may be nested"),
    .bound(.masks, in: 1...64, "How deep masks of masks may be nested"),
    .bound(.layers, in: 1...10_000_000, "Layers in a scene"),
    .bound(.canvasSide, in: 1...65_535, "A side of the canvas, in pixels"),
    .area(.canvasPixels, "The pixels of the canvas"),
    .bound(.frames, in: 1...1_000_000, "Frames in a run"),
    .length(.seconds, "The length of a run"),
    .size(.imageBytes, "The size of an image file"),
    .area(.imagePixels, "The pixels of an image"),
    .bound(.assets, in: 0...100_000, "Files that a scene names"),
    .bound(.blurSigma, in: 0...4_096, "The sigma of a blur, in pixels"),
    .size(.memoryBytes, "The memory that a run is planned to take"),
  ]
}

extension Flag {
  fileprivate static func bound(_ limit: Limit, in range: ClosedRange<Int>, _ what: String) -> Flag
  {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return flag(limit, "N", expected, what, NumberFormat.shortest) {
      Measure.whole($0, in: range).map(Double.init)
    }
  }

  fileprivate static func size(_ limit: Limit, _ what: String) -> Flag {
    let shown = { (bytes: Double) in NumberFormat.bytes(Int(bytes)) }
    return flag(limit, "SIZE", "a size, as in \"64MB\" or \"1GiB\"", what, shown) {
      Measure.bytes($0).map(Double.init)
    }
  }

  fileprivate static func area(_ limit: Limit, _ what: String) -> Flag {
    let shown = { (pixels: Double) in NumberFormat.pixels(Int(pixels)) }
    return flag(limit, "PIXELS", "a number of pixels, as in \"50MP\"", what, shown) {
      Measure.pixels($0).map(Double.init)
    }
  }

  fileprivate static func length(_ limit: Limit, _ what: String) -> Flag {
    let shown = { (seconds: Double) in "\(NumberFormat.shortest(seconds)) s" }
    return flag(limit, "TIME", "a time, as in \"90s\"", what, shown, read: Measure.seconds)
  }

  private static func flag(
    _ limit: Limit, _ placeholder: String, _ expected: String, _ what: String,
    _ shown: (Double) -> String, read: @escaping @Sendable (String) -> Double?
  ) -> Flag {
    Flag(
      name: "limit-\(limit.rawValue)", value: Value(placeholder: placeholder), topic: .limits,
      summary: "\(what); \(shown(Limits()[limit])) unless given."
    ) { (settings, text) throws(Expectation) in
      guard let bound = read(text) else { throw Expectation(words: expected) }
      settings.limits[limit] = bound
    }
  }
}
