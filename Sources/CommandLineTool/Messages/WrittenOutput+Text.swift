import Codecs
import Formatting
import RenderTransition
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
extension WrittenOutput {
  /// The output and its statistics.
  var json: JSONValue {
    .object([
      "output": .text(request.destination.path ?? "-"), "format": .text(request.format.rawValue),
      "frames": .whole(frames), "width": .whole(widthPixels), "height": .whole(heightPixels),
      "bytes": .whole(bytes), "bytesPerFrame": .whole(bytes / max(1, frames)),
      "seconds": Self.decimal(seconds), "concession": concession.map(JSONValue.text),
      "note": note.map(JSONValue.text),
      "colors": report?.colors.map { .list([.whole($0.lowerBound), .whole($0.upperBound)]) },
      "palettes": report.flatMap(Self.palettes),
      "delays": report.map { .list($0.delays.map(Self.decimal)) },
      "renderSeconds": report.map { Self.decimal($0.renderSeconds) },
      "quantizeSeconds": report.map { Self.decimal($0.quantizingSeconds) },
      "packSeconds": report.map { Self.decimal($0.packingSeconds) },
      "quality": report?.quality.map(Self.members),
    ])
  }

  private static func palettes(_ report: OutputReport) -> JSONValue? {
    let counts = FrameFacts.PaletteSource.allCases.compactMap { source in
      report.palettes[source].map { (source.rawValue, JSONValue.whole($0)) }
    }
    return counts.isEmpty ? nil : .object(counts)
  }

  private static func members(_ quality: OutputReport.Quality) -> JSONValue {
    .object([
      "psnr": decimal(quality.psnr), "ssim": decimal(quality.ssim),
      "exactFlatShare": decimal(quality.exactFlatShare), "flicker": decimal(quality.flicker),
    ])
  }

  private static func decimal(_ number: Double) -> JSONValue { .fixed(number, decimals: 6) }
}

extension WrittenOutput {
  /// The picture of `scene` that was written to some places, for programs.
  static func json(
    ofPicture written: [WrittenOutput], of scene: String, _ shown: [JSONValue.Member]
  ) -> String {
    guard let first = written.first else { return "" }
    let head = JSONValue.object([
      "schema": .text("render-transition/frame-1"), "scene": .text(scene),
      "outputs": .list(written.map { .text($0.request.destination.path ?? "-") }),
      "width": .whole(first.widthPixels), "height": .whole(first.heightPixels),
      "bytes": .whole(first.bytes),
    ])
    return JSONValue.object(head.members + shown).text(.rows) + "\n"
  }
}
