import Drawing
import Geometry
import Pixels
import Testing

@testable import Compositing

/// What commands take, by hand: a fill of 20 by 20 points counts as 22 by 22 pixels, a pixel more on
/// each side.
struct DemandTests {
  private let layer = LayerPath("test")
  private let area = Rect(x: 5, y: 5, width: 20, height: 20)
  private let turned = Transform.scaling(x: 1, y: 0.5)

  private func scene(
    _ frames: [[DrawCommand]], pictures: [Picture] = []
  ) throws -> PreparedScene {
    PreparedScene(
      pictures: pictures, images: [],
      canvas: try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 30, scale: 1)),
      frames: frames.map { DisplayList(background: .white, commands: $0) })
  }

  private func fill(_ outline: Outline? = nil) -> DrawCommand {
    .fill(
      Fill(
        outline ?? .rect(RoundedRect(area)), with: .color(.black), in: area, transform: .identity,
        layer: layer))
  }

  private func group(_ effects: Effects, _ inside: [DrawCommand]) -> [DrawCommand] {
    [.beginGroup(effects)] + inside + [.endGroup]
  }

  @Test(
    "a group takes its pixels, its mask as many, what it reads of a backdrop five times as many")
  func groups() throws {
    func bytes(_ effects: Effects) throws -> Double {
      try scene([group(effects, [fill(), fill()])]).paintingBytes
    }
    let own = 22.0 * 22 * 4
    #expect(try bytes(Effects(opacity: 0.5, layer: layer)) == own)
    #expect(try bytes(Effects(mask: [fill()], layer: layer)) == 2 * own)
    // A sigma of 2 reaches ten pixels.
    for (sigma, side) in [(0.0, 22.0), (2, 42)] {
      let backdrop = Backdrop(
        sigma: sigma, area: Clip(.rect(RoundedRect(area)), transform: .identity))
      #expect(try bytes(Effects(backdrop: backdrop, layer: layer)) == own + 20 * side * side)
    }
  }

  @Test(
    "what is blurred on a plane of its own takes 24 bytes a pixel of that plane, and the canvas")
  func planes() throws {
    let blur = Effects(filters: [.blur(sigma: 2, in: turned)], layer: layer)
    let bytes = try scene([group(blur, [fill()])]).paintingBytes
    // A Gaussian of two points is six pixels wide there: 20 by 40 points are 60 by 120 pixels.
    let canvas = 20.0 * 40 * 30
    #expect(bytes > canvas + 24 * 60 * 120 && bytes < canvas + 24 * 75 * 150)
  }

  @Test("planes in the mask of a plane lie in it: seven are too many")
  func masks() throws {
    func nested(_ depth: Int, mask: [DrawCommand] = []) -> [DrawCommand] {
      (0..<depth).reduce([fill()]) { inside, level in
        group(
          Effects(
            mask: level == 0 ? mask : [], filters: [.blur(sigma: 2, in: turned)], layer: layer),
          inside)
      }
    }
    #expect(try scene([nested(1, mask: nested(1))]).workOfFrame.isFinite)
    #expect(try scene([nested(4, mask: nested(3))]).workOfFrame == .infinity)
  }

  @Test("a stroke's round corners take the lines of their arcs")
  func corners() throws {
    func bytes(_ join: LineJoin) throws -> Double {
      let points = (0..<500).map { Point(x: Double($0 % 7), y: Double($0 % 5)) }
      let path = Path([.move(.zero)] + points.map { .line($0) })
      return try scene([[fill(.stroke(path, Stroke(width: 20, join: join)))]]).paintingBytes
    }
    #expect(try bytes(.round) > 10 * bytes(.bevel))
  }

  @Test("groups that frames share take their pixels for as long as the run takes")
  func shared() throws {
    let blurred = group(
      Effects(filters: [.blur(sigma: 1)], layer: layer), [fill()])
    // A sigma of 1 reaches six pixels.
    #expect(try scene([blurred, blurred]).cachedBytes == 34 * 34 * 4)
    #expect(try scene([blurred]).cachedBytes == 0)
    // Larger than four canvases, it is not kept.
    let large = Rect(x: -100, y: -100, width: 300, height: 300)
    let wide = group(
      Effects(filters: [.blur(sigma: 1)], layer: layer), [fill(.rect(RoundedRect(large)))])
    #expect(try scene([wide, wide]).cachedBytes == 0)
  }

  @Test("outlines that frames share take their lines and rows, rectangles nothing")
  func sharedOutlines() throws {
    let round = fill(.rect(RoundedRect(area, radii: .init(all: 5))))
    // 128 lines of 32 bytes, 22 rows of 256, and 22 times 22 levels.
    let bytes = try scene([[round], [round]]).cachedBytes
    #expect(bytes == 10_212)
    #expect(try scene([[round]]).cachedBytes == 0)
    #expect(try scene([[fill()], [fill()]]).cachedBytes == 0)
  }

  @Test("a texture that perspective makes small has copies of a third of its size")
  func copies() throws {
    func bytes(isProjected: Bool) throws -> Double {
      let rect = Rect(x: 0, y: 0, width: 10, height: 10)
      let picture = Picture(
        id: PictureID(0), bounds: rect,
        commands: [fill(.rect(RoundedRect(rect, radii: .init(all: 3))))], largestScale: 2,
        isProjected: isProjected)
      return try #require(try scene([], pictures: [picture]).textureDemand.first).keptBytes
    }
    #expect(try bytes(isProjected: false) == 10 * 10 * 4 + 20 * 20 * 4)
    #expect(try abs(bytes(isProjected: true) - (400 + 1600 * 4.0 / 3)) < 1)
  }

  @Test("the costliest frame counts, wherever it is, and all of them in the mean")
  func frames() throws {
    let (few, many) = ([fill()], Array(repeating: fill(), count: 9))
    let (one, other) = (try scene([few]).workOfFrame, try scene([many]).workOfFrame)
    #expect(other > 8 * one)
    let all = try scene([few, many, few])
    #expect(all.mostWorkOfFrame == other)
    #expect(abs(all.workOfFrame - (2 * one + other) / 3) < 1e-6 * other)
  }
}
