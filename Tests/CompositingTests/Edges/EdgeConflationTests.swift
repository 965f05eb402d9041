import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

/// Areas that share an edge, wherever it falls: of what is behind them, or of what one of them hides, at
/// most six levels show.
struct EdgeConflationTests {
  private let layer = LayerPath("test")
  private static let turned = Transform(
    a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 9, ty: -5)

  private func fill(
    _ rect: Rect, _ color: Color, _ transform: Transform, radius: Double = 0
  ) -> DrawCommand {
    let outline = RoundedRect(rect, radii: .init(all: radius))
    return .fill(
      Fill(.rect(outline), with: .color(color), in: rect, transform: transform, layer: layer))
  }

  private func rendered(_ commands: [DrawCommand], _ pictures: [Picture] = []) throws -> Pixmap {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let textures = try Textures(rendering: pictures, images: [], canvas: grid)
    return try Compositor(textures).render(DisplayList(background: .black, commands: commands))
  }

  /// Where the areas of `halves` are, whichever way they are turned.
  private var inside: [(x: Int, y: Int)] {
    (12..<26).flatMap { y in (14..<26).map { (x: $0, y: y) } }
  }

  private func halves(_ edge: Double) -> [Rect] {
    [
      Rect(x: 4, y: 4, width: edge - 4, height: 27),
      Rect(x: edge, y: 4, width: 36 - edge, height: 27),
    ]
  }

  // Each left a quarter of the black behind them.
  @Test(
    "two rectangles that share an edge leave no seam", arguments: [18, 18.3, 18.5, 19.9],
    [Transform.identity, turned, .scaling(x: 0.937, y: 1.02)])
  func opaque(_ edge: Double, _ transform: Transform) throws {
    for order in [[0, 1], [1, 0]] {
      let areas = halves(edge)
      let frame = try rendered(order.map { fill(areas[$0], .white, transform) })
      for (x, y) in inside { #expect(frame[x, y].channels.x >= 249) }
    }
  }

  // 2,000 strokes of 80 curves took 5.3 GB.
  @Test("no more outlines are looked at than there is room for")
  func bounded() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    let tall = Rect(x: 0.5, y: 0, width: 9, height: 16_000)
    let commands = (0..<200).map { _ in fill(tall, .white, .identity, radius: 4) }
    #expect(EdgeList(commands[...], cutBy: [], textures, grid).count < 35)
    #expect(EdgeList(commands.prefix(25), cutBy: [], textures, grid).count == 25)
  }

  @Test("the edge between two colours is as it would be without anything behind them")
  func colours() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let frame = try rendered(
      [fill(halves(18.25)[0], red, .identity)]
        + [fill(halves(18.25)[1], .white, .identity)])
    #expect(frame[18, 15].channels.x == 255)
    #expect(abs(Int(frame[18, 15].channels.y) - 191) <= 1)
    #expect(frame[17, 15] == Pixel(red) && frame[19, 15] == Pixel(.white))
  }

  @Test("two areas of one translucent colour are one area", arguments: [18.3, 18.5])
  func translucent(_ edge: Double) throws {
    let faint = Color(red: 255, green: 255, blue: 255, alpha: 128)
    for transform in [Transform.identity, Self.turned] {
      let frame = try rendered(halves(edge).map { fill($0, faint, transform) })
      for (x, y) in inside { #expect(abs(Int(frame[x, y].channels.x) - 128) <= 3) }
    }
  }

  @Test("areas that overlap, or only touch at a corner, stay as they are")
  func apart() throws {
    let faint = Color(red: 255, green: 255, blue: 255, alpha: 128)
    let overlapping = [
      fill(Rect(x: 4.5, y: 4, width: 16, height: 20), faint, .identity),
      fill(Rect(x: 10.5, y: 4, width: 16, height: 20), faint, .identity),
    ]
    let frame = try rendered(overlapping)
    #expect(frame[15, 12].channels.x == 192 || frame[15, 12].channels.x == 191)
    let diagonal = try rendered([
      fill(Rect(x: 4, y: 4, width: 10.5, height: 10.5), .white, .identity),
      fill(Rect(x: 14.5, y: 14.5, width: 10, height: 10), .white, .identity),
    ])
    #expect(diagonal[20, 8] == Pixel(.black) && diagonal[8, 20] == Pixel(.black))
    #expect(diagonal[16, 10] == Pixel(.black))
  }

  @Test("pictures that move side by side leave no seam")
  func pictures() throws {
    let pictures = (0..<2).map { index in
      let rect = Rect(x: Double(index) * 16, y: 0, width: 16, height: 30)
      return Picture(
        id: PictureID(index), bounds: rect, commands: [fill(rect, .white, .identity)])
    }
    for transform in [Transform.translation(x: 4.4, y: 1.5), Self.turned] {
      let frame = try rendered(
        pictures.map { .picture(PictureDraw($0.id, transform: transform, layer: layer)) },
        pictures)
      for (x, y) in inside { #expect(frame[x, y].channels.x >= 249) }
    }
  }

  private func path(_ svg: String, _ color: Color, _ transform: Transform) throws -> DrawCommand {
    let bounds = Rect(x: 0, y: 0, width: 40, height: 34)
    return .fill(
      Fill(
        .path(try Path(svg: svg), .evenodd), with: .color(color), in: bounds, transform: transform,
        layer: layer))
  }

  // Only rectangles were asked; a quarter of what was behind shone through between all others.
  @Test(
    "paths that share straight edges or curves leave no seam",
    arguments: [
      ["M4 4L36 4L4 30Z", "M36 4L36 30L4 30Z"],
      ["M4 4H20C28 12 12 22 20 30H4Z", "M20 4H36V30H20C12 22 28 12 20 4Z"],
      [
        "M2 2H38V32H2ZM20 17m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z",
        "M20 17m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z",
      ],
      ["M20 17L40 6L40 30Z", "M20 17L40 30L1 33Z", "M20 17L1 33L0 0Z", "M20 17L0 0L40 6Z"],
    ], [Transform.identity, turned, .scaling(x: 0.937, y: 1.02)])
  func paths(_ areas: [String], _ transform: Transform) throws {
    let frame = try rendered(try areas.map { try path($0, .white, transform) })
    for (x, y) in inside where x < 24 && y > 12 && y < 22 {
      #expect(frame[x, y].channels.x >= 249)
    }
  }

  @Test("each of many areas that meet in a pixel has its own share of it")
  func shares() throws {
    let colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)].map {
      Color(red: $0.0, green: $0.1, blue: $0.2)
    }
    let (x, y) = (20.3, 17.6)
    let areas = [
      Rect(x: 4, y: 4, width: x - 4, height: y - 4), Rect(x: x, y: 4, width: 16, height: y - 4),
      Rect(x: 4, y: y, width: x - 4, height: 12), Rect(x: x, y: y, width: 16, height: 12),
    ]
    let frame = try rendered(zip(areas, colors).map { fill($0, $1, .identity) })
    let shares = [0.3 * 0.6, 0.7 * 0.6, 0.3 * 0.4, 0.7 * 0.4]
    let exact = [
      shares[0] + shares[3], shares[1] + shares[3], shares[2] + shares[3],
    ].map { $0 * 255 }
    for channel in 0..<3 {
      #expect(abs(Double(frame[20, 17].channels[channel]) - exact[channel]) <= 6)
    }
  }

  // What a border hides was seen through its soft outer edge.
  @Test("a border leaves nothing of its fill outside", arguments: [Transform.identity, turned])
  func border(_ transform: Transform) throws {
    let outer = RoundedRect(
      Rect(x: 6.3, y: 6.6, width: 27.2, height: 21.1), radii: .init(all: 4))
    let inner = RoundedRect(
      Rect(x: 7.8, y: 8.1, width: 24.2, height: 18.1), radii: .init(all: 2.5))
    func fill(_ outline: Outline, _ color: Color) -> DrawCommand {
      .fill(
        Fill(outline, with: .color(color), in: outer.rect, transform: transform, layer: layer))
    }
    let frame = try rendered([
      fill(.rect(outer), .white), fill(.ring(outer: outer, inner: inner), .black),
    ])
    let contours = inner.path.flattened(tolerance: 1e-4).map { $0.points.map(transform.apply) }
    let region = PixelRect(x: 0, y: 0, width: 40, height: 34)
    let coverage = Coverage(contours, in: region)
    for (x, y) in (0..<34).flatMap({ y in (0..<40).map { (x: $0, y: y) } }) {
      #expect(abs(Int(frame[x, y].channels.x) - Int(coverage.level(x: x, y: y))) <= 6)
    }
  }

  // Images had a fringe of up to 64 levels, in the colour of what the border hides.
  @Test(
    "a border leaves nothing of an image and its ground outside", arguments: [0, 4],
    [Transform.identity, turned, .translation(x: 1.0 / 3, y: 0.1)])
  func framedImage(_ radius: Double, _ transform: Transform) throws {
    let outer = RoundedRect(
      Rect(x: 6.3, y: 6.6, width: 27.2, height: 21.1), radii: .init(all: radius))
    let inner = RoundedRect(
      Rect(x: 7.8, y: 8.1, width: 24.2, height: 18.1), radii: .init(all: max(0, radius - 1.5)))
    let white = Pixmap(width: 9, height: 7, filledWith: Pixel(.white))
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 34, scale: 1))
    let textures = try Textures(rendering: [], images: [SourceImage(white)], canvas: grid)
    let image = ImageDraw(
      ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: outer.rect,
      clip: radius > 0 ? outer : nil,
      transform: transform, layer: layer)
    let ring = DrawCommand.fill(
      Fill(
        .ring(outer: outer, inner: inner), with: .color(.black), in: outer.rect,
        transform: transform, layer: layer))
    let red = fill(outer.rect, Color(red: 255, green: 0, blue: 0), transform, radius: radius)
    let frame = try Compositor(textures).render(
      DisplayList(background: .black, commands: [red, .image(image), ring]))
    let contours = inner.contours(transform)
    let coverage = Coverage(contours, in: grid.bounds)
    for (x, y) in (0..<34).flatMap({ y in (0..<40).map { (x: $0, y: y) } }) {
      let level = Int(coverage.level(x: x, y: y))
      // Of three shapes with one edge, two are hidden.
      for channel in 0..<3 { #expect(abs(Int(frame[x, y].channels[channel]) - level) <= 8) }
    }
  }

  @Test("clips that share an edge leave no seam where something fills them")
  func clips() throws {
    let all = Rect(x: 0, y: 0, width: 40, height: 34)
    let frame = try rendered(
      halves(18.3).flatMap { half -> [DrawCommand] in
        let clip = Clip(.rect(RoundedRect(half)), transform: Self.turned)
        return [
          .beginGroup(Effects(clip: clip, layer: layer)), fill(all, .white, Self.turned), .endGroup,
        ]
      })
    for (x, y) in inside { #expect(frame[x, y].channels.x >= 249) }
  }

  @Test(
    "areas that fade alone leave no seam, and those stacked on each other cover what they cover")
  func faded() throws {
    let frame = try rendered(
      halves(18.5).flatMap { half -> [DrawCommand] in
        [
          .beginGroup(Effects(opacity: 0.5, layer: layer)), fill(half, .white, Self.turned),
          .endGroup,
        ]
      })
    for (x, y) in inside { #expect(abs(Int(frame[x, y].channels.x) - 128) <= 3) }
    let faint = Color(red: 255, green: 255, blue: 255, alpha: 128)
    let stacked = try rendered([
      fill(halves(18.5)[0], faint, .identity), fill(halves(18.5)[0], faint, .identity),
    ])
    // Half of the pixel, of which a quarter of what is behind is seen; painted each over all of the
    // pixel, they would be 112.
    #expect(abs(Int(stacked[18, 15].channels.x) - 96) <= 1)
  }

  // A card's own colour was seen beside its header: 56 of 255.
  @Test(
    "nothing is seen of an area along an edge that another one over it shares",
    arguments: [Holder.none, .clip, .fade], [255, 128])
  func stacked(_ holder: Holder, _ alpha: Int) throws {
    let card = Rect(x: 6.3, y: 5.4, width: 26, height: 24.2)
    let list = Rect(x: 6.3, y: 5.4, width: 26, height: 15.5)
    let header = Rect(x: 6.3, y: 5.4, width: 26, height: 9.8)
    let blue = Color(red: 0, green: 0, blue: 255, alpha: UInt8(alpha))
    let red = Color(red: 255, green: 0, blue: 0)
    let region = PixelRect(x: 0, y: 0, width: 40, height: 34)
    var worst = 0.0
    for transform in [Transform.identity, Self.turned, .scaling(x: 0.937, y: 1.02)] {
      let top = fill(header, blue, transform)
      let clip = Clip(.rect(RoundedRect(list)), transform: transform)
      let held: [DrawCommand] =
        switch holder {
        case .none: [top]
        case .clip: [.beginGroup(Effects(clip: clip, layer: layer)), top, .endGroup]
        case .fade:
          [.beginGroup(Effects(opacity: 0.5, layer: layer)), top, top, .endGroup]
        }
      let frame = try rendered([fill(card, red, transform)] + held)
      func coverage(_ rect: Rect) -> Coverage {
        Coverage([rect.corners.map(transform.apply)], in: region)
      }
      // Painted twice in a group, half of what shines through does so again.
      let opacity = Double(alpha) / 255
      let share = holder == .fade ? (1 - (1 - opacity) * (1 - opacity)) / 2 : opacity
      let (all, part) = (coverage(card), coverage(header))
      for (x, y) in (0..<34).flatMap({ y in (0..<40).map { (x: $0, y: y) } }) {
        let over = Double(part.level(x: x, y: y)) * share
        let under = Double(all.level(x: x, y: y)) - over
        let channels = frame[x, y].channels
        worst = max(worst, abs(Double(channels.x) - under), abs(Double(channels.z) - over))
      }
    }
    print("under another area (\(holder)): at most \(worst) levels from what is seen")
    #expect(worst <= 6)
  }

  /// What an area is painted in.
  enum Holder { case none, clip, fade }

  // Too many areas of a pixel are not shared out: they are painted one over the other.
  @Test("a pile of areas with the same edge is painted as it lies")
  func pile() throws {
    let faint = Color(red: 255, green: 255, blue: 255, alpha: 40)
    let rect = Rect(x: 4.5, y: 4.5, width: 30, height: 25)
    let frame = try rendered((0..<100).map { _ in fill(rect, faint, .identity) })
    #expect(frame[20, 15].channels.x >= 250)
    #expect(frame[4, 15].channels.x >= 240)
    let few = try rendered((0..<40).map { _ in fill(rect, faint, .identity) })
    #expect(few[20, 15].channels.x >= 250)
    #expect(abs(Int(few[4, 15].channels.x) - 127) <= 2)
  }

  // Half of what is behind them shone through twice: 143 or 64 of 255.
  @Test(
    "groups that share an edge leave no seam", arguments: [18, 18.3, 18.5],
    [Transform.identity, turned])
  func groups(_ edge: Double, _ transform: Transform) throws {
    let groups = [
      Effects(opacity: 0.5, layer: layer), Effects(isIsolated: true, layer: layer),
      Effects(filters: [.saturation(0.9), .contrast(1.1)], layer: layer),
    ]
    for effects in groups {
      for isCut in [false, true] {
        let frame = try rendered(
          halves(edge).flatMap { half -> [DrawCommand] in
            var own = effects
            let all = Rect(x: 0, y: 0, width: 40, height: 34)
            if isCut { own.clip = Clip(.rect(RoundedRect(half)), transform: transform) }
            let child = Rect(x: half.x + 4, y: half.y + 6, width: 5, height: 5)
            return [
              .beginGroup(own), fill(isCut ? all : half, .white, transform),
              fill(child, .white, transform), .endGroup,
            ]
          })
        for (x, y) in inside {
          let distance = abs(Double(frame[x, y].channels.x) - 255 * effects.opacity)
          #expect(distance <= 6)
        }
      }
    }
  }

  @Test("groups inside of groups, and what is beside them, leave no seam")
  func nested() throws {
    let (left, right) = (halves(18.5)[0], halves(18.5)[1])
    let frame = try rendered([
      .beginGroup(Effects(opacity: 0.5, layer: layer)),
      .beginGroup(Effects(isIsolated: true, layer: layer)), fill(left, .white, Self.turned),
      fill(Rect(x: 6, y: 8, width: 3, height: 3), .white, Self.turned), .endGroup, .endGroup,
      fill(right, Color(red: 255, green: 255, blue: 255, alpha: 128), Self.turned),
    ])
    for (x, y) in inside { #expect(abs(Int(frame[x, y].channels.x) - 128) <= 6) }
  }

  // The line's own half of the pixel and the rows' two halves were more than a whole one: 144 and
  // 112 were left of 128.
  @Test(
    "a line along the edge of a row opens no seam", arguments: [0.5, 0.3, 1],
    [Transform.identity, turned])
  func separators(_ height: Double, _ transform: Transform) throws {
    let (edge, grey) = (17.5, Color(red: 128, green: 128, blue: 128))
    let rows = [
      fill(Rect(x: 4, y: 4, width: 32, height: edge - 4), grey, transform),
      fill(Rect(x: 4, y: edge, width: 32, height: 30 - edge), grey, transform),
    ]
    for top in [edge - height, edge] {
      let line = fill(Rect(x: 4, y: top, width: 32, height: height), grey, transform)
      for order in [
        [rows[0], line, rows[1]], [rows[0], rows[1], line], [rows[1], rows[0], line],
      ] {
        let frame = try rendered(order)
        for (x, y) in inside { #expect(abs(Int(frame[x, y].channels.x) - 128) <= 6) }
      }
    }
    // What the line hides of the row, it hides completely.
    let red = Color(red: 255, green: 0, blue: 0)
    let line = fill(
      Rect(x: 4, y: edge - height, width: 32, height: height), red, .identity)
    let row = { (rect: Rect) in fill(rect, .white, .identity) }
    let frame = try rendered([
      row(Rect(x: 4, y: 4, width: 32, height: edge - 4)), line,
      row(Rect(x: 4, y: edge, width: 32, height: 30 - edge)),
    ])
    let inPixel = min(height, 0.5)
    #expect(frame[20, 17].channels.x == 255)
    #expect(abs(Double(frame[20, 17].channels.y) - 255 * (1 - inPixel)) <= 1)
  }

  @Test("each of four areas of two groups has its share of the pixel where they meet")
  func corners() throws {
    let (x, y) = (20.5, 17.5)
    let left = [
      Rect(x: 4, y: 4, width: x - 4, height: y - 4), Rect(x: 4, y: y, width: x - 4, height: 12),
    ]
    let right = left.map { Rect(x: x, y: $0.y, width: 15, height: $0.height) }
    for opacity in [1, 0.5, 0.3] {
      for transform in [Transform.identity, Self.turned] {
        let frame = try rendered(
          [left, right].flatMap { areas in
            [.beginGroup(Effects(opacity: opacity, isIsolated: true, layer: layer))]
              + areas.map { fill($0, .white, transform) } + [.endGroup]
          })
        for (x, y) in inside {
          #expect(abs(Double(frame[x, y].channels.x) - 255 * opacity) <= 6)
        }
      }
    }
  }

  @Test("slices that fade and move together are one picture", arguments: [1, 0.5])
  func slices(_ opacity: Double) throws {
    let bounds = Rect(x: 4, y: 4, width: 30, height: 24)
    // Its corners are round, so that something shines through it along its edges.
    let picture = Picture(
      id: PictureID(0), bounds: bounds,
      commands: [fill(bounds, .white, .identity, radius: 5)])
    let grid = (0..<12).map { index in
      Rect(
        x: 4 + Double(index % 4) * 7.5, y: 4 + Double(index / 4) * 8, width: 7.5, height: 8)
    }
    for transform in [Transform.translation(x: 0.25, y: 0.5), Self.turned] {
      let draw = PictureDraw(
        picture.id, transform: transform, opacity: opacity, layer: layer)
      let whole = try rendered([.picture(draw)], [picture])
      let sliced = try rendered(
        grid.map {
          var slice = draw
          slice.source = $0
          return .picture(slice)
        }, [picture])
      #expect(whole == sliced)
      // Told apart by something between them, they still leave no seam.
      let apart = try rendered(
        grid.flatMap {
          var slice = draw
          slice.source = $0
          let far = fill(Rect(x: 0, y: 0, width: 1, height: 1), .white, .identity)
          return [.picture(slice), far]
        }, [picture])
      for (x, y) in inside {
        #expect(abs(Int(apart[x, y].channels.x) - Int(whole[x, y].channels.x)) <= 6)
      }
    }
  }

  @Test("of a line that ends where a wider one below it does, nothing is seen beneath it")
  func lines() throws {
    let path = Path([.move(Point(x: 6.25, y: 15)), .line(Point(x: 30.5, y: 15))])
    let colors = [Color.white, Color(red: 255, green: 0, blue: 0)]
    let lines = zip(colors, [10.0, 4]).map { color, width in
      DrawCommand.fill(
        Fill(
          .stroke(path, Stroke(width: width)), with: .color(color),
          in: Rect(x: 0, y: 0, width: 40, height: 34), transform: .identity, layer: layer))
    }
    let frame = try rendered(lines)
    #expect(frame[20, 15] == Pixel(colors[1]) && frame[20, 11] == Pixel(.white))
    // Half of this pixel is black, the other half red: a quarter was white.
    #expect(abs(Int(frame[30, 15].channels.x) - 128) <= 1 && frame[30, 15].channels.y == 0)
    #expect(abs(Int(frame[6, 14].channels.x) - 191) <= 1 && frame[6, 14].channels.y == 0)
  }

  @Test("what something shines through hides nothing that ends where it does")
  func shining() throws {
    let area = Rect(x: 4, y: 4, width: 16, height: 20)
    let place = Transform.translation(x: 0.5, y: 0)
    let shade = Color(red: 0, green: 0, blue: 0, alpha: 51)
    let gradient = Gradient(
      .linear(from: SIMD2(0, 0), to: SIMD2(1, 0)),
      stops: [Gradient.Stop(shade, at: 0), Gradient.Stop(shade, at: 1)])
    let picture = Picture(
      id: PictureID(0), bounds: area, commands: [fill(area, shade, .identity)])
    let shades: [DrawCommand] = [
      .fill(
        Fill(
          .rect(RoundedRect(area)), with: .gradient(gradient), in: area, transform: place,
          layer: layer)),
      .picture(PictureDraw(picture.id, transform: place, layer: layer)),
    ]
    for shade in shades {
      let frame = try rendered(
        [
          fill(Rect(x: 0, y: 0, width: 40, height: 34), .white, .identity),
          fill(area, Color(red: 255, green: 0, blue: 0), place), shade,
        ], [picture])
      // Half of the white, less at most a fifth of a half of it.
      #expect((114...128).contains(frame[4, 12].channels.y))
      #expect((114...128).contains(frame[20, 12].channels.y))
    }
  }

  @Test("what is multiplied has the edges of plain antialiasing")
  func multiplied() throws {
    let grey = Color(red: 100, green: 100, blue: 100)
    let effects = Effects(blend: .multiply, layer: layer)
    let frame = try rendered(
      [fill(Rect(x: 0, y: 0, width: 40, height: 34), .white, .identity)]
        + halves(18.5).flatMap { [.beginGroup(effects), fill($0, grey, .identity), .endGroup] })
    #expect(frame[10, 12].channels.x == 100)
    // Twice half of what the grey takes: 255 (1 - 1/2 (1 - 100/255))².
    #expect(abs(Int(frame[18, 12].channels.x) - 124) <= 1)
  }

  @Test("an edge behind something opaque changes nothing in front of that")
  func hidden() throws {
    let bar = fill(Rect(x: 0, y: 4, width: 40, height: 30), .white, .identity)
    let sign = DrawCommand.fill(
      Fill(
        .path(.ellipse(in: Rect(x: 8.3, y: 8.6, width: 21.5, height: 17.7)), .nonzero),
        with: .color(Color(red: 200, green: 40, blue: 90)),
        in: Rect(x: 0, y: 0, width: 40, height: 34), transform: .identity, layer: layer))
    let alone = try rendered([bar, sign])
    for inset in stride(from: 4.0, to: 16, by: 0.7) {
      let moving = fill(
        Rect(x: inset, y: inset, width: 40 - 2 * inset, height: 34), .white, Self.turned)
      let frame = try rendered([moving, bar, sign])
      for y in 4..<34 { for x in 0..<40 { #expect(frame[x, y] == alone[x, y]) } }
    }
  }
}
