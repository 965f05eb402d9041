import Testing

@testable import SceneFormat

extension SVGScreenTests {
  @Test(
    "a text is a layer that is placed by its baseline",
    arguments: [
      (
        "<text x='4' y='20'>Hi</text>",
        ##"{"type": "text", "frame": [4, 20, 0, null], "text": "Hi", "size": 16, "at": "baseline"}"##
      ),
      (
        "<text id='title' x='4' y='20' font-size='20' font-weight='bold' fill='#06c' text-anchor='middle' letter-spacing='-.02em' font-family='Inter, sans-serif'>Hi</text>",
        ##"{"id": "title", "type": "text", "frame": [4, 20, 0, null], "text": "Hi", "size": 20, "weight": 700, "color": "#0066CC", "align": "center", "letterSpacing": -0.4, "at": "baseline"}"##
      ),
      (
        "<text transform='translate(1 2) scale(2)' y='5' letter-spacing='1' text-anchor='end' fill-opacity='.5' opacity='.5'>Hi</text>",
        ##"{"type": "text", "frame": [1, 12, 0, null], "text": "Hi", "size": 32, "color": "#00000080", "align": "right", "letterSpacing": 2, "at": "baseline", "opacity": 0.5}"##
      ),
      (
        "<text x='1em' y='50%' dy='.5em' dominant-baseline='ideographic'>Hi</text>",
        ##"{"type": "text", "frame": [16, 54.144, 0, null], "text": "Hi", "size": 16, "at": "baseline"}"##
      ),
      ("<text x='4' y='20'>  </text><text visibility='hidden'>Hi</text>", ""),
      ("<text fill='none'>Hi</text>", ""),
    ])
  func texts(_ text: String, _ json: String) throws { #expect(try layers(text) == json) }

  @Test("tspans with places of their own are lines, as Figma and Penpot write them")
  func lines() throws {
    let text = """
      <text id='note' fill='black' xml:space='preserve' style='white-space: pre' font-size='10'><tspan x='4' y='10'>One  two&#10;</tspan><tspan x='4' y='22'> three</tspan></text>
      """
    #expect(
      try layers(text)
        == ##"{"id": "note", "frame": [4, 0, 40, 24.5], "layers": [{"type": "text", "frame": [0, 10, 0, null], "text": "One  two", "size": 10, "at": "baseline"}, {"type": "text", "frame": [0, 22, 0, null], "text": " three", "size": 10, "at": "baseline"}]}"##
    )
    let relative = """
      <text x='4' y='10'>
        One
        <tspan x='4' dy='1.5em'>two
         three</tspan>
      </text>
      """
    #expect(
      try layers(relative)
        == ##"{"type": "text", "frame": [4, 10, 0, null], "text": "One", "size": 16, "at": "baseline"}, {"type": "text", "frame": [4, 34, 0, null], "text": "two three", "size": 16, "at": "baseline"}"##
    )
  }

  @Test("a text that is turned is in a box that is")
  func turned() throws {
    let json = try layers("<text id='a' x='10' y='10' transform='rotate(90 10 10)'>Hi</text>")
    #expect(
      json
        == ##"{"id": "a", "frame": [8, 8, 16, 20], "layers": [{"type": "text", "frame": [0, 16, 0, null], "text": "Hi", "size": 16, "at": "baseline"}], "transform": {"rotate": 90}}"##
    )
  }

  @Test("the font is the first of the list that the scene names, else the system's")
  func fonts() throws {
    func font(_ family: String) throws -> (String?, [String]) {
      let text = "<text y='9' font-family=\"\(family)\">Hi</text>"
      let (json, notes) = try screen(text + text, fonts: ["Brand"])
      return (json.firstRange(of: ##""font": "Brand""##).map { String(json[$0]) }, notes)
    }
    #expect(try font("'Brand', Inter") == (##""font": "Brand""##, []))
    #expect(try font("Inter Display, Brand") == (nil, []))
    #expect(try font("system-ui") == (nil, []))
    #expect(
      try font("Roboto, serif") == (
        nil,
        [
          "2:26: warning: no font is called \"Roboto\"; the system's is drawn; name its file in \"fonts\""
        ]
      ))
  }

  @Test(
    "what a text layer cannot be is told",
    arguments: [
      (
        "<text y='9'>One <tspan fill='red'>two</tspan></text>",
        "2:35: warning: a tspan that continues a line is not drawn as SVG says; the line is drawn in its first style"
      ),
      (
        "<linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient><text y='9' fill='url(#g)'>Hi</text>",
        "2:109: warning: a text that is slanted, underlined, outlined or filled with more than a colour is not drawn as SVG says; it is drawn in one colour; export it as outlines"
      ),
      (
        "<text y='9' x='1 2 3'>Hi</text>",
        "2:15: warning: a text with places of its letters is not drawn as SVG says; its letters follow each other; export it as outlines"
      ),
      (
        "<text><textPath href='#p'>Hi</textPath></text>",
        "2:7: warning: a text along a path is not drawn as SVG says; it is left out; export texts as outlines"
      ),
      (
        "<text y='9' font-weight='x'>Hi</text>",
        "2:26: error: expected a number, found \"x\""
      ),
    ])
  func textGaps(_ text: String, _ note: String) throws {
    #expect(try screen(text).notes == [note])
  }
}
