import Formatting
import ImageDiff
import Pixels
import RenderTransition

extension DiffReport {
  /// Everything that is known, in the form `render-transition/diff-1`.
  var json: JSONValue {
    let frames = differences.frames
    return .object([
      "schema": .text("render-transition/diff-1"),
      "verdict": .text(differences.isSame ? "same" : "different"),
      "class": .text(differences.className),
      "headline": .text(headline),
      "expected": side(differences.expected, frames.expectedCount),
      "actual": side(differences.actual, frames.actualCount),
      "layout": frames.layout.map { .text("\($0)") },
      "time": time(differences.time),
      "resampled": .flag(frames.isResampled),
      "first": frames.first.map(frame), "peak": frames.peak.map(frame),
      "last": frames.last.map(frame),
      "differentAfterAlignment": .whole(frames.differentAfterAlignment),
      "unalignedFrames": .whole(frames.unalignedCount),
      "antialiased": differences.picture.map { .whole($0.antialiasedCount) },
      "layers": differences.scenes.map { .list($0.layers.map(JSONValue.text)) },
      "transitions": differences.scenes.map { .list($0.paces.map(pace)) },
      "changes": differences.scenes.map { .list($0.changes.map(change)) },
      "regions": .list(frames.regions.map(region)),
      "frames": .list(frames.curve.map(frame)),
      "exceptions": .list(settings.exceptions.map(JSONValue.text)),
    ])
  }

  private func side(_ exhibit: Exhibit, _ count: Int) -> JSONValue {
    .object([
      "path": .text(exhibit.path), "width": .whole(exhibit.width),
      "height": .whole(exhibit.height), "frames": .whole(count),
    ])
  }

  private func time(_ change: TimeChange) -> JSONValue {
    let name = JSONValue.text(change.name)
    switch change {
    case .none, .unaligned, .curve: return .object(["class": name])
    case .delayed(let frames, let seconds):
      return .object(["class": name, "frames": .number(frames), "seconds": .number(seconds)])
    case .held(let seconds): return .object(["class": name, "seconds": .number(seconds)])
    case .stretched(let factor): return .object(["class": name, "factor": .number(factor)])
    case .dropped(let range, let count), .duplicated(let range, let count),
      .inserted(let range, let count):
      return .object(["class": name, "range": list(range), "frames": .whole(count)])
    case .flash(let range):
      return .object(["class": name, "range": list(range), "frames": .whole(range.count)])
    }
  }

  private func list(_ range: Range<Int>) -> JSONValue {
    .list([.whole(range.lowerBound), .whole(range.upperBound - 1)])
  }

  private func frame(_ frame: FrameComparison) -> JSONValue {
    .object([
      "expected": .whole(frame.expectedIndex), "actual": .whole(frame.actualIndex),
      "time": .number(frame.seconds), "pixels": .whole(frame.differentCount),
      "ratio": .number(frame.ratio), "overLimit": .flag(frame.isOverLimit),
    ])
  }

  private func region(_ region: DifferentRegion) -> JSONValue {
    let (area, frames) = (region.area, region.frames)
    return .object([
      "area": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      "frames": .list([.whole(frames.lowerBound), .whole(frames.upperBound)]),
      "seconds": .list([
        .number(region.seconds.lowerBound), .number(region.seconds.upperBound),
      ]),
    ])
  }

  private func pace(_ pace: PaceChange) -> JSONValue {
    .object([
      "transition": .whole(pace.place ?? 1),
      "delay": .list([.number(pace.expectedDelay), .number(pace.actualDelay)]),
      "duration": pace.expectedSeconds.flatMap { old in
        pace.actualSeconds.map { .list([.number(old), .number($0)]) }
      },
    ])
  }

  private func change(_ change: LayerChange) -> JSONValue {
    let layer = JSONValue.text(change.layer)
    switch change.kind {
    case .added: return .object(["layer": layer, "change": .text("added")])
    case .removed: return .object(["layer": layer, "change": .text("removed")])
    case .pixels(let file):
      return .object(["layer": layer, "change": .text("pixels"), "file": .text(file)])
    case .raised(let other):
      return .object(["layer": layer, "change": .text("order"), "above": .text(other)])
    case .lowered(let other):
      return .object(["layer": layer, "change": .text("order"), "below": .text(other)])
    case .traded(let other):
      return .object(["layer": layer, "change": .text("traded"), "with": .text(other)])
    case .look(let key, let old, let new):
      return .object([
        "layer": layer, "change": .text("value"), "property": .text(key),
        "from": old.map(JSONValue.text), "to": new.map(JSONValue.text),
      ])
    case .motion(let property, let change): return motion(change, layer, .text(property))
    }
  }

  private func motion(_ change: ValueChange, _ layer: JSONValue, _ property: JSONValue) -> JSONValue
  {
    switch change {
    case .value(let old, let new):
      .object([
        "layer": layer, "change": .text("value"), "property": property, "from": .text(old),
        "to": .text(new),
      ])
    case .delayed(let frames, let seconds):
      .object([
        "layer": layer, "change": .text("delayed"), "property": property,
        "frames": .number(frames), "seconds": .number(seconds),
      ])
    case .stretched(let factor):
      .object([
        "layer": layer, "change": .text("stretched"), "property": property,
        "factor": .number(factor),
      ])
    case .curve:
      .object(["layer": layer, "change": .text("curve changed"), "property": property])
    }
  }
}
