import Formatting
import Geometry
import Testing

@testable import SceneFormat

@Suite("an SVG becomes the screen that one would have written")
struct SVGScreenTests {
  /// The screen of an SVG as JSON, without the place-holding defaults, and what is said about it.
  func screen(
    _ text: String, viewBox: String = "0 0 100 100", covering size: Size? = nil,
    fonts: Set<String> = []
  ) throws -> (json: String, notes: [String]) {
    let svg = "<svg viewBox='\(viewBox)'>\n\(text)</svg>"
    let limits = Limits()
    let root = try XMLReader.parse(Array(svg.utf8), file: "a.svg", limits: limits)
    var notes = SVGNotes()
    var document = try #require(SVGDocument(root, limits: limits, &notes))
    document.fonts = fonts
    for image in document.images {
      guard let path = image.href?.text, !path.hasPrefix("https:") else { continue }
      document.pictures[image.place] = SVGPictureFile(
        path: path, pixels: (20, 10))
    }
    let json = SVGScreen.json(
      of: document, called: "in/a.svg", covering: size, reserved: ["bar"], limits: limits, &notes)
    return (
      json.json.text(.line).replacing("{ ", with: "{").replacing(" }", with: "}"),
      notes.all.listed.map { "\($0)".replacing("a.svg:", with: "") }
    )
  }

  /// The layers of an SVG.
  func layers(_ text: String) throws -> String {
    let json = try screen(text).json
    return String(json.dropFirst("{\"layers\": [".count).dropLast(2))
  }

  @Test(
    "shapes",
    arguments: [
      (
        "<rect x='1' y='2' width='30' height='40' fill='#f00'/>",
        ##"{"frame": [1, 2, 30, 40], "fill": "#FF0000"}"##
      ),
      (
        "<rect width='30' height='40' rx='5'/>",
        ##"{"frame": [0, 0, 30, 40], "fill": "#000000", "cornerRadius": 5}"##
      ),
      (
        "<rect x='1' y='1' width='8' height='8' fill='none' stroke='blue' stroke-width='2'/>",
        ##"{"frame": [0, 0, 10, 10], "border": {"width": 2, "color": "#0000FF"}}"##
      ),
      (
        "<rect width='8' height='6' rx='2' ry='1'/>",
        ##"{"type": "shape", "frame": [0, 0, 8, 6], "path": "M2 0H6A2 1 0 0 1 8 1V5A2 1 0 0 1 6 6H2A2 1 0 0 1 0 5V1A2 1 0 0 1 2 0Z", "viewBox": [0, 0, 8, 6], "fill": "#000000"}"##
      ),
      (
        "<circle cx='5' cy='5' r='4'/>",
        ##"{"type": "shape", "frame": [1, 1, 8, 8], "path": "M9 5A4 4 0 0 1 5 9A4 4 0 0 1 1 5A4 4 0 0 1 5 1A4 4 0 0 1 9 5Z", "viewBox": [1, 1, 8, 8], "fill": "#000000"}"##
      ),
      (
        "<line x1='1' y1='5' x2='9' y2='5' stroke='red' stroke-width='2' stroke-linecap='round'/>",
        ##"{"type": "shape", "frame": [1, 4, 8, 2], "path": "M1 5L9 5", "viewBox": [1, 4, 8, 2], "fill": "#000000", "stroke": {"color": "#FF0000", "width": 2, "cap": "round", "miterLimit": 4}}"##
      ),
      (
        "<polygon points='0,0 4,0 4,4' fill-rule='evenodd'/>",
        ##"{"type": "shape", "frame": [0, 0, 4, 4], "path": "M0,0 4,0 4,4Z", "viewBox": [0, 0, 4, 4], "fill": "#000000", "rule": "evenodd"}"##
      ),
      (
        "<path d='M0 0C0 8 8 8 8 0' fill='none' stroke='#123' stroke-dasharray='1 2 3' stroke-dashoffset='1' stroke-linejoin='bevel'/>",
        ##"{"type": "shape", "frame": [0, 0, 8, 6], "path": "M0 0C0 8 8 8 8 0", "viewBox": [0, 0, 8, 6], "stroke": {"color": "#112233", "width": 1, "join": "bevel", "dash": [1, 2, 3, 1, 2, 3], "dashOffset": 1}}"##
      ),
      ("<rect width='0' height='9'/><path d=''/><circle r='-1'/><polyline points=' '/>", ""),
      ("<g display='none'><rect width='9' height='9'/></g>", ""),
      (
        "<g visibility='hidden'><rect width='9' height='9'/><rect width='1' height='1' visibility='visible'/></g>",
        ##"{"frame": [0, 0, 1, 1], "fill": "#000000"}"##
      ),
    ])
  func shapes(_ text: String, _ json: String) throws { #expect(try layers(text) == json) }

  @Test(
    "transforms: shifts and even scales are in the frame, the rest is about its middle",
    arguments: [
      ("translate(3 4) scale(2)", ##""frame": [3, 4, 20, 10], "fill": "#000000""##),
      (
        "scale(-1 1)",
        ##""frame": [-10, 0, 10, 5], "fill": "#000000", "transform": {"scaleX": -1}"##
      ),
      (
        "matrix(0 1 -1 0 5 0)",
        ##""frame": [-2.5, 2.5, 10, 5], "fill": "#000000", "transform": {"rotate": 90}"##
      ),
      (
        "rotate(90, 5, 2.5)",
        ##""frame": [0, 0, 10, 5], "fill": "#000000", "transform": {"rotate": 90}"##
      ),
      ("scale(2,6)", ##""frame": [0, 10, 20, 10], "fill": "#000000", "transform": {"scaleY": 3}"##),
      (
        "skewX(45)",
        ##""frame": [2.5, 0, 10, 5], "fill": "#000000", "transform": {"skewX": 45}"##
      ),
    ])
  func transforms(_ transform: String, _ members: String) throws {
    let text = "<rect width='10' height='5' transform='\(transform)'/>"
    #expect(try layers(text) == "{\(members)}")
  }

  @Test("a group with a name or an effect is a layer with the bounds of what is in it")
  func groups() throws {
    let text = """
      <g transform='translate(10 10)'><g id='card' transform='scale(2)' opacity='.5'>
      <rect x='1' y='1' width='4' height='4'/><path d='M9 9h2v2z'/></g></g>
      """
    #expect(
      try layers(text)
        == ##"{"id": "card", "frame": [12, 12, 20, 20], "layers": [{"frame": [0, 0, 8, 8], "fill": "#000000"}, {"type": "shape", "frame": [16, 16, 4, 4], "path": "M9 9h2v2z", "viewBox": [9, 9, 2, 2], "fill": "#000000"}], "opacity": 0.5}"##
    )
    #expect(
      try layers(
        "<g style='mix-blend-mode:color-dodge;isolation:isolate'><rect width='1' height='1'/></g>"
      )
      .hasSuffix(##", "blend": "colorDodge", "isolate": true}"##))
  }

  @Test(
    "styles: the strongest declaration holds, and what inherits is inherited",
    arguments: [
      ("<rect class='a' fill='red'", "#0000FF"), ("<rect class='b a' id='x' fill='red'", "#00FF00"),
      ("<rect id='x' style='fill:#111'", "#111111"),
      ("<rect style='fill:red; fill : white !important; fill:blue'", "#FFFFFF"),
      ("<rect class='big'", "#FFFF00"), ("<rect", "#808080"),
      ("<rect fill='inherit' class='a b' style='fill:inherit'", "#000000"),
      ("<rect style='color:#abc;fill:currentColor'", "#AABBCC"),
      ("<rect style='fill:rgb(0 50% 255 / 50%)'", "#0080FF80"),
      ("<rect style='fill:hsl(120,100%,50%)' fill-opacity='50%'", "#00FF0080"),
      ("<rect style='fill:RED'", "#FF0000"),
    ])
  func styles(_ tag: String, _ color: String) throws {
    let style = """
      <style><![CDATA[ /* c */ rect { fill: gray } .a, .c{fill:blue;} #x{fill:lime}
      rect.big { fill: yellow } circle.big, * { fill: black } ]]></style>
      """
    let json = try layers("\(style)<g fill='#123456'>\(tag) width='1' height='1'/></g>")
    #expect(json.hasSuffix(##""frame": [0, 0, 1, 1], "fill": "\##(color)"}"##))
  }

  @Test(
    "gradients, in both units, with what they take from others",
    arguments: [
      (
        "<linearGradient id='p'>", "",
        ##"{"gradient": "linear", "from": [0, 0], "to": [1, 0], "stops": [["#FF0000", 0], ["#0000FF", 1]]}"##
      ),
      (
        "<linearGradient id='p' gradientUnits='userSpaceOnUse' x1='0' y1='0' x2='0' y2='10' spreadMethod='reflect'>",
        "",
        ##"{"gradient": "linear", "from": [0, 0], "to": [0, 2], "spread": "reflect", "stops": [["#FF0000", 0], ["#0000FF", 1]]}"##
      ),
      (
        "<linearGradient id='p' x2='10' y2='10' gradientUnits='userSpaceOnUse'>", "",
        ##"{"gradient": "linear", "from": [0, 0], "to": [1.6, 0.8], "stops": [["#FF0000", 0], ["#0000FF", 1]]}"##
      ),
      (
        "<radialGradient id='p' gradientUnits='userSpaceOnUse' cx='5' cy='2.5' r='5' fx='5' fy='0'>",
        "",
        ##"{"gradient": "radial", "center": [0.5, 0.5], "radius": 0.5, "focus": [0.5, 0], "stops": [["#FF0000", 0], ["#0000FF", 1]]}"##
      ),
      (
        "<radialGradient id='p'>", "",
        ##"{"gradient": "radial", "center": [0.5, 1], "radius": 0.5, "transform": [1, 0, 0, 0.5, 0, 0], "stops": [["#FF0000", 0], ["#0000FF", 1]]}"##
      ),
      (
        "<linearGradient id='p' xlink:href='#q'/><linearGradient id='q' x1='1' x2='0'>", "",
        ##"{"gradient": "linear", "from": [1, 0], "to": [0, 0], "stops": [["#FF0000", 0], ["#0000FF", 1]]}"##
      ),
      ("<linearGradient id='p' x2='0'>", "", ##""#0000FF""##),
      ("<linearGradient id='p' x2='0'>", "fill-opacity='.5'", ##""#0000FF80""##),
    ])
  func gradients(_ gradient: String, _ attributes: String, _ fill: String) throws {
    let tag = gradient.contains("radial") ? "radialGradient" : "linearGradient"
    let stops = "<stop stop-color='red'/><stop offset='1' style='stop-color:blue'/></\(tag)>"
    let rect = "<rect width='10' height='5' fill='url(#p)' \(attributes)/>"
    let json = try layers("<defs>\(gradient)\(stops)</defs>\(rect)")
    #expect(json == ##"{"frame": [0, 0, 10, 5], "fill": \##(fill)}"##)
  }

  @Test("colours are mixed straight where the alpha changes too")
  func straightMixing() throws {
    let json = try layers(
      """
      <linearGradient id='p'><stop stop-color='#000'/><stop offset='1' stop-color='#fff' stop-opacity='0'/></linearGradient>
      <rect width='1' height='1' fill='url(#p)'/>
      """)
    #expect(json.contains(##"["#000000", 0], ["#202020DF", 0.125], ["#404040BF", 0.25]"##))
    #expect(json.contains(##"["#DFDFDF20", 0.875], ["#FFFFFF00", 1]]"##))
  }

  @Test("names are those of the program that wrote the file, each once")
  func names() throws {
    let rect = "width='1' height='1'/>"
    let (json, notes) = try screen(
      """
      <rect id='a' \(rect)<rect id='a' \(rect)
      <rect id='path7' inkscape:label='Play button' \(rect)<rect id='bar' \(rect)
      <rect id='shape-12' data-testid='card' \(rect)<rect id='my_x20_id_x5F_1' \(rect)<rect id='Home_2' \(rect)
      <rect id='keep' data-testid='x' \(rect)
      """)
    let ids = json.split(separator: "\"id\": \"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(ids == ["a", "a-2", "Play button", "bar-2", "card", "my id_1", "Home_2", "keep"])
    #expect(
      notes == [
        "2:46: warning: the name \"a\" is taken; this layer is called \"a-2\"",
        "3:79: warning: the name \"bar\" is taken; this layer is called \"bar-2\"",
      ])
  }

  @Test("the first rectangle is the background if it covers the screen and has nothing of its own")
  func background() throws {
    let cover = "<rect width='100' height='100' fill='#eee'/>"
    #expect(try screen(cover).json == ##"{"background": "#EEEEEE", "layers": []}"##)
    #expect(try screen("<g><g>\(cover)</g></g>").json.hasPrefix("{\"background\": "))
    for other in [
      "<rect id='b' width='100' height='100'/>", "<rect width='99' height='100'/>",
      "<rect width='100' height='100' rx='1'/>", "<circle r='1'/>\(cover)",
      "<rect width='100' height='100' stroke='red'/>", "<g opacity='.5'>\(cover)</g>",
    ] {
      #expect(try screen(other).json.hasPrefix("{\"layers\": [{"))
    }
  }

  @Test("a screen of another size is covered from the top, and a viewBox may begin anywhere")
  func covering() throws {
    let rect = "<rect x='10' y='10' width='10' height='10' fill='red'/>"
    let (json, _) = try screen(
      rect, viewBox: "10 10 50 100", covering: Size(width: 100, height: 150))
    #expect(json == ##"{"layers": [{"frame": [0, 0, 20, 20], "fill": "#FF0000"}]}"##)
    let tall = try screen(rect, viewBox: "0 0 100 50", covering: Size(width: 100, height: 100)).json
    #expect(tall.contains("\"frame\": [-30, 20, 20, 20]"))
  }

  @Test(
    "what is not drawn as SVG says is told once a kind",
    arguments: [
      (
        "<foreignObject/><foreignObject/><g><foreignObject/></g>",
        "2:1: warning: a foreignObject is not drawn as SVG says, here and 2 more times; it is left out"
      ),
      (
        "<style>a b { fill: red }\n@media x { c { } } rect:hover{}</style>",
        "2:8: warning: a style rule for other than a tag, a class or an id is not drawn as SVG says, here and 1 more time; it is left out"
      ),
      (
        "<rect width='1' height='1' style='fill:url(#x)'/>",
        "2:40: warning: a reference to nothing is not drawn as SVG says; the fallback is drawn, or nothing"
      ),
    ])
  func gaps(_ text: String, _ note: String) throws {
    #expect(try screen(text).notes.first == note)
  }

  @Test(
    "mistakes are where they are in an attribute",
    arguments: [
      (
        "<path d='M0 0 L1 x'/>",
        "2:18: warning: in this path data, 'L' wants a number at offset 8; what is before it is drawn"
      ),
      (
        "<path d='M0 0\n L1 x'/>",
        "3:5: warning: in this path data, 'L' wants a number at offset 9; what is before it is drawn"
      ),
      (
        "<polygon points='0,0 1'/>",
        "2:23: warning: in this path data, 'L' wants a number at offset 6; what is before it is drawn"
      ),
      (
        "<g transform='rotat(3)'><rect width='1' height='1'/></g>",
        "2:15: error: expected a transform such as \"translate(8 4)\", found \"rotat(3)\""
      ),
      (
        "<rect width='1' height='1' transform='scale(1 2 3)'/>",
        "2:39: error: expected 1 or 2 numbers of \"scale\", found \"scale(1 2 3)\""
      ),
      (
        "<rect width='1O' height='1'/>",
        "2:15: error: expected a length such as \"12\", \"12px\" or \"50%\", found \"O\""
      ),
      (
        "<rect width='' height='1'/>",
        "2:14: error: expected a length such as \"12\", \"12px\" or \"50%\", but the value ends"
      ),
      (
        "<rect width='1' height='1' style='fill:red;\n opacity:x'/>",
        "3:10: error: expected a number, found \"x\""
      ),
      (
        "<style>\nrect {\n opacity: .5.5 }</style><rect width='1' height='1'/>",
        "4:13: error: expected a number, found \".5\""
      ),
      (
        "<linearGradient id='a' href='#a'/><rect width='1' height='1' fill='url(#a)'/>",
        "2:1: error: this element refers to others more than 16 times on end, perhaps to itself"
      ),
    ])
  func mistakes(_ text: String, _ note: String) throws {
    #expect(try screen(text).notes.first == note)
  }

  @Test(
    "path data are drawn up to their first mistake",
    arguments: [
      ("M0 0h9v9z l4 x", "M0 0h9v9z "), ("M0 0 9 0 9 9 5", "M0 0 9 0 9 9 "),
      ("M0 0h9v9h-9a2 2 0 7 0 3 3", "M0 0h9v9h-9"),
    ])
  func drawn(_ data: String, _ path: String) throws {
    #expect(try screen("<path d='\(data)'/>").json.contains("\"path\": \"\(path)\""))
  }

  @Test("a transform may be a style, and an SVG that is not displayed draws nothing")
  func styledTransform() throws {
    let rect = "<rect width='4' height='4' style='transform:translate(3 4)' transform='scale(9)'/>"
    #expect(try screen(rect).json.contains("\"frame\": [3, 4, 4, 4]"))
    let hidden = "<style>svg { display: none }</style>\(rect)"
    #expect(try screen(hidden).json == "{}")
  }

  @Test(
    "the size is the viewBox, or width and height with their units",
    arguments: [
      ("viewBox='0 0 39 84' width='78'", "39 84"), ("width='1in' height='48pt'", "96 64"),
      ("width='390' height='844px'", "390 844"),
    ])
  func size(_ attributes: String, _ size: String) throws {
    let root = try XMLReader.parse(Array("<svg \(attributes)/>".utf8), file: "", limits: Limits())
    var notes = SVGNotes()
    let box = try #require(SVGDocument.viewBox(of: root, &notes))
    #expect("\(Int(box.width.rounded())) \(Int(box.height.rounded()))" == size)
  }
}
