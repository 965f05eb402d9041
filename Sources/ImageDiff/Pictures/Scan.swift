internal import Pixels

/// Marks what differs between two pictures of one size.
///
/// Eight pixels at a time are passed over where they are the same, which most are in most pictures;
/// the others are looked at one by one.
struct Scan {
  let width: Int
  let height: Int
  /// A byte of `Mark` for each pixel.
  private(set) var marks: [UInt8]

  init(_ first: StraightImage, _ second: StraightImage, metric: Metric) {
    (width, height) = (first.width, first.height)
    marks = [UInt8](repeating: Mark.same, count: width * height)
    guard first.bytes != second.bytes else { return }
    switch metric {
    case .exact: mark(first.bytes.span, second.bytes.span, by: ExactRule())
    case .yiq(let threshold, let all):
      let rule = YIQRule(threshold: threshold, includesAntialiased: all)
      mark(first.bytes.span, second.bytes.span, by: rule)
    case .oklab(let threshold, let all):
      let rule = OklabRule(threshold: threshold, includesAntialiased: all)
      mark(first.bytes.span, second.bytes.span, by: rule)
    }
  }

  /// Marks everything inside `area` as not looked at.
  mutating func ignore(_ area: PixelRect) {
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    let area = area.intersection(all)
    for y in area.y..<area.maxY {
      let row = y * width
      for at in row + area.x..<row + area.maxX { marks[at] = Mark.ignored }
    }
  }

  private mutating func mark(
    _ first: Span<UInt8>, _ second: Span<UInt8>, by rule: some PixelRule
  ) {
    let looker = Looker(
      rule: rule, edges: Antialiasing(width: width, height: height), width: width)
    let count = width * height
    var found = marks.mutableSpan
    var at = 0
    while at &+ 8 <= count {
      if first.fourWords(at: at &* 4) != second.fourWords(at: at &* 4) {
        looker.mark(&found, first, second, from: at, to: at &+ 8)
      }
      at &+= 8
    }
    looker.mark(&found, first, second, from: at, to: count)
  }
}

/// Looks at pixels one by one.
private struct Looker<Rule: PixelRule> {
  let rule: Rule
  let edges: Antialiasing
  let width: Int

  @inline(__always)
  func mark(
    _ found: inout MutableSpan<UInt8>, _ first: Span<UInt8>, _ second: Span<UInt8>,
    from start: Int, to end: Int
  ) {
    for at in start..<end {
      let offset = at &* 4
      guard first.pixelWord(at: offset) != second.pixelWord(at: offset) else { continue }
      let mark = rule.mark(
        first.pixel(at: offset).channels, second.pixel(at: offset).channels, at: offset)
      guard mark != Mark.same, rule.forgivesAntialiasing else {
        found[at] = mark
        continue
      }
      found[at] = isAntialiased(first, second, at) ? Mark.antialiased : mark
    }
  }

  private func isAntialiased(_ first: Span<UInt8>, _ second: Span<UInt8>, _ at: Int) -> Bool {
    let (y, x) = at.quotientAndRemainder(dividingBy: width)
    return edges.explains(first, beside: second, x: x, y: y)
      || edges.explains(second, beside: first, x: x, y: y)
  }
}
