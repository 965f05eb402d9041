import Geometry
import Pixels
import Raster
import TestSupport
import Testing

struct ResamplingTests {
  /// A picture with detail at every scale.
  private func picture(_ width: Int, _ height: Int) -> Pixmap {
    var pixmap = Pixmap(width: width, height: height)
    var random = SeededRandom(seed: 11)
    for y in 0..<height {
      for x in 0..<width {
        let stripe = (x / 3 + y / 5) % 2 == 0 ? 200 : 20
        let noise = Int.random(in: 0..<55, using: &random)
        pixmap[x, y] = Pixel(
          SIMD4(UInt8(stripe + noise), UInt8((x * 7 + y * 3) % 256), UInt8(noise * 4), 255))
      }
    }
    return pixmap
  }

  private func drawn(_ source: some RowSource, _ width: Int, _ height: Int) -> Pixmap {
    let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
    var surface = Surface(bounds)
    surface.paint(source, through: Coverage(all: bounds), in: bounds)
    return surface.pixmap
  }

  /// The exact average of a box of source pixels, the last ones drawn out.
  private func average(
    _ source: Pixmap, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>, channel: Int
  ) -> Double {
    var (sum, area) = (0.0, 0.0)
    for row in Int(y.lowerBound.rounded(.down))...Int(y.upperBound.rounded(.down)) {
      for column in Int(x.lowerBound.rounded(.down))...Int(x.upperBound.rounded(.down)) {
        let width = min(x.upperBound, Double(column + 1)) - max(x.lowerBound, Double(column))
        let height = min(y.upperBound, Double(row + 1)) - max(y.lowerBound, Double(row))
        guard width > 0, height > 0 else { continue }
        let inside = source[
          max(0, min(source.width - 1, column)), max(0, min(source.height - 1, row))]
        sum += width * height * Double(inside.channels[channel])
        area += width * height
      }
    }
    return sum / area
  }

  @Test("scaling down is exact area averaging", arguments: [0.1, 0.25, 0.37, 0.5, 0.813, 0.965, 1])
  func scalingDown(_ scale: Double) {
    let source = picture(60, 50)
    let (width, height) = (Int(60 * scale), Int(50 * scale))
    let region = PixelRect(x: 0, y: 0, width: width, height: height)
    let result = drawn(
      ScaledRows(
        source, scale: SIMD2(scale, scale), shift: .zero, in: region, isOpaque: true),
      width, height)
    var worst = 0.0
    for (x, y) in region.pixels {
      for channel in 0..<4 {
        let truth = average(
          source, Double(x) / scale...Double(x + 1) / scale,
          Double(y) / scale...Double(y + 1) / scale, channel: channel)
        worst = max(worst, abs(truth - Double(result[x, y].channels[channel])))
      }
    }
    print("scaled to \(scale): at most \(worst) levels from the exact area")
    #expect(worst <= 0.53)
  }

  // The last pixels were drawn out beyond the edge: a rim of one pixel in 200 was half of a pixel.
  @Test(
    "a pixel that a picture covers in part is the average of that part",
    arguments: [0.1, 0.25, 0.37, 0.813, 0.965], [SIMD2(0.5, 0.25), SIMD2(3.9, 2.01)])
  func edges(_ scale: Double, _ shift: SIMD2<Double>) {
    let source = picture(60, 50)
    let region = PixelRect(
      x: 0, y: 0, width: Int(60 * scale + shift.x) + 1, height: Int(50 * scale + shift.y) + 1)
    let result = drawn(
      ScaledRows(
        source, scale: SIMD2(scale, scale), shift: shift, in: region, isOpaque: true),
      region.width, region.height)
    func part(_ pixel: Int, _ shift: Double, _ count: Double) -> ClosedRange<Double>? {
      let (start, end) = (
        max(0, (Double(pixel) - shift) / scale), min(count, (Double(pixel + 1) - shift) / scale)
      )
      return end - start > 0.01 ? start...end : nil
    }
    var worst = 0.0
    for (x, y) in region.pixels {
      guard let across = part(x, shift.x, 60), let down = part(y, shift.y, 50) else { continue }
      for channel in 0..<4 {
        let truth = average(source, across, down, channel: channel)
        worst = max(worst, abs(truth - Double(result[x, y].channels[channel])))
      }
    }
    print("edges of what is scaled to \(scale): at most \(worst) levels from the exact area")
    #expect(worst <= 0.53)
  }

  // Whole pixels counted at the edges of a crop, and what is beyond it shone through.
  @Test(
    "nothing counts that is beyond the part that is shown, even in the middle of a pixel",
    arguments: [0.2, 0.37, 0.813, 1, 2.5, 9], [SIMD2(0, 0), SIMD2(3.9, 2.01)])
  func croppedEdges(_ scale: Double, _ shift: SIMD2<Double>) {
    let source = picture(60, 50)
    let shown = Rect(x: 7.3, y: 5.6, width: 21.9, height: 9.25)
    let region = PixelRect(
      x: 0, y: 0, width: Int(shown.maxX * scale + shift.x) + 1,
      height: Int(shown.maxY * scale + shift.y) + 1)
    let result = drawn(
      ScaledRows(
        source, scale: SIMD2(scale, scale), shift: shift, in: region, isOpaque: true, shown: shown),
      region.width, region.height)
    func part(_ pixel: Int, _ shift: Double, _ start: Double, _ end: Double)
      -> ClosedRange<Double>?
    {
      let (from, to) = ((Double(pixel) - shift) / scale, (Double(pixel + 1) - shift) / scale)
      guard min(to, end) - max(from, start) > 0.01 else { return nil }
      let (middle, half) = ((from + to) / 2, max(1, 1 / scale) / 2)
      return max(start, middle - half)...min(end, middle + half)
    }
    var worst = 0.0
    for (x, y) in region.pixels {
      guard let across = part(x, shift.x, shown.x, shown.maxX),
        let down = part(y, shift.y, shown.y, shown.maxY)
      else { continue }
      for channel in 0..<4 {
        let truth = average(source, across, down, channel: channel)
        worst = max(worst, abs(truth - Double(result[x, y].channels[channel])))
      }
    }
    print("edges of a part that is scaled to \(scale): at most \(worst) levels from the exact area")
    #expect(worst <= 0.53)
  }

  @Test("the edge of what is turned and shrinks is the average of what is inside of it")
  func turnedEdges() throws {
    // White, with a black rim of one pixel.
    var source = Pixmap(width: 200, height: 200, filledWith: Pixel(.black))
    source.fill(PixelRect(x: 1, y: 1, width: 198, height: 198), with: Pixel(.white))
    let turned = Transform(a: 0.096, b: 0.028, c: -0.028, d: 0.096, tx: 9.3, ty: 4.1)
    let inverse = try #require(turned.inverse)
    let result = drawn(ProjectedRows(source, inverse: inverse, isOpaque: true), 36, 32)
    var worst = 0.0
    for (x, y) in PixelRect(x: 0, y: 0, width: 36, height: 32).pixels {
      var (sum, count) = (0.0, 0)
      for index in 0..<4096 {
        let place = inverse.apply(
          Point(
            x: Double(x) + (Double(index % 64) + 0.5) / 64,
            y: Double(y) + (Double(index / 64) + 0.5) / 64))
        guard place.x >= 0, place.y >= 0, place.x < 200, place.y < 200 else { continue }
        sum += Double(source[Int(place.x), Int(place.y)].channels.x)
        count += 1
      }
      // Of less than an eighth nobody sees what it is like.
      guard count > 512 else { continue }
      worst = max(worst, abs(sum / Double(count) - Double(result[x, y].channels.x)))
    }
    print("turned edges: at most \(worst) levels from the average of what is inside")
    #expect(worst <= 1.5)
  }

  // What each of many rows was rounded by made white 250 at a thousandth of its height.
  @Test("however much a picture shrinks, it is rounded once", arguments: [40, 300, 1000, 4000])
  func shrunkFar(_ rows: Int) {
    let source = picture(6, rows)
    let one = PixelRect(x: 0, y: 0, width: 6, height: 1)
    let result = drawn(
      ScaledRows(
        source, scale: SIMD2(1, 1 / Double(rows)), shift: .zero, in: one, isOpaque: true), 6, 1)
    for x in 0..<6 {
      for channel in 0..<4 {
        let truth = average(
          source, Double(x)...Double(x + 1), 0...Double(rows), channel: channel)
        #expect(abs(truth - Double(result[x, 0].channels[channel])) <= 0.53)
      }
    }
  }

  @Test("a shift by a fraction is exact to 1/256 pixel", arguments: [0.25, 0.5, 0.3, -0.71, 3.9])
  func shifting(_ distance: Double) {
    let source = picture(24, 12)
    let result = drawn(
      ShiftedRows(Surface(source, x: 0, y: 0), dx: distance, dy: -distance, isOpaque: true), 24, 12)
    var worst = 0.0
    for (x, y) in source.bounds.pixels {
      let exact = (distance * 256).rounded() / 256
      for channel in 0..<4 {
        let left = Double(x) - exact
        let top = Double(y) + exact
        let truth = average(source, left...left + 1, top...top + 1, channel: channel)
        worst = max(worst, abs(truth - Double(result[x, y].channels[channel])))
      }
    }
    // Two products are cut off at 1/256 of a level, and half of that is given back.
    #expect(worst <= 0.51)
  }

  @Test("a shift as scaling by one, and as any transform, agrees with a shift")
  func agreement() {
    let source = picture(20, 14)
    let shifted = drawn(
      ShiftedRows(Surface(source, x: 0, y: 0), dx: 2.25, dy: 1.5, isOpaque: true), 20, 14)
    let scaled = drawn(
      ScaledRows(
        source, scale: SIMD2(1, 1), shift: SIMD2(2.25, 1.5), in: source.bounds, isOpaque: true),
      20, 14)
    let projected = drawn(
      ProjectedRows(source, inverse: .translation(x: -2.25, y: -1.5), isOpaque: true), 20, 14)
    #expect(distance(shifted, scaled) <= 1)
    #expect(distance(shifted, projected) <= 1)
  }

  private func distance(_ one: Pixmap, _ other: Pixmap) -> Int {
    zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("a mirrored picture is the picture read backwards")
  func mirrored() {
    let source = picture(9, 7)
    let result = drawn(
      ScaledRows(
        source, scale: SIMD2(-1, 1), shift: SIMD2(9, 0), in: source.bounds, isOpaque: true), 9, 7)
    for (x, y) in source.bounds.pixels { #expect(result[x, y] == source[8 - x, y]) }
  }

  @Test("a flat colour stays the same under every transform", arguments: [0.03, 0.37, 1, 2.7])
  func flat(_ scale: Double) {
    let color = Pixel(Color(red: 3, green: 130, blue: 254, alpha: 200))
    let source = Pixmap(width: 40, height: 40, filledWith: color)
    let region = PixelRect(x: 0, y: 0, width: 12, height: 12)
    let scaled = drawn(
      ScaledRows(
        source, scale: SIMD2(scale, scale), shift: SIMD2(-0.3, 0.4), in: region, isOpaque: false),
      12, 12)
    let turned = Transform(
      a: scale, b: scale * 0.3, c: -0.2, d: scale, tx: 1.3, ty: 0.2, px: 0.001, py: 0.002, pw: 1)
    guard let inverse = turned.inverse else {
      Issue.record("the transform has a way back")
      return
    }
    let projected = drawn(
      ProjectedRows(source, inverse: inverse, isOpaque: false), 12, 12)
    for (x, y) in region.pixels {
      #expect(scaled[x, y] == color)
      #expect(projected[x, y] == color)
    }
  }

  @Test("shrinking through one by tiny steps never jumps")
  func continuity() {
    let source = picture(40, 30)
    var last: Pixmap?
    var worst = 0
    for step in 0...40 {
      let scale = 1.02 - Double(step) * 0.001
      let frame = drawn(
        ScaledRows(
          source, scale: SIMD2(scale, scale), shift: SIMD2(20 - 20 * scale, 15 - 15 * scale),
          in: source.bounds, isOpaque: true), 40, 30)
      if let last { worst = max(worst, distance(last, frame)) }
      last = frame
    }
    print("a thousandth of scale changes a pixel by at most \(worst) levels")
    // An edge of 255 levels, 20 pixels from the centre, moves by 1/50 pixel a step.
    #expect(worst <= 12)
  }
}
