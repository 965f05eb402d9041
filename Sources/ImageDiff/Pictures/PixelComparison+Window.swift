public import Pixels

/// A square, and how many pixels in it differ.
public struct DensestWindow: Hashable, Sendable {
  /// Where it is.
  public let area: PixelRect
  /// How many pixels in it differ.
  public let count: Int
}

extension PixelComparison {
  /// The square of `side` pixels that holds the most differing ones.
  ///
  /// Of several, it is the topmost and then the leftmost. A picture that is smaller than the square
  /// is all of it.
  public func densestWindow(side: Int) -> DensestWindow {
    let (w, h) = (min(max(1, side), width), min(max(1, side), height))
    var best = DensestWindow(area: PixelRect(x: 0, y: 0, width: w, height: h), count: 0)
    guard differentCount > 0 else { return best }
    // How many differ in each column of the rows that the square covers: a table of sums that
    // slides down, so that it needs one row only.
    var columns = [Int](repeating: 0, count: width)
    let span = marks.span
    for y in 0..<height {
      for x in 0..<width {
        if Self.isDifferent(span[y &* width &+ x]) { columns[x] &+= 1 }
        if y >= h, Self.isDifferent(span[(y &- h) &* width &+ x]) { columns[x] &-= 1 }
      }
      guard y >= h - 1, let (x, count) = Self.densest(columns, w), count > best.count else {
        continue
      }
      best = DensestWindow(
        area: PixelRect(x: x, y: y - h + 1, width: w, height: h), count: count)
    }
    return best
  }

  private static func densest(_ columns: [Int], _ width: Int) -> (x: Int, count: Int)? {
    var sum = columns[..<width].reduce(0, +)
    var best = (x: 0, count: sum)
    for x in width..<max(width, columns.count) {
      sum += columns[x] - columns[x - width]
      if sum > best.count { best = (x - width + 1, sum) }
    }
    return best
  }
}
