import Geometry
import Pixels
import Raster
import Testing

struct GradientTests {
  private func drawn(_ gradient: Gradient, _ width: Int, _ height: Int) -> Pixmap {
    let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
    var surface = Surface(bounds)
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    surface.paint(
      GradientRows(gradient, in: rect, inverse: .identity), through: Coverage(all: bounds),
      in: bounds)
    return surface.pixmap
  }

  private let ramp = [
    Gradient.Stop(Color(red: 40, green: 40, blue: 40), at: 0),
    Gradient.Stop(Color(red: 48, green: 40, blue: 40), at: 1),
  ]

  @Test("a ramp is nowhere more than a level off, and on average not at all")
  func linear() {
    let pixmap = drawn(
      Gradient(.linear(from: SIMD2(0, 0), to: SIMD2(1, 0)), stops: ramp), 64, 16)
    var sum = 0.0
    for (x, y) in pixmap.bounds.pixels {
      let exact = 40 + 8 * (Double(x) + 0.5) / 64
      let difference = Double(pixmap[x, y].channels.x) - exact
      sum += difference
      #expect(abs(difference) < 1)
      #expect(pixmap[x, y].channels.y == 40 && pixmap[x, y].isOpaque)
    }
    print("ramp: on average \(sum / 1024) levels off")
    #expect(abs(sum / 1024) < 0.02)
  }

  // A table of 4,096 colours had more than a level from one to the next.
  @Test("a steep ramp, too, is nowhere more than a level off")
  func steep() {
    let stops = [
      Gradient.Stop(.black, at: 0), Gradient.Stop(.black, at: 0.31),
      Gradient.Stop(.white, at: 0.33), Gradient.Stop(.black, at: 1),
    ]
    let pixmap = drawn(
      Gradient(.linear(from: SIMD2(0, 0), to: SIMD2(1, 0)), stops: stops), 1024, 4)
    var worst = 0.0
    for (x, y) in pixmap.bounds.pixels {
      let place = (Double(x) + 0.5) / 1024
      let exact =
        place < 0.31 ? 0 : place < 0.33 ? (place - 0.31) / 0.02 * 255 : (1 - place) / 0.67 * 255
      worst = max(worst, abs(Double(pixmap[x, y].channels.x) - exact))
    }
    print("steep ramp: at most \(worst) levels off")
    #expect(worst <= 1)
  }

  @Test("a row that knows the one above is what it would be alone", arguments: [0.0, 0.7])
  func knownRows(_ fall: Double) {
    let gradient = Gradient(.linear(from: SIMD2(0, 0.2), to: SIMD2(1, 0.2 + fall)), stops: ramp)
    let rect = Rect(x: 3, y: 1, width: 50, height: 20)
    let inverse = Transform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0.25, ty: 0)
    var rows = GradientRows(gradient, in: rect, inverse: inverse)
    for (y, x, width) in [(0, 4, 60), (1, 4, 60), (2, 10, 20), (3, 0, 30), (4, 25, 40), (40, 4, 9)]
    {
      var alone = GradientRows(gradient, in: rect, inverse: inverse)
      var row = [UInt8](repeating: 0, count: 240)
      var other = row
      var span = row.mutableSpan
      rows.write(y: y, x: x, width: width, to: &span, at: 0)
      var otherSpan = other.mutableSpan
      alone.write(y: y, x: x, width: width, to: &otherSpan, at: 0)
      #expect(row == other, "row \(y)")
    }
  }

  @Test("a flat gradient is a flat colour")
  func flat() {
    let stops = [Gradient.Stop(.white, at: 0), Gradient.Stop(.white, at: 1)]
    for kind in [
      Gradient.Kind.linear(from: SIMD2(0, 0), to: SIMD2(1, 1)),
      .radial(center: SIMD2(0.5, 0.5), radius: 0.5), .conic(center: SIMD2(0.5, 0.5), degrees: 30),
      .linear(from: SIMD2(0.5, 0.5), to: SIMD2(0.5, 0.5)),
    ] {
      #expect(
        drawn(Gradient(kind, stops: stops), 12, 9)
          == Pixmap(width: 12, height: 9, filledWith: Pixel(.white)))
    }
  }

  @Test("radial and conic gradients turn about their centres")
  func around() {
    let stops = [Gradient.Stop(.black, at: 0), Gradient.Stop(.white, at: 1)]
    let radial = drawn(
      Gradient(.radial(center: SIMD2(0.5, 0.5), radius: 0.5), stops: stops), 41, 41)
    #expect(radial[20, 20].channels.x <= 1 && radial[0, 0].channels.x == 255)
    #expect(abs(Int(radial[30, 20].channels.x) - 124) <= 1)
    let conic = drawn(Gradient(.conic(center: SIMD2(0.5, 0.5), degrees: 0), stops: stops), 41, 41)
    #expect(abs(Int(conic[20, 40].channels.x) - 64) <= 1)
    #expect(abs(Int(conic[0, 20].channels.x) - 128) <= 1)
    #expect(abs(Int(conic[20, 0].channels.x) - 191) <= 1)
  }

  @Test("a radial gradient is a circle, as wide as its area; a conic one begins at its angle")
  func measures() {
    let stops = [Gradient.Stop(.black, at: 0), Gradient.Stop(.white, at: 1)]
    let radial = drawn(
      Gradient(.radial(center: SIMD2(0.5, 0.5), radius: 0.5), stops: stops), 41, 21)
    for (x, y) in [(30, 10), (10, 10), (20, 20), (20, 0)] {
      #expect(abs(Int(radial[x, y].channels.x) - 124) <= 1)
    }
    // Clockwise from the right.
    let conic = drawn(
      Gradient(.conic(center: SIMD2(0.5, 0.5), degrees: 90), stops: stops), 41, 41)
    #expect(abs(Int(conic[0, 20].channels.x) - 64) <= 1)
    #expect(abs(Int(conic[20, 0].channels.x) - 128) <= 1)
    #expect(abs(Int(conic[40, 20].channels.x) - 191) <= 1)
  }

  @Test("hard stops are hard, and outside of the stops the last colours hold")
  func hardStops() {
    let gradient = Gradient(
      .linear(from: SIMD2(0, 0), to: SIMD2(1, 0)),
      stops: [
        Gradient.Stop(.black, at: 0.25), Gradient.Stop(.black, at: 0.5),
        Gradient.Stop(.white, at: 0.5), Gradient.Stop(.white, at: 0.75),
      ])
    let row = (0..<16).map { drawn(gradient, 16, 1)[$0, 0].channels.x }
    #expect(row == [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8))
  }

  private static let corners: [(Gradient.Kind, Transform)] = {
    let kinds: [Gradient.Kind] = [
      .linear(from: SIMD2(0.2, 0.3), to: SIMD2(0.5, 0.6)),
      .radial(center: SIMD2(0.5, 0.4), radius: 0.2),
      .radial(center: SIMD2(0.5, 0.5), radius: 0.3, focus: SIMD2(0.4, 0.6)),
      .radial(center: SIMD2(0.5, 0.5), radius: 0.3, focus: SIMD2(0.95, 0.2)),
      .conic(center: SIMD2(0.4, 0.4), degrees: 20),
    ]
    let transforms = [
      Transform.identity, Transform(a: 1, b: 0, c: 0, d: 0.5, tx: 0, ty: 0.25),
      Transform(a: 0.7, b: 0.4, c: -0.3, d: 0.9, tx: 0.1, ty: -0.05),
    ]
    return kinds.flatMap { kind in transforms.map { (kind, $0) } }
  }()

  /// Where between the stops a place of the unit square lies, in an area of the given size: found by
  /// halving, for a focus, among the circles that the standard of SVG describes.
  private func position(
    _ kind: Gradient.Kind, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Double {
    switch kind {
    case .linear(let from, let to):
      let (way, here) = (to - from, SIMD2(x, y) - from)
      return (way * here).sum() / (way * way).sum()
    case .conic(let center, let degrees):
      let angle = Elementary.atan2((y - center.y) * height, (x - center.x) * width)
      let turns = (angle * 180 / .pi - degrees) / 360
      return turns - turns.rounded(.down)
    case .radial(let center, let radius, let focus):
      let size = SIMD2(width, height)
      var away = (focus - center) * size
      let length = (away * away).sum().squareRoot()
      if length > radius * width { away *= radius * width / length }
      let here = (SIMD2(x, y) - center) * size
      // Inside of the circle at t, whose centre lies between the focus and the last circle's?
      func holds(_ t: Double) -> Bool {
        let offset = here - away * (1 - t)
        return (offset * offset).sum() <= (t * radius * width) * (t * radius * width)
      }
      var (low, high) = (0.0, 1.0)
      while !holds(high), high < 1e9 { high *= 2 }
      for _ in 0..<80 {
        let middle = (low + high) / 2
        if holds(middle) { high = middle } else { low = middle }
      }
      return high
    }
  }

  @Test(
    "transforms, focus and spread are those of SVG", arguments: corners.indices,
    Gradient.Spread.allCases)
  func svg(_ index: Int, _ spread: Gradient.Spread) throws {
    let (kind, transform) = Self.corners[index]
    let stops = [
      Gradient.Stop(Color(red: 0, green: 20, blue: 200), at: 0),
      Gradient.Stop(Color(red: 250, green: 120, blue: 0), at: 1),
    ]
    let gradient = Gradient(kind, stops: stops, transform: transform, spread: spread)
    let (width, height) = (60, 40)
    let pixmap = drawn(gradient, width, height)
    let back = try #require(transform.inverse)
    for (x, y) in pixmap.bounds.pixels {
      let place = back.apply(
        Point(x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height)))
      let found = position(kind, place.x, place.y, Double(width), Double(height))
      let whole = found.rounded(.down)
      // Where the colours jump, either side is right; a focus on the circle has no circles behind.
      if spread == .repeat, abs(found - found.rounded()) < 1e-6 || found > 1e6 { continue }
      if spread == .reflect, found > 1e6 { continue }
      let share =
        switch spread {
        case .pad: min(1, max(0, found))
        case .repeat: found - whole
        case .reflect:
          whole.truncatingRemainder(dividingBy: 2) == 0 ? found - whole : 1 + whole - found
        }
      let pixel = pixmap[x, y].channels
      for (level, exact) in zip(
        [pixel.x, pixel.y, pixel.z], [250 * share, 20 + 100 * share, 200 - 200 * share])
      {
        #expect(abs(Double(level) - exact) < 1.01, "\(x), \(y): \(found)")
      }
    }
  }

  @Test(
    "a gradient that a transform makes flat is its last colour", arguments: Gradient.Spread.allCases
  )
  func flattened(_ spread: Gradient.Spread) {
    let stops = [Gradient.Stop(.black, at: 0), Gradient.Stop(.white, at: 1)]
    for kind in Self.corners.map(\.0) {
      let gradient = Gradient(
        kind, stops: stops, transform: .scaling(x: 0, y: 1), spread: spread)
      #expect(drawn(gradient, 5, 4) == Pixmap(width: 5, height: 4, filledWith: Pixel(.white)))
    }
  }
}
