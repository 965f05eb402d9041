import Drawing
import Geometry
import Pixels

/// A moment of the benchmark push, and variants of it that each ask for one thing more.
struct PushFrame {
  let canvas: Rect
  /// From 0 to 1.
  let progress: Double

  private static let layer = LayerPath("bench")

  /// All that is measured; the comparison draws the first one, too.
  static let kinds: [(String, @Sendable (PushFrame) -> [DrawCommand])] = [
    ("push", { $0.from + $0.to }),
    ("push, shadow", { $0.from + $0.shadowed($0.to, path: $0.canvas) }),
    ("push, moving down", { $0.from + $0.risen }),
    ("full-screen shadow", { $0.fullScreenShadow }),
    ("alpha shadow", { $0.from + $0.shadowed($0.to, path: nil) }),
    ("blur, moving", { $0.blurred(sigma: 10) }),
    ("blur, widening", { $0.blurred(sigma: 10 + $0.progress) }),
    ("turn", { $0.turned }),
    ("image, enlarged", { $0.image }),
    (nothing, { _ in [] }),
  ]

  /// The same frame without its shadow.
  static let nothing = "nothing"

  /// A cost that is measured as the difference of two kinds.
  static let additions = [
    (name: "the push's shadow", with: "push, shadow", without: "push"),
    (name: "a full-screen shadow", with: "full-screen shadow", without: nothing),
    (name: "an alpha shadow", with: "alpha shadow", without: "push"),
  ]

  /// One of the two screens, as large as the canvas.
  static func screen(_ index: Int, _ canvas: Rect) -> Picture {
    Picture(
      id: PictureID(index), bounds: canvas,
      commands: [
        .image(
          ImageDraw(
            ImageID(index), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: canvas,
            clip: nil, transform: .identity, layer: layer))
      ])
  }

  private func picture(_ index: Int, _ transform: Transform, opacity: Double = 1) -> DrawCommand {
    .picture(
      PictureDraw(PictureID(index), transform: transform, opacity: opacity, layer: Self.layer))
  }

  /// Scaled from 1 to 0.965 about the centre, and faded by 30 %.
  private var from: [DrawCommand] {
    let scale = 1 - 0.035 * progress
    let about = Transform.translation(x: -canvas.width / 2, y: -canvas.height / 2)
      .then(.scaling(x: scale, y: scale))
      .then(.translation(x: canvas.width / 2, y: canvas.height / 2))
    return [picture(0, about, opacity: 1 - 0.3 * progress)]
  }

  private var arrival: Transform { .translation(x: canvas.width * (1 - progress), y: 0) }

  /// At a fractional x.
  private var to: [DrawCommand] { [picture(1, arrival)] }

  /// At a fractional y.
  private var risen: [DrawCommand] {
    [picture(1, .translation(x: 0, y: canvas.height * (1 - progress)))]
  }

  private func shadowed(_ commands: [DrawCommand], path: Rect?) -> [DrawCommand] {
    let shadow = Shadow(
      color: .black, opacity: 0.3, sigma: 8, offset: .zero,
      path: path.map { RoundedRect($0) }, transform: arrival)
    return [.beginGroup(Effects(shadow: shadow, layer: Self.layer))] + commands + [.endGroup]
  }

  private var fullScreenShadow: [DrawCommand] {
    let card = RoundedRect(canvas, radii: .init(all: 30), style: .continuous)
    let shadow = Shadow(
      color: .black, opacity: 0.3, sigma: 20, offset: .zero, path: card,
      transform: .translation(x: 0.3 * progress, y: 100 * progress))
    return [.beginGroup(Effects(shadow: shadow, layer: Self.layer)), .endGroup]
  }

  private func blurred(sigma: Double) -> [DrawCommand] {
    let place = Transform.translation(x: 10 * progress, y: 0)
    return [
      .beginGroup(Effects(filters: [.blur(sigma: sigma)], layer: Self.layer)), picture(0, place),
      .endGroup,
    ]
  }

  private var turned: [DrawCommand] {
    [picture(0, Transform(a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 40 * progress, ty: 0))]
  }

  private var image: [DrawCommand] {
    [
      .image(
        ImageDraw(
          ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: canvas, clip: nil,
          transform: .translation(x: 20 * progress, y: 0), layer: Self.layer))
    ]
  }
}
