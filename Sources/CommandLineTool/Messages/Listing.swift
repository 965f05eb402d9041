import Formatting
import RenderTransition
import SceneFormat

/// The output of `list`.
enum Listing {
  /// Names in a column and summaries beside them, parameters below; or a JSON array of objects.
  static func text(_ topic: Topic, asJSON: Bool) -> String {
    asJSON ? json(entries(of: topic)) : table(entries(of: topic))
  }

  /// A built-in recipe or curve.
  private struct Entry {
    var name: String
    var summary: String
    /// What a scene may set.
    var parameters: [Parameter] = []
  }

  private static func entries(of topic: Topic) -> [Entry] {
    switch topic {
    case .recipes:
      RecipeLibrary.names.compactMap { name in
        RecipeLibrary.recipe(named: name).map {
          Entry(name: name, summary: $0.summary, parameters: $0.parameters)
        }
      }
    case .curves:
      CurveLibrary.names.map { Entry(name: $0, summary: CurveLibrary.summary(of: $0)) }
    }
  }

  private static func table(_ entries: [Entry]) -> String {
    let rows = entries.flatMap { entry in
      [(entry.name, entry.summary)] + entry.parameters.map { ("  " + $0.name, $0.words) }
    }
    let column = rows.map(\.0.count).max() ?? 0
    return rows.map { name, words in
      let gap = String(repeating: " ", count: column - name.count + 2)
      return words.isEmpty ? name + "\n" : "\(name)\(gap)\(words)\n"
    }.joined()
  }

  private static func json(_ entries: [Entry]) -> String {
    let objects = entries.map { entry in
      let parameters = entry.parameters.map(\.json)
      return "  "
        + JSONValue.object([
          "name": .text(entry.name), "summary": .text(entry.summary),
          "parameters": parameters.isEmpty ? nil : .list(parameters),
        ]).text(.compact)
    }
    return "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }
}

extension Parameter {
  /// Its help, default value and range.
  fileprivate var words: String {
    let value = kind == .flag ? "\(defaultValue != 0)" : Self.rounded(defaultValue)
    return "\(help): \(value)\(range.map { ", \($0)" } ?? "")"
  }

  private var range: String? {
    guard case .number(let minimum, let maximum) = kind else { return nil }
    return switch (minimum, maximum) {
    case (let minimum?, let maximum?): "from \(Self.rounded(minimum)) to \(Self.rounded(maximum))"
    case (let minimum?, nil): "at least \(Self.rounded(minimum))"
    case (nil, let maximum?): "at most \(Self.rounded(maximum))"
    case (nil, nil): nil
    }
  }

  private static func rounded(_ number: Double) -> String {
    NumberFormat.rounded(number, decimals: 4)
  }

  /// The same for programs.
  fileprivate var json: JSONValue {
    guard case .number(let minimum, let maximum) = kind else {
      return .object([
        "name": .text(name), "default": .flag(defaultValue != 0), "help": .text(help),
      ])
    }
    let range = minimum.flatMap { minimum in maximum.map { [minimum, $0] } }
    return .object([
      "name": .text(name), "default": .number(defaultValue),
      "range": range.map { .list($0.map(JSONValue.number)) }, "help": .text(help),
    ])
  }
}
