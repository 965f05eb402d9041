import Formatting
import Motion
import Pixels
public import SceneFormat
public import Staging

// For people.
extension Timeline {
  /// The timeline as a heading and a table: a column for each number, a row for each frame.
  public var text: String {
    let titles = ["frame", "time"] + (frames.first?.titles ?? [])
    let rows = frames.map { frame in ["\(frame.index)", Self.short(frame.time)] + frame.cells }
    let widths = titles.indices.map { column in
      ([titles] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([titles] + rows).map { row in
      zip(row, widths).map { cell, width in
        String(repeating: " ", count: width - cell.count) + cell
      }.joined(separator: "  ")
    }
    let told = events.map(\.line)
    return ([step.heading] + lines + (told.isEmpty ? [] : [""]) + told).joined(separator: "\n")
      + "\n"
  }

  static func short(_ value: Double) -> String { NumberFormat.rounded(value, decimals: 4) }
}

extension Timeline.Step {
  /// As in `step 2: push list -> message, finished; stack list, message`.
  fileprivate var heading: String {
    let place = number.map { "step \($0): " } ?? ""
    let screens = operation == nil ? Escaped.text(to) : Escaped.text("\(from) -> \(to)")
    let names = stacks.map { $0.map(Escaped.text).joined(separator: ", ") }
    let after = names.isEmpty ? "" : "; stack \(names.joined(separator: " | "))"
    return "\(place)\(operationName) \(screens), \(outcome.rawValue)\(after)"
  }

  /// The operation, or the word for resizing a sheet.
  fileprivate var operationName: String { operation?.rawValue ?? "adjust" }
}

extension Timeline.Event {
  /// As in `0.4  released  progress 0.42, velocity 310, finish by threshold`.
  fileprivate var line: String {
    let fields = [
      screen.map { "screen \(Escaped.text($0))" },
      progress.map { "progress \(Timeline.short($0))" },
      velocity.map { "velocity \(Timeline.short($0))" },
      decision.map { "\($0.verdict.rawValue) by \($0.reason.rawValue)" },
    ].compactMap(\.self)
    let parts = [Timeline.short(time), name, fields.joined(separator: ", ")]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension Timeline.Sample {
  fileprivate var titles: [String] {
    targets.flatMap { target in
      target.values.map { "\(Escaped("\(target.target)")).\($0.name.name)" }
    }
  }

  fileprivate var cells: [String] { targets.flatMap { $0.values.map(\.value.text) } }
}

extension PropertyValue {
  /// The value for people: numbers with at most four decimals, colours as they are written.
  public var text: String {
    switch self {
    case .numbers(let numbers): numbers.map(Timeline.short).joined(separator: ",")
    case .flag(let isOn): isOn ? "true" : "false"
    case .name(let name): name
    case .paint(.color(let color)): color.hex
    case .paint(.gradient(let gradient)):
      "[\(gradient.stops.map(\.color.hex).joined(separator: ", "))]"
    }
  }
}

// For programs, in the published form `render-transition/timeline-1`.
extension Stage {
  /// All values of all frames at `fps`; of a flow, by transition.
  public func timelineJSON(fps: Double) -> String {
    let head: [(String, JSONValue)] = [("schema", .text("render-transition/timeline-1"))]
    let timelines = timelines(fps: fps)
    guard isFlow else {
      return JSONValue.object(head + (timelines.first?.timeline.members ?? [])).text(.rows) + "\n"
    }
    let steps = timelines.map { start, timeline in
      JSONValue.object([("start", .number(start))] + timeline.members)
    }
    return JSONValue.object(head + [("duration", .number(seconds)), ("steps", .list(steps))])
      .text(.rows) + "\n"
  }
}

extension Stage {
  /// The events of all transitions, a line of JSON each: the objects of the timeline, with times from
  /// the start of the stage and, in a flow, the place of the step.
  package var eventLines: [String] {
    segments.flatMap { segment in
      segment.events.map { event in
        var event = event
        event.time += segment.start
        return event.json(step: segment.origin?.number).text(.line)
      }
    }
  }
}

extension Timeline {
  fileprivate var members: [(String, JSONValue)] {
    step.members + [
      ("duration", .number(seconds)), ("fps", .number(fps)), ("frames", .list(frames.map(\.json))),
      ("events", .list(events.map { $0.json() })),
    ]
  }
}

extension Timeline.Step {
  fileprivate var members: [(String, JSONValue)] {
    func names(_ stacks: [[String]]) -> JSONValue {
      .list(stacks.map { .list($0.map(JSONValue.text)) })
    }
    let members: [(String, JSONValue)?] = [
      number.map { ("step", .whole($0)) }, ("operation", .text(operationName)),
      ("type", .text(type)), ("from", .text(from)), ("to", .text(to)),
      ("outcome", .text(outcome.rawValue)), stacks.isEmpty ? nil : ("stack", names(stacks)),
      tabs.isEmpty ? nil : ("tabs", names(tabs)),
    ]
    return members.compactMap(\.self)
  }
}

extension Timeline.Event {
  /// What is published of it, with the place of its step where that is not said elsewhere.
  fileprivate func json(step: Int? = nil) -> JSONValue {
    .object([
      "time": .number(time), "step": step.map(JSONValue.whole), "name": .text(name),
      "screen": screen.map(JSONValue.text), "progress": progress.map(JSONValue.number),
      "velocity": velocity.map(JSONValue.number),
      "verdict": (decision?.verdict.rawValue).map(JSONValue.text),
      "by": (decision?.reason.rawValue).map(JSONValue.text),
    ])
  }
}

extension Timeline.Sample {
  fileprivate var json: JSONValue {
    .object([
      "index": .whole(index), "time": .number(time), "progress": .number(progress),
      "targets": .object(
        targets.map { target in
          ("\(target.target)", .object(target.values.map { ($0.name.name, $0.value.json) }))
        }),
    ])
  }
}

extension PropertyValue {
  fileprivate var json: JSONValue {
    switch self {
    case .numbers(let numbers) where numbers.count == 1: .number(numbers[0])
    case .numbers(let numbers): .list(numbers.map(JSONValue.number))
    case .flag(let isOn): .flag(isOn)
    case .name(let name): .text(name)
    case .paint(.color(let color)): .text(color.hex)
    case .paint(.gradient(let gradient)): .list(gradient.stops.map { .text($0.color.hex) })
    }
  }
}
