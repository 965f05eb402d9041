import Codecs
import Formatting
import Glibc
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// Sizes and quality of one scene's outputs; every number is the same on every machine.
struct GateRow {
  /// The scene's name and, unless it is 1, its scale.
  let name: String
  /// The figures, each under its name in `columns`, as text.
  let figures: [String]

  static let columns = [
    "gif", "psnr", "s2", "flicker", "png-fast", "png", "png-best", "apng",
    "frames",
  ]

  // Frame rates that are enough to compare sizes by: the table has to be made in a minute.
  private static let (folderFPS, bestFPS, scaledFPS) = (5.0, 1.0, 10.0)

  /// Renders the scene at `path`, and writes all that is measured to `folder`.
  static func measured(_ path: String, scale: Double, in folder: String) async throws -> GateRow {
    let animation = try Animation(sceneAt: path, scale: scale)
    var options = RenderOptions()
    (options.holdFirst, options.holdLast, options.jobs) = (0, 0, 1)
    let fps = scale == 1 ? animation.scene.output.fps : scaledFPS
    options.fps = fps
    let (gif, apng) = ("\(folder)/gate.gif", "\(folder)/gate.apng")
    let written = try await animation.write(
      [OutputRequest(.gif, to: .path(gif)), OutputRequest(.apng, to: .path(apng))],
      options: options)
    var folders: [String] = []
    for compression in [PNGCompression.fast, .standard, .best] {
      options.fps = compression == .best ? bestFPS : folderFPS
      options.compression = compression
      let target = OutputRequest.Destination.path("\(folder)/gate")
      let folder = try await animation.write([OutputRequest(.frames, to: target)], options: options)
      folders.append("\(folder[0].bytes)")
    }
    let renderer = try animation.renderer(jobs: 1)
    let times = animation.stage.frameTimes(fps: fps)
    let frames = try times.map { try renderer.frame(at: $0) }
    let quality = try quality(of: TextFile.read(gif, limit: 1 << 30), times, frames)
    let stem = PathName.stem(path)
    return GateRow(
      name: scale == 1 ? stem : "\(stem)@\(Int(scale))",
      figures: ["\(written[0].bytes)"] + quality + folders
        + ["\(written[1].bytes)", hash(of: frames)])
  }

  /// PSNR, SSIMULACRA2 and flicker, each the mean over the frames; of SSIMULACRA2 every eighth
  /// counts.
  private static func quality(
    of gif: [UInt8], _ times: [Double], _ frames: [Pixmap]
  ) throws -> [String] {
    var reader = try GIFReader(gif)
    var shown = try reader.next()
    var (psnr, s2, flicker) = ([Double](), [Double](), [Double]())
    var before: (meant: Pixmap, seen: Pixmap)?
    for (index, (time, frame)) in zip(times, frames).enumerated() {
      let centiseconds = Int((time * 100).rounded())
      while let current = shown,
        current.startCentiseconds + current.delayCentiseconds <= centiseconds,
        let next = try reader.next()
      {
        shown = next
      }
      guard let seen = shown?.pixels else { continue }
      let meanSquare = ImageQuality.meanSquare(frame, seen)
      psnr.append(ImageQuality.psnr(meanSquare: meanSquare))
      if index % 8 == 0 { s2.append(SSIMULACRA2.score(frame, seen)) }
      if let before {
        let still = Flicker(from: before, to: (frame, seen))
        // Too few pixels say nothing.
        if still.pixels > 1000 { flicker.append(still.levels) }
      }
      before = (frame, seen)
    }
    return [
      NumberFormat.fixed(mean(psnr), decimals: 2), NumberFormat.fixed(mean(s2), decimals: 1),
      NumberFormat.fixed(mean(flicker), decimals: 3),
    ]
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  /// One hash for all frames.
  private static func hash(of frames: [Pixmap]) -> String {
    let bytes = frames.map { FrameHash($0) }.flatMap { hash in
      [hash.high, hash.low].flatMap { half in
        (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
      }
    }
    return Pixmap(width: 4, height: frames.count, premultiplied: bytes).map {
      "\(FrameHash($0))"
    } ?? ""
  }

  /// The table of `scenes`, each given as `PATH` or `PATH@SCALE`.
  ///
  /// It has a line each, sorted by name, with tabs between the cells. Files are written to
  /// `folder`.
  static func table(of scenes: [String], in folder: String) async throws -> String {
    let rows = try await withThrowingTaskGroup(of: GateRow.self) { group in
      var (rows, next): ([GateRow], Int) = ([], 0)
      while rows.count < scenes.count {
        // Two at a time: each is rendered by one job.
        while next < scenes.count, next - rows.count < 2 {
          let (parts, place) = (scenes[next].split(separator: "@"), "\(folder)/\(next)")
          next += 1
          unsafe mkdir(place, 0o700)
          group.addTask {
            let scale = parts.count > 1 ? Double(parts[1]) ?? 1 : 1
            return try await measured(String(parts[0]), scale: scale, in: place)
          }
        }
        if let row = try await group.next() { rows.append(row) }
      }
      return rows
    }
    let lines = rows.sorted { $0.name < $1.name }.map { [$0.name] + $0.figures }
    return ([["scene"] + columns] + lines).map { $0.joined(separator: "\t") }
      .joined(separator: "\n")
  }
}
