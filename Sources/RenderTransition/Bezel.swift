import Compositing
import Drawing
import Geometry
import Pixels
import SceneFormat

/// A device around its screen.
struct Bezel: Sendable {
  /// How far it goes on beyond each edge of the screen, in pixels.
  let margin: Int
  /// The pixels of the whole picture.
  private let grid: CanvasGrid
  /// The device, the screen, which is the only image, and the camera.
  private let list: DisplayList

  /// The thickness of the glass around the screen, and of the rim around that, in points.
  private static let (glass, rim) = (18.0, 2.0)
  private static let rimColor = Color(red: 0x3A, green: 0x3A, blue: 0x3C)

  /// The device of `canvas`, whose screen has the pixels of `screen`; nil where none is drawn.
  init?(_ canvas: Canvas, around screen: CanvasGrid) {
    let (scale, margin) = (screen.scale, canvas.margin(at: screen.scale))
    guard canvas.hasBezel, let device = canvas.device,
      let grid = CanvasGrid(
        pixelWidth: screen.pixelWidth + 2 * Int(margin),
        pixelHeight: screen.pixelHeight + 2 * Int(margin), scale: 1)
    else { return nil }
    (self.margin, self.grid) = (Int(margin), grid)
    // The screen's own pixels are kept, so all is drawn in pixels.
    let area = Rect(
      x: margin, y: margin, width: Double(screen.pixelWidth), height: Double(screen.pixelHeight))
    func outline(
      _ rect: Rect, _ radius: Double, _ style: RoundedRect.Style = .continuous
    ) -> RoundedRect {
      RoundedRect(rect, radii: RoundedRect.Radii(all: radius * scale), style: style)
    }
    func fill(_ outline: RoundedRect, _ color: Color) -> DrawCommand {
      .fill(
        Fill(
          .rect(outline), with: .color(color), in: outline.rect, transform: .identity,
          layer: Self.layer))
    }
    func around(_ width: Double) -> RoundedRect {
      let radius = device.cornerRadius > 0 ? device.cornerRadius : Self.glass
      return outline(area.inset(by: -width * scale), radius + width)
    }
    var commands = [
      fill(around(Self.glass + Self.rim), Self.rimColor), fill(around(Self.glass), .black),
      .image(
        ImageDraw(
          ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: area,
          clip: outline(area, device.cornerRadius), transform: .identity, layer: Self.layer)),
    ]
    if let camera = device.camera(on: canvas.size, canvas.orientation) {
      let rect = Rect(
        x: margin + camera.x * scale, y: margin + camera.y * scale, width: camera.width * scale,
        height: camera.height * scale)
      commands.append(fill(outline(rect, min(camera.width, camera.height) / 2, .circular), .black))
    }
    list = DisplayList(background: canvas.background, commands: commands)
  }

  private static let layer = LayerPath("bezel")

  /// The device that shows `screen`.
  func framed(_ screen: Pixmap) throws -> Pixmap {
    let textures = try Textures(rendering: [], images: [SourceImage(screen)], canvas: grid)
    return try Compositor(textures).render(list)
  }
}

extension Device {
  /// What the camera takes of a screen of `size`, at the top or, turned, at the left; nil for
  /// nothing.
  fileprivate func camera(on size: Size, _ orientation: Orientation) -> Rect? {
    guard cutout != .none else { return nil }
    let (length, depth) = cutout == .island ? (125.0, 37.0) : (30.5, 30.5)
    return orientation == .portrait
      ? Rect(x: (size.width - length) / 2, y: 11, width: length, height: depth)
      : Rect(x: 11, y: (size.height - length) / 2, width: depth, height: length)
  }
}
