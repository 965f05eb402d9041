import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

/// Groups that blur, kept while they only move, beside the same groups composited anew.
struct CachedGroupTests {
  private let layer = LayerPath("test")

  private func list(_ x: Double, opacity: Double, _ effects: Effects) -> DisplayList {
    let rect = Rect(x: 0, y: 0, width: 14, height: 9)
    var effects = effects
    effects.opacity = opacity
    let place = Transform.translation(x: 12 + x, y: 11)
    for index in effects.shadows.indices { effects.shadows[index].transform = place }
    let card = DrawCommand.fill(
      Fill(
        .rect(RoundedRect(rect, radii: .init(all: 3))),
        with: .color(Color(red: 200, green: 60, blue: 30)), in: rect, transform: place,
        layer: layer))
    return DisplayList(background: .white, commands: [.beginGroup(effects), card, .endGroup])
  }

  private var effects: [Effects] {
    let shadow = Shadow(
      color: .black, opacity: 0.6, sigma: 2, offset: Point(x: 1, y: 2), path: nil,
      transform: .identity)
    return [
      Effects(filters: [.blur(sigma: 1.5)], layer: layer), Effects(shadow: shadow, layer: layer),
    ]
  }

  @Test("a group that is kept is the group that is composited anew")
  func kept() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
    for effects in effects {
      let lists = [0, 1, 5, 5, -3].enumerated().map { index, x in
        list(Double(x), opacity: index > 2 ? 0.5 : 1, effects)
      }
      let plain = Compositor(try Textures(rendering: [], images: [], canvas: grid))
      let textures = try Textures(rendering: scene(lists, grid))
      #expect(textures.cachedGroups.count == 1)
      let keeping = Compositor(textures)
      var worst = 0
      for list in lists {
        let (one, other) = (try plain.render(list), try keeping.render(list))
        worst = max(worst, zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0)
      }
      print("a group that is kept: at most \(worst) levels from one that is not")
      #expect(worst <= 1)
    }
  }

  // It was made on whole pixels and moved by the rest: up to 90 levels where text is in it.
  @Test("between pixels, a group is exact at both ends and wherever it stands still")
  func phases() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
    for effects in effects {
      let lists = [0.5, 1.3, 4.75, 4.75, 7.6].map { list($0, opacity: 1, effects) }
      let plain = Compositor(try Textures(rendering: [], images: [], canvas: grid))
      let textures = try Textures(rendering: scene(lists, grid))
      #expect(textures.cachedGroups.count == 4)
      let keeping = Compositor(textures)
      for index in [0, 2, 3, 4] {
        let (one, other) = (try plain.render(lists[index]), try keeping.render(lists[index]))
        let worst = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(worst) <= 1)
      }
    }
  }

  @Test("a group is kept once it is seen twice, and not if its inside changes")
  func met() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
    #expect(scene([list(0, opacity: 1, effects[0])], grid).cachedGroups.isEmpty)
    let two = [list(0, opacity: 1, effects[0]), list(4, opacity: 1, effects[1])]
    #expect(scene(two, grid).cachedGroups.isEmpty)
  }

  @Test("what a mask or a backdrop is part of is not kept")
  func notKept() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
    let area = RoundedRect(Rect(x: 0, y: 0, width: 20, height: 20))
    let mask = DrawCommand.fill(
      Fill(
        .rect(area), with: .color(.black), in: area.rect, transform: .identity, layer: layer))
    var (masked, seeing) = (effects[0], effects[0])
    masked.mask = [mask]
    seeing.backdrop = Backdrop(sigma: 1, area: Clip(.rect(area), transform: .identity))
    for effects in [masked, seeing] {
      let lists = [0.0, 0, 4].map { list($0, opacity: 1, effects) }
      #expect(scene(lists, grid).cachedGroups.isEmpty)
    }
  }

  @Test("among finer pixels, a group is composited anew")
  func finer() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
    let fine = try #require(CanvasGrid(pixelWidth: 96, pixelHeight: 72, scale: 2))
    let list = list(0, opacity: 1, effects[0])
    let keeping = try Textures(rendering: scene([list, list], grid))
    #expect(keeping.cachedGroups.count == 1)
    let plain = try Textures(rendering: [], images: [], canvas: grid)
    let frames = try [keeping, plain].map { textures in
      var context = DrawContext(textures, grid: fine, on: Surface(fine.bounds))
      try context.paint(list.commands)
      return context.surface.pixmap
    }
    #expect(frames[0] == frames[1])
  }

  private func scene(_ frames: [DisplayList], _ grid: CanvasGrid) -> PreparedScene {
    PreparedScene(pictures: [], images: [], canvas: grid, frames: frames)
  }
}
