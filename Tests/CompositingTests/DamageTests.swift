import Drawing
import Geometry
import Pixels
import Testing

@testable import Compositing

struct DamageTests {
  private let layer = LayerPath("test")

  private func fill(_ x: Double, _ y: Double, _ color: Color = .black) -> DrawCommand {
    let rect = Rect(x: x, y: y, width: 8.5, height: 6)
    return .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: .identity, layer: layer)
    )
  }

  private func group(_ effects: Effects, _ inside: [DrawCommand]) -> [DrawCommand] {
    [.beginGroup(effects)] + inside + [.endGroup]
  }

  private let faint = Color(red: 40, green: 200, blue: 90, alpha: 60)

  /// Lists of which any two can follow each other.
  private var lists: [DisplayList] {
    let shadow = Shadow(
      color: .black, opacity: 1, sigma: 1, offset: Point(x: 3, y: 2), path: nil,
      transform: .identity)
    let picture = DrawCommand.picture(
      PictureDraw(PictureID(0), transform: .translation(x: 20.3, y: 3), layer: layer))
    return [
      [], [fill(3, 4)], [fill(3.3, 4)], [fill(3, 4), fill(20, 15)],
      [fill(3, 4), picture, fill(20, 15)], group(Effects(layer: layer), [fill(20, 15)]),
      group(Effects(layer: layer), [fill(21, 15)]),
      group(Effects(shadow: shadow, layer: layer), [fill(21, 15)]),
      group(Effects(shadow: shadow, layer: layer), [fill(22, 15)]),
      group(Effects(filters: [.blur(sigma: 1)], layer: layer), [fill(9, 9)]),
      group(Effects(opacity: 0.5, layer: layer), [fill(9, 9)]),
      group(Effects(opacity: 0.5, layer: layer), [fill(9, 9), fill(12, 9, .white)]),
      // Four layers are painted in 16 bits, together with three that have not changed.
      [3, 3.2, 3.4].map { fill($0, 4, faint) },
      [3, 3.2, 3.4].map { fill($0, 4, faint) } + [20, 21, 22, 23].map { fill($0, 15, faint) },
      [3, 3.2, 3.4].map { fill($0, 4, faint) }
        + [20, 21, 22].map { fill($0, 15, faint) } + [fill(2, 9, faint)],
    ].map { DisplayList(background: .white, commands: $0) }
  }

  @Test("outside of the damage, nothing has changed")
  func nothingOutside() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 30, scale: 1))
    let picture = Picture(
      id: PictureID(0), bounds: Rect(x: 0, y: 0, width: 9, height: 9), commands: [fill(0, 0)])
    let compositor = Compositor(
      try Textures(rendering: [picture], images: [], canvas: grid))
    let lists = lists
    let frames = try lists.map { try compositor.render($0) }
    for (old, before) in zip(lists, frames) {
      for (new, after) in zip(lists, frames) {
        let damage = compositor.damage(of: new, since: old)
        var patched = before
        patched.copy(after, from: damage, toX: damage.x, y: damage.y)
        #expect(patched == after, "\(old)\n\(new)\n\(damage)")
        #expect(old != new || damage.isEmpty)
      }
    }
  }

  @Test("a small change makes a small damage")
  func small() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 30, scale: 2))
    let compositor = Compositor(try Textures(rendering: [], images: [], canvas: grid))
    let damage = compositor.damage(
      of: DisplayList(background: .white, commands: [fill(1, 1), fill(4, 6)]),
      since: DisplayList(background: .white, commands: [fill(1, 1), fill(5, 6)]))
    #expect(damage == PixelRect(x: 7, y: 11, width: 21, height: 14))
    let all = compositor.damage(
      of: DisplayList(background: .white, commands: []),
      since: DisplayList(background: .black, commands: []))
    #expect(all == grid.bounds)
  }
}
