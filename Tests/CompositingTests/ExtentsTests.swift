import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

/// On a canvas of three pixels a point; what a command may touch has a pixel more on each side.
struct ExtentsTests {
  private let layer = LayerPath("test")
  private let area = Rect(x: 10, y: 10, width: 10, height: 10)

  private func fill(_ rect: Rect, _ color: Color = .black) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: .identity, layer: layer)
    )
  }

  private func compositor() throws -> Compositor {
    let grid = try #require(CanvasGrid(pixelWidth: 120, pixelHeight: 90, scale: 3))
    return Compositor(Textures(planning: [], images: [], canvas: grid))
  }

  private func bounds(_ effects: Effects, _ inside: [DrawCommand]) throws -> PixelRect {
    let textures = try compositor().textures
    return try Extents(textures: textures, grid: textures.grid).bounds(
      of: ([.beginGroup(effects)] + inside + [.endGroup, .endGroup])[...])
  }

  private func square(_ low: Int, _ high: Int) -> PixelRect {
    PixelRect(x: low, y: low, width: high - low, height: high - low)
  }

  @Test("a blur and a shadow reach four sigmas and two pixels, a shadow as far as it falls besides")
  func reach() throws {
    #expect(try bounds(Effects(layer: layer), [fill(area)]) == square(29, 61))
    // Two points are six pixels.
    let blur = Effects(filters: [.blur(sigma: 2)], layer: layer)
    #expect(try bounds(blur, [fill(area)]) == square(29 - 26, 61 + 26))
    let shadow = Shadow(
      color: .black, opacity: 1, sigma: 2, offset: Point(x: 0, y: -3), path: nil,
      transform: .identity)
    // Three points are nine pixels, and their rounding takes one more.
    #expect(
      try bounds(Effects(shadow: shadow, layer: layer), [fill(area)])
        == square(29 - 36, 61 + 36))
  }

  @Test("a group is seen where its backdrop is")
  func backdrop() throws {
    let backdrop = Backdrop(
      sigma: 2, area: Clip(.rect(RoundedRect(area)), transform: .identity))
    let inside = [fill(Rect(x: 20, y: 20, width: 5, height: 5))]
    #expect(try bounds(Effects(backdrop: backdrop, layer: layer), inside) == square(29, 76))
  }

  @Test("a blurred backdrop changes as far away as its blur reaches, and casts its shadow anew")
  func damage() throws {
    let backdrop = Backdrop(
      sigma: 2, area: Clip(.rect(RoundedRect(area)), transform: .identity))
    let shadow = Shadow(
      color: .black, opacity: 1, sigma: 1, offset: Point(x: 0, y: 4), path: nil,
      transform: .identity)
    for (shadow, isIsolated) in [(nil, false), (shadow, false), (shadow, true)] {
      func list(_ x: Double, _ color: Color) -> DisplayList {
        let rect = Rect(x: x, y: 12, width: 2, height: 6)
        let effects = Effects(shadow: shadow, backdrop: backdrop, layer: layer)
        return DisplayList(
          background: .white,
          commands: [
            .beginGroup(Effects(isIsolated: isIsolated, layer: layer)), fill(rect, color),
            .beginGroup(effects), .endGroup, .endGroup,
          ])
      }
      for x in [5.0, 9, 22] {
        let (old, new) = (list(x, .black), list(x, Color(red: 250, green: 0, blue: 0, alpha: 90)))
        let (before, after) = (try compositor().render(old), try compositor().render(new))
        let damage = try compositor().damage(of: new, since: old)
        var patched = before
        patched.copy(after, from: damage, toX: damage.x, y: damage.y)
        #expect(patched == after, "\(x)")
        #expect(before != after)
      }
    }
  }

  @Test("a backdrop is blurred by points, not by pixels")
  func points() throws {
    let all = Rect(x: 0, y: 0, width: 40, height: 30)
    let backdrop = Backdrop(
      sigma: 2, area: Clip(.rect(RoundedRect(all)), transform: .identity))
    let frame = try compositor().render(
      DisplayList(
        background: .black,
        commands: [
          fill(Rect(x: 20, y: 0, width: 20, height: 30), .white),
          .beginGroup(Effects(backdrop: backdrop, layer: layer)), .endGroup,
        ]))
    // 3.5 pixels beyond the edge, with a sigma of six, there are 72 % of the light.
    #expect(abs(Int(frame[63, 45].channels.x) - 184) <= 2)
    #expect(abs(Int(frame[56, 45].channels.x) - 71) <= 2)
  }
}
