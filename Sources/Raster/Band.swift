/// A part of a row inside which no edge begins or ends, on its way into the row's cells.
///
/// One serves a whole outline, row after row, so that no row has to allocate.
struct Band {
  /// An edge inside of a band: where it enters and where it leaves.
  private struct Crossing {
    var topX: Int
    var bottomX: Int
    var winding: Int

    /// Whether it lies to the left of `other`, in the middle of the band.
    func isBefore(_ other: Crossing) -> Bool {
      let (middle, otherMiddle) = (topX + bottomX, other.topX + other.bottomX)
      return middle == otherMiddle ? topX < other.topX : middle < otherMiddle
    }
  }

  private var crossings: [Crossing] = []
  private var rule = WindingRule.nonzero
  /// How often this row may still be cut: outlines made to be slow end less exactly, but end.
  private var cutsLeft = 0

  /// Begins a row.
  mutating func begin(_ rule: WindingRule) {
    self.rule = rule
    cutsLeft = 256
  }

  /// Replaces the crossings by those of `edges`, from left to right.
  mutating func take(_ edges: [Edge], top: Int, bottom: Int) {
    crossings.removeAll(keepingCapacity: true)
    for edge in edges where edge.topY <= top && edge.bottomY >= bottom {
      crossings.append(
        Crossing(topX: edge.x(at: top), bottomX: edge.x(at: bottom), winding: edge.winding))
    }
    Self.sort(&crossings)
  }

  // Nearly all bands have a few edges, in which the standard sort spends its time on setting up.
  private static func sort(_ crossings: inout [Crossing]) {
    guard crossings.count <= 16 else { return crossings.sort { $0.isBefore($1) } }
    for index in crossings.indices.dropFirst() {
      let crossing = crossings[index]
      var place = index
      while place > 0, crossing.isBefore(crossings[place - 1]) {
        crossings[place] = crossings[place - 1]
        place -= 1
      }
      crossings[place] = crossing
    }
  }

  /// Adds the band, after cutting it where two of its edges cross.
  mutating func add(top: Int, bottom: Int, to cells: inout RowCells) {
    guard let height = firstCut(top: top, bottom: bottom), cutsLeft > 0 else {
      return addOrdered(top: top, bottom: bottom, to: &cells)
    }
    cutsLeft -= 1
    var lower = crossings
    for index in crossings.indices {
      let edge = crossings[index]
      let middle =
        edge.topX + floorDivide((edge.bottomX - edge.topX) * (height - top), bottom - top)
      crossings[index].bottomX = middle
      lower[index].topX = middle
    }
    Self.sort(&crossings)
    add(top: top, bottom: height, to: &cells)
    Self.sort(&lower)
    crossings = lower
    add(top: height, bottom: bottom, to: &cells)
  }

  /// A height at which two neighbours cross; nil if the band's order holds from top to bottom.
  private func firstCut(top: Int, bottom: Int) -> Int? {
    guard bottom - top > 1 else { return nil }
    for index in crossings.indices.dropFirst() {
      let (left, right) = (crossings[index - 1], crossings[index])
      let above = right.topX - left.topX
      let below = right.bottomX - left.bottomX
      guard above < 0 || below < 0 else { continue }
      let height = top + (bottom - top) * above / (above - below)
      return max(top + 1, min(bottom - 1, height))
    }
    return nil
  }

  private func addOrdered(top: Int, bottom: Int, to cells: inout RowCells) {
    var winding = 0
    for edge in crossings {
      let wasInside = rule.isInside(winding)
      winding += edge.winding
      let isInside = rule.isInside(winding)
      guard wasInside != isInside else { continue }
      cells.add(
        x0: edge.topX, y0: top, x1: edge.bottomX, y1: bottom, sign: isInside ? 1 : -1)
    }
  }
}
