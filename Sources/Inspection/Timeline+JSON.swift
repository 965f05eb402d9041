import Pixels
import SceneFormat
public import Staging

extension Timeline {
  private static let schema = "\"schema\": \"render-transition/timeline-1\""

  /// The timeline as JSON text, in the published form `render-transition/timeline-1`.
  public var json: String { "{\n  \(Self.schema),\n\(body(indent: "  "))\n}\n" }

  /// The timelines of a flow's transitions, each at its time in the flow.
  static func json(of steps: [(start: Double, timeline: Timeline)], seconds: Double) -> String {
    let objects = steps.map { step in
      "    {\n      \"start\": \(number(step.start)),\n\(step.timeline.body(indent: "      "))\n    }"
    }
    return "{\n  \(schema),\n  \"duration\": \(number(seconds)),\n  \"steps\": [\n"
      + objects.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  private func body(indent: String) -> String {
    let rows = frames.map { "\(indent)  \($0.json)" }
    let said = events.map { event in
      "\(indent)  { \"time\": \(Self.number(event.time)), \"name\": \"\(event.name)\" }"
    }
    return """
      \(indent)"duration": \(Self.number(seconds)),
      \(indent)"fps": \(Self.number(fps)),
      \(indent)"frames": [
      \(rows.joined(separator: ",\n"))
      \(indent)],
      \(indent)"events": [
      \(said.joined(separator: ",\n"))
      \(indent)]
      """
  }

  /// The shortest text that reads back to the same number; whole numbers without a fraction.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = "\(value == 0 ? 0 : value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Timeline.Frame {
  fileprivate var json: String {
    let targets = entries.map { entry in
      let values = entry.values.map { "\"\($0.name.name)\": \($0.value.json)" }
      return "\(Timeline.quoted("\(entry.target)")): { \(values.joined(separator: ", ")) }"
    }
    let (time, progress) = (Timeline.number(time), Timeline.number(progress))
    return "{ \"index\": \(index), \"time\": \(time), \"progress\": \(progress), "
      + "\"targets\": { \(targets.joined(separator: ", ")) } }"
  }
}

extension PropertyValue {
  /// A number, a list of numbers, true or false, or a colour as text.
  var json: String {
    switch self {
    case .numbers(let numbers) where numbers.count == 1: Timeline.number(numbers[0])
    case .numbers(let numbers): "[\(numbers.map(Timeline.number).joined(separator: ", "))]"
    case .flag(let isOn): isOn ? "true" : "false"
    case .name(let name): Timeline.quoted(name)
    case .paint(.color(let color)): "\"\(color.hex)\""
    case .paint(.gradient(let gradient)):
      "[\(gradient.stops.map { "\"\($0.color.hex)\"" }.joined(separator: ", "))]"
    }
  }
}

extension Color {
  /// `#RRGGBB`, with two more digits where it is not opaque.
  var hex: String {
    let bytes = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}

extension Stage {
  /// All values of all frames as JSON, in the published form `render-transition/timeline-1`.
  public func timelineJSON(fps: Double) -> String {
    guard isFlow else { return timelines(fps: fps).first?.json ?? "" }
    return Timeline.json(of: timelineSteps(fps: fps), seconds: seconds)
  }

  /// The values of all frames at `fps`, by transition, each with its start in seconds.
  public func timelineSteps(fps: Double) -> [(start: Double, timeline: Timeline)] {
    acts.compactMap { act in
      guard case .run(let run) = act.kind else { return nil }
      return (act.start, run.timeline(fps: fps))
    }
  }
}
