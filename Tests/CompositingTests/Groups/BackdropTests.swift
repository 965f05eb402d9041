import Drawing
import Foundation
import Geometry
import Pixels
import Raster
import TestSupport
import Testing

@testable import Compositing

@Suite("backdrops")
struct BackdropTests {
  private let layer = LayerPath("test")
  private let size = (width: 60, height: 48)

  private func textures() throws -> Textures {
    let grid = try #require(
      CanvasGrid(pixelWidth: size.width, pixelHeight: size.height, scale: 1))
    return Textures(planning: [], images: [], canvas: grid)
  }

  private func rendered(_ commands: [DrawCommand], background: Color = .white) throws -> Pixmap {
    try Compositor(textures()).render(DisplayList(background: background, commands: commands))
  }

  private func fill(_ rect: Rect, _ color: Color, radius: Double = 0) -> DrawCommand {
    let outline = RoundedRect(rect, radii: .init(all: radius))
    return .fill(
      Fill(.rect(outline), with: .color(color), in: rect, transform: .identity, layer: layer))
  }

  private func backdrop(
    _ rect: Rect, sigma: Double = 3, _ changes: [Filter] = [], radius: Double = 0
  ) -> Backdrop {
    Backdrop(
      sigma: sigma, changes: changes,
      area: Clip(
        .rect(RoundedRect(rect, radii: .init(all: radius))), transform: .identity))
  }

  private func group(_ effects: Effects, _ inside: [DrawCommand] = []) -> [DrawCommand] {
    [.beginGroup(effects)] + inside + [.endGroup]
  }

  private func effects(_ backdrop: Backdrop, opacity: Double = 1) -> Effects {
    Effects(opacity: opacity, backdrop: backdrop, layer: layer)
  }

  /// Bars of many colours, up to all edges.
  private var scenery: [DrawCommand] {
    (0..<9).map { index in
      let (x, hue) = (Double(index) * 7, UInt8(index * 25))
      return fill(
        Rect(x: x, y: index % 2 == 0 ? 0 : 11, width: 5, height: 37),
        Color(red: hue, green: 255 - hue, blue: index % 3 == 0 ? 200 : 20))
    }
  }

  private let area = Rect(x: 0, y: 20, width: 33, height: 28)

  @Test(
    "a blurred backdrop is a Gaussian whose edge pixels go on, in doubles",
    arguments: [0.4, 1, 2.5, 6, 9.5, 20])
  func doubles(_ sigma: Double) throws {
    let sharp = try rendered(scenery)
    let blurred = try rendered(scenery + group(effects(backdrop(area, sigma: sigma))))
    let weights = (0...Int(6 * sigma + 2)).map { distance in
      Bell.share(before: Double(distance) + 0.5, sigma: sigma)
        - Bell.share(before: Double(distance) - 0.5, sigma: sigma)
    }
    func line(_ count: Int, _ at: Int, _ value: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
      (1 - weights.count..<weights.count).reduce(SIMD4()) { total, step in
        total + value(max(0, min(count - 1, at + step))) * weights[abs(step)]
      }
    }
    let across = (0..<size.height).map { y in
      (0..<size.width).map { x in
        line(size.width, x) { SIMD4<Double>(sharp[$0, y].channels) }
      }
    }
    var worst = 0.0
    for y in 20..<size.height {
      for x in 0..<33 {
        let expected = line(size.height, y) { across[$0][x] }
        let difference = expected - SIMD4<Double>(blurred[x, y].channels)
        for i in 0..<4 { worst = max(worst, abs(difference[i])) }
      }
    }
    #expect(worst <= 1, "sigma \(sigma): \(worst)")
    #expect(blurred[40, 30] == sharp[40, 30] && blurred[20, 19] == sharp[20, 19])
  }

  // SciPy's narrow Gaussians are heights in the middle of pixels, not means over pixels.
  @Test("SciPy blurs a backdrop to the same levels", arguments: [4.0, 7, 12])
  func scipy(_ sigma: Double) throws {
    guard let python = OutsideProgram("python3") else { return }
    let script = """
      import sys
      import numpy as np
      from scipy.ndimage import gaussian_filter
      raw = np.fromfile(sys.argv[1], dtype=np.uint8).reshape(\(size.height), \(size.width), 4)
      soft = np.stack([gaussian_filter(raw[..., i].astype(float), \(sigma), mode="nearest", truncate=6)
                       for i in range(4)], axis=-1)
      sys.stdout.buffer.write(np.clip(np.rint(soft), 0, 255).astype(np.uint8).tobytes())
      """
    let all = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let sharp = try rendered(scenery)
    guard let answer = try python.output(["-c", script, "{}"], file: Array(sharp.bytes)) else {
      OutsideProgram.skip("SciPy is not installed")
      return
    }
    let blurred = try rendered(scenery + group(effects(backdrop(all, sigma: sigma))))
    #expect(answer.count == blurred.bytes.count)
    let worst = zip(answer, blurred.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 1)
  }

  @Test("colours of a backdrop change as those of a group with the same filters")
  func colors() throws {
    let changes: [Filter] = [
      .saturation(1.8), .brightness(-0.1), .contrast(1.2),
      .tint(Color(red: 255, green: 200, blue: 9)),
    ]
    let all = Rect(x: 0, y: 0, width: 60, height: 48)
    let ground = fill(all, .white)
    let seen = try rendered(scenery + group(effects(backdrop(all, sigma: 0, changes))))
    let filtered = try rendered(
      group(Effects(filters: changes, layer: layer), [ground] + scenery))
    #expect(seen == filtered)
  }

  @Test("a backdrop ends with a fill of the same outline: an opaque one hides all of it")
  func edges() throws {
    let rect = Rect(x: 9.3, y: 7.6, width: 30.5, height: 25.25)
    let card = fill(rect, Color(red: 240, green: 30, blue: 60), radius: 8)
    let plain = try rendered(scenery + [card])
    let seen = try rendered(scenery + group(effects(backdrop(rect, radius: 8)), [card]))
    #expect(Self.difference(plain, seen) <= 1)
    // A translucent one shows as much of the backdrop as it lets through.
    let veil = fill(rect, Color(red: 255, green: 255, blue: 255, alpha: 128), radius: 8)
    let unchanged = try rendered(
      scenery + group(effects(backdrop(rect, sigma: 0, radius: 8)), [veil]))
    let veiled = try rendered(scenery + [veil])
    #expect(Self.difference(unchanged, veiled) <= 2)
  }

  /// The most by which two pictures differ in any channel.
  private static func difference(_ one: Pixmap, _ other: Pixmap) -> Int {
    zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("a backdrop fades with its group")
  func fading() throws {
    let sharp = try rendered(scenery)
    let whole = try rendered(scenery + group(effects(backdrop(area))))
    let half = try rendered(scenery + group(effects(backdrop(area), opacity: 0.5)))
    for (index, byte) in half.bytes.enumerated() {
      let mean = (Double(sharp.bytes[index]) + Double(whole.bytes[index])) / 2
      #expect(abs(mean - Double(byte)) <= 1)
    }
  }

  @Test("it shows what is behind its group, and nothing that is painted later")
  func order() throws {
    let later = fill(Rect(x: 5, y: 30, width: 8, height: 8), .black)
    let before = try rendered(scenery + group(effects(backdrop(area))))
    let after = try rendered(scenery + group(effects(backdrop(area))) + [later])
    #expect(before[20, 30] == after[20, 30] && after[6, 31] == Pixel(.black))
    #expect(before[14, 34] == after[14, 34])
  }

  @Test(
    "a backdrop shows what an opaque shape hides later, also in a group that is composited alone")
  func hidden() throws {
    let cover = fill(Rect(x: 0, y: 0, width: 60, height: 22), .black)
    let material = group(effects(backdrop(area)))
    let alone = Effects(isIsolated: true, layer: layer)
    for list in [scenery + material, group(alone, scenery + material)] {
      let (open, covered) = (try rendered(list), try rendered(list + [cover]))
      for y in 22..<48 { #expect(open[16, y] == covered[16, y]) }
      #expect(covered[16, 21] == Pixel(.black))
    }
  }

  @Test("in a group that is composited alone, it shows that group alone")
  func isolated() throws {
    let square = fill(Rect(x: 4, y: 24, width: 10, height: 10), .black)
    let inside = [square] + group(effects(backdrop(area)))
    let alone = Effects(isIsolated: true, layer: layer)
    let over = try rendered(scenery + group(alone, inside))
    let plain = try rendered(scenery)
    // Far from the square there is nothing that it could show.
    #expect(over[32, 40] == plain[32, 40])
    #expect(over[17, 28] != plain[17, 28])
    let through = try rendered(scenery + inside)
    #expect(through[30, 40] != plain[30, 40])
  }

  @Test("it does not show what a clip around it has cut off")
  func clipped() throws {
    let clip = Clip(
      .rect(RoundedRect(Rect(x: 0, y: 0, width: 24, height: 48))), transform: .identity)
    let black = fill(Rect(x: 20, y: 0, width: 40, height: 48), .black)
    let cut = fill(Rect(x: 20, y: 0, width: 4, height: 48), .black)
    let material = group(effects(backdrop(Rect(x: 0, y: 10, width: 24, height: 20))))
    let seen = try rendered(group(Effects(clip: clip, layer: layer), [black] + material))
    #expect(try seen == rendered([cut] + material))
  }

  @Test("the shadow of a group with a backdrop is cast by all of its area")
  func shadow() throws {
    let rect = Rect(x: 10, y: 10, width: 20, height: 16)
    let shadow = Shadow(
      color: .black, opacity: 0.5, sigma: 2, offset: Point(x: 1, y: 2), path: nil,
      transform: .identity)
    var material = effects(backdrop(rect, sigma: 2))
    material.shadows = [shadow]
    let cast = try rendered(group(material))
    let card = try rendered(group(Effects(shadow: shadow, layer: layer), [fill(rect, .white)]))
    #expect(cast == card)
  }
}

extension BackdropTests {
  /// Shapes, groups that are cut, faded or composited alone, and backdrops among and inside of them.
  private func commands(_ random: inout SeededRandom, depth: Int = 0) -> [DrawCommand] {
    (0..<Int.random(in: 2...5, using: &random)).flatMap { _ -> [DrawCommand] in
      func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      let rect = Rect(
        x: Double(number(-10...50)), y: Double(number(-10...40)), width: Double(number(5...60)),
        height: Double(number(5...50)))
      let inside = depth < 2 ? commands(&random, depth: depth + 1) : []
      let clip = Clip(.rect(RoundedRect(rect, radii: .init(all: 3))), transform: .identity)
      switch number(0...8) {
      case 0, 1:
        let sigma = [0, 1, 2.5, 9][number(0...3)]
        let opacity = number(0...1) == 0 ? 1 : 0.6
        return group(
          effects(backdrop(rect, sigma: sigma, [.saturation(1.5)], radius: 4), opacity: opacity),
          inside)
      case 2: return group(Effects(clip: clip, layer: layer), inside)
      case 3: return group(Effects(isIsolated: true, layer: layer), inside)
      case 4: return group(Effects(filters: [.blur(sigma: 1.5)], layer: layer), inside)
      case 5:
        let shadow = Shadow(
          color: .black, opacity: 1, sigma: 1, offset: Point(x: 2, y: 1), path: nil,
          transform: .identity)
        return group(Effects(shadow: shadow, layer: layer), inside)
      default:
        let alpha = number(0...1) == 0 ? 255 : UInt8(number(0...255))
        let color = Color(
          red: UInt8(number(0...255)), green: UInt8(number(0...255)),
          blue: UInt8(number(0...255)), alpha: alpha)
        // Only what covers whole rows or columns spares what is behind it the painting.
        let wide = Rect(x: -10, y: rect.y, width: 90, height: rect.height)
        let high = Rect(x: rect.x, y: -10, width: rect.width, height: 70)
        return [fill([rect, wide, high][number(0...2)], color)]
      }
    }
  }

  @Test("what is hidden later is painted all the same where a backdrop shows it", arguments: 1...60)
  func occlusion(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let list = DisplayList(background: .white, commands: commands(&random))
    let textures = try textures()
    let frame = try Compositor(textures).render(list)
    var plain = DrawContext(textures, grid: textures.grid, on: Surface(textures.grid.bounds))
    plain.surface.clearLater(textures.grid.bounds, to: Pixel(.white))
    try plain.paint(list.commands)
    plain.surface.finishClear()
    #expect(frame == plain.surface.pixmap, "seed \(seed)\n\(list)")
  }

  @Test("a part of a frame with backdrops is that part of the whole", arguments: 61...90)
  func bands(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let list = DisplayList(
      background: .white, commands: commands(&random) + group(effects(backdrop(area))))
    let compositor = try Compositor(textures())
    #expect(!compositor.isFitForBands(list))
    let frame = try compositor.render(list)
    let bytes = try [0..<13, 13..<14, 14..<48].flatMap {
      try compositor.render(list, band: $0).bytes
    }
    #expect(bytes == Array(frame.bytes), "seed \(seed)")
  }

  @Test("what is not damaged between two frames with backdrops is the same", arguments: 91...150)
  func damage(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let compositor = try Compositor(textures())
    let before = commands(&random)
    var after = before
    // A shape that moves or changes its colour, at any depth.
    let places = before.indices.filter { if case .fill = before[$0] { true } else { false } }
    guard let place = places.randomElement(using: &random), case .fill(var changed) = before[place]
    else { return }
    if Bool.random(using: &random) {
      changed.transform = .translation(x: 2.5, y: 1)
    } else {
      changed.paint = .color(Color(red: 9, green: 200, blue: 250))
    }
    after[place] = .fill(changed)
    let (old, new) = (
      DisplayList(background: .white, commands: before),
      DisplayList(background: .white, commands: after)
    )
    let damage = compositor.damage(of: new, since: old)
    var patched = try compositor.render(old)
    let whole = try compositor.render(new)
    patched.copy(whole, from: damage, toX: damage.x, y: damage.y)
    #expect(patched == whole, "seed \(seed)\n\(new)\n\(damage)")
  }
}
