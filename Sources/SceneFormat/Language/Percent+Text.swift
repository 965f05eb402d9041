extension Percent {
  /// The shortest percent that reads back to `fraction`: the digits of the fraction itself, the
  /// point two places further.
  static func text(of fraction: Double) -> String {
    // A double prints as `0.07`, `12.5` or `1e-07`.
    let parts = "\(fraction.magnitude)".split(separator: "e")
    let number = (parts.first ?? "0").split(separator: ".")
    let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let whole = number.first ?? "0"
    let digits = whole + (number.count > 1 && number[1] != "0" ? number[1] : "")
    let sign = fraction < 0 ? "-" : ""
    return "\(sign)\(decimal(digits, point: whole.count + power + 2))%"
  }

  /// The number of `digits` with a point behind the first `point` of them.
  private static func decimal(_ digits: Substring, point: Int) -> String {
    let leading = String(repeating: "0", count: max(0, 1 - point))
    let trailing = String(repeating: "0", count: max(0, point - digits.count))
    let all = leading + digits + trailing
    let split = max(1, point)
    let whole = all.prefix(split).drop { $0 == "0" }
    let rest = all.dropFirst(split)
    let front = whole.isEmpty ? "0" : String(whole)
    return rest.isEmpty ? front : "\(front).\(rest)"
  }
}
