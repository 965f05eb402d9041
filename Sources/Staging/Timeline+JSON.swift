import Pixels
import SceneFormat

extension Timeline {
  /// The timeline as JSON text, in the published form `render-transition/timeline-1`.
  public var json: String {
    var text = "{\n  \"schema\": \"render-transition/timeline-1\",\n"
    text += "  \"duration\": \(Self.number(seconds)),\n  \"fps\": \(Self.number(fps)),\n"
    text += "  \"frames\": [\n"
    text += frames.map { "    " + $0.json }.joined(separator: ",\n")
    text += "\n  ],\n  \"events\": [\n"
    text += events.map { event in
      "    { \"time\": \(Self.number(event.time)), \"name\": \"\(event.name)\" }"
    }.joined(separator: ",\n")
    return text + "\n  ]\n}\n"
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
      let values = entry.values.map { "\"\($0.name.rawValue)\": \($0.value.json)" }
      return "\"\(entry.target)\": { \(values.joined(separator: ", ")) }"
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
