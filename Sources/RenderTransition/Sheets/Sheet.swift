import Codecs
import Compositing
import Drawing
package import Formatting
package import Geometry
import Inspection
package import Pixels
import SceneFormat
import Staging

/// Some moments of a scene in one picture, for people and programs that want to see a whole transition at
/// once.
package enum SheetKind: String, Hashable, Sendable, CaseIterable {
  /// In a grid, each with its time.
  case sheet
  /// Over each other, with the ways of what moves.
  case onion
}

/// A sheet, and what it shows.
package struct Sheet: Sendable {
  /// One moment.
  package struct Moment: Hashable, Sendable {
    /// In seconds.
    package var time: Double
    /// Of the transition that plays, from 0 to 1; nil where none does.
    package var progress: Double?
    /// Where the sheet shows it.
    package var cell: PixelRect
    /// The part of the canvas in which it differs from the moment before, in its pixels; empty for
    /// none.
    package var changed: PixelRect
  }

  /// The way of a target's centre, in pixels of the sheet.
  package struct MotionPath: Sendable {
    /// As in `to#title`.
    package var target: String
    /// At each moment at which it is seen.
    package var points: [(Double, Point)] = []
  }

  package var pixels: Pixmap
  package var moments: [Moment]
  package var paths: [MotionPath] = []
}

extension Sheet.Moment {
  package static let record = Record<Sheet.Moment>(
    "A moment.",
    members: [
      .init("time", .millionths("In seconds."), \.time),
      .init("progress?", .millionths("Of the transition that plays, 0 to 1."), \.progress),
      .init("cell", .area("Where the picture shows it, in its pixels"), \.cell),
      .init(
        "changed?",
        .area("Where the canvas differs from the moment before, in the canvas's pixels"),
        \.changed, omitting: .empty),
    ])
}

extension Sheet.MotionPath {
  package static let record = Record<Sheet.MotionPath>(
    "The way of a layer's centre.",
    members: [
      .init("target", .text("As in \"to#title\"."), \.target),
      .init("points", .list(.object(place), "In order of time."), from: \.points),
    ])

  private static let place = Record<(Double, Point)>(
    "A place.",
    members: [
      .init("time", .millionths("In seconds."), from: \.0),
      .init("x", .millionths("In pixels."), from: \.1.x),
      .init("y", .millionths("In pixels."), from: \.1.y),
    ])
}

extension JSONForm<PixelRect> {
  /// x, y, width and height.
  package static func area(_ about: String = "") -> JSONForm {
    let sides = JSONForm<[Int]>.list(.whole())
    return JSONForm(
      .area(about), { sides.write([$0.x, $0.y, $0.width, $0.height]) },
      { json in
        sides.read(json).flatMap { sides in
          sides.count == 4
            ? PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) : nil
        }
      })
  }
}

extension Animation {
  /// What a film strip of `times` shows.
  package func strip(at times: [Double]) -> Sheet {
    let (width, height) = ((try? stage.grid).map { ($0.pixelWidth, $0.pixelHeight) }) ?? (0, 0)
    let gap = times.count > 1 ? Self.stripGap(width) : 0
    let progress = progress(at: times)
    let moments = times.enumerated().map { index, time in
      Sheet.Moment(
        time: time, progress: progress[index],
        cell: PixelRect(x: index * (width + gap), y: 0, width: width, height: height),
        changed: .empty)
    }
    return Sheet(pixels: Pixmap(width: 0, height: 0), moments: moments)
  }

  /// The gap between the pictures of a strip.
  static func stripGap(_ width: Int) -> Int { max(1, width / 24) }

  /// Draws `count` moments, evenly spread over the frames of the run.
  package func sheet(_ kind: SheetKind, of count: Int, jobs: Int? = nil) throws -> Sheet {
    let times = stage.frameTimes(fps: scene.output.fps)
    let picked = (0..<min(count, times.count)).map {
      times[$0 * (times.count - 1) / max(1, min(count, times.count) - 1)]
    }
    let plan = Plan(stripOf: picked.count, of: stage, prepared)
    try check(plan)
    let jobs = plan.jobs(jobs, within: limits)
    let frames = try renderer(jobs: jobs).frames(at: picked, jobs: jobs)
    let progress = progress(at: picked)
    let moments = picked.indices.map { index in
      Sheet.Moment(
        time: picked[index], progress: progress[index], cell: frames[index].bounds,
        changed: index == 0 ? .empty : frames[index].difference(from: frames[index - 1]))
    }
    switch kind {
    case .sheet: return try ContactSheet(frames, moments).sheet()
    case .onion: return try OnionSkin(frames, moments, paths(at: picked)).sheet()
    }
  }

  /// How far the transition is that plays at each time; nil where none does.
  private func progress(at times: [Double]) -> [Double?] {
    let steps = stage.timelines(fps: scene.output.fps)
    return times.map { seconds in
      let step = steps.last { $0.start <= seconds + 1e-9 }
      let local = seconds - (step?.start ?? 0)
      guard let frames = step?.timeline.frames, let last = frames.last, local <= last.time + 1e-6
      else { return nil }
      return frames.min { ($0.time - local).magnitude < ($1.time - local).magnitude }?.progress
    }
  }

  /// The ways of all targets that move, in pixels of the canvas.
  private func paths(at times: [Double]) -> [Sheet.MotionPath] {
    var seen: Set<String> = []
    let targets = stage.timelines(fps: scene.output.fps).flatMap { _, timeline in
      (timeline.frames.first?.targets ?? []).map { timeline.step.layer("\($0.target)") }
    }.filter { seen.insert($0).inserted }
    // A way is drawn through more moments than the picture shows.
    let fine =
      times.indices.dropFirst().flatMap { index in
        (0..<Self.stepsOfPath).map { step in
          times[index - 1]
            + (times[index] - times[index - 1]) * Double(step) / Double(Self.stepsOfPath)
        }
      } + times.suffix(1)
    var paths = targets.map { Sheet.MotionPath(target: $0) }
    for time in fine {
      let pieces = Dictionary(grouping: LayerScan(stage, at: time).pieces, by: \.layer)
      for index in paths.indices {
        let area = (pieces[paths[index].target] ?? []).reduce(PixelRect.empty) {
          $0.union($1.bounds)
        }
        guard !area.isEmpty else { continue }
        let center = Point(
          x: Double(area.x) + Double(area.width) / 2, y: Double(area.y) + Double(area.height) / 2)
        paths[index].points.append((time, center))
      }
    }
    return paths.filter { path in
      path.points.contains { ($0.1 - path.points[0].1).length > 2 }
    }
  }

  private static let stepsOfPath = 6
}

extension Timeline.Step {
  /// The layer that `target` names: in a flow, `from` and `to` are screens of other names.
  fileprivate func layer(_ target: String) -> String {
    for (end, screen) in [("from", from), ("to", to)] where target.hasPrefix(end) {
      let rest = target.dropFirst(end.count)
      if rest.isEmpty || "#.".contains(rest[rest.startIndex]) { return screen + rest }
    }
    return target
  }
}
