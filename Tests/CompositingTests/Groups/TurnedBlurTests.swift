import Drawing
import Geometry
import Pixels
import Raster
import TestSupport
import Testing

@testable import Compositing

/// Shadows and blurs of layers that are seen from aside, beside the true Gaussian in doubles: in the
/// layer's plane, seen through its perspective.
struct TurnedBlurTests {
  private let layer = LayerPath("test")
  private let card = Rect(x: 0, y: 0, width: 30, height: 20)

  /// A card in the middle of a canvas of 60 by 44 points, turned aside.
  private struct Pose: CustomTestStringConvertible, Sendable {
    var name: String
    var rotateX = 0.0
    var rotateY = 0.0
    var eye: Double?
    var squeeze = 1.0

    var testDescription: String { name }

    /// Of a bell that the eye sees much narrower than a pixel, a pixel is the mean of 16 samples.
    func bound(_ sigma: Double) -> Double {
      (rotateX > 80 || (eye ?? 100) < 30) && sigma < 2 ? 6.5 : 2
    }

    /// From the card to the canvas, in points.
    var transform: Transform {
      var matrix = Transform3D.translation(x: -15, y: -10, z: 0)
        .then(.scaling(x: 1, y: squeeze, z: 1)).then(.rotationX(degrees: rotateX)).then(
          .rotationY(degrees: rotateY))
      if let eye { matrix = matrix.then(.perspective(distance: eye)) }
      return matrix.then(.translation(x: 30, y: 22, z: 0)).flattened
    }
  }

  private static let poses = [
    Pose(name: "squeezed", squeeze: 0.7), Pose(name: "rotateY", rotateY: 55),
    Pose(name: "perspective", rotateX: 38, eye: 90),
    Pose(name: "both axes", rotateX: -35, rotateY: 47, eye: 120),
    Pose(name: "nearly edge-on", rotateX: 86, eye: 300),
    Pose(name: "near the eye", rotateY: 70, eye: 24),
  ]

  private func fill(_ rect: Rect, _ transform: Transform, _ color: Color = .white) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: transform, layer: layer)
    )
  }

  private func rendered(
    _ commands: [DrawCommand], scale: Int, over background: Color
  ) throws -> Pixmap {
    let grid = try #require(
      CanvasGrid(pixelWidth: 60 * scale, pixelHeight: 44 * scale, scale: Double(scale)))
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    return try Compositor(textures).render(
      DisplayList(background: background, commands: commands))
  }

  /// What a pixel shows of what `share` says of the places of the plane: what is in its middle, as
  /// upright, or the mean of its width and height where the bell is a quarter of those or less;
  /// between that and half of them, the mean of a part.
  private func seen(
    _ x: Int, _ y: Int, _ scale: Int, _ back: Transform, sigma: Double, _ share: (Point) -> Double
  ) -> Double {
    func place(_ dx: Double, _ dy: Double) -> Point? {
      let place = Point(
        x: (Double(x) + 0.5 + dx) / Double(scale), y: (Double(y) + 0.5 + dy) / Double(scale))
      guard back.px * place.x + back.py * place.y + back.pw > 0 else { return nil }
      return back.apply(place)
    }
    func part(_ dx: Double, _ dy: Double) -> Double {
      guard let one = place(-dx, -dy), let other = place(dx, dy) else { return 1 }
      let side = (other - one).length / (2 * max(dx, dy))
      return max(0, min(1, 2 - 4 * sigma / side))
    }
    let (wide, high) = (part(1e-4, 0), part(0, 1e-4))
    // Seen nearly edge-on, a pixel is many times as long as the bell is wide.
    let (columns, rows) = (wide == 0 ? 1 : 24, high == 0 ? 1 : 24)
    var sum = 0.0
    for j in 0..<rows {
      for i in 0..<columns {
        let (dx, dy) = (
          (Double(i) + 0.5) / Double(columns) - 0.5, (Double(j) + 0.5) / Double(rows) - 0.5
        )
        guard let place = place(dx * wide, dy * high) else { continue }
        sum += share(place)
      }
    }
    return sum / Double(columns * rows)
  }

  /// The true blur of `rect`.
  private func blurred(_ rect: Rect, _ sigma: Double, _ place: Point) -> Double {
    let across =
      Bell.share(before: place.x - rect.x, sigma: sigma)
      - Bell.share(before: place.x - rect.maxX, sigma: sigma)
    let down =
      Bell.share(before: place.y - rect.y, sigma: sigma)
      - Bell.share(before: place.y - rect.maxY, sigma: sigma)
    return across * down
  }

  /// The most that a frame is off that shows `share` of a black shadow, or of a white blur.
  private func distance(
    of frame: Pixmap, _ scale: Int, _ pose: Pose, _ sigma: Double, isShadow: Bool,
    from share: (Point) -> Double,
    where isSeen: (Int, Int) -> Bool = { _, _ in true }
  ) throws -> Double {
    let back = try #require(pose.transform.inverse)
    var worst = 0.0
    for y in 0..<frame.height {
      for x in 0..<frame.width where isSeen(x, y) {
        let mean = seen(x, y, scale, back, sigma: sigma, share)
        let truth = 255 * (isShadow ? 1 - mean : mean)
        worst = max(worst, abs(truth - Double(frame[x, y].channels.x)))
      }
    }
    return worst
  }

  // It was blurred on the canvas, after it was turned: 40 to 71 levels off.
  @Test(
    "the shadow of an area lies in its own plane", arguments: poses, [(0.5, 2), (1.4, 1), (4, 1)])
  private func shadowOfPath(_ pose: Pose, _ size: (sigma: Double, scale: Int)) throws {
    let offset = Point(x: 2.5, y: -1.5)
    let shadow = Shadow(
      color: .black, opacity: 1, sigma: size.sigma, offset: offset, path: RoundedRect(card),
      transform: pose.transform)
    let frame = try rendered(
      [.beginGroup(Effects(shadow: shadow, layer: layer)), .endGroup], scale: size.scale,
      over: .white)
    let moved = card.offset(x: offset.x, y: offset.y)
    let worst = try distance(of: frame, size.scale, pose, size.sigma, isShadow: true) {
      blurred(moved, size.sigma, $0)
    }
    print("\(pose.name): path's shadow of \(size.sigma) points: at most \(worst) levels off")
    #expect(worst <= pose.bound(size.sigma))
  }

  @Test(
    "the shadow of an alpha lies in its own plane", arguments: poses, [(0.5, 2), (3, 1)])
  private func shadowOfAlpha(_ pose: Pose, _ size: (sigma: Double, scale: Int)) throws {
    let offset = Point(x: -1.5, y: 3.5)
    let shadow = Shadow(
      color: .black, opacity: 1, sigma: size.sigma, offset: offset, path: nil,
      transform: pose.transform)
    // The card is out of sight: what is left of it is its shadow.
    let far = Rect(x: 0, y: 0, width: 12, height: 20)
    let near = Rect(x: 18, y: 4, width: 12, height: 16)
    let frame = try rendered(
      [
        .beginGroup(Effects(shadow: shadow, layer: layer)), fill(far, pose.transform),
        fill(near, pose.transform), .endGroup,
      ], scale: size.scale, over: .white)
    let outlines = [far, near].map { pose.transform.outline(of: $0) }
    let worst = try distance(of: frame, size.scale, pose, size.sigma, isShadow: true) {
      blurred(far.offset(x: offset.x, y: offset.y), size.sigma, $0)
        + blurred(near.offset(x: offset.x, y: offset.y), size.sigma, $0)
    } where: { x, y in
      !outlines.contains { outline in
        let pixels = outline.map { $0 * Double(size.scale) }
        return ReferencePixel.share(of: pixels, x: x, y: y) > 0
      }
    }
    print("\(pose.name): alpha's shadow of \(size.sigma) points: at most \(worst) levels off")
    #expect(worst <= pose.bound(size.sigma))
  }

  @Test("a layer is blurred in its own plane", arguments: poses, [(0.5, 2), (1.4, 1), (4, 1)])
  private func blur(_ pose: Pose, _ size: (sigma: Double, scale: Int)) throws {
    let effects = Effects(
      filters: [.blur(sigma: size.sigma, in: pose.transform)], layer: layer)
    let frame = try rendered(
      [.beginGroup(effects), fill(card, pose.transform), .endGroup], scale: size.scale,
      over: .black)
    let worst = try distance(of: frame, size.scale, pose, size.sigma, isShadow: false) {
      blurred(card, size.sigma, $0)
    }
    print("\(pose.name): blur of \(size.sigma) points: at most \(worst) levels off")
    #expect(worst <= pose.bound(size.sigma))
  }

  @Test("what is hardly turned is blurred as what is not", arguments: [0.5, 0.8, 2, 5])
  func hardlyTurned(_ sigma: Double) throws {
    func frame(_ pose: Pose) throws -> Pixmap {
      let shadow = Shadow(
        color: .black, opacity: 0.7, sigma: sigma, offset: Point(x: 1, y: 2), path: nil,
        transform: pose.transform)
      return try rendered(
        [
          .beginGroup(Effects(shadow: shadow, layer: layer)), fill(card, pose.transform),
          .endGroup,
        ], scale: 2, over: .white)
    }
    let flat = try frame(Pose(name: "flat", eye: 200))
    let turned = try frame(Pose(name: "turned", rotateY: 0.001, eye: 200))
    let most = zip(flat.bytes, turned.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(most <= 2)
  }

  @Test("a turned shadow and a turned blur of nonsense leave an opaque frame opaque")
  func nonsense() throws {
    let wild = [
      Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, px: 1e9, py: -1e9, pw: 1e-9),
      Transform(a: 1e9, b: 0, c: 0, d: 1e-9, tx: 1e12, ty: 0),
      Transform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0, px: 0.1, py: 0, pw: 1),
      Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: .infinity),
      Transform(a: 1, b: 0, c: 0, d: 0.001, tx: 3, ty: 3, px: 0.02, py: 0.03, pw: -1),
    ]
    for transform in wild {
      for sigma in [1e-9, 0.1, 1e9] {
        for path in [nil, RoundedRect(card)] {
          let effects = Effects(
            shadow: Shadow(
              color: .black, opacity: 1, sigma: sigma, offset: Point(x: 1e5, y: 2), path: path,
              transform: transform),
            filters: path == nil ? [.blur(sigma: sigma, in: transform)] : [], layer: layer)
          let frame = try rendered(
            [.beginGroup(effects), fill(card, transform), .endGroup], scale: 1, over: .white)
          #expect(frame.isOpaque)
        }
      }
    }
  }
}
