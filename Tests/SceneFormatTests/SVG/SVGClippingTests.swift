import Testing

@testable import SceneFormat

extension SVGScreenTests {
  private static let star = "<path d='M4 0L8 8L0 4Z'/>"
  private static let shape =
    ##"{"type": "shape", "frame": [0, 0, 8, 8], "path": "M4 0L8 8L0 4Z", "viewBox": [0, 0, 8, 8], "fill": "#000000"}"##

  @Test(
    "a clip path that is one upright rectangle is a box that clips, another one is a mask",
    arguments: [
      (
        "<rect x='1' y='2' width='5' height='4' rx='1'/>", "",
        ##"{"frame": [1, 2, 5, 4], "clip": true, "cornerRadius": 1, "layers": [{"frame": [-1, -2, 10, 10], "fill": "#000000"}]}"##
      ),
      (
        "<rect x='1' width='2' height='2'/>", "transform='translate(2 2) scale(2)'",
        ##"{"frame": [4, 2, 4, 4], "clip": true, "layers": [{"frame": [-4, -2, 10, 10], "fill": "#000000"}]}"##
      ),
      (
        "<rect width='1' height='.5'/>", "clipPathUnits='objectBoundingBox'",
        ##"{"frame": [0, 0, 10, 5], "clip": true, "layers": [{"frame": [0, 0, 10, 10], "fill": "#000000"}]}"##
      ),
      (
        star, "", ##"{"frame": [0, 0, 10, 10], "fill": "#000000", "mask": \##(shape)}"##
      ),
      (
        "<path d='M4 0L8 8L0 4Z' clip-rule='evenodd' fill='red' stroke='red' opacity='0'/>", "",
        ##"{"frame": [0, 0, 10, 10], "fill": "#000000", "mask": \##(shape.dropLast()), "rule": "evenodd"}}"##
      ),
      (
        "\(star)<rect width='2' height='2'/><g>\(star)</g>", "",
        ##"{"frame": [0, 0, 10, 10], "fill": "#000000", "mask": {"frame": [0, 0, 8, 8], "layers": [\##(shape), {"frame": [0, 0, 2, 2], "fill": "#000000"}]}}"##
      ),
      (
        "<rect width='4' height='4' transform='rotate(90)'/>", "",
        ##"{"frame": [0, 0, 10, 10], "fill": "#000000", "mask": {"frame": [-4, 0, 4, 4], "fill": "#000000", "transform": {"rotate": 90}}}"##
      ),
      ("<path d=''/>", "", ""), ("<rect width='4' height='4' display='none'/>", "", ""),
    ])
  func clipPaths(_ content: String, _ attributes: String, _ json: String) throws {
    let clip = "<clipPath id='c' \(attributes)>\(content)</clipPath>"
    let rect = "<rect width='10' height='10' clip-path='url(#c)'/>"
    #expect(try layers(clip + rect) == json)
  }

  @Test("a clip path may be cut itself, and a group with one keeps its name and its effects")
  func nestedClipPaths() throws {
    let clips = """
      <clipPath id='c' clip-path='url(#d)'>\(Self.star)</clipPath>
      <clipPath id='d'><rect width='4' height='8'/></clipPath>
      """
    let rect = "<rect width='10' height='10'/>"
    #expect(
      try layers("\(clips)<g id='card' opacity='.5' clip-path='url(#c)'>\(rect)</g>")
        == ##"{"id": "card", "frame": [0, 0, 4, 8], "layers": [{"frame": [0, 0, 10, 10], "fill": "#000000"}], "opacity": 0.5, "mask": {"frame": [0, 0, 4, 8], "clip": true, "layers": [\##(Self.shape)]}}"##
    )
    #expect(
      try layers(
        "\(clips)<g id='card' transform='scale(2)' opacity='.5' clip-path='url(#d)'>\(rect)\(rect)</g>"
      )
        == ##"{"id": "card", "frame": [0, 0, 8, 16], "clip": true, "layers": [{"frame": [0, 0, 20, 20], "fill": "#000000"}, {"frame": [0, 0, 20, 20], "fill": "#000000"}], "opacity": 0.5}"##
    )
  }

  @Test("a clip at the screen's edges is left to the screen")
  func screenClip() throws {
    let clip = "<clipPath id='c'><rect width='100' height='100' fill='white'/></clipPath>"
    let back = "<rect width='100' height='100' fill='#eee'/>"
    #expect(
      try screen("\(clip)<g clip-path='url(#c)'>\(back)</g>").json
        == ##"{"background": "#EEEEEE", "layers": []}"##)
  }

  @Test(
    "masks are of luminance unless they say alpha or are white, in their region",
    arguments: [
      (
        "<mask id='m'><rect x='2' width='4' height='4' fill='#fff'/></mask>",
        ##""mask": {"frame": [2, 0, 4, 4], "fill": "#FFFFFF"}"##
      ),
      (
        "<mask id='m'><rect id='x' width='4' height='4' fill='gray'/></mask>",
        ##""mask": {"frame": [0, 0, 4, 4], "fill": "#808080"}, "maskBy": "luminance""##
      ),
      (
        "<mask id='m' mask-type='alpha'><rect width='4' height='4' fill='gray'/></mask>",
        ##""mask": {"frame": [0, 0, 4, 4], "fill": "#808080"}"##
      ),
      (
        "<mask id='m' style='mask-type:alpha' maskUnits='userSpaceOnUse' x='1' y='0' width='9' height='9'><rect width='4' height='4'/></mask>",
        ##""mask": {"frame": [1, 0, 9, 9], "clip": true, "layers": [{"frame": [-1, 0, 4, 4], "fill": "#000000"}]}"##
      ),
      (
        "<mask id='m'><rect width='40' height='4' fill='#fff'/></mask>",
        ##""mask": {"frame": [-1, -1, 12, 12], "clip": true, "layers": [{"frame": [1, 1, 40, 4], "fill": "#FFFFFF"}]}"##
      ),
      (
        "<mask id='m' maskContentUnits='objectBoundingBox' x='0' y='0' width='100%' height='50%'><rect width='.5' height='1' fill='#fff'/></mask>",
        ##""mask": {"frame": [0, 0, 10, 5], "clip": true, "layers": [{"frame": [0, 0, 5, 10], "fill": "#FFFFFF"}]}"##
      ),
      (
        "<mask id='m' mask='url(#n)'><rect width='4' height='4' fill='#fff'/></mask><mask id='n'><circle cx='2' cy='2' r='2' fill='#888'/></mask>",
        ##""mask": {"frame": [0, 0, 4, 4], "layers": [{"frame": [0, 0, 4, 4], "fill": "#FFFFFF"}], "mask": {"type": "shape", "frame": [0, 0, 4, 4], "path": "M4 2A2 2 0 0 1 2 4A2 2 0 0 1 0 2A2 2 0 0 1 2 0A2 2 0 0 1 4 2Z", "viewBox": [0, 0, 4, 4], "fill": "#888888"}, "maskBy": "luminance"}"##
      ),
    ])
  func masks(_ mask: String, _ members: String) throws {
    let rect = "<rect width='10' height='10' mask='url(#m)'/>"
    #expect(
      try layers(mask + rect) == ##"{"frame": [0, 0, 10, 10], "fill": "#000000", \##(members)}"##)
  }

  @Test("of a clip path and a mask, one is the other's, and a rectangle stays a box")
  func clipsAndMasks() throws {
    let mask = "<mask id='m'><rect width='4' height='4' fill='gray'/></mask>"
    let clip = "<clipPath id='c'>\(Self.star)</clipPath>"
    let rect = "<rect width='10' height='10' mask='url(#m)' clip-path='url(#c)'/>"
    #expect(
      try layers(mask + clip + rect)
        == ##"{"frame": [0, 0, 10, 10], "fill": "#000000", "mask": {"frame": [0, 0, 4, 4], "layers": [\##(Self.shape)], "mask": {"frame": [0, 0, 4, 4], "fill": "#808080"}, "maskBy": "luminance"}}"##
    )
    let box = "<clipPath id='c'><rect width='5' height='5'/></clipPath>"
    #expect(
      try layers(mask + box + rect)
        == ##"{"frame": [0, 0, 5, 5], "clip": true, "layers": [{"frame": [0, 0, 10, 10], "fill": "#000000"}], "mask": {"frame": [0, 0, 4, 4], "fill": "#808080"}, "maskBy": "luminance"}"##
    )
  }

  @Test(
    "references that cannot be followed are told, and the element is drawn whole",
    arguments: [
      (
        "<rect width='1' height='1' clip-path='circle()'/>",
        "2:39: warning: a clip path other than a clipPath element is not drawn as SVG says; the element is drawn whole"
      ),
      (
        "<rect width='1' height='1' mask='url(#x)'/>",
        "2:34: warning: a reference to nothing is not drawn as SVG says; the fallback is drawn, or nothing"
      ),
      (
        "<mask id='m'><rect width='1' height='1' mask='url(#m)'/></mask><rect width='1' height='1' mask='url(#m)'/>",
        "2:1: error: this element refers to others more than 16 times on end, perhaps to itself"
      ),
    ])
  func cutGaps(_ text: String, _ note: String) throws {
    #expect(try screen(text).notes.first == note)
  }
}
