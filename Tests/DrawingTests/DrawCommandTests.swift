import Drawing
import Geometry
import Testing

struct DrawCommandTests {
  private let line = Path([.move(Point(x: 10, y: 20)), .line(Point(x: 40, y: 20))])

  @Test("a stroke's dashes are counted along its path, and those of no length are none")
  func dashes() {
    // A period of three points has one dash: ten in thirty points.
    #expect(Stroke(width: 1, dash: [2, 1]).dashCount(along: line) == 10)
    #expect(Stroke(width: 1, dash: [1, 1, 1, 2]).dashCount(along: line) == 12)
    #expect(Stroke(width: 1, dash: [0, 0]).dashCount(along: line) == 0)
    #expect(Stroke(width: 1).dashCount(along: line) == 0)
  }

  @Test("bounds hold mitres and the outer one of two rectangles")
  func bounds() {
    let stroke = Outline.stroke(line, Stroke(width: 2))
    #expect(stroke.bounds == Rect(x: 0, y: 10, width: 50, height: 20))
    #expect(Outline.stroke(line, Stroke(width: -2)).bounds == line.controlBounds)
    let outer = Rect(x: 0, y: 0, width: 10, height: 10)
    let ring = Outline.ring(
      outer: RoundedRect(outer), inner: RoundedRect(outer.inset(by: 3)))
    #expect(ring.bounds == outer)
  }

  @Test("nothing bleeds inward")
  func bleed() {
    let bleed = Bleed(left: -1, top: -2, right: 3, bottom: -4)
    #expect([bleed.left, bleed.top, bleed.right, bleed.bottom] == [0, 0, 3, 0])
    #expect(Bleed(all: -1) == .none)
  }
}
