import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

/// Areas that share an edge, wherever it falls.
struct SeamTests {
  private let layer = LayerPath("test")
  private static let turned = Transform(
    a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 9, ty: -5)

  private func fill(_ rect: Rect, _ color: Color, _ transform: Transform) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: transform, layer: layer)
    )
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
      for (x, y) in inside { #expect(frame[x, y] == Pixel(.white)) }
    }
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
      for (x, y) in inside { #expect(frame[x, y].channels.x == 128) }
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
      for (x, y) in inside { #expect(frame[x, y] == Pixel(.white)) }
    }
  }
}
