import Formatting
import RenderTransition
import SceneFormat

/// The output of `list`.
enum Listing {
  /// Names in a column and summaries beside them, parameters below; or a JSON array of objects.
  static func text(_ topic: Topic, asJSON: Bool) -> String {
    asJSON ? json(entries(of: topic)) : table(entries(of: topic))
  }

  /// A built-in recipe, curve or device.
  fileprivate struct Entry {
    var name: String
    var summary: String
    /// What a scene may set.
    var parameters: [Parameter] = []
    /// What a device has.
    var device: Device?
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
    case .devices:
      Device.all.map { Entry(name: $0.name, summary: $0.summary, device: $0) }
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
    let objects = entries.map { "  " + Entry.record.json($0).text(.compact) }
    return "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }

  /// What is printed for programs.
  static var shape: JSONShape { .list(Entry.record.shape, "What is built in.") }
}

extension Listing.Entry {
  fileprivate static let record = Record<Listing.Entry>(
    "A recipe, a curve or a device.",
    members: [
      .init("name", .text("Its name."), \.name),
      .init("summary", .text("What it does or has."), \.summary),
      .init(
        "parameters?", .list(.object(Parameter.record), "What a scene may set."),
        from: { $0.parameters.isEmpty ? nil : $0.parameters }),
      .init(
        "device?", .object(Device.record), from: \.device),
    ])
}

extension Device {
  private var width: Double { Double(pixelWidth) / scale }
  private var height: Double { Double(pixelHeight) / scale }

  /// Its screen, what the system keeps free of it, and its other names.
  fileprivate var summary: String {
    let number = { NumberFormat.rounded($0, decimals: 2) }
    let others = names.dropFirst().joined(separator: ", ")
    return "\(number(width)) x \(number(height)) points at \(number(scale)); "
      + "free: \(number(safeTop)) at the top, \(number(safeBottom)) at the bottom"
      + (others.isEmpty ? "" : "; also \(others)")
  }

  /// The same for programs.
  fileprivate static let record = Record<Device>(
    "The screen of a device, upright.",
    members: [
      .init("names", .list(.text(), "All its names."), from: \.names),
      .init("width", .millionths("In points."), from: \.width),
      .init("height", .millionths("In points."), from: \.height),
      .init("scale", .millionths("Pixels per point."), from: \.scale),
      .init("safeTop", .millionths("In points."), from: \.safeTop),
      .init("safeBottom", .millionths("In points."), from: \.safeBottom),
      .init("cornerRadius", .millionths("In points."), from: \.cornerRadius),
      .init("cutout", .choice("What the camera takes."), from: \.cutout),
    ])
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
  fileprivate static let record = Record<Parameter>(
    "A parameter.",
    members: [
      .init("name", .text("Its name."), from: \.name),
      .init("default", .any("A number, or true or false."), from: \.defaultJSON),
      .init("range?", .list(.number("A bound."), "The least and the greatest."), from: \.bounds),
      .init("help", .text("What it does."), from: \.help),
    ])

  private var defaultJSON: JSONValue {
    kind == .flag ? .flag(defaultValue != 0) : .number(defaultValue)
  }

  private var bounds: [Double]? {
    guard case .number(let minimum?, let maximum?) = kind else { return nil }
    return [minimum, maximum]
  }
}
