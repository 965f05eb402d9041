import Drawing
import Geometry
import Pixels
import Raster

/// The inside of a group as it looks on pixels finer than those of the canvas.
///
/// Frozen pictures are painted anew there, as far as the run knows how: their own pixels have no
/// more to tell.
struct FineContent {
  private let commands: [DrawCommand]
  private let textures: Textures
  private let grid: CanvasGrid

  /// What `commands` paint, in canvas points, on the canvas of `grid`.
  init(_ commands: some Sequence<DrawCommand>, _ textures: Textures, _ grid: CanvasGrid) {
    self.commands = textures.unfrozen(Array(commands))
    (self.textures, self.grid) = (textures, grid)
  }

  /// Whether everything is made of outlines, and nothing of pixels that only exist in one size.
  var isOutlines: Bool {
    commands.allSatisfy { command in
      switch command {
      case .fill, .endGroup: true
      case .beginGroup(let effects): effects.mask.isEmpty
      case .image, .picture: false
      }
    }
  }

  /// The area `window` of the canvas in pixels `fineness` times as fine, around the origin, with
  /// everything moved by `offset` pixels of the canvas.
  func surface(
    _ window: PixelRect, fineness: Int, offset: Point = .zero
  ) throws(CompositingError) -> Surface {
    let fine = PixelRect(
      x: 0, y: 0, width: window.width * fineness, height: window.height * fineness)
    let scale = grid.scale * Double(fineness)
    guard
      let grid = CanvasGrid(pixelWidth: fine.width, pixelHeight: fine.height, scale: scale)
    else { return Surface(.empty) }
    let move = Transform.translation(
      x: (offset.x - Double(window.x)) / self.grid.scale,
      y: (offset.y - Double(window.y)) / self.grid.scale)
    var painter = Painter(textures, grid: grid, on: Surface(fine), isFine: true)
    try painter.paint(commands.moved(by: move))
    return painter.surface
  }
}

extension Textures {
  /// The same commands with those of the pictures instead of the pictures, where they are known.
  fileprivate func unfrozen(_ commands: [DrawCommand]) -> [DrawCommand] {
    commands.flatMap { command -> [DrawCommand] in
      guard case .picture(let draw) = command, draw.bleed == .none,
        let picture = pictures[draw.picture]
      else { return [command] }
      let area = draw.source?.intersection(picture.bounds) ?? picture.bounds
      let frame = Effects(
        opacity: draw.opacity, blend: draw.blend,
        clip: Clip(.rect(RoundedRect(area)), transform: draw.transform), layer: draw.layer)
      return [.beginGroup(frame)] + unfrozen(picture.commands).moved(by: draw.transform)
        + [.endGroup]
    }
  }
}
