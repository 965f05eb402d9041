public import Pixels

/// Two pictures, compared pixel by pixel.
///
/// Pictures of different sizes are both laid on a clear one that holds either, top left on top
/// left; that they differ in size is told by `layout`.
public struct PixelComparison: Hashable, Sendable {
  /// The columns that were compared.
  public let width: Int
  /// The rows that were compared.
  public let height: Int
  /// The two sizes, if they are not the same.
  public let layout: LayoutChange?
  /// How many pixels differ.
  public let differentCount: Int
  /// How many differ as antialiasing explains; they do not count.
  public let antialiasedCount: Int
  /// How many were not looked at.
  public let ignoredCount: Int
  let marks: [UInt8]

  /// Compares what was `expected` with what is there.
  public init(
    _ expected: StraightImage, _ actual: StraightImage, rules: ComparisonRules = ComparisonRules()
  ) {
    layout = LayoutChange(
      from: (expected.width, expected.height), to: (actual.width, actual.height))
    width = max(expected.width, actual.width)
    height = max(expected.height, actual.height)
    var scan = Scan(
      expected.padded(toWidth: width, height: height),
      actual.padded(toWidth: width, height: height), metric: rules.metric)
    for area in rules.ignored { scan.ignore(area) }
    marks = scan.marks
    let census = MarkCensus(marks)
    differentCount = census[Mark.different] + census[Mark.lighter]
    antialiasedCount = census[Mark.antialiased]
    ignoredCount = census[Mark.ignored]
  }

  /// Compares two frames.
  public init(
    _ expected: Pixmap, _ actual: Pixmap, rules: ComparisonRules = ComparisonRules()
  ) {
    self.init(StraightImage(expected), StraightImage(actual), rules: rules)
  }

  /// Whether nothing differs, not even the size.
  public var isSame: Bool { layout == nil && differentCount == 0 }

  /// The share of the compared pixels that differ.
  public var ratio: Double {
    let compared = width * height - ignoredCount
    return compared > 0 ? Double(differentCount) / Double(compared) : 0
  }

  /// Whether the pixel in column `x` of row `y` differs; both must be inside.
  public func isDifferent(x: Int, y: Int) -> Bool { Self.isDifferent(marks[y * width + x]) }

  @inline(__always)
  static func isDifferent(_ mark: UInt8) -> Bool { mark &- 1 < 2 }
}

/// How often each mark occurs.
private struct MarkCensus {
  private var counts = SIMD8<Int>()

  init(_ marks: [UInt8]) {
    let span = marks.span
    var at = 0
    while at &+ 16 <= span.count {
      let sixteen = span.fourPixels(at: at)
      // Mostly sixteen are alike, the same or different.
      if sixteen == SIMD16(repeating: sixteen[0]) {
        counts[Int(sixteen[0] & 7)] &+= 16
      } else {
        count(span, at, at &+ 16)
      }
      at &+= 16
    }
    count(span, at, span.count)
  }

  subscript(mark: UInt8) -> Int { counts[Int(mark)] }

  private mutating func count(_ marks: Span<UInt8>, _ start: Int, _ end: Int) {
    for at in start..<end { counts[Int(marks[at] & 7)] &+= 1 }
  }
}
