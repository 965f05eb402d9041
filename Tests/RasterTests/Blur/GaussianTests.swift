import Geometry
import Pixels
import Raster
import TestSupport
import Testing

struct GaussianTests {
  /// The true blur of a row of levels, in doubles; outside of it there is nothing.
  private func truth(_ levels: [Double], _ sigma: Double, at position: Int) -> Double {
    levels.indices.reduce(0.0) { sum, i in
      // The mean of the bell over the pixel, by Simpson's rule.
      let distance = Double(i - position)
      func bell(_ x: Double) -> Double { Elementary.exp(-x * x / (2 * sigma * sigma)) }
      let weight = (0..<8).reduce(0.0) { part, k in
        let a = distance - 0.5 + Double(k) / 8
        return part + (bell(a) + 4 * bell(a + 1.0 / 16) + bell(a + 1.0 / 8)) / 48
      }
      return sum + levels[i] * weight / (sigma * 2.5066282746310002)
    }
  }

  @Test(
    "a blur is within a level of the true Gaussian",
    arguments: [0.5, 1, 2.3, 4, 6, 6.4, 8, 11.9, 12, 13.5, 20, 24.5, 33, 64, 100])
  func oneRow(_ sigma: Double) throws {
    let gaussian = try #require(Gaussian(sigma: sigma))
    var random = SeededRandom(seed: 3)
    // Rows are alike, and as many as the blur can see: what is left is one dimension.
    let width = min(150, 30 + Int(sigma * 2))
    let height = 2 * gaussian.reach + 3
    let levels = (0..<width).map { x in
      x < width / 3 ? 255 : x < width / 2 ? 0 : Int.random(in: 0...255, using: &random)
    }
    let phase = Int.random(in: -9...9, using: &random)
    let region = PixelRect(x: phase, y: 0, width: width, height: height)
    var surface = Surface(region)
    for x in 0..<width {
      surface.pixmap.fill(
        PixelRect(x: x, y: 0, width: 1, height: height),
        with: Pixel(SIMD4(0, 0, 0, UInt8(levels[x]))))
    }
    let middle = PixelRect(
      x: phase - 40, y: gaussian.reach + 1, width: width + 80, height: 1)
    let blurred = gaussian.blurred(Plane(surface), in: middle).surface
    var worst = 0.0
    for x in blurred.bounds.x..<blurred.bounds.maxX {
      let exact = truth(levels.map(Double.init), sigma, at: x - phase)
      let pixel = blurred.pixmap[x - blurred.x, 0]
      worst = max(worst, abs(exact - Double(pixel.alpha)))
    }
    print("blur of \(sigma) pixels: at most \(worst) levels from the true Gaussian")
    #expect(worst <= 1)
  }

  @Test(
    "a bell reaches four sigmas and two pixels of the copy that it is applied to",
    arguments: [(1.0, 6), (7.9, 34), (8, 36), (15.9, 68), (16, 72), (512, 2304)])
  func reach(_ sigma: Double, _ pixels: Int) throws {
    #expect(try #require(Gaussian(sigma: sigma)).reach == pixels)
  }

  @Test("a part of a blur is the same as in the whole", arguments: [0.6, 3, 7.9, 8, 20])
  func parts(_ sigma: Double) throws {
    var random = SeededRandom.fresh("parts of a blur")
    let gaussian = try #require(Gaussian(sigma: sigma))
    var surface = Surface(PixelRect(x: 0, y: 0, width: 60, height: 50))
    for place in 0..<3000 {
      let level = UInt8.random(in: 0...255, using: &random)
      surface.pixmap[place % 60, place / 60] = Pixel(SIMD4(level, level / 2, 0, level))
    }
    let area = PixelRect(x: 16, y: 16, width: 16, height: 16)
    let whole = gaussian.blurred(Plane(surface), in: surface.bounds).surface
    let part = gaussian.blurred(Plane(surface), in: area).surface
    let worst = (0..<256).map { place -> Int in
      let (x, y) = (area.x + place % 16, area.y + place / 16)
      let one = whole.pixmap[x - whole.x, y - whole.y].channels
      let other = part.pixmap[x - part.x, y - part.y].channels
      return (0..<4).map { abs(Int(one[$0]) - Int(other[$0])) }.max() ?? 0
    }.max()
    #expect(worst == 0)
  }

  @Test("nothing remains nothing, and too narrow a bell is none")
  func nothing() throws {
    #expect(Gaussian(sigma: 0) == nil)
    #expect(Gaussian(sigma: -3) == nil)
    #expect(Gaussian(sigma: .nan) == nil)
    #expect(Gaussian(sigma: .infinity) == nil)
    let region = PixelRect(x: 0, y: 0, width: 20, height: 20)
    let gaussian = try #require(Gaussian(sigma: 3))
    let blurred = gaussian.blurred(Plane(Surface(region)), in: region).surface
    #expect(blurred.pixmap == Pixmap(width: 20, height: 20))
  }

  @Test(
    "the shadow of a rectangle is the true Gaussian wherever it lies",
    arguments: [0.1, 0.2, 0.3, 0.4, 0.49, 0.5, 0.8, 1, 1.7, 3, 5.5, 8, 12, 17, 40])
  func shadow(_ sigma: Double) throws {
    let gaussian = try #require(Gaussian(sigma: sigma))
    let region = PixelRect(x: 0, y: 0, width: 60, height: 40)
    var worst = 0.0
    for phase in [0, 0.3, 0.5] {
      let rect = Rect(x: 15 + phase, y: 12 + phase / 2, width: 30.5, height: 19.2 + phase)
      var surface = Surface(Pixmap(width: 60, height: 40, filledWith: Pixel(.white)), x: 0, y: 0)
      surface.fill(
        SoftMask(RoundedRect(rect), blurredBy: gaussian, in: region), with: Pixel(.black),
        in: region)
      let columns = (0..<60).map { x in
        Self.share(before: Double(x) + 0.5 - rect.x, sigma)
          - Self.share(before: Double(x) + 0.5 - rect.maxX, sigma)
      }
      for y in 0..<40 {
        let row =
          Self.share(before: Double(y) + 0.5 - rect.y, sigma)
          - Self.share(before: Double(y) + 0.5 - rect.maxY, sigma)
        for x in 0..<60 {
          let exact = 255 * (1 - columns[x] * row)
          worst = max(worst, abs(exact - Double(surface.pixmap[x, y].channels.x)))
        }
      }
    }
    print("shadow of \(sigma) pixels: at most \(worst) levels from the true Gaussian")
    // A tenth of a pixel is next to nothing: such a shadow is as sharp as it can be.
    #expect(worst <= (sigma < 0.2 ? 6 : 2))
  }

  /// The share of a bell before `x`: that in the middle of a pixel or, of bells narrower than half a
  /// pixel, the mean over the more of it the narrower they are, all from a quarter on.
  private static func share(before x: Double, _ sigma: Double) -> Double {
    let window = min(1, 2 - 4 * sigma)
    guard window > 0 else { return Bell.share(before: x, sigma: sigma) }
    func area(_ x: Double) -> Double {
      let height = Elementary.exp(-x * x / (2 * sigma * sigma)) / 2.5066282746310002
      return x * Bell.share(before: x, sigma: sigma) + sigma * height
    }
    return (area(x + window / 2) - area(x - window / 2)) / window
  }

  // Below half a pixel there were steps, and at a twentieth all of them at once were smooth.
  @Test("a shadow that grows softer from nothing never jumps")
  func growing() {
    let region = PixelRect(x: 0, y: 0, width: 30, height: 24)
    let rect = Rect(x: 6.3, y: 5.6, width: 15.5, height: 12.2)
    var (last, worst) = (Pixmap?.none, 0)
    for step in 0...60 {
      var surface = Surface(Pixmap(width: 30, height: 24, filledWith: Pixel(.white)), x: 0, y: 0)
      surface.fill(
        SoftMask(
          RoundedRect(rect), blurredBy: Gaussian(sigma: Double(step) / 100), in: region),
        with: Pixel(.black), in: region)
      if let last {
        let change = zip(last.bytes, surface.pixmap.bytes).map { abs(Int($0) - Int($1)) }.max()
        worst = max(worst, change ?? 0)
      }
      last = surface.pixmap
    }
    print("a shadow that grows softer by a hundredth: at most \(worst) levels a step")
    #expect(worst <= 6)
  }

  @Test("a shadow that nothing softens is as dark as its colour")
  func whole() {
    let region = PixelRect(x: 0, y: 0, width: 20, height: 12)
    var surface = Surface(Pixmap(width: 20, height: 12, filledWith: Pixel(.white)), x: 0, y: 0)
    let shape = RoundedRect(Rect(x: 2, y: 2, width: 16, height: 8))
    surface.fill(
      SoftMask(shape, blurredBy: nil, in: region), with: Pixel(.black), in: region)
    #expect(surface.pixmap[9, 6] == Pixel(.black) && surface.pixmap[2, 2] == Pixel(.black))
    #expect(surface.pixmap[1, 6] == Pixel(.white))
  }

  @Test("a shadow made of corners is the blurred shape", arguments: [0.0, 5.0])
  func ninePatch(_ radius: Double) throws {
    let gaussian = try #require(Gaussian(sigma: 5.5))
    let shape = RoundedRect(
      Rect(x: 30.3, y: 27.6, width: 95.5, height: 91.2), radii: .init(all: radius),
      style: .continuous)
    let region = PixelRect(x: 0, y: 0, width: 160, height: 150)
    var patched = Surface(region)
    patched.fill(
      SoftMask(shape, blurredBy: gaussian, in: region), with: Pixel(.black), in: region)
    var direct = Surface(region)
    let contours = shape.path.flattened(tolerance: 1.0 / 1024).map(\.points)
    let plane = gaussian.blurred(Plane(Coverage(contours, in: region), in: region), in: region)
    direct.fill(SoftMask(plane), with: Pixel(.black), in: region)
    let worst =
      zip(patched.pixmap.bytes, direct.pixmap.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 1)
  }

  // A continuous corner goes on where a circle of its radius has ended.
  @Test("a sharp shadow made of large corners is the shape", arguments: [15.0, 25])
  func sharpPatch(_ radius: Double) throws {
    let shape = RoundedRect(
      Rect(x: 3.3, y: 2.6, width: 95.5, height: 91.2), radii: .init(all: radius),
      style: .continuous)
    let region = PixelRect(x: 0, y: 0, width: 110, height: 100)
    var (patched, direct) = (Surface(region), Surface(region))
    patched.fill(SoftMask(shape, blurredBy: nil, in: region), with: Pixel(.black), in: region)
    let contours = shape.path.flattened(tolerance: 1.0 / 1024).map(\.points)
    direct.fill(Coverage(contours, in: region), with: Pixel(.black), in: region)
    let worst =
      zip(patched.pixmap.bytes, direct.pixmap.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 1)
  }

  @Test("a blurred plane that was shifted by a fraction is no softer than one that was not")
  func shifted() throws {
    let gaussian = try #require(Gaussian(sigma: 2))
    let region = PixelRect(x: 0, y: 0, width: 40, height: 24)
    var surface = Surface(region)
    surface.fill(
      Coverage(all: PixelRect(x: 12, y: 8, width: 14, height: 8)), with: Pixel(.black), in: region)
    let moved = Plane(alphaOf: surface).shifted(dx: 0.5, dy: 0)
    let plane = gaussian.blurred(moved, in: region, spread: Plane.spread(dx: 0.5, dy: 0))
    var shadow = Surface(region)
    shadow.fill(SoftMask(plane), with: Pixel(.black), in: region)
    var worst = 0.0
    for x in 0..<40 {
      let row = Bell.share(before: 4.5, sigma: 2) - Bell.share(before: -3.5, sigma: 2)
      let column =
        Bell.share(before: Double(x) - 12, sigma: 2) - Bell.share(before: Double(x) - 26, sigma: 2)
      worst = max(
        worst, abs(255 * row * column - Double(shadow.pixmap[x, 12].alpha)))
    }
    print("a shifted alpha's shadow: at most \(worst) levels from the true Gaussian")
    #expect(worst <= 1)
  }

  @Test(
    "a wide shadow is the blurred shape, whatever part of it is seen", arguments: [9.0, 17, 40])
  func coarseShadow(_ sigma: Double) throws {
    let gaussian = try #require(Gaussian(sigma: sigma))
    let shape = RoundedRect(
      Rect(x: 40.3, y: -17.6, width: 520.5, height: 711.2), radii: .init(all: 30),
      style: .continuous)
    let everything = PixelRect(x: -200, y: -300, width: 1000, height: 1300)
    let contours = shape.path.flattened(tolerance: 1.0 / 1024).map(\.points)
    let exact = gaussian.blurred(
      Plane(Coverage(contours, in: everything), in: everything), in: everything)
    var direct = Surface(everything)
    direct.fill(SoftMask(exact), with: Pixel(.black), in: everything)
    for region in [
      PixelRect(x: 0, y: 0, width: 390, height: 300),
      PixelRect(x: 0, y: 500, width: 60, height: 44),
      PixelRect(x: 540, y: 600, width: 100, height: 200),
    ] {
      var part = Surface(region)
      part.fill(SoftMask(shape, blurredBy: gaussian, in: region), with: Pixel(.black), in: region)
      let truth = direct.pixmap.cropped(
        to: PixelRect(
          x: region.x + 200, y: region.y + 300, width: region.width, height: region.height))
      let worst = zip(part.pixmap.bytes, truth.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
      print("shadow of \(sigma) pixels: at most \(worst) levels from the blurred shape")
      #expect(worst <= 1)
    }
  }
}
