import ImageDiff
import Pixels
import RenderTransition

extension DiffReport {
  /// The report as a page of one card.
  func page() throws -> ReportPage {
    let frames = differences.frames
    let name = "\(differences.expected.path) | \(differences.actual.path)"
    var card = ReportCard(
      name: name, verdict: differences.isSame ? "same" : "different", headline: headline)
    card.notes = notes
    card.facts = [
      ReportCard.Fact(name: "class", value: differences.className),
      ReportCard.Fact(name: "frames", value: "\(frames.expectedCount), \(frames.actualCount)"),
    ]
    card.frames = frames.curve.map { ReportCard.Frame(time: $0.seconds, share: $0.ratio) }
    if let old = differences.expected.animation, let new = differences.actual.animation {
      card.curves = ReportCurve.changed(from: old, to: new)
    }
    card.film = try film
    return ReportPage(title: "diff", summary: headline, cards: [card])
  }

  /// As many of the pictures as a page has room for.
  private var film: ReportFilm? {
    get throws {
      for cut in cuts {
        let (old, new) = try differences.films(of: cut.frames, in: cut.area)
        let film = ReportFilm(
          widthPixels: bounds.width, heightPixels: bounds.height, area: cut.area,
          frames: cut.frames, expected: old, actual: new, limits: cut.limits)
        if film.byteCount <= HTMLReport.filmBytes { return film }
      }
      return nil
    }
  }

  private var bounds: PixelRect {
    let (old, new) = (differences.expected, differences.actual)
    return PixelRect(
      x: 0, y: 0, width: max(old.width, new.width), height: max(old.height, new.height))
  }

  private var cuts: [(frames: [Int], area: PixelRect, limits: String)] {
    let frames = differences.frames
    let all = Array(frames.curve.indices)
    let part = frames.regions.reduce(PixelRect.empty) { $0.union($1.area) }
    let peak = frames.curve.indices.max {
      frames.curve[$0].differentCount < frames.curve[$1].differentCount
    }
    let area = part.isEmpty ? bounds : part
    let changed = frames.curve.indices.filter { frames.curve[$0].isOverLimit }
    return [
      (all, bounds, ""),
      (changed, area, "only frames that differ, and the part that changes"),
      (peak.map { [$0] } ?? [], area, "only the changed part of the frame that differs most"),
    ].filter { !$0.0.isEmpty }
  }
}
