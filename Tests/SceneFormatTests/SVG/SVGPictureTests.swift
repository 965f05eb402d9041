import Testing

@testable import SceneFormat

extension SVGScreenTests {
  @Test(
    "pictures of 20 x 10 pixels as preserveAspectRatio puts them",
    arguments: [
      ("width='40' height='20'", ##""frame": [0, 0, 40, 20], "src": "in/a.png""##),
      ("width='40' height='40'", ##""frame": [0, 10, 40, 20], "src": "in/a.png""##),
      ("x='1' y='2'", ##""frame": [1, 2, 20, 10], "src": "in/a.png""##),
      ("width='40'", ##""frame": [0, 0, 40, 20], "src": "in/a.png""##),
      (
        "width='40' height='40' preserveAspectRatio='none'",
        ##""frame": [0, 0, 40, 40], "src": "in/a.png""##
      ),
      (
        "width='40' height='40' preserveAspectRatio='xMaxYMax'",
        ##""frame": [0, 20, 40, 20], "src": "in/a.png""##
      ),
      (
        "width='10' height='10' preserveAspectRatio='xMidYMid slice'",
        ##""frame": [0, 0, 10, 10], "src": "in/a.png", "crop": [0.25, 0, 0.5, 1]"##
      ),
      (
        "width='20' height='5' preserveAspectRatio='xMidYMax slice'",
        ##""frame": [0, 0, 20, 5], "src": "in/a.png", "crop": [0, 0.5, 1, 0.5]"##
      ),
    ])
  func pictures(_ attributes: String, _ members: String) throws {
    #expect(
      try layers("<image href='a.png' \(attributes)/>") == "{\"type\": \"image\", \(members)}")
  }

  @Test("a picture that is cut to a rectangle in it is one layer with a crop")
  func cutPictures() throws {
    let clip = "<clipPath id='c'><rect x='10' y='5' width='10' height='10' rx='2'/></clipPath>"
    #expect(
      try layers(
        "\(clip)<g id='photo' clip-path='url(#c)'><image xlink:href='#1' width='40' height='20'/></g>"
      )
        == ##"{"id": "photo", "type": "image", "frame": [10, 5, 10, 10], "src": "in/a.svg#1", "crop": [0.25, 0.25, 0.25, 0.5], "cornerRadius": 2}"##
    )
  }

  @Test(
    "a pattern that fills a shape with one tile is what is in the tile, cut to the shape",
    arguments: [
      (
        "<rect id='card' x='2' width='20' height='20' rx='4' fill='url(#p)'/>", "",
        ##"{"id": "card", "type": "image", "frame": [2, 0, 20, 20], "src": "in/a.svg#1", "crop": [0.25, 0, 0.5, 1], "cornerRadius": 4}"##
      ),
      (
        "<path d='M0 0H20L10 20Z' fill='url(#p)' fill-opacity='.5'/>", "",
        ##"{"frame": [0, 0, 20, 20], "layers": [{"frame": [-10, 0, 40, 20], "layers": [{"type": "image", "frame": [0, 0, 40, 20], "src": "in/a.svg#1"}], "opacity": 0.5}], "mask": {"type": "shape", "frame": [0, 0, 20, 20], "path": "M0 0H20L10 20Z", "viewBox": [0, 0, 20, 20], "fill": "#000000"}}"##
      ),
    ])
  func patterns(_ shape: String, _ attributes: String, _ json: String) throws {
    let pattern = """
      <defs><pattern id='p' patternContentUnits='objectBoundingBox' width='1' height='1'>
      <use xlink:href='#i' transform='matrix(0.1 0 0 0.1 -0.5 0)'/></pattern>
      <image id='i' width='20' height='10' xlink:href='#1'/></defs>
      """
    #expect(try layers(pattern + shape) == json)
  }

  @Test("a stroke is over the tile, and a pattern that repeats is one tile, which is told")
  func tiles() throws {
    let pattern =
      "<pattern id='p' href='#q' width='4'/><pattern id='q' width='9' height='5' patternUnits='userSpaceOnUse'><rect width='2' height='5' fill='red'/></pattern>"
    let (json, notes) = try screen(
      "\(pattern)<rect width='8' height='5' fill='url(#p)' stroke='#00F' stroke-opacity='.5'/>")
    #expect(
      json
        == ##"{"layers": [{"frame": [0, 0, 8, 5], "layers": [{"frame": [0, 0, 8, 5], "clip": true, "layers": [{"frame": [0, 0, 4, 5], "clip": true, "layers": [{"frame": [0, 0, 2, 5], "fill": "#FF0000"}]}]}, {"type": "shape", "frame": [0, 0, 8, 5], "path": "M0 0H8V5H0Z", "viewBox": [0, 0, 8, 5], "stroke": {"color": "#0000FF80", "width": 1, "miterLimit": 4}}]}]}"##
    )
    #expect(
      notes == [
        "2:1: warning: a pattern that repeats, or one along a line is not drawn as SVG says; one tile is drawn, or the fallback colour"
      ])
  }

  @Test("addresses are not fetched")
  func addresses() throws {
    let (json, notes) = try screen("<image href='https://example.org/a.png' width='9' height='9'/>")
    #expect(json == "{}")
    #expect(
      notes == [
        "2:1: warning: an image that is no PNG, JPEG or WebP in the file or beside it is not drawn as SVG says; it is left out"
      ])
  }

  @Test(
    "copies, symbols and viewports",
    arguments: [
      (
        "<defs><rect id='r' width='2' height='3'/></defs><use href='#r' x='5' fill='red'/>",
        ##"{"frame": [5, 0, 2, 3], "fill": "#FF0000"}"##
      ),
      (
        "<defs><g id='g'><rect id='r' width='2' height='3'/></g></defs><use id='lamp' href='#g'/>",
        ##"{"id": "lamp", "frame": [0, 0, 2, 3], "layers": [{"id": "lamp.g", "frame": [0, 0, 2, 3], "layers": [{"id": "lamp.r", "frame": [0, 0, 2, 3], "fill": "#000000"}]}]}"##
      ),
      (
        "<symbol id='s' viewBox='0 0 2 2'><rect width='2' height='1'/></symbol><use href='#s' width='8' height='4'/>",
        ##"{"frame": [2, 0, 4, 2], "fill": "#000000"}"##
      ),
      (
        "<svg x='10' y='10' width='20' height='10' viewBox='0 0 4 2'><rect width='50%' height='9'/></svg>",
        ##"{"frame": [10, 10, 20, 10], "clip": true, "layers": [{"frame": [0, 0, 10, 45], "fill": "#000000"}]}"##
      ),
      (
        "<svg width='20' height='10' overflow='visible'><rect width='50%' height='100'/></svg>",
        ##"{"frame": [0, 0, 10, 100], "fill": "#000000"}"##
      ),
      (
        "<switch><foreignObject requiredExtensions='x'/><g><rect width='1' height='1'/></g><rect/></switch>",
        ##"{"frame": [0, 0, 1, 1], "fill": "#000000"}"##
      ),
    ])
  func copies(_ text: String, _ json: String) throws { #expect(try layers(text) == json) }

  @Test(
    "copies are bounded",
    arguments: [
      (
        "<g id='a'><use href='#a'/><use href='#a'/></g>",
        "2:11: error: this element refers to others more than 16 times on end, perhaps to itself"
      ),
      (
        "<g id='a0'><rect width='1' height='1'/></g>"
          + (1...15).map {
            "<g id='a\($0)'>" + String(repeating: "<use href='#a\($0 - 1)'/>", count: 4) + "</g>"
          }.joined(),
        "error: there are more layers than 20000 (--limit-layers changes that limit)"
      ),
    ])
  func bounds(_ text: String, _ note: String) throws {
    #expect(try screen(text).notes.contains { $0.hasSuffix(note) })
  }
}
