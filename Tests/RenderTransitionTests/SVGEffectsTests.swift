import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("effects of an SVG are drawn as those that one would write")
struct SVGEffectsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func frame(_ screen: String) throws -> Pixmap {
    let scene = """
      { "version": 1, "canvas": { "width": 60, "height": 60, "scale": 2 }, "from": \(screen), "to": {},
        "transition": "none" }
      """
    return try Animation(sceneAt: folder.write(scene, to: "scene.json")).renderer().still(.from)
  }

  private func frame(ofSVG text: String) throws -> Pixmap {
    try folder.write("<svg viewBox='0 0 60 60'>\(text)</svg>", to: "a.svg")
    return try frame(#""a.svg""#)
  }

  @Test("an outer and an inner shadow")
  func shadows() throws {
    let hard =
      "<feColorMatrix in='SourceAlpha' values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0' result='hardAlpha'/>"
    let svg = """
      <filter id='f' color-interpolation-filters='sRGB'>
      <feFlood flood-opacity='0' result='BackgroundImageFix'/>\(hard)
      <feMorphology radius='2' operator='dilate' in='SourceAlpha'/><feOffset dx='1' dy='4'/>
      <feGaussianBlur stdDeviation='3'/><feComposite in2='hardAlpha' operator='out'/>
      <feColorMatrix values='0 0 0 0 0.2 0 0 0 0 0 0 0 0 0 0.6 0 0 0 0.5 0'/>
      <feBlend in2='BackgroundImageFix' result='one'/>
      <feBlend in='SourceGraphic' in2='one' result='shape'/>\(hard)<feOffset dy='2'/>
      <feGaussianBlur stdDeviation='2'/><feComposite in2='hardAlpha' operator='arithmetic' k2='-1' k3='1'/>
      <feColorMatrix values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.75 0'/>
      <feBlend in2='shape'/></filter>
      <g filter='url(#f)'><rect x='14' y='12' width='30' height='32' rx='8' fill='#fc0'/></g>
      """
    let json = ##"""
      { "layers": [{ "frame": [14, 12, 30, 32], "fill": "#FC0", "cornerRadius": 8,
        "shadow": { "color": "#330099", "opacity": 0.5, "radius": 3, "offset": [1, 4], "spread": 2 },
        "shadows": [{ "opacity": 0.75, "radius": 2, "offset": [0, 2], "inset": true }] }] }
      """##
    let picture = try frame(ofSVG: svg)
    #expect(try picture == frame(json))
    #expect(try picture != frame(ofSVG: svg.replacing("filter='url(#f)'", with: "")))
  }

  @Test("a backdrop in the outline of a path blurs inside of it, and not beside it")
  func backdrop() throws {
    let bars = (0..<10).map { "<rect x='\($0 * 6)' width='3' height='60' fill='#06c'/>" }.joined()
    let path = "d='M30 6L54 30L30 54L6 30Z' fill='none'/>"
    let blur =
      "<foreignObject><div style='backdrop-filter:blur(6px)'></div></foreignObject><path data-figma-bg-blur-radius='12' "
    let (sharp, blurred) = (
      try frame(ofSVG: "\(bars)<path \(path)"), try frame(ofSVG: "\(bars)\(blur)\(path)")
    )
    for y in stride(from: 1, to: 120, by: 2) {
      for x in stride(from: 1, to: 120, by: 2) {
        let distance = abs(x - 60) + abs(y - 60)
        let first = sharp.offset(x, y)
        let pixels = [sharp, blurred].map { Array($0.bytes[first..<first + 4]) }
        if distance > 50 { #expect(pixels[0] == pixels[1], "\(x) \(y)") }
        // About half blue, half white.
        if distance < 46 { #expect(abs(Int(pixels[1][0]) - 128) < 20, "\(x) \(y)") }
      }
    }
  }
}
