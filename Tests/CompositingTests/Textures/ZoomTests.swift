import Drawing
import Geometry
import Pixels
import Raster
import TestSupport
import Testing

@testable import Compositing

/// An image that is zoomed out of, beside the exact average over each pixel in doubles.
struct ZoomTests {
  private let layer = LayerPath("test")
  private static let (columns, rows) = (60, 45)

  /// How much of each of `count` source pixels an output pixel is, all of it lying inside.
  private func weights(_ output: Int, start: Double, scale: Double, count: Int) -> [Double] {
    let (first, last) = ((Double(output) - start) / scale, (Double(output + 1) - start) / scale)
    return (0..<count).map {
      max(0, min(last, Double($0 + 1)) - max(first, Double($0))) / (last - first)
    }
  }

  /// The image, `scale` of whose pixels are one of the canvas, around the middle of the canvas: one
  /// channel, and nil for pixels that the image does not fill.
  private func truth(_ image: Pixmap, _ scale: Double) -> [Double?] {
    let (startX, startY) = (
      (Double(Self.columns) - Double(image.width) * scale) / 2,
      (Double(Self.rows) - Double(image.height) * scale) / 2
    )
    let across = (0..<Self.columns).map {
      weights($0, start: startX, scale: scale, count: image.width)
    }
    return (0..<Self.rows).flatMap { y -> [Double?] in
      let down = weights(y, start: startY, scale: scale, count: image.height)
      guard abs(down.reduce(0, +) - 1) < 1e-9 else {
        return [Double?](repeating: nil, count: Self.columns)
      }
      let lines = down.indices.filter { down[$0] > 0 }
      let line = (0..<image.width).map { x in
        lines.reduce(0.0) { $0 + down[$1] * Double(image[x, $1].channels.x) }
      }
      return across.map { weights in
        guard abs(weights.reduce(0, +) - 1) < 1e-9 else { return nil }
        return zip(weights, line).reduce(0.0) { $0 + $1.0 * $1.1 }
      }
    }
  }

  // Averaged to the canvas at rest and from there once more, an image of more pixels than that
  // became softer from the first frame to the second: 34 dB.
  @Test("a zoom from 1 to 0.1 is the exact average in every frame", arguments: [1, 3])
  func zoom(_ density: Int) throws {
    var random = SeededRandom(seed: 7)
    var image = Pixmap(width: Self.columns * density, height: Self.rows * density)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let level = UInt8((x * 3 + y * 2) % 128) &+ UInt8.random(in: 0...127, using: &random)
        image[x, y] = Pixel(Color(red: level, green: level, blue: level))
      }
    }
    let area = Rect(x: 0, y: 0, width: Double(Self.columns), height: Double(Self.rows))
    let draw = ImageDraw(
      ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: area, clip: nil,
      transform: .identity, layer: layer)
    let grid = try #require(
      CanvasGrid(pixelWidth: Self.columns, pixelHeight: Self.rows, scale: 1))
    let textures = try Textures(
      rendering: [Picture(id: PictureID(0), bounds: area, commands: [.image(draw)])],
      images: [SourceImage(image)], canvas: grid)
    var (least, last) = (Double.infinity, [Double?]())
    for step in 0...18 {
      let scale = 1 - Double(step) / 20
      let way = Transform(
        a: scale, b: 0, c: 0, d: scale, tx: area.width * (1 - scale) / 2,
        ty: area.height * (1 - scale) / 2)
      let frame = try Compositor(textures).render(
        DisplayList(
          background: .black,
          commands: [.picture(PictureDraw(PictureID(0), transform: way, layer: layer))]))
      let truth = truth(image, scale / Double(density))
      let errors = truth.indices.map { at in
        truth[at].map {
          Double(frame[at % Self.columns, at / Self.columns].channels.x) - $0
        }
      }
      let known = errors.compactMap { $0 }
      let square = known.reduce(0.0) { $0 + $1 * $1 } / Double(max(1, known.count))
      least = min(least, square > 0 ? 255 * 255 / square : .infinity)
      // What changes from frame to frame is what should change, and nothing else.
      for (error, before) in zip(errors, last) {
        guard let error, let before else { continue }
        #expect(abs(error - before) <= 1.2)
      }
      last = errors
    }
    print("zoom of an image of \(density) x pixels: at least a ratio of \(least)")
    // 45 dB.
    #expect(least >= 31_623)
  }
}
