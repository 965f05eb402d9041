import StagingTestSupport
import Testing

@testable import Staging

/// How a layer's own group is made, so that nothing but what must be is composited by itself.
@Suite("groups of a layer")
struct GroupTests {
  /// What a layer becomes: the commands inside of the screen's clip.
  private func commands(_ layer: String) throws -> [String] {
    var sketch = Sketch.ofPlainScreens
    sketch.from = #"{ "layers": [{ "id": "a", "frame": [10, 10, 40, 20], \#(layer) }] }"#
    let lines = try sketch.stage().dump(of: "from").split(separator: "\n").map(String.init)
    return lines.dropFirst(2).dropLast().map { String($0.dropFirst(2)) }
  }

  @Test(
    "a mask of one area is a clip, and so is one of several that lie apart",
    arguments: [
      (##"{ "fill": "#0f0" }"##, "isolated clip rect 0,0 40x20 at +10,10 {"),
      (
        ##"{ "fill": "#0f08", "cornerRadius": 2 }"##,
        "opacity 0.5333 isolated clip rect 0,0 40x20 r2 at +10,10 {"
      ),
      (
        ##"{ "fill": { "gradient": "radial", "stops": [["#000", 0], ["#0000", 1]] }, "cornerRadius": 2 }"##,
        "clip rect 0,0 40x20 r2 at +10,10 mask {"
      ),
      (##"{ "fill": "#000", "border": { "width": 1, "color": "#0008" } }"##, "mask {"),
      // Two areas, apart and over each other.
      (
        ##"{ "layers": [{ "frame": [0, 0, 9, 20], "fill": "#000" }, { "frame": [9, 0, 9, 20], "fill": "#00f" }] }"##,
        "isolated clip path M0,0L9,0L9,20L0,20ZM9,0L18,0L18,20L9,20Z at +10,10 {"
      ),
      (
        ##"{ "layers": [{ "frame": [0, 0, 9, 20], "fill": "#000" }, { "frame": [8, 0, 9, 20], "fill": "#00f" }] }"##,
        "mask {"
      ),
    ])
  func masks(_ mask: String, _ group: String) throws {
    let mask = mask.replacing("{ ", with: #"{ "frame": [0, 0, 40, 20], "#, maxReplacements: 1)
    let found = try commands(##""fill": "#f00", "mask": \##(mask)"##)
    #expect(found.first == "group from#a \(group)")
    #expect(found.last == "}" && found.contains { $0.hasPrefix("  fill from#a rect 0,0 40x20 ") })
  }

  @Test(
    "a layer without a back is not drawn while it shows its back",
    arguments: [(0, true), (89, true), (91, false), (180, false), (269, false), (271, true)])
  func back(_ degrees: Int, _ isFront: Bool) throws {
    for axis in ["rotateX", "rotateY"] {
      let turned = ##""fill": "#f00", "transform": { "\##(axis)": \##(degrees) }"##
      #expect(try commands(turned).count == 1)
      #expect(try commands(turned + #", "doubleSided": false"#).count == (isFront ? 1 : 0))
    }
  }

  @Test("a mask of luminance is a group that becomes alpha, and is no clip")
  func luminance() throws {
    let mask = ##""maskBy": "luminance", "mask": { "frame": [0, 0, 40, 20], "fill": "#fff" }"##
    let found = try commands(##""fill": "#f00", \##(mask)"##)
    #expect(
      found.prefix(4) == [
        "group from#a mask {", "  group from#a luminance to alpha {",
        "    fill from:2 rect 0,0 40x20 #ffffff at +10,10", "  }",
      ])
    // An alpha that is said to count changes nothing.
    let plain = mask.replacing("luminance", with: "alpha")
    #expect(try commands(##""fill": "#f00", \##(plain)"##)[0].contains("isolated clip rect"))
  }

  @Test(
    "spread makes the bounds cast a shadow, larger or with a smaller hole",
    arguments: [
      (#""spread": 3"#, "shadow #000000 1 sigma 3 offset 0,0 path -3,-3 46x26 at +10,10"),
      (
        #""spread": -2, "path": [0, 0, 10, 10]"#,
        "shadow #000000 1 sigma 3 offset 0,0 path 2,2 6x6 at +10,10"
      ),
      (
        #""spread": 3, "inset": true"#,
        "inset shadow #000000 1 sigma 3 offset 0,0 path 3,3 34x14 at +10,10"
      ),
      (#""inset": true"#, "inset shadow #000000 1 sigma 3 offset 0,0 at +10,10"),
    ])
  func spread(_ keys: String, _ shadow: String) throws {
    #expect(
      try commands(##""fill": "#f00", "shadow": { \##(keys) }"##).first
        == "group from#a \(shadow) {")
    // The same in the list.
    #expect(
      try commands(##""fill": "#f00", "shadows": [{ \##(keys) }]"##).first
        == "group from#a \(shadow) {")
  }

  @Test("round corners stay concentric with a spread, sharp ones sharp")
  func spreadCorners() throws {
    let found = try commands(
      ##""fill": "#f00", "cornerRadius": [4, 0, 1, 8], "shadow": { "spread": 2 }"##)
    #expect(found[0].contains("path -2,-2 44x24 r6/0/3/10 "))
  }

  @Test("the list of shadows comes behind the one that moves")
  func shadows() throws {
    let found = try commands(
      ##""fill": "#f008", "shadow": { "radius": 1 }, "shadows": [{ "radius": 2 }, { "radius": 0 }]"##
    )
    let words = found[0].split(separator: " ")
    #expect(
      words.indices.filter { words[$0] == "sigma" }.map { words[$0 + 1] } == ["1", "2", "0"])
  }

  @Test("an isolated layer is a group of its own")
  func isolated() throws {
    #expect(
      try commands(##""fill": "#f00", "isolate": true"##).first == "group from#a isolated {")
    #expect(try commands(##""fill": "#f00", "isolate": false"##).count == 1)
  }

  @Test("a mask that shows nothing hides its layer")
  func hiding() throws {
    for mask in [##""fill": "#0000""##, ##""fill": "#000", "hidden": true"##, ##""opacity": 0"##] {
      let layer = ##""fill": "#f00", "mask": { "frame": [0, 0, 40, 20], \##(mask) }"##
      #expect(try commands(layer) == [])
    }
  }

  @Test("a shadow of what a translucent mask leaves stays the mask's")
  func maskedShadow() throws {
    let found = try commands(
      ##""fill": "#f00", "shadow": {}, "mask": { "frame": [0, 0, 40, 20], "fill": "#0008" }"##)
    #expect(found.first?.hasSuffix(" mask {") == true)
  }

  @Test(
    "what is on an opaque backdrop changes nothing of its shadow",
    arguments: [
      // A layer inside, cut or not; a border of its own; text; something faint that is cut.
      ##""layers": [{ "frame": [4, 0, 32, 20], "fill": "#00f8" }]"##,
      ##""clip": true, "layers": [{ "frame": [-4, 0, 50, 30], "fill": "#00f8" }]"##,
      ##""border": { "width": 2, "color": "#0008" }"##,
      ##""saturation": 0.5, "layers": [{ "type": "text", "frame": [4, 2, 9, 9], "text": "x" }]"##,
      ##""opacity": 0.5, "layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f", "opacity": 0.5 }]"##,
    ])
  func casting(_ more: String) throws {
    let layer = ##""fill": "#f00", "cornerRadius": 2, "shadow": { "opacity": 0.5 }, \##(more)"##
    let found = try commands(layer)
    #expect(
      found.first?.contains(" shadow #000000 0.5 sigma 3 offset 0,0 path 0,0 40x20 r2 ") == true)
  }

  @Test("a lone translucent area casts its own shadow, fainter")
  func faint() throws {
    let found = try commands(##""fill": "#f008", "shadow": { "opacity": 0.5 }"##)
    #expect(
      found.first?.contains(" shadow #000000 0.2667 sigma 3 offset 0,0 path 0,0 40x20") == true)
  }

  @Test(
    "what is more than its backdrop casts by its own alpha",
    arguments: [
      // Beyond the backdrop, in its corners, blurred, moved by a blur, blended with what is behind.
      ##""fill": "#f00", "layers": [{ "frame": [4, 0, 37, 20], "fill": "#00f" }]"##,
      ##""fill": "#f00", "cornerRadius": 9, "layers": [{ "frame": [0, 0, 40, 20], "fill": "#00f" }]"##,
      ##""fill": "#f00", "blur": 1, "layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f" }]"##,
      ##""fill": "#f00", "layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f", "blur": 1 }]"##,
      ##""fill": "#f00", "layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f", "shadow": {} }]"##,
      // Faded by its tint.
      ##""fill": "#f00", "tint": "#fff8", "layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f" }]"##,
      // No backdrop, or one that is seen through.
      ##""layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f" }]"##,
      ##""fill": "#f008", "layers": [{ "frame": [4, 0, 9, 9], "fill": "#00f" }]"##,
    ])
  func own(_ layer: String) throws {
    let found = try commands(#""shadow": {}, \#(layer)"#)
    #expect(found.first?.contains(" shadow ") == true && found.first?.contains(" path ") == false)
  }
}
