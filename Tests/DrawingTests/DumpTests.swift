import Drawing
import Geometry
import Pixels
import Testing

struct DumpTests {
  private let layer = LayerPath("to#card")
  private let rect = Rect(x: 0, y: 8.5, width: 100, height: 20)

  @Test("a list is text: a command on a line, groups indented")
  func everything() {
    let card = RoundedRect(rect, radii: .init(all: 12), style: .continuous)
    let gradient = Gradient(
      .linear(from: SIMD2(0, 0), to: SIMD2(0, 1)),
      stops: [.init(.black, at: 0), .init(.clear, at: 1)])
    let line = Path([.move(.zero), .line(Point(x: 3, y: -4)), .close])
    let list = DisplayList(
      background: .white,
      commands: [
        .picture(
          PictureDraw(
            PictureID(1), transform: .translation(x: -97.5, y: 0), opacity: 0.25, layer: layer)),
        .beginGroup(
          Effects(
            opacity: 1.0 / 3, clip: Clip(.rect(card), transform: .identity),
            mask: [
              .fill(
                Fill(
                  .rect(card), with: .color(.black), in: rect, transform: .identity, layer: layer))
            ],
            shadow: Shadow(
              color: .black, opacity: 0.5, sigma: 3, offset: Point(x: 0, y: 2), path: nil,
              transform: .identity),
            filters: [.blur(sigma: 4)], layer: layer)),
        .image(
          ImageDraw(
            ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: rect, clip: card,
            transform: .scaling(x: 2, y: 0.5), layer: layer)),
        .fill(
          Fill(
            .rect(RoundedRect(rect)), with: .gradient(gradient), in: rect, transform: .identity,
            layer: layer)),
        .endGroup,
        .fill(
          Fill(
            .stroke(line, Stroke(width: 1.5, cap: .round, dash: [2, 1])),
            with: .color(Color(red: 255, green: 128, blue: 0, alpha: 64)), in: rect,
            transform: .identity, layer: layer)),
      ])
    #expect(
      list.description == """
        background #ffffff
        picture 1 to#card at +-97.5,0 opacity 0.25
        group to#card opacity 0.3333 clip rect 0,8.5 100x20 r12 continuous shadow #000000 0.5 \
        sigma 3 offset 0,2 blur 4 mask {
          fill to#card rect 0,8.5 100x20 r12 continuous #000000
        } {
          image 0 to#card 0,8.5 100x20 clip 0,8.5 100x20 r12 continuous at [2 0 0 0.5 0 0]
          fill to#card rect 0,8.5 100x20 linear 0,0 to 0,1 (#000000 0, #00000000 1) in 0,8.5 100x20
        }
        fill to#card stroke M0,0L3,-4Z width 1.5 round dash 2,1 #ff800040
        """)
  }

  @Test("a projected path, its rule, and a backdrop without a blur are told")
  func projected() {
    let transform = Transform(
      a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, px: 0.00001, py: 0, pw: 1)
    let path = Path([.move(.zero), .quad(control: Point(x: 1, y: 2), Point(x: 3, y: 4)), .close])
    let fill = Fill(
      .path(path, .evenodd), with: .color(.black), in: rect, transform: transform, layer: layer)
    let area = Clip(.rect(RoundedRect(rect)), transform: .identity)
    let list = DisplayList(
      background: .white,
      commands: [
        .fill(fill),
        .beginGroup(
          Effects(backdrop: Backdrop(sigma: 0, changes: [.contrast(2)], area: area), layer: layer)),
      ])
    #expect(
      list.description == """
        background #ffffff
        fill to#card path M0,0Q1,2 3,4Z evenodd #000000 at [1 0 0 1 0 0 1e-05 0.0 1.0]
        group to#card backdrop rect 0,8.5 100x20 contrast 2 {
        """)
  }

  @Test(
    "numbers are short",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.00004, "0"), (0.00006, "0.0001"),
      (12.34567, "12.3457"), (1e15, "1000000000000000.0"), (.nan, "nan"), (100, "100"),
      (0.05, "0.05"),
    ])
  func numbers(_ number: Double, _ text: String) {
    let list = DisplayList(
      background: .clear,
      commands: [.beginGroup(Effects(filters: [.blur(sigma: number)], layer: LayerPath("a")))])
    #expect(list.description == "background #00000000\ngroup a blur \(text) {")
  }
}
