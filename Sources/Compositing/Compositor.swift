public import Drawing
import Geometry
public import Pixels
import Raster

/// Turns display lists into frames: the same list always into the same bytes.
public struct Compositor: Sendable {
  let textures: Textures

  /// The canvas that its frames are as large as.
  public var grid: CanvasGrid { textures.grid }

  /// A compositor for the canvas of `textures`.
  public init(_ textures: Textures) {
    self.textures = textures
  }

  /// The frame that `list` describes.
  public func render(_ list: DisplayList) throws(CompositingError) -> Pixmap {
    let grid = textures.grid
    var frame = Pixmap(width: grid.pixelWidth, height: grid.pixelHeight)
    try render(list, into: &frame)
    return frame
  }

  /// Renders `list` over whatever `frame` held, whose size must be the canvas's; else it is made.
  public func render(
    _ list: DisplayList, into frame: inout Pixmap
  ) throws(CompositingError) {
    let grid = textures.grid
    var own = Pixmap(width: 0, height: 0)
    swap(&own, &frame)
    if own.bounds != grid.bounds { own = Pixmap(width: grid.pixelWidth, height: grid.pixelHeight) }
    let commands = list.commands.joiningSlices()
    let occlusion = Occlusion(commands, textures)
    own.fill(occlusion.background, with: Pixel(list.background))
    var painter = Painter(textures, grid: grid, on: Surface(own, x: 0, y: 0))
    own = Pixmap(width: 0, height: 0)
    try painter.paint(commands, hiding: occlusion)
    frame = painter.surface.pixmap
  }
}
