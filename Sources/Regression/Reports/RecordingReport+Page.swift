import Codecs
import Formatting
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import Staging

// The design at the fitted moments beside the recording.
extension RecordingReport {
  private static let gap = 8

  /// The report as a page of one card.
  package func page(jobs: Int?) throws -> ReportPage {
    let name = "\(expected.name) | \(comparison.path)"
    var card = ReportCard(
      name: name, verdict: verdict == .same ? "same" : "different", headline: headline)
    card.notes = notes
    card.facts = facts
    let sides = sides
    let shares = frameShares
    card.frames = zip(times, shares).map { ReportCard.Bar(time: $0 - times[0], share: $1) }
    card.film = try ReportFilm.showing(
      sides[0], sides[1], differing: [], [], room: HTMLReport.defaultBytes / 4 * 3,
      jobs: jobs)
    card.curves = verdict == .other ? [] : curves
    let page = ReportPage(title: "diff", summary: headline, cards: [card])
    return try page.fitted(into: HTMLReport.defaultBytes, folder: nil, jobs: jobs).page
  }

  /// The design at the fitted moments, and the recording, side by side in one animation.
  package func film(_ format: FilmFormat) throws -> [UInt8] {
    let sides = sides.compactMap(\.self)
    guard let first = sides.first else { return [] }
    let (width, height) = (first.width, first.height)
    let writer = FilmWriter(width: 2 * width + Self.gap, height: height, count: times.count)
    let ends = times + [times[times.count - 1] + comparison.recording.step]
    return try writer.film(format, times: ends.map { $0 - times[0] }) { index in
      var panel = Pixmap(width: 2 * width + Self.gap, height: height, filledWith: Pixel(.black))
      for (place, side) in sides.enumerated() {
        let picture = try side.pixels(of: index)
        panel.copy(picture, from: picture.bounds, toX: place * (width + Self.gap), y: 0)
      }
      return panel
    } ?? []
  }

  /// When the compared frames show, in seconds of the recording.
  private var times: [Double] { Array(comparison.recording.times[motion.frames]) }

  /// The two films.
  private var sides: [FrameSequence?] {
    let (times, recording, motion) = (times, comparison.recording, motion)
    let (fit, start) = (fit, times.first ?? 0)
    let frames = times.indices.map { index in
      FrameSequence.Frame(
        startSeconds: times[index] - start,
        endSeconds: (index + 1 < times.count ? times[index + 1] : times[index] + recording.step)
          - start, hash: FrameHash(recording.cells[motion.frames.lowerBound + index]))
    }
    let size = (width: recording.footage.width, height: recording.footage.height)
    return [
      FrameSequence(width: size.width, height: size.height, frames: frames) { index in
        try motion.grid.draw(nil, fit.share(at: times[index]))
      },
      FrameSequence(width: size.width, height: size.height, frames: frames) { index in
        try recording.footage.pixels(at: motion.frames.lowerBound + index)
      },
    ]
  }

  /// How much each frame differs from the design at its moment, as a share of all levels.
  private var frameShares: [Double] {
    zip(motion.frames, times).map { index, time in
      let place = Int((fit.share(at: time) * Double(DesignGrid.wholeWay)).rounded())
      let design = motion.design
      let expected = design.pictures[min(max(0, place), design.pictures.count - 1)]
      let actual = design.mask(comparison.recording.cells[index])
      return expected.squaredDistance(to: actual, over: design.mask.count).squareRoot() / 255
    }
  }

  /// The measured way beside the design and beside the fit; held frames are gaps.
  private var curves: [ReportCurve] {
    let own = motion.choice.own.curve
    let start = options.tap.map { $0 + expected.delay } ?? fit.start
    let designed = times.map { time in
      time >= start + expected.seconds ? 1 : own.shape(max(0, (time - start) / expected.seconds))
    }
    let measured = motion.path.shares.indices.map { index in
      motion.held.frames.contains(index) ? nil : motion.path.shares[index]
    }
    return [
      ReportCurve(
        name: "progress: the design, and as measured", expected: designed, actual: measured),
      ReportCurve(
        name: "progress: the fit (\(fit.curve.name)), and as measured",
        expected: times.map(fit.share),
        actual: measured),
    ]
  }

  private var facts: [ReportCard.Fact] {
    var facts = [
      ReportCard.Fact(
        name: "unexplained", value: "\(NumberFormat.fixed(100 * motion.unexplained, decimals: 1)) %"
      ),
      ReportCard.Fact(name: "frames", value: "\(motion.frames.count)"),
    ]
    guard verdict != .other else { return facts }
    facts += [
      ReportCard.Fact(name: "start", value: "\(Seconds.text(fit.start)) s"),
      ReportCard.Fact(name: "lasts", value: Seconds.milliseconds(fit.duration)),
      ReportCard.Fact(name: "designed", value: Seconds.milliseconds(expected.seconds)),
      ReportCard.Fact(name: "curve", value: fit.curve.name),
    ]
    return facts
  }
}
