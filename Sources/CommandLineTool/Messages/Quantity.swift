/// Writes quantities as people read them.
enum Quantity {
  /// A number with `decimals` digits behind the point; finite or not, of any size.
  static func fixed(_ number: Double, decimals: Int) -> String {
    let unit = (0..<max(0, decimals)).reduce(1.0) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (number.magnitude * unit).rounded()) else { return "\(number)" }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// A number without a needless fraction.
  static func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A number with as many digits behind the point as it needs, and no more than `decimals`.
  static func short(_ number: Double, atMost decimals: Int) -> String {
    let text = fixed(number, decimals: decimals)
    guard text.contains(".") else { return text }
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }

  /// A number of things, as in `1 frame` or `2 frames`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A share, as in `99.95 %`; what lacks however little is never called `100 %`.
  static func share(_ share: Double) -> String {
    share == 1 ? "100 %" : fixed(min(share * 100, 99.99), decimals: 2) + " %"
  }

  /// A size, as in `123 kB`.
  static func bytes(_ count: Int) -> String {
    scaled(count, [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]) ?? "\(count) B"
  }

  /// A number of pixels, as in `33.5 MP`.
  static func pixels(_ count: Int) -> String {
    scaled(count, [(1_000_000, "MP")]) ?? "\(count) pixels"
  }

  private static func scaled(_ count: Int, _ units: [(size: Int, name: String)]) -> String? {
    guard let unit = units.first(where: { count >= $0.size }) else { return nil }
    let amount = Double(count) / Double(unit.size)
    let isRound = count % unit.size == 0 || amount >= 100
    return "\(fixed(amount, decimals: isRound ? 0 : 1)) \(unit.name)"
  }
}
