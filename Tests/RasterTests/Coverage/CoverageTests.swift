import Geometry
import Pixels
import Raster
import TestSupport
import Testing

struct CoverageTests {
  private let region = PixelRect(x: 0, y: 0, width: 24, height: 16)

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Contour {
    Rect(x: x, y: y, width: width, height: height).corners
  }

  private func art(_ coverage: Coverage, _ width: Int, _ height: Int) -> String {
    let shades = Array(" .:-=+*#%@")
    return (0..<height).map { y in
      String((0..<width).map { x in shades[Int(coverage.level(x: x, y: y)) * 9 / 255] })
    }.joined(separator: "\n")
  }

  @Test("a rectangle on whole pixels is full inside and empty outside")
  func wholePixels() {
    let coverage = Coverage([rectangle(2, 1, 5, 3)], in: region)
    #expect(coverage.bounds == PixelRect(x: 2, y: 1, width: 5, height: 3))
    for (x, y) in region.pixels {
      let isInside = (2..<7).contains(x) && (1..<4).contains(y)
      #expect(coverage.level(x: x, y: y) == (isInside ? 255 : 0))
    }
  }

  @Test("half pixels are half covered")
  func halfPixels() {
    let coverage = Coverage([rectangle(0.5, 0.5, 3, 2)], in: region)
    let levels = (0..<3).map { y in (0..<4).map { x in coverage.level(x: x, y: y) } }
    #expect(levels == [[64, 128, 128, 64], [128, 255, 255, 128], [64, 128, 128, 64]])
  }

  @Test("a diamond looks like one")
  func diamond() {
    let contour = [(6.0, 0.0), (12, 6), (6, 12), (0, 6)].map { Point(x: $0.0, y: $0.1) }
    let expected = """
           ==     
          =@@=    
         =@@@@=   
        =@@@@@@=  
       =@@@@@@@@= 
      =@@@@@@@@@@=
      =@@@@@@@@@@=
       =@@@@@@@@= 
        =@@@@@@=  
         =@@@@=   
          =@@=    
           ==     
      """.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.padding(12)
      }.joined(separator: "\n")
    #expect(art(Coverage([contour], in: region), 12, 12) == expected)
  }

  @Test("edges at any angle are within a level of their exact area")
  func anyAngle() {
    var worst = 0.0
    for step in 0..<72 {
      let angle = Double(step) * 5 + 0.37
      let turn = Transform(
        a: Elementary.cosDegrees(angle), b: Elementary.sinDegrees(angle),
        c: -Elementary.sinDegrees(angle), d: Elementary.cosDegrees(angle), tx: 12.1, ty: 8.3)
      let contour = rectangle(-6, -3.3, 11.7, 7).map(turn.apply)
      worst = max(worst, error(of: Coverage([contour], in: region), contour))
    }
    print("edges at any angle: at most \(worst) levels from the exact area")
    #expect(worst <= 0.51)
  }

  @Test("a circle is within a level of its exact area")
  func circle() {
    let contour = Path.ellipse(in: Rect(x: 2.3, y: 1.6, width: 13, height: 13))
      .flattened(tolerance: 1.0 / 1024)[0].points
    let coverage = Coverage([contour], in: region)
    #expect(error(of: coverage, contour) <= 0.51)
    let sum = coverage.bounds.pixels.reduce(0.0) { $0 + Double(coverage.level(x: $1.0, y: $1.1)) }
    print("circle: area off by \(sum / 255 - 6.5 * 6.5 * 3.141592653589793) pixels")
    #expect(abs(sum / 255 - 6.5 * 6.5 * 3.141592653589793) < 0.1)
  }

  private func error(of coverage: Coverage, _ contour: Contour) -> Double {
    region.pixels.map { x, y in
      abs(
        Double(coverage.level(x: x, y: y))
          - 255 * ReferenceArea.area(contour, inPixelX: x, y: y))
    }.max() ?? 0
  }

  @Test(
    "overlapping contours follow their rule inside single pixels", arguments: WindingRule.allCases)
  func overlaps(_ rule: WindingRule) {
    var worst = 0.0
    for seed in 1...6 {
      var random = SeededRandom(seed: UInt64(seed))
      let contours = (0..<3).map { _ in
        (0..<5).map { _ in
          Point(x: .random(in: 0..<9, using: &random), y: .random(in: 0..<6, using: &random))
        }
      }
      let coverage = Coverage(contours, rule: rule, in: region)
      for (x, y) in PixelRect(x: 0, y: 0, width: 9, height: 6).pixels {
        let truth = 255 * ReferenceArea.sampled(contours, rule, inPixelX: x, y: y)
        let difference = abs(Double(coverage.level(x: x, y: y)) - truth)
        if difference > worst { worst = difference }
        // 64 x 64 samples of several edges are themselves only good to a few levels.
        #expect(difference < 6, "seed \(seed), pixel \(x), \(y)")
      }
    }
    print("overlaps, \(rule): at most \(worst) levels from 4,096 samples")
  }

  @Test("two outlines that share an edge cover every pixel exactly once", arguments: 0..<12)
  func sharedEdge(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed + 40))
    let top = Double.random(in: 1..<23, using: &random)
    let bottom = Double.random(in: 1..<23, using: &random)
    let (high, low) = (Point(x: top, y: 0), Point(x: bottom, y: 16))
    let left = Coverage([[Point(x: 0, y: 0), high, low, Point(x: 0, y: 16)]], in: region)
    let right = Coverage([[high, Point(x: 24, y: 0), Point(x: 24, y: 16), low]], in: region)
    for (x, y) in region.pixels {
      let sum = Int(left.level(x: x, y: y)) + Int(right.level(x: x, y: y))
      #expect((255...256).contains(sum), "seed \(seed), pixel \(x), \(y)")
    }
    let both = Coverage(
      [
        [Point(x: 0, y: 0), high, low, Point(x: 0, y: 16)],
        [high, Point(x: 24, y: 0), Point(x: 24, y: 16), low],
      ], in: region)
    for (x, y) in region.pixels { #expect(both.level(x: x, y: y) == 255) }
  }

  @Test("what lies outside of the region changes nothing inside")
  func farAway() {
    let small = Coverage([rectangle(-3, 2.5, 10, 5)], in: region)
    let large = Coverage([rectangle(-3e7, 2.5, 3e7 + 7, 5)], in: region)
    #expect(region.pixels.allSatisfy { small.level(x: $0, y: $1) == large.level(x: $0, y: $1) })
    #expect(Coverage([rectangle(30, 2, 5, 5)], in: region).bounds.isEmpty)
    #expect(
      Coverage([[Point(x: .nan, y: 0), Point(x: 9, y: 9), .zero]], in: region).bounds.isEmpty)
    #expect(Coverage([[]], in: region).bounds.isEmpty)
  }

  // Twenty thousand lines across each other took minutes.
  @Test("an outline made to be slow ends soon, and is what it is", .timeLimit(.minutes(1)))
  func tangle() {
    let points = (0..<3000).map { i in
      Point(x: Double((i * 7919) % 97), y: Double((i * 104_729) % 29))
    }
    let region = PixelRect(x: 0, y: 0, width: 97, height: 28)
    let coverage = Coverage([points], in: region)
    // In the middle, 65,536 samples of the winding come to 249.2.
    #expect((248...250).contains(coverage.level(x: 48, y: 14)))
    #expect(coverage.bounds == region || coverage.bounds.height >= 27)
  }

  // Where two lines crossed, rounding left them crossed, and cutting them again and again at the next
  // step used up all that the row may be cut: the rest of it was up to 84 levels off.
  @Test("what crosses in one place of a row does not spoil another")
  func crossings() {
    let quads = [
      [
        (14.4394141, 6.9942265), (12.4405859, 6.9257735), (12.2405859, 12.7657735),
        (14.2394141, 12.8342265),
      ],
      [
        (20.9985744, -0.7455995), (19.3614256, -1.8944005), (8.6814256, 13.3255995),
        (10.3185744, 14.4744005),
      ],
    ].map { $0.map { Point(x: $0.0, y: $0.1) } }
    let coverage = Coverage(quads, in: region)
    // By exact areas, 116.2 of 255 are left open.
    #expect(coverage.level(x: 14, y: 8) == 139)
    #expect(coverage.level(x: 12, y: 8) == 223)
  }

  /// Lines that cross each other all over the place.
  private func tangle(_ count: Int, _ random: inout SeededRandom) -> Contour {
    (0..<count).map { _ in
      Point(x: .random(in: 1..<23, using: &random), y: .random(in: 1..<15, using: &random))
    }
  }

  /// The way of somebody who does not know where to go.
  private func stroll(_ count: Int, _ random: inout SeededRandom) -> Contour {
    var place = Point(x: 12, y: 8)
    return (0..<count).map { _ in
      place.x = max(0, min(24, place.x + .random(in: -4..<4, using: &random)))
      place.y = max(0, min(16, place.y + .random(in: -4..<4, using: &random)))
      return place
    }
  }

  @Test(
    "lines across each other are within a level of their exact area",
    arguments: [(1, 5), (1, 12), (1, 40), (1, 120), (3, 12), (5, 30)],
    [WindingRule.nonzero, .evenodd])
  func tangles(_ outline: (contours: Int, points: Int), _ rule: WindingRule) {
    var random = SeededRandom(seed: UInt64(outline.contours * 1000 + outline.points))
    var worst = 0.0
    for contours in [
      (0..<outline.contours).map { _ in tangle(outline.points, &random) },
      (0..<outline.contours).map { _ in stroll(outline.points, &random) },
    ] {
      let coverage = Coverage(contours, rule: rule, in: region)
      // Some of the pixels are enough, and take less time.
      for (x, y) in region.pixels where (x * 2 + y) % 9 == 0 {
        let truth = ReferenceArea.banded(contours, rule, inPixelX: x, y: y) * 255
        worst = max(worst, abs(Double(coverage.level(x: x, y: y)) - truth))
      }
    }
    print("coverage of \(outline.contours) x \(outline.points) points: \(worst) levels off")
    #expect(worst < 0.53)
  }

  // An cluster of a row knows what is to the left of it.
  @Test("shapes inside of a shape are holes by one rule and nothing by the other")
  func clusters() {
    let around = rectangle(1.25, 1.25, 21.5, 13.5)
    // Nothing of them is beside anything else, so that each is on its own.
    let inside = (0..<12).flatMap { column in
      (0..<4).map { row in
        let (x, y) = (2.0 + 1.6 * Double(column), 2.1 + 3.0 * Double(row))
        return [Point(x: x, y: y), Point(x: x + 1.3, y: y + 0.7), Point(x: x + 0.4, y: y + 2.3)]
      }
    }
    for rule in [WindingRule.nonzero, .evenodd] {
      let coverage = Coverage([around] + inside, rule: rule, in: region)
      for (x, y) in region.pixels {
        let holes = inside.reduce(0.0) { $0 + ReferenceArea.area($1, inPixelX: x, y: y) }
        let truth =
          ReferenceArea.area(around, inPixelX: x, y: y) - (rule == .evenodd ? holes : 0)
        #expect(abs(Double(coverage.level(x: x, y: y)) - truth * 255) < 0.6)
      }
    }
  }

  // Finding out which are beside which took four fifths of the time.
  @Test("many small shapes are quick, and each is what it is", .timeLimit(.minutes(1)))
  func manyShapes() {
    let shapes = (0..<20_000).map { index in
      rectangle(Double(index % 200) * 2 + 0.5, Double(index / 200) * 2 + 0.5, 1, 1)
    }
    let region = PixelRect(x: 0, y: 0, width: 400, height: 200)
    let coverage = Coverage(shapes, in: region)
    #expect(region.pixels.allSatisfy { coverage.level(x: $0, y: $1) == 64 })
  }

  /// Thin sticks from anywhere in the region to anywhere.
  private func sticks(_ count: Int, width: Double) -> [Contour] {
    var random = SeededRandom(seed: 7)
    return (0..<count).map { _ in
      let (from, to) = (
        Point(x: .random(in: 0..<24, using: &random), y: .random(in: 0..<16, using: &random)),
        Point(x: .random(in: 0..<24, using: &random), y: .random(in: 0..<16, using: &random))
      )
      let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
      // All of them run the same way round, so that none takes away from another.
      return [
        top, bottom, Point(x: bottom.x + width, y: bottom.y), Point(x: top.x + width, y: top.y),
      ]
    }
  }

  @Test("more lines than are sorted out exactly still cover what they cover")
  func manyLines() {
    let contours = sticks(700, width: 0.02)
    let coverage = Coverage(contours, in: region)
    let worst =
      stride(from: 0, to: 24 * 16, by: 97).map { place in
        let (x, y) = (place % 24, place / 24)
        let truth = 255 * ReferenceArea.banded(contours, .nonzero, inPixelX: x, y: y)
        return abs(Double(coverage.level(x: x, y: y)) - truth)
      }.max() ?? 0
    #expect(worst < 4)
  }

  // The work grew with the square of their number: 99,000 curves never ended.
  @Test("very many lines that cross each other are quick", .timeLimit(.minutes(1)))
  func veryManyLines() {
    let coverage = Coverage(sticks(10_000, width: 0.1), in: region)
    #expect((2..<22).allSatisfy { coverage.level(x: $0, y: 8) == 255 })
  }

  @Test("the order of contours cannot matter")
  func order() {
    var random = SeededRandom(seed: 5)
    let contours = (0..<6).map { _ in
      (0..<4).map { _ in
        Point(x: .random(in: 0..<24, using: &random), y: .random(in: 0..<16, using: &random))
      }
    }
    let one = Coverage(contours, in: region)
    let other = Coverage(contours.reversed(), in: region)
    #expect(region.pixels.allSatisfy { one.level(x: $0, y: $1) == other.level(x: $0, y: $1) })
  }
}

extension PixelRect {
  /// Every pixel, row by row.
  var pixels: [(Int, Int)] {
    (y..<maxY).flatMap { y in (x..<maxX).map { x in (x, y) } }
  }
}

extension Substring {
  fileprivate func padding(_ width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
