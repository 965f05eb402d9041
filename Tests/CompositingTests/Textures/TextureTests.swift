import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

struct TextureTests {
  private let layer = LayerPath("test")

  /// A card with a soft edge off the pixel grid.
  private func card(largestScale: Double = 1) -> Picture {
    let rect = Rect(x: 4.3, y: 5.2, width: 12, height: 9)
    return Picture(
      id: PictureID(0), bounds: Rect(x: 4, y: 5, width: 13, height: 10),
      commands: [
        .fill(
          Fill(
            .rect(RoundedRect(rect, radii: .init(all: 3))), with: .color(.black), in: rect,
            transform: .identity, layer: layer))
      ], largestScale: largestScale)
  }

  private func frame(_ picture: Picture, _ transform: Transform) throws -> Pixmap {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let compositor = Compositor(
      try Textures(rendering: [picture], images: [], canvas: grid))
    return try compositor.render(
      DisplayList(
        background: .white,
        commands: [.picture(PictureDraw(picture.id, transform: transform, layer: layer))]))
  }

  private func distance(_ one: Pixmap, _ other: Pixmap) -> Int {
    zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("a picture that grows has the edges of its larger texture")
  func enlarged() throws {
    let double = Transform.scaling(x: 2, y: 2)
    let truth = try frame(
      Picture(
        id: PictureID(0), bounds: Rect(x: 0, y: 0, width: 40, height: 34),
        commands: [
          .fill(
            Fill(
              .rect(
                RoundedRect(Rect(x: 8.6, y: 10.4, width: 24, height: 18), radii: .init(all: 6))),
              with: .color(.black), in: .zero, transform: .identity, layer: layer))
        ]), .identity)
    #expect(try distance(frame(card(largestScale: 2), double), truth) <= 1)
    #expect(try distance(frame(card(), double), truth) > 20)
  }

  @Test("the resting picture is the same, whatever it grows to later")
  func resting() throws {
    let plain = try frame(card(), .identity)
    #expect(try frame(card(largestScale: 3), .identity) == plain)
    #expect(
      try frame(card(largestScale: 3), .translation(x: 0.4, y: 0))
        == frame(card(), .translation(x: 0.4, y: 0)))
  }

  @Test(
    "an image that fills a screen is drawn over what is behind it, also where it needs no copy",
    arguments: [UInt8(255), 128])
  func wholeImage(alpha: UInt8) throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let area = Rect(x: 0, y: 0, width: 40, height: 34)
    var image = Pixmap(width: 40, height: 34)
    image.fill(image.bounds, with: Pixel(Color(red: 200, green: 90, blue: 30, alpha: alpha)))
    let fill = Fill(
      .rect(RoundedRect(area)), with: .color(.white), in: area, transform: .identity, layer: layer)
    let clip = Effects(
      clip: Clip(.rect(RoundedRect(area)), transform: .identity), layer: layer)
    let draw = ImageDraw(
      ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: area, clip: nil,
      transform: .identity, layer: layer)
    let picture = Picture(
      id: PictureID(0), bounds: area,
      commands: [.fill(fill), .beginGroup(clip), .image(draw), .endGroup])
    let textures = try Textures(rendering: [picture], images: [SourceImage(image)], canvas: grid)
    let texture = try #require(
      textures.texture(picture.id, scale: 1, drawnAt: .identity, source: nil))
    let list = DisplayList(background: .clear, commands: picture.commands)
    #expect(texture.pixels.surface.pixmap == (try Compositor(textures).render(list)))
    #expect(texture.pixels.alphaKind == .opaque)
    let isBare = textures.wholeImage(picture.commands, grid.bounds, scale: 1) != nil
    #expect(isBare == (alpha == 255))
  }

  // It was dropped without a word, and the picture shown soft.
  @Test("a picture that grows out of all bounds has the largest texture that fits")
  func clamped() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let rect = Rect(x: 0, y: 0, width: 5000, height: 4)
    let picture = Picture(
      id: PictureID(0), bounds: rect,
      commands: [
        .fill(
          Fill(
            .rect(RoundedRect(rect.inset(by: 0.5))), with: .color(.black), in: rect,
            transform: .identity, layer: layer))
      ], largestScale: 8)
    let textures = try Textures(rendering: [picture], images: [], canvas: grid)
    let texture = try #require(
      textures.texture(
        picture.id, scale: 1, drawnAt: .scaling(x: 8, y: 8), source: nil))
    #expect(texture.pixels.scale == 3)
  }

  @Test(
    "a picture that grows has a texture of a whole number of times its size, of eight at most",
    arguments: [(1, 1), (1.4, 2), (2, 2), (2.5, 3), (7.2, 8), (8, 8), (50, 8), (.infinity, 8)])
  func enlargement(_ largest: Double, _ scale: Double) throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let textures = try Textures(
      rendering: [card(largestScale: largest)], images: [], canvas: grid)
    let texture = try #require(
      textures.texture(PictureID(0), scale: 1, drawnAt: .scaling(x: 9, y: 9), source: nil))
    #expect(texture.pixels.scale == scale)
  }

  @Test("just above its resting size a picture looks as it does at rest")
  func noPop() throws {
    let picture = card(largestScale: 1.4)
    let rest = try frame(picture, .identity)
    let barely = try frame(picture, .scaling(x: 1.000_01, y: 1.000_01))
    #expect(distance(rest, barely) <= 1)
  }

  @Test("an image that has no more pixels than are seen is not enlarged twice")
  func image() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let rect = Rect(x: 0, y: 0, width: 8, height: 8)
    let pixels = Pixmap(width: 8, height: 8, filledWith: Pixel(.white))
    let sizes = [
      (Size(width: 8, height: 8), 1.0), (Size(width: 4, height: 4), 2),
      (Size(width: 4, height: 8), 2), (Size(width: 8, height: 4), 2),
    ]
    for (size, expected) in sizes {
      let draw = ImageDraw(
        ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1),
        destination: Rect(size), clip: nil, transform: .identity, layer: layer)
      let picture = Picture(
        id: PictureID(0), bounds: rect, commands: [.image(draw)], largestScale: 2)
      let textures = try Textures(rendering: [picture], images: [SourceImage(pixels)], canvas: grid)
      let texture = try #require(
        textures.texture(picture.id, scale: 1, drawnAt: .scaling(x: 2, y: 2), source: nil))
      #expect(texture.pixels.scale == expected)
    }
  }

  @Test("moving there and back by whole pixels is rigid")
  func rigid() throws {
    let rest = try frame(card(), .identity)
    let moved = try frame(card(), .translation(x: 11, y: 7))
    for y in 0..<20 {
      for x in 0..<20 { #expect(moved[x + 11, y + 7] == rest[x, y]) }
    }
  }

  @Test("a picture may draw those before it, and not those behind")
  func nested() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let outer = Picture(
      id: PictureID(1), bounds: Rect(x: 0, y: 0, width: 40, height: 34),
      commands: [.picture(PictureDraw(PictureID(0), layer: layer))])
    let textures = try Textures(rendering: [card(), outer], images: [], canvas: grid)
    let frame = try Compositor(textures).render(
      DisplayList(
        background: .white, commands: [.picture(PictureDraw(PictureID(1), layer: layer))]))
    #expect(try frame == self.frame(card(), .identity))
    // In a mask, too.
    let masked = Picture(
      id: PictureID(1), bounds: outer.bounds,
      commands: [.beginGroup(Effects(mask: outer.commands, layer: layer))]
        + card().commands + [.endGroup])
    #expect(throws: Never.self) {
      try Textures(rendering: [card(), masked], images: [], canvas: grid)
    }
    #expect(throws: CompositingError.unknownPicture(PictureID(0), layer: layer)) {
      try Textures(rendering: [outer, card()], images: [], canvas: grid)
    }
  }

  @Test("a picture larger than any canvas is an error")
  func tooLarge() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 3))
    let picture = Picture(
      id: PictureID(4), bounds: Rect(x: 0, y: 0, width: 6000, height: 10), commands: [])
    var tall = picture
    tall.bounds = Rect(x: 0, y: 0, width: 10, height: 6000)
    for picture in [picture, tall] {
      #expect(throws: CompositingError.pictureTooLarge(PictureID(4))) {
        try Textures(rendering: [picture], images: [], canvas: grid)
      }
    }
    #expect(CanvasGrid(pixelWidth: 0, pixelHeight: 4, scale: 1) == nil)
    #expect(CanvasGrid(pixelWidth: 4, pixelHeight: 0, scale: 1) == nil)
    for scale in [Double.nan, .infinity, 0, -1] {
      #expect(CanvasGrid(pixelWidth: 4, pixelHeight: 4, scale: scale) == nil)
    }
  }

  @Test(
    "slices that move together are the picture, wherever they are cut",
    arguments: [
      Transform.identity, .translation(x: 0.37, y: 1.6), .scaling(x: 0.9, y: 0.8),
      Transform(a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 6, ty: -4),
    ])
  func slices(_ transform: Transform) throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let textures = try Textures(rendering: [card()], images: [], canvas: grid)
    let slices = (0..<4).map { index in
      DrawCommand.picture(
        PictureDraw(
          PictureID(0), source: Rect(x: 4 + Double(index) * 3.25, y: 5, width: 3.25, height: 10),
          transform: transform, layer: layer))
    }
    let sliced = try Compositor(textures).render(
      DisplayList(background: .white, commands: slices))
    #expect(try sliced == frame(card(), transform))
  }

  @Test("ten translucent layers are within two and a half levels of doubles")
  func tenLayers() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    let rect = Rect(x: 0, y: 0, width: 40, height: 34)
    var worst = 0.0
    for alpha in stride(from: UInt8(5), through: 250, by: 7) {
      var exact = 255.0
      var commands: [DrawCommand] = []
      for layer in 0..<10 {
        let color = Color(
          red: UInt8((layer * 97 + Int(alpha)) % 256), green: 0, blue: 0, alpha: alpha)
        commands.append(
          .fill(
            Fill(
              .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: .identity,
              layer: self.layer)))
        let share = Double(alpha) / 255
        exact = Double(color.red) * share + exact * (1 - share)
      }
      let frame = try Compositor(textures).render(
        DisplayList(background: .white, commands: commands))
      worst = max(worst, abs(exact - Double(frame[3, 3].channels.x)))
    }
    print("ten translucent layers: at most \(worst) levels off")
    #expect(worst <= 2.5)
  }
}
