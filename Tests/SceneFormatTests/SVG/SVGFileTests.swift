import Geometry
import Pixels
import SceneFormat
import Testing

@Suite("an SVG file is a screen")
struct SVGFileTests {
  private static let home =
    "<svg width='390' height='844.5'><rect width='390' height='844.5' fill='#eef'/>"
    + "<rect id='card' x='16' y='64' width='358' height='120' rx='12' fill='#fff'/></svg>"
  private static let shelf = Shelf(
    [
      "home.svg": home, "wide.svg": "<svg viewBox='0 0 800 600'/>",
      "bad.svg": "<svg viewBox='0 0 9 9'>\n<rect width='x'/>\n<path d='M0'/></svg>",
      "page.svg": "<html/>", "broken.svg": "<svg>",
    ], images: ["detail.png": (1170, 2532)])

  private func reading(_ screens: String, canvas: String = "") -> SceneReading {
    Self.shelf.reading("{ \"version\": 1, \(canvas)\(screens) }")
  }

  private func lines(_ reading: SceneReading) -> [String] {
    reading.mistakes.map { "\($0)" }
  }

  @Test("its points are the canvas, rounded up, and its names are targets")
  func size() throws {
    let reading = reading(
      ##""from": "home.svg", "to": "home.svg", "transition": { "type": "push", "shared": [{ "from": "card", "to": "card" }] }"##
    )
    #expect(lines(reading) == [])
    let scene = try #require(reading.scene)
    #expect(scene.canvas.size.width == 390 && scene.canvas.size.height == 845)
    guard case .pair(let from, _, _) = scene.story else { return #expect(Bool(false)) }
    #expect(from.layers.map(\.id) == ["card"])
    #expect(from.place.file == "home.svg" && from.layers[0].place.line == 1)
    #expect(reading.sources.map(\.file) == ["scene.json", "home.svg"])
  }

  @Test("beside a picture it has the picture's scale")
  func beside() throws {
    let scene = try #require(reading(##""from": "home.svg", "to": "detail.png""##).scene)
    #expect(scene.canvas.size.width == 390 && scene.canvas.scale == 3)
  }

  @Test("with keys of a screen, its layers are below and its background gives way")
  func object() throws {
    let reading = reading(
      ##""from": { "svg": "home.svg", "background": "#000", "layers": [{ "id": "top", "frame": [0, 0, 9, 9] }] }, "to": {}"##
    )
    #expect(lines(reading) == [])
    guard case .pair(let from, _, _)? = reading.scene?.story else { return #expect(Bool(false)) }
    #expect(from.layers.map(\.id) == ["card", "top"])
    #expect(from.background == .color(.black))
  }

  @Test("pictures in it are files of the scene, and those beside it are found from there")
  func pictures() throws {
    let image = "<image width='8' height='8' href="
    var shelf = Self.shelf
    shelf.texts["in/a.svg"] = """
      <svg viewBox='0 0 8 8'>\(image)'data:image/gif;base64,R0lG'/>
      \(image)'data:image/png;base64,Zm9v'/>\(image)'b%20c.png'/>
      \(image)'../a.jpg'/>\(image)'data:image/JPEG;base64,YmFy'/></svg>
      """
    shelf.images = ["in/b c.png": (20, 10), "a.jpg": (8, 8)]
    let reading = shelf.reading(##"{ "version": 1, "from": "in/a.svg", "to": {} }"##)
    #expect(
      lines(reading) == [
        "in/a.svg:1:24: warning: an image that is no PNG, JPEG or WebP in the file or beside it is not drawn as SVG says; it is left out"
      ])
    guard case .pair(let from, _, _)? = reading.scene?.story else { return #expect(Bool(false)) }
    let files = from.layers.map { layer in
      guard case .image(let content) = layer.content else { return "" }
      return "\(content.source.file.path) \(Int(layer.frame.height ?? 0))"
    }
    #expect(files == ["in/a.svg#1 8", "in/b c.png 4", "a.jpg 8", "in/a.svg#2 8"])
    #expect(
      reading.pictures == ["in/a.svg#1": Array("foo".utf8), "in/a.svg#2": Array("bar".utf8)])
    shelf.images = [:]
    let missing = shelf.reading(##"{ "version": 1, "from": "in/a.svg", "to": {} }"##)
    #expect(
      lines(missing).dropFirst() == [
        "in/a.svg:2:101: error: no file \"in/b%20c.png\"; tried in/b c.png",
        "in/a.svg:3:37: error: no file \"in/../a.jpg\"; tried a.jpg",
      ])
  }

  @Test(
    "as an image layer it is a box that cuts its layers, with its names behind that of the layer",
    arguments: [
      (##""id": "lamp""##, [16.0, 16, 40, 40], ["lamp", "lamp.flame"]),
      (##""fit": "contain""##, [16, 16, 40, 40], []),
      (##""fit": "contain", "frame": [0, 0, 80, 40]"##, [36, 16, 40, 40], []),
      (##""fit": "cover", "frame": [0, 0, 80, 40]"##, [32, 12, 80, 80], []),
      (##""fit": "center", "frame": [0, 0, 80, 40]"##, [44, 24, 20, 20], []),
      (##""crop": [0.5, 0.5, 0.5, 0.5]"##, [-8, -8, 80, 80], []),
    ])
  func imageLayer(_ keys: String, _ frame: [Double], _ names: [String]) throws {
    var shelf = Self.shelf
    shelf.texts["lamp.svg"] =
      "<svg viewBox='0 0 20 20'><rect width='20' height='20' fill='#fff'/><circle id='flame' cx='18' cy='18' r='10'/></svg>"
    let whole = keys.contains("frame") ? keys : keys + ##", "frame": [0, 0, 40, 40]"##
    let reading = shelf.reading(
      ##"{ "version": 1, "from": { "layers": [{ "type": "image", "src": "lamp.svg", \##(whole) }] }, "to": {} }"##
    )
    #expect(lines(reading) == [])
    guard case .pair(let from, _, _)? = reading.scene?.story else { return #expect(Bool(false)) }
    let layer = from.layers[0]
    #expect(layer.content == .box && layer.clipsChildren && layer.layers.count == 2)
    let flame = layer.layers[1].frame
    #expect([flame.x, flame.y, flame.width, flame.height ?? 0] == frame)
    #expect(([layer] + layer.layers).compactMap(\.id) == names)
  }

  @Test("one without names says how to export them where a target is one of its layers")
  func unnamed() {
    var shelf = Self.shelf
    shelf.texts["plain.svg"] = "<svg viewBox='0 0 9 9'><circle r='4'/></svg>"
    let reading = shelf.reading(
      ##"{ "version": 1, "from": "plain.svg", "to": "plain.svg", "transition": { "type": "push", "shared": [{ "from": "a", "to": "a" }] } }"##
    )
    #expect(reading.report.contains("the SVG names none: export it with ids"))
  }

  @Test(
    "what a stranger may write takes no time, fetches nothing, and says where it is",
    arguments: [
      (
        "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><svg viewBox='0 0 9 9'>&b;</svg>",
        "bad.svg:1"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg viewBox='0 0 9 9'>&a;</svg>",
        "bad.svg:1"
      ),
      (
        "<svg viewBox='0 0 9 9'><g id='a'/>"
          + (0..<40).map { "<g id='u\($0)'><use href='#u\($0 + 1)'/><use href='#u\($0 + 1)'/></g>" }
          .joined()
          + "<g id='u40'><circle r='4'/></g></svg>", "bad.svg:1"
      ),
      ("<svg viewBox='0 0 9 9'><g id='a'><use href='#a'/></g></svg>", "bad.svg:1"),
      (
        "<svg viewBox='0 0 9 9'><mask id='m'><rect width='9' height='9' mask='url(#m)'/></mask><rect width='9' height='9' mask='url(#m)'/></svg>",
        "bad.svg:1"
      ),
      (
        "<svg viewBox='0 0 9 9'><pattern id='p' width='1' height='1'><rect width='9' height='9' fill='url(#p)'/></pattern><rect width='9' height='9' fill='url(#p)'/></svg>",
        "bad.svg:1"
      ),
      (
        "<svg viewBox='0 0 9 9'>" + String(repeating: "<g>", count: 300)
          + String(repeating: "</g>", count: 300) + "</svg>", "bad.svg:1"
      ),
      (
        "<svg viewBox='0 0 9 9'><image href='../../etc/passwd' width='9' height='9'/></svg>",
        "bad.svg:1"
      ),
      ("<svg viewBox='0 0 9 9'><rect width='9\0'/></svg>", "bad.svg:1"),
    ])
  func hostile(_ text: String, _ place: String) {
    var shelf = Self.shelf
    shelf.texts["bad.svg"] = text
    let reading = shelf.reading(##"{ "version": 1, "from": "bad.svg", "to": {} }"##)
    #expect(reading.scene == nil)
    #expect(lines(reading).contains { $0.hasPrefix(place) && $0.contains("error: ") })
  }

  @Test("an address is not fetched: the picture is left out, with a warning")
  func addresses() {
    var shelf = Self.shelf
    shelf.texts["bad.svg"] =
      "<svg viewBox='0 0 9 9'><image href='https://example.org/a.png' width='9' height='9'/></svg>"
    let reading = shelf.reading(##"{ "version": 1, "from": "bad.svg", "to": {} }"##)
    #expect(reading.scene != nil)
    #expect(
      lines(reading).first?.hasPrefix("bad.svg:1:24: warning: an image that is no PNG") == true)
  }

  @Test(
    "mistakes are told with their places in the SVG or in the scene",
    arguments: [
      (
        ##""from": "bad.svg", "to": "bad.svg""##,
        [
          "bad.svg:2:14: error: expected a length such as \"12\", \"12px\" or \"50%\", found \"x\"",
          "bad.svg:3:12: warning: in this path data, 'M' wants a number at offset 2; what is before it is drawn",
        ]
      ),
      (##""from": "page.svg", "to": {}"##, ["page.svg:1:1: error: expected <svg>, found <html>"]),
      (
        ##""from": "broken.svg", "to": {}"##,
        ["broken.svg:1:6: error: this is no XML: no element found"]
      ),
      (
        ##""from": "hom.svg", "to": {}"##,
        [
          "scene.json:1:25: error: no file \"hom.svg\"; tried hom.svg; did you mean \"home.svg\"?"
        ]
      ),
      (
        ##""from": { "svg": "home.svg", "image": "detail.png" }, "to": {}"##,
        ["scene.json:1:46: error: \"svg\" and \"image\" exclude each other"]
      ),
      (
        ##""from": { "svg": "home.svg", "layers": [{ "id": "card", "frame": [0, 0, 9, 9] }] }, "to": {}"##,
        ["scene.json:1:65: error: two layers are called \"card\", the first on line 1"]
      ),
      (
        ##""canvas": { "width": 390, "height": 844 }, "from": "wide.svg", "to": {}"##,
        [
          "scene.json:1:68: warning: 800 x 600 points are cut to cover a screen of 390 x 844 points; take a picture of the screen's shape"
        ]
      ),
    ])
  func mistakes(_ screens: String, _ expected: [String]) {
    #expect(lines(reading(screens)) == expected)
  }
}
