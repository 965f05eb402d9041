import Codecs
import Pixels

extension Animation {
  /// Looks at an output again that was written from `clip`, and draws the run anew beside it.
  func report(
    on request: OutputRequest, _ clip: Schedule.Clip, _ ledger: OutputLedger, _ renderer: Renderer
  ) throws -> OutputReport {
    let shots = Schedule([clip], of: stage).shots
    let wanted = shots.map { $0.uses[0].end - $0.uses[0].start }
    guard var shown = try ShownFrames(of: request, delays: wanted) else {
      return OutputReport(ledger, delays: wanted, quality: nil)
    }
    var meter = QualityMeter()
    var delays: [Double] = []
    var (picture, end) = (Pixmap(width: 0, height: 0), shots.first?.uses[0].start ?? 0)
    for shot in shots {
      // Frames without a change are part of the picture before, and times are rounded.
      let middle = (shot.uses[0].start + shot.uses[0].end) / 2
      while end < middle, let next = try shown.next() {
        picture = next.pixels
        delays.append(next.seconds)
        end += next.seconds
      }
      meter.compare(try renderer.frame(at: shot.time), shownAs: picture)
    }
    // What shows too long for one delay of a format is shown again.
    while let next = try shown.next() { delays.append(next.seconds) }
    return OutputReport(ledger, delays: delays, quality: meter.quality)
  }
}
