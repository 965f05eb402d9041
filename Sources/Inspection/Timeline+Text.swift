import Formatting
import Pixels
public import SceneFormat
public import Staging

// For people.
extension Timeline {
  /// The timeline as a table: a column for each number, a row for each frame.
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
    let said = events.map { "\(Self.short($0.time))  \($0.name)" }
    return (lines + (said.isEmpty ? [] : [""]) + said).joined(separator: "\n") + "\n"
  }

  static func short(_ value: Double) -> String { NumberFormat.rounded(value, decimals: 4) }
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

extension Timeline {
  fileprivate var members: [(String, JSONValue)] {
    [
      ("duration", .number(seconds)), ("fps", .number(fps)), ("frames", .list(frames.map(\.json))),
      (
        "events",
        .list(events.map { .object(["time": .number($0.time), "name": .text($0.name)]) })
      ),
    ]
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
