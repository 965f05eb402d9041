public import SceneFormat
import Staging

extension Timeline {
  /// The timeline as a table for people: a column for each number, a row for each frame.
  public var text: String {
    let titles = ["frame", "time"] + (frames.first?.columns ?? [])
    let rows = frames.map { frame in
      ["\(frame.index)", Self.short(frame.time)] + frame.cells
    }
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

  /// At most four decimals, and none that say nothing.
  public static func short(_ value: Double) -> String {
    let scaled = (value * 10_000).rounded()
    return scaled.magnitude < 1e15 ? number(scaled / 10_000) : number(value)
  }
}

extension Timeline.Frame {
  fileprivate var columns: [String] {
    entries.flatMap { entry in
      entry.values.map { "\(Escaped("\(entry.target)")).\($0.name.name)" }
    }
  }

  fileprivate var cells: [String] {
    entries.flatMap { entry in entry.values.map(\.value.text) }
  }
}

extension PropertyValue {
  /// The value for people: numbers with at most four decimals, colours as they are written.
  public var text: String {
    guard case .numbers(let numbers) = self else {
      return json.filter { $0 != "\"" }
    }
    return numbers.map(Timeline.short).joined(separator: ",")
  }
}
