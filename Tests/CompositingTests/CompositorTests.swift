import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

struct CompositorTests {
  private let layer = LayerPath("test")
  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 255)

  private func fill(
    _ rect: Rect, _ color: Color, _ transform: Transform = .identity
  ) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: transform, layer: layer)
    )
  }

  private func rounded(_ rect: Rect, _ radius: Double, _ color: Color) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect, radii: .init(all: radius), style: .continuous)),
        with: .color(color), in: rect, transform: .identity, layer: layer))
  }

  private func grid(_ width: Int, _ height: Int, scale: Double = 1) throws -> CanvasGrid {
    try #require(CanvasGrid(pixelWidth: width, pixelHeight: height, scale: scale))
  }

  private func rendered(
    _ commands: [DrawCommand], pictures: [Picture] = [], images: [Pixmap] = [],
    background: Color = .white, scale: Double = 1
  ) throws -> Pixmap {
    let textures = try Textures(
      rendering: pictures, images: images.map { SourceImage($0) },
      canvas: try grid(40, 30, scale: scale))
    return try Compositor(textures).render(
      DisplayList(background: background, commands: commands))
  }

  /// A few shapes with edges off the pixel grid, over an opaque ground.
  private var scenery: [DrawCommand] {
    [
      fill(Rect(x: 0, y: 0, width: 40, height: 30), Color(red: 240, green: 230, blue: 200)),
      rounded(Rect(x: 3.3, y: 4.6, width: 20, height: 15), 6, red),
      fill(
        Rect(x: 10.5, y: 2.25, width: 6, height: 22), Color(red: 0, green: 90, blue: 40, alpha: 120)
      ),
    ]
  }

  private var screen: Picture {
    Picture(
      id: PictureID(0), bounds: Rect(x: 0, y: 0, width: 40, height: 30), commands: scenery)
  }

  private func draw(
    _ transform: Transform = .identity, opacity: Double = 1, source: Rect? = nil
  ) -> DrawCommand {
    .picture(
      PictureDraw(
        PictureID(0), source: source, transform: transform, opacity: opacity, layer: layer))
  }

  @Test("a picture at rest is byte for byte what its commands paint", arguments: [1.0, 1.5, 3])
  func atRest(_ scale: Double) throws {
    let direct = try rendered(scenery, scale: scale)
    let pictured = try rendered([draw()], pictures: [screen], scale: scale)
    #expect(direct == pictured)
  }

  @Test("a picture moved by whole pixels is the picture, copied")
  func wholePixels() throws {
    let direct = try rendered(scenery)
    let moved = try rendered(
      [draw(.translation(x: 7, y: -3))], pictures: [screen], background: blue)
    for y in 0..<27 {
      for x in 0..<40 {
        #expect(moved[x, y] == (x < 7 ? Pixel(blue) : direct[x - 7, y + 3]))
      }
    }
  }

  @Test("a frame of another size is not painted on: one of the canvas's takes its place")
  func otherSize() throws {
    let compositor = Compositor(
      try Textures(rendering: [], images: [], canvas: try grid(40, 30)))
    let list = DisplayList(background: .white, commands: scenery)
    let frame = try compositor.render(list)
    for (width, height) in [(40, 30), (40, 29), (41, 30), (3, 50), (0, 0)] {
      var old = Pixmap(width: width, height: height)
      try compositor.render(list, into: &old)
      #expect(old == frame)
    }
  }

  @Test("a path is filled by its rule, and a dashed line has gaps")
  func paths() throws {
    func square(_ rect: Rect) -> Path {
      let corners = rect.corners
      return Path([.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
    }
    var path = square(Rect(x: 4, y: 4, width: 20, height: 20))
    path.append(square(Rect(x: 10, y: 10, width: 8, height: 8)))
    func center(_ rule: FillRule) throws -> Pixel {
      let fill = Fill(
        .path(path, rule), with: .color(red), in: path.controlBounds, transform: .identity,
        layer: layer)
      return try rendered([.fill(fill)])[14, 14]
    }
    #expect(try center(.nonzero) == Pixel(red))
    #expect(try center(.evenodd) == Pixel(.white))
    let line = Path([.move(Point(x: 0, y: 15)), .line(Point(x: 40, y: 15))])
    let dashed = Fill(
      .stroke(line, Stroke(width: 4, dash: [6, 4])), with: .color(red), in: line.controlBounds,
      transform: .identity, layer: layer)
    let frame = try rendered([.fill(dashed)])
    for x in 0..<40 { #expect(frame[x, 15] == Pixel(x % 10 < 6 ? red : .white)) }
  }

  @Test("a picture alone in a faded group has nothing to add its light to")
  func aloneInGroup() throws {
    let area = Rect(x: 0, y: 0, width: 40, height: 30)
    let grey = Color(red: 100, green: 100, blue: 100)
    let picture = Picture(id: PictureID(0), bounds: area, commands: [fill(area, grey)])
    func level(_ effects: Effects, opacity: Double = 1) throws -> UInt8 {
      let draw = PictureDraw(
        picture.id, opacity: opacity, blend: .plusLighter, layer: layer)
      return try rendered(
        [.beginGroup(effects), .picture(draw), .endGroup], pictures: [picture], background: grey)[
          20, 15
        ].channels.x
    }
    #expect(try level(Effects(opacity: 0.5, layer: layer)) == 100)
    #expect(try level(Effects(layer: layer)) == 200)
    // Half of a half of the light.
    #expect(
      try level(Effects(opacity: 0.5, blend: .plusLighter, layer: layer), opacity: 0.5) == 125)
  }

  @Test("what a crop leaves out is not seen, not even where it cuts pixels in two")
  func crops() throws {
    var image = Pixmap(width: 8, height: 1, filledWith: Pixel(blue))
    image.fill(PixelRect(x: 0, y: 0, width: 1, height: 1), with: Pixel(red))
    // Six pixels from the middle of the first one on become three, from the middle of a pixel on.
    let draw = ImageDraw(
      ImageID(0), crop: Rect(x: 0.0625, y: 0, width: 0.75, height: 1),
      destination: Rect(x: 4.5, y: 4, width: 3, height: 8), clip: nil, transform: .identity,
      layer: layer)
    let frame = try rendered([.image(draw)], images: [image])
    // White for a half, and a quarter each of half a red pixel and half a blue one.
    let edge = frame[4, 8].channels
    #expect(
      abs(Int(edge.x) - 191) <= 1 && abs(Int(edge.z) - 191) <= 1 && abs(Int(edge.y) - 128) <= 1)
    #expect(frame[3, 8] == Pixel(.white) && frame[5, 8] == Pixel(blue))
  }

  @Test("a translucent image lets through what is behind it")
  func translucentImage() throws {
    let image = Pixmap(
      width: 4, height: 4, filledWith: Pixel(Color(red: 255, green: 0, blue: 0, alpha: 51)))
    for side in [4.0, 7, 20] {
      let draw = ImageDraw(
        ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1),
        destination: Rect(x: 4, y: 4, width: side, height: side), clip: nil,
        transform: .identity, layer: layer)
      #expect(
        try rendered([.image(draw)], images: [image])[6, 6].channels == SIMD4(255, 204, 204, 255))
    }
  }

  @Test("a picture moved by an eighth of a pixel is moved by an eighth")
  func eighth() throws {
    let bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    let half = Picture(
      id: PictureID(0), bounds: bounds,
      commands: [fill(bounds, .black), fill(Rect(x: 0, y: 0, width: 5, height: 10), .white)])
    let frame = try rendered(
      [draw(.translation(x: 4.125, y: 5))], pictures: [half], background: .black)
    // 7/8 and 1/8 of 255.
    #expect([3, 4, 5, 8, 9, 10].map { frame[$0, 8].channels.x } == [0, 223, 255, 255, 32, 0])
  }

  @Test("a picture moved by a fraction has edges as soft as the fraction")
  func fraction() throws {
    let white = Picture(
      id: PictureID(0), bounds: Rect(x: 0, y: 0, width: 10, height: 10),
      commands: [fill(Rect(x: 0, y: 0, width: 10, height: 10), .white)])
    let frame = try rendered(
      [draw(.translation(x: 4.25, y: 5))], pictures: [white], background: .black)
    #expect(
      (3...15).map { frame[$0, 8].channels.x } == [
        0, 191, 255, 255, 255, 255, 255, 255, 255, 255, 255, 64, 0,
      ])
  }

  @Test("a picture that is scaled, turned or faded keeps its colour, without a fringe")
  func noFringe() throws {
    let ground = Picture(
      id: PictureID(0), bounds: Rect(x: 10, y: 10, width: 20, height: 12),
      commands: [fill(Rect(x: 10, y: 10, width: 20, height: 12), .white)])
    for transform in [
      Transform.scaling(x: 0.9, y: 0.77), .scaling(x: 1.2, y: 1.1),
      Transform(a: 0.9, b: 0.3, c: -0.3, d: 0.9, tx: 4, ty: -3),
      Transform(a: 0.9, b: 0.1, c: 0, d: 0.9, tx: 2, ty: 1, px: 0.004, py: 0.002, pw: 1),
    ] {
      let frame = try rendered([draw(transform)], pictures: [ground], background: .white)
      #expect(frame == Pixmap(width: 40, height: 30, filledWith: Pixel(.white)))
      let faded = try rendered(
        [draw(transform, opacity: 0.5)], pictures: [ground], background: .black)
      #expect(faded.bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element <= 128 })
      #expect(faded[18, 14].channels == SIMD4(128, 128, 128, 255))
    }
  }

  @Test("a group with opacity is composited by itself first")
  func groupOpacity() throws {
    let frame = try rendered([
      .beginGroup(Effects(opacity: 0.5, layer: layer)),
      fill(Rect(x: 0, y: 0, width: 20, height: 20), red),
      fill(Rect(x: 10, y: 0, width: 20, height: 20), blue),
      .endGroup,
    ])
    #expect(frame[5, 5].channels == SIMD4(255, 128, 128, 255))
    #expect(frame[15, 5].channels == SIMD4(128, 128, 255, 255))
    #expect(frame[35, 5] == Pixel(.white))
  }

  @Test("a clip cuts a group as softly as if the group were isolated")
  func clipping() throws {
    let outline = Outline.rect(
      RoundedRect(Rect(x: 5.3, y: 4.1, width: 22, height: 18), radii: .init(all: 7)))
    let turned = Transform(a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 6, ty: -4)
    for transform in [Transform.identity, turned] {
      let clip = Clip(outline, transform: transform)
      let inside = [
        fill(Rect(x: 0, y: 0, width: 40, height: 30), .white),
        fill(Rect(x: 0, y: 0, width: 40, height: 30), red),
        fill(Rect(x: 20, y: 0, width: 20, height: 30), blue),
      ]
      let through = try rendered(
        [.beginGroup(Effects(clip: clip, layer: layer))] + inside + [.endGroup],
        background: .black)
      let isolated = try rendered(
        [.beginGroup(Effects(clip: clip, isIsolated: true, layer: layer))] + inside + [.endGroup],
        background: .black)
      // Painted thrice, a soft edge must not have become harder, nor white shine through.
      #expect(through == isolated)
      #expect((0..<1200).allSatisfy { through[$0 % 40, $0 / 40].channels.y == 0 })
      #expect((0..<1200).contains { (1..<255).contains(through[$0 % 40, $0 / 40].channels.x) })
    }
  }

  @Test("a clip to whole pixels leaves no seam")
  func wholeClip() throws {
    let clip = Clip(
      .rect(RoundedRect(Rect(x: 4, y: 4, width: 20, height: 10))), transform: .identity)
    let frame = try rendered([
      .beginGroup(Effects(clip: clip, layer: layer)),
      fill(Rect(x: 0, y: 0, width: 40, height: 30), red),
      .endGroup,
      fill(Rect(x: 24, y: 4, width: 5, height: 10), red),
    ])
    for x in 4..<29 { #expect(frame[x, 8] == Pixel(red)) }
    #expect(frame[3, 8] == Pixel(.white) && frame[10, 3] == Pixel(.white))
  }

  @Test("an image fills its destination, cut to its crop and its clip")
  func image() throws {
    var image = Pixmap(width: 4, height: 2, filledWith: Pixel(red))
    image.fill(PixelRect(x: 2, y: 0, width: 2, height: 2), with: Pixel(blue))
    let whole = try rendered(
      [
        .image(
          ImageDraw(
            ImageID(0), crop: Rect(x: 0.5, y: 0, width: 0.5, height: 1),
            destination: Rect(x: 4, y: 4, width: 16, height: 8),
            clip: RoundedRect(Rect(x: 4, y: 4, width: 16, height: 8), radii: .init(all: 4)),
            transform: .identity, layer: layer))
      ], images: [image])
    #expect(whole[12, 8] == Pixel(blue) && whole[5, 8] == Pixel(blue))
    #expect(whole[4, 4] != Pixel(blue) && whole[3, 8] == Pixel(.white))
  }

  @Test("slices of a picture at rest make the picture")
  func slices() throws {
    let sliced = try rendered(
      [
        draw(source: Rect(x: 0, y: 0, width: 13, height: 30)),
        draw(source: Rect(x: 13, y: 0, width: 27, height: 30)),
      ], pictures: [screen])
    #expect(try sliced == rendered(scenery))
  }

  @Test("what is not there is an error, not a hole")
  func errors() throws {
    #expect(throws: CompositingError.unknownPicture(PictureID(0), layer: layer)) {
      try rendered([draw()])
    }
    #expect(throws: CompositingError.unbalancedGroups) { try rendered([.endGroup]) }
    #expect(throws: CompositingError.unbalancedGroups) {
      try rendered([.beginGroup(Effects(layer: layer))])
    }
    #expect(throws: CompositingError.self) {
      try rendered([.beginGroup(Effects(opacity: 0.4, layer: layer))])
    }
  }

  @Test("numbers that are no numbers draw nothing")
  func nonsense() throws {
    for number in [Double.nan, .infinity, -.infinity, 1e300, 1e-300, 0] {
      for transform in [
        Transform(a: number, b: 0, c: 0, d: 1, tx: 0, ty: 0),
        Transform(a: 1, b: 0, c: 0, d: 1, tx: number, ty: 2),
        Transform(a: 1, b: number, c: 0.5, d: 1, tx: 0, ty: 2),
        Transform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 2, px: number, py: 0.1, pw: 1),
      ] {
        let frame = try rendered(
          [
            draw(transform, opacity: number),
            fill(Rect(x: 0, y: 0, width: 9, height: 9), red, transform),
          ],
          pictures: [screen])
        // An opacity beyond 1 is none that a scene can have.
        let isOpaque = frame.isOpaque
        #expect(number > 1 || isOpaque)
        if !number.isFinite { #expect(try frame == rendered([])) }
      }
    }
  }

  @Test("leaving out what is hidden changes no pixel", arguments: [0, 0.3, 8.25, 17.5, 30, 40])
  func occlusion(_ x: Double) throws {
    let textures = try Textures(rendering: [screen], images: [], canvas: try grid(40, 30))
    let clip = Clip(
      .rect(RoundedRect(Rect(x: 0, y: 0, width: 40, height: 30), radii: .init(all: 5))),
      transform: .translation(x: x, y: 0))
    let commands =
      [draw(.scaling(x: 0.965, y: 0.965), opacity: 0.7), .beginGroup(Effects(layer: layer))]
      + scenery.dropFirst() + [
        .endGroup, .beginGroup(Effects(clip: clip, layer: layer)),
        draw(.translation(x: x, y: 0)), .endGroup,
        draw(.translation(x: x + 3, y: 0)),
      ]
    let list = DisplayList(background: blue, commands: commands)
    var context = DrawContext(
      textures, grid: textures.grid,
      on: Surface(Pixmap(width: 40, height: 30, filledWith: Pixel(blue)), x: 0, y: 0))
    try context.paint(list.commands)
    #expect(try Compositor(textures).render(list) == context.surface.pixmap)
    let hidden = Occlusion(list.commands, textures).visible
    #expect((hidden[0].width < 40) == (x + 3 < 40))
  }
}
