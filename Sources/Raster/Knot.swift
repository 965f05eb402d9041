/// A part of a row inside which no edge begins or ends, but edges may cross.
struct Knot {
  /// Where an edge enters and where it leaves.
  private struct Crossing {
    var topX: Int
    var bottomX: Int
    var winding: Int
  }

  private(set) var interior = Interior.outline(.nonzero)
  private var crossings: [Crossing] = []
  /// How often this row may still be cut: outlines made to be slow end less exactly, but end.
  private var cutsLeft = 0

  /// Begins a row.
  mutating func beginRow(_ interior: Interior) {
    self.interior = interior
    cutsLeft = 256
  }

  /// Forgets all edges.
  mutating func begin() {
    crossings.removeAll(keepingCapacity: true)
  }

  /// Takes an edge, which leads from `top` to `bottom` and perhaps beyond.
  mutating func take(_ edge: Edge, top: Int, bottom: Int) {
    crossings.append(
      Crossing(topX: edge.x(at: top), bottomX: edge.x(at: bottom), winding: edge.winding))
  }

  /// Adds what lies between the edges, after cutting where two of them cross.
  mutating func add(top: Int, bottom: Int, to cells: inout RowCells) {
    crossings.sort { ($0.topX + $0.bottomX, $0.topX) < ($1.topX + $1.bottomX, $1.topX) }
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
    add(top: top, bottom: height, to: &cells)
    crossings = lower
    add(top: height, bottom: bottom, to: &cells)
  }

  /// A height at which two neighbours cross; nil if the order holds from top to bottom.
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
      guard let sign = interior.step(edge.winding, from: &winding) else { continue }
      cells.add(x0: edge.topX, y0: top, x1: edge.bottomX, y1: bottom, sign: sign)
    }
  }
}
