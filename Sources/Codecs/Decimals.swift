/// Formats decimal numbers without Foundation.
enum Decimals {
  /// A number of seconds with at most nine decimals and no zeros at the end; 0 for nonsense.
  static func text(of seconds: Double) -> String {
    guard seconds.isFinite else { return "0" }
    let size = min(seconds.magnitude, 1e9)
    let nanoseconds = UInt64(size * 1e9 + 0.5)
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = seconds < 0 && nanoseconds > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    let decimals = String(repeating: "0", count: 9 - digits.count) + digits
    let end = decimals.lastIndex { $0 != "0" } ?? decimals.startIndex
    return "\(sign)\(whole).\(decimals[...end])"
  }
}
