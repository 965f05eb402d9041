/// Writes numbers, sizes and shares as people read them.
package enum NumberFormat {
  /// The shortest text that reads back to the same number; whole numbers without a fraction.
  package static func shortest(_ number: Double) -> String {
    // Beyond 2^53 not every whole number is a double, and digits would promise too much.
    guard number.magnitude < 0x1p53, let whole = Int(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }

  /// A number with as many digits behind the point as it needs, and at most `decimals`.
  package static func rounded(_ number: Double, decimals: Int = 3) -> String {
    let unit = power(decimals)
    let scaled = (number * unit).rounded()
    return shortest(scaled.magnitude < 1e15 ? scaled / unit : number)
  }

  /// A number with `decimals` digits behind the point; finite or not, of any size.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    guard let scaled = Int(exactly: (number.magnitude * power(decimals)).rounded()) else {
      return "\(number)"
    }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// A number of things, as in `1 frame` or `2 frames`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A share, as in `99.95 %`; only all of it is called `100 %`.
  package static func share(_ share: Double) -> String {
    share == 1 ? "100 %" : fixed(min(share * 100, 99.99), decimals: 2) + " %"
  }

  /// A size, as in `123 kB`.
  package static func bytes(_ count: Int) -> String {
    scaled(count, [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]) ?? "\(count) B"
  }

  /// A number of pixels, as in `33.5 MP`.
  package static func pixels(_ count: Int) -> String {
    scaled(count, [(1_000_000, "MP")]) ?? "\(count) pixels"
  }

  private static func power(_ decimals: Int) -> Double {
    (0..<max(0, decimals)).reduce(1.0) { power, _ in power * 10 }
  }

  private static func scaled(_ count: Int, _ units: [(size: Int, name: String)]) -> String? {
    guard let unit = units.first(where: { count >= $0.size }) else { return nil }
    let amount = Double(count) / Double(unit.size)
    let isRound = count % unit.size == 0 || amount >= 100
    return "\(fixed(amount, decimals: isRound ? 0 : 1)) \(unit.name)"
  }
}

// Percents.
extension NumberFormat {
  /// The shortest percent that reads back to `fraction`: the digits of the fraction itself, with
  /// the point two places to the right.
  package static func percent(_ fraction: Double) -> String {
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
