/// Reads values as people type them; nil for whatever is not wholly one.
enum ValueParser {
  /// A whole number.
  static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(isDigit), let number = Int(text) else { return nil }
    return range.contains(number) ? number : nil
  }

  /// A plain decimal number.
  static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    decimal(text[...]).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A point, `X,Y`.
  static func point(_ text: String) -> SIMD2<Double>? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { number(String($0), in: 0...1_000_000) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
    return SIMD2(x, y)
  }

  /// A time that is not negative: `350ms`, `0.35s` or a number of seconds, up to a day.
  static func seconds(_ text: String) -> Double? {
    let (digits, unit) = parted(text)
    guard let number = decimal(digits), number <= 86_400_000 else { return nil }
    switch unit {
    case "", "s": return number <= 86_400 ? number : nil
    case "ms": return number / 1000
    default: return nil
    }
  }

  /// `TIME` or `TIME,TIME`: how much longer the first and the last frame show.
  static func hold(_ text: String) -> [Double]? {
    let times = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { seconds(String($0)) }
    guard times.count <= 2, let first = times[0], let last = times[times.count - 1] else {
      return nil
    }
    return [first, last]
  }

  /// A time, or a share of the whole run from 0% to 100%.
  static func moment(_ text: String) -> Moment? {
    guard text.hasSuffix("%") else { return seconds(text).map(Moment.seconds) }
    return decimal(text.dropLast()).flatMap { $0 <= 100 ? .fraction($0 / 100) : nil }
  }

  /// A share, as in `5%`.
  static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%") else { return nil }
    return decimal(text.dropLast()).flatMap { $0 <= 100 ? $0 / 100 : nil }
  }

  /// One moment or more, with commas between them.
  static func moments(_ text: String) -> [Moment]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let moments = parts.compactMap { moment(String($0)) }
    return moments.count == parts.count && moments.count <= 100 ? moments : nil
  }

  /// A size in bytes: `8MB`, `1GiB` or a number of bytes, up to 1 TB.
  static func bytes(_ text: String) -> Int? {
    let units = [
      "": 1.0, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9,
      "kib": 1_024, "mib": 1_048_576, "gib": 1_073_741_824,
    ]
    return amount(text, units, atMost: 1e12)
  }

  /// A number of pixels: `50MP` or the number itself, up to 4 gigapixels.
  static func pixels(_ text: String) -> Int? {
    amount(text, ["": 1, "mp": 1e6], atMost: 4e9)
  }

  private static func amount(_ text: String, _ units: [String: Double], atMost top: Double) -> Int?
  {
    let (digits, unit) = parted(text)
    guard let number = decimal(digits), let factor = units[unit.lowercased()] else { return nil }
    let amount = (number * factor).rounded()
    return amount >= 1 && amount <= top ? Int(exactly: amount) : nil
  }

  /// The leading number and what follows it.
  private static func parted(_ text: String) -> (digits: Substring, unit: Substring) {
    let digits = text.prefix { $0.utf8.count == 1 && ($0 == "." || $0.utf8.allSatisfy(isDigit)) }
    return (digits, text[digits.endIndex...])
  }

  /// A number of digits with at most one point: the standard library would take "0x1p3" as well.
  private static func decimal(_ text: Substring) -> Double? {
    let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
    guard text.utf8.count > dots, dots <= 1, text.utf8.count <= 32,
      text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
}
