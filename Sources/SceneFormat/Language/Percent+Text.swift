extension Percent {
  /// The shortest percent that reads back to `fraction`.
  static func text(of fraction: Double) -> String {
    let percent = abs(fraction) * 100
    let sign = fraction < 0 ? "-" : ""
    // 22 digits behind the point reach beyond a double's precision for what people write.
    for digits in 0...22 {
      let text = "\(sign)\(decimal(percent, digits: digits))%"
      if Percent(text)?.fraction == fraction { return text }
    }
    return "\(sign)\(decimal(percent, digits: 15))%"
  }

  /// `number` with `digits` behind the point, none of them a zero at the end.
  private static func decimal(_ number: Double, digits: Int) -> String {
    var whole = number.rounded(.down)
    var rest = number - whole
    var figures: [Int] = []
    for _ in 0..<digits {
      rest *= 10
      let figure = rest.rounded(.down)
      figures.append(Int(exactly: figure) ?? 0)
      rest -= figure
    }
    if rest >= 0.5 { whole += carry(into: &figures) }
    while figures.last == 0 { figures.removeLast() }
    let digits = Int(exactly: whole).map { "\($0)" } ?? "0"
    return figures.isEmpty ? digits : "\(digits).\(figures.map { "\($0)" }.joined())"
  }

  /// Adds one at the last figure; what is left over is for the whole number.
  private static func carry(into figures: inout [Int]) -> Double {
    for index in figures.indices.reversed() {
      guard figures[index] == 9 else {
        figures[index] += 1
        return 0
      }
      figures[index] = 0
    }
    return 1
  }
}
