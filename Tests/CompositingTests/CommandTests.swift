import Drawing
import Geometry
import Pixels
import Testing

@testable import Compositing

struct CommandTests {
  private let layer = LayerPath("test")
  private let area = Rect(x: 2, y: 3, width: 10, height: 8)

  private func fill(_ transform: Transform) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(area)), with: .color(.black), in: area, transform: transform,
        layer: layer))
  }

  @Test("a group moves with its clip, its mask, its shadow, its blur and its backdrop")
  func moved() {
    let far = Transform.scaling(x: 2, y: 2).then(.translation(x: 7, y: 1))
    func commands(_ place: Transform, _ scale: Double) -> [DrawCommand] {
      let shadow = Shadow(
        color: .black, opacity: 1, sigma: 3, offset: Point(x: 1, y: 2), path: RoundedRect(area),
        transform: place)
      let clip = Clip(.rect(RoundedRect(area)), transform: place)
      let effects = Effects(
        clip: clip, mask: [fill(place)], shadow: shadow, filters: [.blur(sigma: 5 * scale)],
        backdrop: Backdrop(sigma: 4 * scale, area: clip), layer: layer)
      return [.beginGroup(effects), fill(place), .endGroup]
    }
    #expect(commands(.identity, 1).moved(by: far) == commands(far, 2))
  }

  @Test("slices side by side are one, if nothing else is different")
  func joined() {
    func slice(
      _ source: Rect, picture: Int = 0, _ transform: Transform = .identity, opacity: Double = 1,
      _ blend: BlendMode = .normal
    ) -> DrawCommand {
      .picture(
        PictureDraw(
          PictureID(picture), source: source, transform: transform, opacity: opacity, blend: blend,
          layer: layer))
    }
    let (left, right) = (
      Rect(x: 0, y: 0, width: 5, height: 8), Rect(x: 5, y: 0, width: 4, height: 8)
    )
    let both = slice(Rect(x: 0, y: 0, width: 9, height: 8))
    #expect([slice(left), slice(right)].joiningSlices() == [both])
    #expect([slice(right), slice(left)].joiningSlices() == [both])
    let below = Rect(x: 0, y: 8, width: 9, height: 1)
    #expect(
      [slice(left), slice(right), slice(below)].joiningSlices()
        == [slice(Rect(x: 0, y: 0, width: 9, height: 9))])
    let others = [
      slice(right, picture: 1), slice(right, .translation(x: 1, y: 0)),
      slice(right, opacity: 0.5), slice(right, .identity, .screen),
      // Lower, higher, apart, over each other.
      slice(Rect(x: 5, y: 0, width: 4, height: 7)), slice(Rect(x: 5, y: 1, width: 4, height: 8)),
      slice(Rect(x: 5.01, y: 0, width: 4, height: 8)), slice(Rect(x: 4, y: 0, width: 4, height: 8)),
      slice(Rect(x: 0, y: 8, width: 6, height: 1)),
    ]
    for other in others {
      #expect([slice(left), other].joiningSlices() == [slice(left), other])
    }
    let faded = slice(left, opacity: 0.5)
    #expect([faded, slice(right)].joiningSlices() == [faded, slice(right)])
  }
}
