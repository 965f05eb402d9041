import Codecs
package import Formatting
package import RenderTransition
import SceneFormat

// The summary of a written output.
extension WrittenOutput {
  /// One line, as in `output/push.gif  26 frames  390 x 844  123 kB  0.42 s`.
  var summary: String {
    let name = request.destination.path.map(Escaped.path) ?? "stdout"
    let count = NumberFormat.count(frames, "frame")
    let size = "\(widthPixels) x \(heightPixels)"
    let time = NumberFormat.fixed(seconds, decimals: 2) + " s"
    let parts = [name, count, size, NumberFormat.bytes(bytes), time]
    let remarks = [concession, note].compactMap(\.self).map { "  (\($0))" }
    return parts.joined(separator: "  ") + remarks.joined()
  }
}

// The statistics of an output, as lines of text.
extension WrittenOutput {
  /// Some lines for people, each indented; none where nothing was asked for.
  var reportLines: [String] {
    guard let report else { return [] }
    return [contents(report), times(report), quality(report)].compactMap { $0.map { "  " + $0 } }
  }

  private func contents(_ report: OutputReport) -> String? {
    var parts = [NumberFormat.bytes(bytes / max(1, frames)) + " a frame"]
    if let colors = report.colors {
      let range = colors.count == 1 ? "" : "\(colors.lowerBound) to "
      parts.append(range + NumberFormat.count(colors.upperBound, "colour"))
    }
    for kind in FrameFacts.PaletteSource.allCases {
      if let count = report.palettes[kind] { parts.append("\(kind.rawValue) palette \(count) x") }
    }
    if let least = report.delays.min(), let most = report.delays.max() {
      let (least, most) = (Self.milliseconds(least), Self.milliseconds(most))
      let range = least == most ? most : "\(least) to \(most)"
      parts.append("\(NumberFormat.count(report.delays.count, "delay")) of \(range) ms")
    }
    return parts.joined(separator: ", ")
  }

  private func times(_ report: OutputReport) -> String? {
    let packing = request.format == .gif ? "LZW" : "packing"
    let quantizing =
      report.quantizingSeconds > 0
      ? ", quantising \(NumberFormat.fixed(report.quantizingSeconds, decimals: 2)) s" : ""
    return "rendering \(NumberFormat.fixed(report.renderSeconds, decimals: 2)) s\(quantizing), "
      + "\(packing) \(NumberFormat.fixed(report.packingSeconds, decimals: 2)) s of all jobs"
  }

  private func quality(_ report: OutputReport) -> String? {
    report.quality.map { quality in
      "PSNR \(NumberFormat.fixed(quality.psnr, decimals: 1)) dB, "
        + "SSIM \(NumberFormat.fixed(quality.ssim, decimals: 4)), "
        + "\(NumberFormat.share(quality.exactFlatShare)) of flat pixels exact, "
        + "flicker \(NumberFormat.fixed(quality.flicker, decimals: 3))"
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    let steps = (seconds * 1000).rounded()
    return abs(steps - seconds * 1000) < 0.005
      ? NumberFormat.fixed(steps, decimals: 0) : NumberFormat.fixed(seconds * 1000, decimals: 2)
  }
}

// The same for programs.
extension WrittenOutput: Recorded {
  /// The output and its statistics.
  package static let record = Record<WrittenOutput>(
    "An output.",
    members: [
      .init("output", .text("Its path; \"-\" for stdout."), from: \.place),
      .init("format", .text("Its format."), from: \.request.format.rawValue),
      .init("frames", .whole("How many it has."), from: \.frames),
      .init("width", .whole("In pixels."), from: \.widthPixels),
      .init("height", .whole("In pixels."), from: \.heightPixels),
      .init("bytes", .whole("Its size."), from: \.bytes),
      .init("bytesPerFrame", .whole("In the mean."), from: { $0.bytes / max(1, $0.frames) }),
      .init("seconds", .decimal("How long it took."), from: \.seconds),
      .init("concession?", .text("What made it small enough."), from: \.concession),
      .init("note?", .text("What is not as the scene has it."), from: \.note),
      .init(
        "colors?", .list(.whole("Colours."), "The fewest and the most of a frame."),
        from: { ($0.report?.colors).map { [$0.lowerBound, $0.upperBound] } }),
      .init(
        "palettes?", .palettes,
        from: { $0.report.flatMap { $0.palettes.isEmpty ? nil : $0.palettes } }),
      .init(
        "delays?", .list(.decimal("Seconds."), "How long frames show."), from: \.report?.delays),
      .init(
        "renderSeconds?", .decimal("Drawing, all jobs together."), from: \.report?.renderSeconds),
      .init("quantizeSeconds?", .decimal("Choosing colours."), from: \.report?.quantizingSeconds),
      .init("packSeconds?", .decimal("Packing."), from: \.report?.packingSeconds),
      .init("quality?", .object(OutputReport.Quality.record), from: \.report?.quality),
    ])

  fileprivate var place: String { request.destination.path ?? "-" }
}

extension OutputReport.Quality {
  fileprivate static let record = Record<OutputReport.Quality>(
    "Against the true colours.",
    members: [
      .init("psnr", .decimal("In dB."), from: \.psnr),
      .init("ssim", .decimal("To 1."), from: \.ssim),
      .init("exactFlatShare", .decimal("Flat pixels that are exact."), from: \.exactFlatShare),
      .init("flicker", .decimal("Change of pixels that stand still."), from: \.flicker),
    ])
}

extension JSONForm<Double> {
  /// Six digits behind the point.
  fileprivate static func decimal(_ about: String) -> JSONForm {
    JSONForm(.number(about)) { .fixed($0, decimals: 6) }
  }
}

extension JSONForm<[FrameFacts.PaletteSource: Int]> {
  fileprivate static var palettes: JSONForm {
    JSONForm(.table(.whole("Frames."), "Where colours come from.")) { palettes in
      .object(
        FrameFacts.PaletteSource.allCases.compactMap { source in
          palettes[source].map { (source.rawValue, .whole($0)) }
        })
    }
  }
}

/// A picture of moments of a scene, and where it was written: at least one place.
struct WrittenPicture: Recorded {
  var scene: String
  var outputs: [WrittenOutput]
  var sheet: Sheet

  static let record = Record<WrittenPicture>(
    "A picture of moments.",
    members: [
      .init(schema: "render-transition/frame-1"),
      .init("scene", .text("The scene's path."), from: \.scene),
      .init(
        "outputs", .list(.text("A path."), "Where it was written; \"-\" for stdout."),
        from: { $0.outputs.map(\.place) }),
      .init("width", .whole("In pixels."), from: \.outputs[0].widthPixels),
      .init("height", .whole("In pixels."), from: \.outputs[0].heightPixels),
      .init("bytes", .whole("Its size."), from: \.outputs[0].bytes),
      .init(
        "moments", .list(.object(Sheet.Moment.record), "The moments, in order."),
        from: \.sheet.moments),
      .init(
        "paths", .list(.object(Sheet.MotionPath.record), "What moves; only of --onion."),
        from: \.sheet.paths),
    ])
}
