public import Pixels

extension Coverage {
  /// The widest piece that is made of narrow ones.
  private static let width = 16

  /// Small rectangles that hold all pixels that are covered in part, from top to bottom.
  ///
  /// One along an upright edge is as narrow as the edge; where an edge slants, they are steps.
  public var softAreas: [PixelRect] {
    var done: [PixelRect] = []
    var open: [PixelRect] = []
    for y in bounds.y..<bounds.maxY {
      // Along an upright edge, row by row the same areas go on.
      if y > bounds.y, row(y) == row(y - 1) {
        for index in open.indices { open[index].height += 1 }
        continue
      }
      var next: [PixelRect] = []
      for index in row(y) where runs[index].level != 255 {
        let run = PixelRect(x: runs[index].x, y: y, width: runs[index].width, height: 1)
        guard let last = open.firstIndex(where: { Self.isStep(from: $0, to: run) }) else {
          next.append(run)
          continue
        }
        next.append(open.remove(at: last).union(run))
      }
      done += open
      open = next
    }
    return done + open
  }

  /// Whether two areas, one above the other, are hardly more together than side by side.
  private static func isStep(from area: PixelRect, to run: PixelRect) -> Bool {
    guard run.x <= area.maxX, area.x <= run.maxX else { return false }
    let both = max(area.maxX, run.maxX) - min(area.x, run.x)
    return both <= max(width, min(area.width, run.width))
  }
}
