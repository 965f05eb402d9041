import Formatting
import ImageDiff
import RenderTransition
package import Pixels
import SceneFormat

/// The result of `diff` as text.
package struct DiffReport {
  package let differences: Differences
  /// Ignored areas and allowed differences, a line each.
  let exceptions: [String]

  package init(differences: Differences, exceptions: [String]) {
    (self.differences, self.exceptions) = (differences, exceptions)
  }

  private var frames: AnimationComparison { differences.frames }

  /// The result in one line.
  package var headline: String {
    let parts = [place, what, rest].compactMap(\.self)
    guard !differences.isSame else { return sameness }
    return place.map { "\($0): \(parts.dropFirst().joined(separator: "; "))" }
      ?? parts.joined(separator: "; ")
  }

  /// Details, a line each.
  package var notes: [String] {
    var notes = differences.isSame ? [] : details
    if let antialiased = differences.picture?.antialiasedCount, antialiased > 0 {
      notes.append("\(count(antialiased, "pixel")) not counted: explained by antialiasing")
    }
    return notes + exceptions
  }

  private var sameness: String {
    let size = "\(differences.actual.width) x \(differences.actual.height)"
    if differences.picture != nil { return "same: \(size)" }
    let passed = frames.curve.reduce(0) { $0 + $1.differentCount }
    let slack = passed > 0 ? ", \(count(passed, "differing pixel")) allowed" : ""
    let rates = "\(frames.expectedCount) and \(frames.actualCount) frames at other rates"
    let what = frames.isResampled ? rates : count(frames.actualCount, "frame")
    return "same: \(what), \(size)\(slack)"
  }

  /// The frames that differ; nil for pictures.
  private var place: String? {
    guard differences.picture == nil, let first = frames.first, let last = frames.last else {
      return nil
    }
    let (from, to) = (first.actualIndex, last.actualIndex)
    let time = (seconds(first.seconds), seconds(last.seconds))
    return from == to
      ? "frame \(from) (\(time.0) s)" : "frames \(from)-\(to) (\(time.0)-\(time.1) s)"
  }

  /// What happened, without the frames in which it did.
  var what: String {
    if let layout = frames.layout { return "layout: \(layout)" }
    if let picture = differences.picture { return Self.words(of: picture) }
    return sceneWords ?? timing
  }

  /// What the scenes tell; nil if they tell nothing.
  var sceneWords: String? {
    guard let scenes = differences.scenes else { return nil }
    let edits = scenes.edits.prefix(3).map {
      "\(Self.prefix($0.place))\(Escaped.text($0.summary))"
    }
    let more = scenes.edits.count - edits.count
    let words =
      scenes.outcomes.map(\.summary) + edits + (more > 0 ? [count(more, "more edit")] : [])
      + scenes.timings.map { "\(Self.prefix($0.source))\($0.summary)" } + Self.words(of: scenes)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// The places in the scene's files at which something changed.
  var places: [Place] {
    guard let scenes = differences.scenes else { return [] }
    var seen: Set<Place> = []
    let changes = scenes.layers.flatMap { layer in scenes.toldChanges.filter { $0.layer == layer } }
    let edits = scenes.edits.map(\.place)
    return (edits + scenes.timings.map(\.source) + changes.compactMap(\.place))
      .filter { !$0.file.isEmpty && seen.insert($0).inserted }
  }

  // What the scenes tell explains the pixels; what pixels tell of time would only repeat it in other
  // words, or contradict it: a screen that changed cannot be aligned with itself. That most frames have
  // their equal at another time is worth saying.
  private var rest: String? {
    guard differences.picture == nil, frames.layout == nil, frames.change != .none,
      sceneWords == nil
        || frames.differentAfterAlignment == 0 && frames.unalignedCount * 2 < frames.actualCount
    else { return nil }
    if case .held = frames.change { return nil }
    let pixels = "after alignment " + Self.differing(frames.differentAfterAlignment)
    guard frames.unalignedCount > 0 else { return pixels }
    let between = count(frames.unalignedCount, "frame")
    return pixels + ", not counting \(between) without an equal"
  }

  private static func words(of picture: PixelComparison) -> String {
    let share = NumberFormat.fixed(picture.ratio * 100, decimals: 2)
    return "\(differing(picture.differentCount)) (\(share) %)"
  }

  /// As in `1 pixel differs`.
  private static func differing(_ pixels: Int) -> String {
    count(pixels, "pixel") + (pixels == 1 ? " differs" : " differ")
  }

  /// The three layers that matter most, each with what happened to it; what happened to several
  /// layers is said once.
  private static func words(of scenes: SceneComparison) -> [String] {
    let changes = Dictionary(grouping: scenes.toldChanges, by: \.layer)
    var groups: [(layers: [String], words: String)] = []
    var places: [String: Int] = [:]
    for layer in scenes.layers {
      guard let words = changes[layer].map(words(of:)) else { continue }
      if let place = places[words] {
        groups[place].layers.append(layer)
      } else {
        places[words] = groups.count
        groups.append(([layer], words))
      }
    }
    let shown = groups.prefix(3).map { group in
      let place = changes[group.layers[0]]?.first?.place
      // A layer without an id is called after its line, which the place says already.
      if group.layers.count == 1, place != nil, group.layers[0].contains(":") {
        return "\(prefix(place))\(Escaped.text(group.words))"
      }
      let layers = group.layers.prefix(3).map(Escaped.leading).joined(separator: ", ")
      let more = group.layers.count > 3 ? " and \(count(group.layers.count - 3, "more layer"))" : ""
      return "\(prefix(place))\(layers)\(more): \(Escaped.text(group.words))"
    }
    let rest = groups.dropFirst(3).reduce(0) { $0 + $1.layers.count }
    return shown + (rest > 0 ? [count(rest, "more layer")] : [])
  }

  /// As in `screens/message.json:23 `; nothing where the place is not known.
  private static func prefix(_ place: Place?) -> String {
    guard let place, !place.file.isEmpty else { return "" }
    return "\(Escaped.path(place.file)):\(place.line) "
  }

  private static func words(of changes: [LayerChange]) -> String {
    changes.prefix(3).map(\.summary).joined(separator: ", ") + (changes.count > 3 ? ", …" : "")
  }

  private func count(_ number: Int, _ noun: String) -> String { Self.count(number, noun) }

  private static func count(_ number: Int, _ noun: String) -> String {
    NumberFormat.count(number, noun)
  }

  private func seconds(_ time: Double) -> String { NumberFormat.fixed(time, decimals: 2) }
}

// What happened in time, and where.
extension DiffReport {
  /// What happened in time, as pixels tell it.
  var timing: String {
    switch differences.time {
    case .none: "changed"
    case .delayed(let frames, let seconds):
      "\(frames > 0 ? "delayed" : "early") by \(number(frames.magnitude)) "
        + (number(frames.magnitude) == "1" ? "frame" : "frames")
        + " (\(self.seconds(seconds.magnitude)) s)"
    case .stretched(let factor): "stretched: takes \(number(factor)) times as long"
    case .curve: "curve changed: the same way from the same start to the same end"
    case .dropped(let frames, let count):
      "\(self.count(count, "frame")) dropped, of frames \(words(frames)) of what was expected"
    case .duplicated(let frames, let count):
      "\(self.count(count, "frame")) duplicated, at frames \(words(frames))"
    case .inserted(let frames, let count):
      "\(self.count(count, "frame")) inserted, at frames \(words(frames))"
    case .flash(let frames): "flash in frames \(words(frames))"
    case .held(let seconds):
      "held: the last frame shows \(self.seconds(seconds.magnitude)) s "
        + (seconds > 0 ? "longer" : "shorter")
    case .unaligned: "changed: no order in time brings the two together"
    }
  }

  private var details: [String] {
    var lines: [String] = []
    if let peak = frames.peak, frames.curve.count > 1 {
      let share = NumberFormat.fixed(peak.ratio * 100, decimals: 2)
      lines.append(
        "most in frame \(peak.actualIndex) (\(seconds(peak.seconds)) s): "
          + "\(count(peak.differentCount, "pixel")), \(share) %")
    }
    if let layer = differences.layer,
      differences.scenes?.toldChanges.contains(where: { $0.layer == layer }) != true
    {
      lines.append("topmost layer there: \(Escaped.text(layer))")
    }
    return lines + regions
  }

  private var regions: [String] {
    let shown = frames.regions.prefix(6).map { region in
      let time =
        frames.curve.count > 1
        ? ", frames \(region.frames.lowerBound)-\(region.frames.upperBound)" : ""
      return "in \(region.area.words)\(time)"
    }
    let more = frames.regions.count - shown.count
    return shown + (more > 0 ? ["and in \(count(more, "more place"))"] : [])
  }

  private func words(_ frames: Range<Int>) -> String {
    frames.count == 1
      ? "\(frames.lowerBound)" : "\(frames.lowerBound)-\(frames.upperBound - 1)"
  }

  private func number(_ value: Double) -> String {
    NumberFormat.rounded(value, decimals: 2)
  }
}

extension PixelRect {
  /// As in `390 x 44 at 0,20`.
  package var words: String { "\(width) x \(height) at \(x),\(y)" }
}
