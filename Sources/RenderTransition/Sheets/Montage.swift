import Compositing
package import Drawing
import Geometry
package import Pixels

/// A picture that is put together of scaled parts of others, with rectangles drawn over them.
package struct Montage {
  /// A part of a picture, and where it goes.
  package struct Tile {
    package var pixels: Pixmap
    /// The part that is shown; nil for all.
    package var part: PixelRect?
    package var destination: PixelRect
    /// Rectangles of the picture that are outlined.
    package var outlined: [PixelRect] = []

    package init(
      pixels: Pixmap, part: PixelRect? = nil, destination: PixelRect, outlined: [PixelRect] = []
    ) {
      (self.pixels, self.part) = (pixels, part)
      (self.destination, self.outlined) = (destination, outlined)
    }
  }

  package let width, height: Int
  package var tiles: [Tile] = []
  /// What is drawn over all of them, in pixels.
  package var marks: [DrawCommand] = []

  private let background: Color

  /// An empty picture.
  package init(
    width: Int, height: Int, background: Color = Color(red: 0x55, green: 0x55, blue: 0x5A)
  ) {
    (self.width, self.height, self.background) = (width, height, background)
  }

  private static let outline = Color(red: 0xFF, green: 0x2D, blue: 0x55)
  private static let lineWidth = 2.0

  /// The picture.
  package func rendered() throws -> Pixmap {
    guard let grid = CanvasGrid(pixelWidth: width, pixelHeight: height, scale: 1) else {
      throw CompositingError.emptyCanvas
    }
    let images = tiles.map { SourceImage($0.pixels) }
    let textures = try Textures(rendering: [], images: images, canvas: grid)
    let commands = tiles.enumerated().flatMap { index, tile in
      [Self.image(index, tile)] + tile.outlined.compactMap { Self.frame(around: $0, in: tile) }
    }
    return try Compositor(textures).render(
      DisplayList(background: background, commands: commands + marks))
  }

  private static func image(_ index: Int, _ tile: Tile) -> DrawCommand {
    let (width, height) = (Double(tile.pixels.width), Double(tile.pixels.height))
    let part = tile.part ?? tile.pixels.bounds
    let crop = Rect(
      x: Double(part.x) / width, y: Double(part.y) / height, width: Double(part.width) / width,
      height: Double(part.height) / height)
    return .image(
      ImageDraw(
        ImageID(index), crop: crop, destination: Rect(tile.destination), clip: nil,
        transform: .identity, layer: LayerPath("picture")))
  }

  /// The outline of `area`, outside of it as far as there is room.
  private static func frame(around area: PixelRect, in tile: Tile) -> DrawCommand? {
    let part = tile.part ?? tile.pixels.bounds
    let destination = Rect(tile.destination)
    let scale = destination.width / Double(part.width)
    let inner = Rect(
      x: destination.x + Double(area.x - part.x) * scale - lineWidth,
      y: destination.y + Double(area.y - part.y) * scale - lineWidth,
      width: Double(area.width) * scale + 2 * lineWidth,
      height: Double(area.height) * scale + 2 * lineWidth
    ).intersection(destination.inset(by: lineWidth))
    guard inner.width > 0, inner.height > 0 else { return nil }
    let outer = inner.inset(by: -lineWidth)
    return .fill(
      Fill(
        .ring(outer: RoundedRect(outer), inner: RoundedRect(inner)), with: .color(outline),
        in: outer, transform: .identity, layer: LayerPath("outline")))
  }
}

extension Rect {
  fileprivate init(_ area: PixelRect) {
    self.init(
      x: Double(area.x), y: Double(area.y), width: Double(area.width),
      height: Double(area.height))
  }
}
