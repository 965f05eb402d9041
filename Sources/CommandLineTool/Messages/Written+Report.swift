import Codecs
import RenderTransition
import SceneFormat

// What is said of how an output came about.
extension Written {
  /// Some lines for people, each indented; none where nothing was asked for.
  var reportLines: [String] {
    guard let report else { return [] }
    return [contents(report), times(report), quality(report)].compactMap { $0.map { "  " + $0 } }
  }

  private func contents(_ report: OutputReport) -> String? {
    var parts = [Quantity.bytes(bytes / max(1, frames)) + " a frame"]
    if let colors = report.colors {
      let range = colors.count == 1 ? "" : "\(colors.lowerBound) to "
      parts.append(range + Quantity.count(colors.upperBound, "colour"))
    }
    for kind in FrameFacts.PaletteSource.allCases {
      if let count = report.palettes[kind] { parts.append("\(kind.rawValue) palette \(count) x") }
    }
    if let least = report.delays.min(), let most = report.delays.max() {
      let (least, most) = (Self.milliseconds(least), Self.milliseconds(most))
      let range = least == most ? most : "\(least) to \(most)"
      parts.append("\(Quantity.count(report.delays.count, "delay")) of \(range) ms")
    }
    return parts.joined(separator: ", ")
  }

  private func times(_ report: OutputReport) -> String? {
    let packing = output.format == .gif ? "LZW" : "packing"
    let quantizing =
      report.quantizingSeconds > 0
      ? ", quantising \(Quantity.fixed(report.quantizingSeconds, decimals: 2)) s" : ""
    return "rendering \(Quantity.fixed(report.renderSeconds, decimals: 2)) s\(quantizing), "
      + "\(packing) \(Quantity.fixed(report.packingSeconds, decimals: 2)) s of all jobs"
  }

  private func quality(_ report: OutputReport) -> String? {
    report.quality.map { quality in
      "PSNR \(Quantity.fixed(quality.psnr, decimals: 1)) dB, "
        + "SSIM \(Quantity.fixed(quality.ssim, decimals: 4)), "
        + "\(Quantity.share(quality.exactFlatShare)) of flat pixels exact, "
        + "flicker \(Quantity.fixed(quality.flicker, decimals: 3))"
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    let steps = (seconds * 1000).rounded()
    return abs(steps - seconds * 1000) < 0.005
      ? Quantity.fixed(steps, decimals: 0) : Quantity.fixed(seconds * 1000, decimals: 2)
  }
}

// The same for programs.
extension Written {
  /// One JSON object on a line.
  var json: String {
    JSONLine.object([
      ("output", .text(output.path ?? "-")), ("format", .text(output.format.rawValue)),
      ("frames", .number(frames)), ("width", .number(widthPixels)),
      ("height", .number(heightPixels)), ("bytes", .number(bytes)),
      ("bytesPerFrame", .number(bytes / max(1, frames))), ("seconds", .decimal(seconds)),
      ("concession", concession.map(JSONLine.Value.text)),
      ("colors", report?.colors.map { .list([.number($0.lowerBound), .number($0.upperBound)]) }),
      ("palettes", report.flatMap(Self.palettes)),
      ("delays", report.map { .list($0.delays.map(JSONLine.Value.decimal)) }),
      ("renderSeconds", report.map { .decimal($0.renderSeconds) }),
      ("quantizeSeconds", report.map { .decimal($0.quantizingSeconds) }),
      ("packSeconds", report.map { .decimal($0.packingSeconds) }),
      ("quality", report?.quality.map(Self.members)),
    ])
  }

  private static func palettes(_ report: OutputReport) -> JSONLine.Value? {
    report.palettes.isEmpty
      ? nil
      : .object(
        FrameFacts.PaletteSource.allCases.map { kind in
          (kind.rawValue, report.palettes[kind].map(JSONLine.Value.number))
        })
  }

  private static func members(_ quality: OutputReport.Quality) -> JSONLine.Value {
    .object([
      ("psnr", .decimal(quality.psnr)), ("ssim", .decimal(quality.ssim)),
      ("exactFlatShare", .decimal(quality.exactFlatShare)), ("flicker", .decimal(quality.flicker)),
    ])
  }
}
