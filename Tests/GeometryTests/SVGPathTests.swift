import TestSupport
import Testing

@testable import Geometry

@Suite("SVG path data")
struct SVGPathTests {
  @Test(
    "all ways to write the same square",
    arguments: [
      "M0 0L10 0L10 10L0 10Z", "m0 0l10 0l0 10l-10 0z", "M0,0 10,0 10,10 0,10z",
      "M0 0H10V10H0z", "m0 0h10v10h-10z", " M 0 0 L 10 0 , 10 10\t0\n10 Z ",
      "M0-0L1e1.0 10 10,0,10Z",
      "M+0 .0 10. 0 1E1,100e-1 0 10z",
    ])
  func square(_ text: String) throws {
    let path = try Path(svg: text)
    #expect(path == Path.rectangle(Rect(x: 0, y: 0, width: 10, height: 10)))
  }

  @Test("numbers need no space where a sign or a point tells them apart")
  func compact() throws {
    let path = try Path(svg: "M.5.5-1-.25")
    #expect(path == Path([.move(Point(x: 0.5, y: 0.5)), .line(Point(x: -1, y: -0.25))]))
  }

  @Test("smooth curves mirror the control point before, if it is of their kind")
  func smooth() throws {
    let path = try Path(svg: "M0 0C1 2 3 4 5 6S9 8 7 6T9 9q1 1 2 0t2 0")
    #expect(
      path.elements == [
        .move(.zero), .cubic(Point(x: 1, y: 2), Point(x: 3, y: 4), Point(x: 5, y: 6)),
        .cubic(Point(x: 7, y: 8), Point(x: 9, y: 8), Point(x: 7, y: 6)),
        .quad(control: Point(x: 7, y: 6), Point(x: 9, y: 9)),
        .quad(control: Point(x: 10, y: 10), Point(x: 11, y: 9)),
        .quad(control: Point(x: 12, y: 8), Point(x: 13, y: 9)),
      ])
  }

  @Test("after a close, relative steps start where the contour did")
  func afterClose() throws {
    let path = try Path(svg: "m5 5l1 0zm1 1l1 0")
    #expect(path.elements[3] == .move(Point(x: 6, y: 6)))
  }

  @Test(
    "the four arcs between two points stay on their ellipse",
    arguments: [
      ("00", Point(x: 10, y: 0)), ("01", Point(x: 10, y: 0)), ("10", Point(x: 10, y: 0)),
      ("11", Point(x: 10, y: 0)),
    ])
  func arcs(flags: String, end: Point) throws {
    let path = try Path(svg: "M0 0a10 10 0 \(flags)10 0")
    let (isLarge, isClockwise) = (flags.hasPrefix("1"), flags.hasSuffix("1"))
    let height = 75.0.squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let center = Point(x: 5, y: height)
    let points = try #require(path.flattened(tolerance: 0.001).first).points
    for point in points { #expect(abs((point - center).length - 10) < 0.01) }
    #expect(points.last == end)
    // Clockwise from left to right is over the top; a long way goes beyond the radius.
    #expect((points[1].y < 0) == isClockwise)
    #expect(((points.map(\.y.magnitude).max() ?? 0) > 10) == isLarge)
  }

  @Test("an arc whose radii are too small grows until it fits")
  func growingArc() throws {
    let points = try #require(Path(svg: "M0 0A1 1 0 0 1 20 0").flattened(tolerance: 0.001).first)
    for point in points.points {
      #expect(abs((point - Point(x: 10, y: 0)).length - 10) < 0.01)
    }
  }

  @Test("a tilted ellipse")
  func tilted() throws {
    let points = try #require(
      Path(svg: "M0 -20A20 10 90 0 1 0 20").flattened(tolerance: 0.001).first
    ).points
    for point in points {
      #expect(abs(point.x * point.x / 100 + point.y * point.y / 400 - 1) < 0.003)
    }
    #expect(points[points.count / 2].x > 9)
  }

  @Test("degenerate arcs are lines or nothing")
  func degenerateArcs() throws {
    #expect(try Path(svg: "M0 0A0 5 0 0 1 3 3").elements.last == .line(Point(x: 3, y: 3)))
    #expect(try Path(svg: "M3 3A5 5 0 0 1 3 3").elements.count == 1)
    #expect(try Path(svg: "M0 0A-5-5 0 0 1 3 3").elements.count == 3)
    #expect(try Path(svg: "M0 0A1 1 0 0 1 1e-200 0").elements.count == 2)
  }

  @Test(
    "a mistake is told with its place",
    arguments: [
      ("L1 1", 0, SVGPathError.Problem.noMove), ("M0 0X1", 4, .unknownCommand("X")),
      ("M0 0 L1", 7, .numberExpected(command: "L")), ("M0 0L1 é", 7, .numberExpected(command: "L")),
      ("M0 0é", 4, .unknownCommand("é")), ("M0 0A1 1 0 2 1 3 3", 11, .flagExpected),
      ("M1e99 0", 1, .numberTooLarge), ("M1e9999 0", 1, .numberTooLarge),
      ("M0 0,", 4, .unknownCommand(",")), ("M0 0Z5", 5, .unknownCommand("5")),
      ("M-", 1, .numberExpected(command: "M")), ("M0 0l1 1e", 8, .unknownCommand("e")),
      ("M0,,0", 2, .numberExpected(command: "M")),
    ])
  func mistakes(_ text: String, _ offset: Int, _ problem: SVGPathError.Problem) {
    #expect(throws: SVGPathError(offset: offset, problem: problem)) { try Path(svg: text) }
  }

  @Test("a number may be a billion, and no more")
  func largestNumber() throws {
    #expect(try Path(svg: "M1e9-1e9") == Path([.move(Point(x: 1e9, y: -1e9))]))
    #expect(throws: SVGPathError(offset: 1, problem: .numberTooLarge)) {
      try Path(svg: "M1000000000.5 0")
    }
  }

  @Test("a path of a million steps is refused")
  func tooLong() {
    let text = "M0 0" + String(repeating: "h1", count: 100_000)
    #expect(throws: SVGPathError(offset: 200_003, problem: .tooLong)) { try Path(svg: text) }
  }

  @Test("no text crashes the reader")
  func garbage() {
    let seed: UInt64 = 99
    var random = SeededRandom(seed: seed)
    let letters = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, \u{e9}")
    for _ in 0..<3000 {
      let text = "M" + String((0..<20).map { _ in letters.randomElement(using: &random) ?? " " })
      guard let path = try? Path(svg: text) else { continue }
      for point in path.allPoints {
        #expect(point.x.isFinite && point.y.isFinite, "seed \(seed): \(text)")
      }
    }
  }

  @Test("empty data draws nothing")
  func empty() throws {
    #expect(try Path(svg: " \n ").isEmpty)
  }
}
