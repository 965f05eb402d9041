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
    let ends = first.frames.map(\.startSeconds) + [first.seconds]
    return try writer.film(format, times: ends) { index in
      var panel = Pixmap(width: 2 * width + Self.gap, height: height, filledWith: Pixel(.black))
      for (place, side) in sides.enumerated() {
        let picture = try side.pixels(of: index)
        panel.copy(picture, from: picture.bounds, toX: place * (width + Self.gap), y: 0)
      }
      return panel
    } ?? []
  }

  /// When the compared frames show, in seconds of the recording.
  private var times: [Double] { Array(recording.times[motion.frames]) }

  /// The two films.
  private var sides: [FrameSequence?] {
    let (times, recording, motion) = (times, recording, motion)
    let (fit, start) = (fit, times.first ?? 0)
    let ends = times.dropFirst() + [(times.last ?? 0) + recording.step]
    let frames = zip(motion.frames, zip(times, ends)).map { index, shown in
      FrameSequence.Frame(
        startSeconds: shown.0 - start, endSeconds: shown.1 - start,
        hash: FrameHash(recording.cells[index]))
    }
    let size = (width: recording.footage.width, height: recording.footage.height)
    return [
      FrameSequence(width: size.width, height: size.height, frames: frames) { index in
        try motion.fit.grid.draw(nil, fit.share(at: times[index]))
      },
      FrameSequence(width: size.width, height: size.height, frames: frames) { index in
        try recording.footage.pixels(at: motion.frames.lowerBound + index)
      },
    ]
  }

  /// How much each frame differs from the design at its moment, as a share of all levels.
  private var frameShares: [Double] {
    let design = motion.design
    return zip(motion.frames, times).map { index, time in
      let expected = design.nearest(fit.share(at: time))
      let actual = design.mask(recording.cells[index])
      return expected.squaredDistance(to: actual, over: design.mask.count).squareRoot() / 255
    }
  }

  /// The measured way beside the design and beside the fit; held frames are gaps.
  private var curves: [ReportCurve] {
    let start = options.tap.map { $0 + expected.delay } ?? fit.start
    let designed = TimingFit(curve.own.curve, start: start, duration: expected.seconds)
    let measured = motion.fit.path.shares.enumerated().map { index, share in
      motion.fit.held.frames.contains(index) ? nil : share
    }
    return [
      ReportCurve(
        name: "progress: the design, and as measured", expected: times.map(designed.share),
        actual: measured),
      ReportCurve(
        name: "progress: the fit (\(fit.curve.name)), and as measured",
        expected: times.map(fit.share),
        actual: measured),
    ]
  }

  private var facts: [ReportCard.Fact] {
    var facts = [
      ReportCard.Fact(
        name: "unexplained",
        value: "\(NumberFormat.fixed(100 * motion.fit.unexplained, decimals: 1)) %"
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
