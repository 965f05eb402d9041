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
  /// How much is seen of what differs, 0 to 1: the root of the mean of squared YIQ distances.
  public let visibleDifference: Double
  let marks: [UInt8]

  /// Compares what was `expected` with what is there; bands of rows are given to `workers`.
  public init(
    _ expected: StraightImage, _ actual: StraightImage, rules: ComparisonRules = ComparisonRules(),
    by workers: Workers<[UInt8]> = inTurn
  ) {
    layout = LayoutChange(
      from: (expected.width, expected.height), to: (actual.width, actual.height))
    width = max(expected.width, actual.width)
    height = max(expected.height, actual.height)
    let scan = Scan(
      first: expected.padded(toWidth: width, height: height),
      second: actual.padded(toWidth: width, height: height))
    var marks = scan.marks(rules.metric, by: workers)
    for area in rules.ignored {
      let area = area.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      for y in area.y..<area.maxY {
        for at in y * width + area.x..<y * width + area.maxX { marks[at] = Mark.ignored }
      }
    }
    self.marks = marks
    let counts = MarkCounts(marks)
    differentCount = counts[Mark.different] + counts[Mark.lighter]
    antialiasedCount = counts[Mark.antialiased]
    ignoredCount = counts[Mark.ignored]
    visibleDifference = scan.visibleDifference(
      marks, count: differentCount, compared: marks.count - ignoredCount)
  }

  /// Compares two frames.
  public init(
    _ expected: Pixmap, _ actual: Pixmap, rules: ComparisonRules = ComparisonRules(),
    by workers: Workers<[UInt8]> = inTurn
  ) {
    self.init(StraightImage(expected), StraightImage(actual), rules: rules, by: workers)
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
private struct MarkCounts {
  private var counts = InlineArray<8, Int>(repeating: 0)

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

/// Two sizes where one was expected.
public struct LayoutChange: Hashable, Sendable, CustomStringConvertible {
  /// The first picture's columns.
  public let expectedWidth: Int
  /// The first picture's rows.
  public let expectedHeight: Int
  /// The second picture's columns.
  public let actualWidth: Int
  /// The second picture's rows.
  public let actualHeight: Int

  /// The change from one size to another; nil where both are the same.
  public init?(from expected: (width: Int, height: Int), to actual: (width: Int, height: Int)) {
    guard expected != actual else { return nil }
    (expectedWidth, expectedHeight) = expected
    (actualWidth, actualHeight) = actual
  }

  /// As in `780 x 1688 -> 750 x 1624`.
  public var description: String {
    "\(expectedWidth) x \(expectedHeight) -> \(actualWidth) x \(actualHeight)"
  }
}

extension PixelComparison {
  /// How many pixels differ in the square of `side` pixels in which most do; a picture that is smaller
  /// than the square is all of it.
  package func mostDifferent(inSquareOf side: Int) -> Int {
    let (w, h) = (min(max(1, side), width), min(max(1, side), height))
    guard differentCount > 0 else { return 0 }
    var most = 0
    // How many differ in each column of the rows that the square covers: a table of sums that
    // slides down, so that it needs one row only.
    var columns = [Int](repeating: 0, count: width)
    let span = marks.span
    for y in 0..<height {
      for x in 0..<width {
        if Self.isDifferent(span[y &* width &+ x]) { columns[x] &+= 1 }
        if y >= h, Self.isDifferent(span[(y &- h) &* width &+ x]) { columns[x] &-= 1 }
      }
      if y >= h - 1 { most = max(most, Self.largestSum(of: w, columns)) }
    }
    return most
  }

  /// The largest sum of so many neighbours.
  private static func largestSum(of width: Int, _ columns: [Int]) -> Int {
    var sum = columns[..<width].reduce(0, +)
    var largest = sum
    for x in width..<max(width, columns.count) {
      sum += columns[x] - columns[x - width]
      largest = max(largest, sum)
    }
    return largest
  }
}

/// The result of comparing one pixel, as a byte.
enum Mark {
  static let same: UInt8 = 0
  /// Different, and not lighter than it was.
  static let different: UInt8 = 1
  /// Different, and lighter than it was.
  static let lighter: UInt8 = 2
  /// Different, but as antialiasing explains.
  static let antialiased: UInt8 = 3
  /// Not looked at.
  static let ignored: UInt8 = 4
}
