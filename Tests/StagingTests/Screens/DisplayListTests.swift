import Inspection
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("display lists of a run")
struct DisplayListTests {
  /// A screen with a bordered box between two layers, and two layers in the box.
  private static let nested = """
    { "layers": [
      { "id": "a", "frame": [0, 0, 10, 10], "fill": "#f00" },
      { "id": "box", "frame": [5, 5, 30, 30], "fill": "#0f0",
        "border": { "width": 1, "color": "#000" },
        "layers": [{ "id": "in", "frame": [1, 1, 5, 5], "fill": "#00f" },
                   { "id": "top", "frame": [2, 2, 5, 5], "fill": "#ff0" }] },
      { "id": "z", "frame": [20, 0, 10, 10], "fill": "#0ff" } ] }
    """

  @Test("what only moves and fades is a picture that is rendered once")
  func pictures() throws {
    let stage = try Sketch.stage(
      of:
        """
        "tracks": [{ "target": "to", "x": ["100%", 0] }, { "target": "from", "opacity": [1, 0.5] }]
        """)
    #expect(stage.dump(at: 0) == "picture 0 from")
    #expect(stage.dump(at: 0.5) == "picture 0 from opacity 0.75\npicture 1 to at +60,0")
    #expect(stage.dump(at: 1) == "picture 1 to")
    #expect(
      stage.dump(ofPicture: 0) == """
        fill from rect 0,0 120x80 #ffffff
        group from clip rect 0,0 120x80 {
          fill from#card rect 0,0 40x20 #ff0000 at +10,10
        }
        """)
  }

  @Test("a part that is extracted keeps its place between what is behind it and in front of it")
  func extraction() throws {
    let stage = try Sketch.stage(
      of:
        #""tracks": [{ "target": "from#in", "x": [0, 10] }]"#, from: Self.nested)
    #expect(
      stage.dump(at: 0.5) == """
        picture 0 from
        picture 1 from#in at +5,0
        picture 2 from
        picture 3 to
        """)
    #expect(
      stage.dump(ofPicture: 0) == """
        fill from rect 0,0 120x80 #ffffff
        group from clip rect 0,0 120x80 {
          fill from#a rect 0,0 10x10 #ff0000
          fill from#box rect 0,0 30x30 #00ff00 at +5,5
        }
        """)
    #expect(stage.dump(ofPicture: 1) == "fill from#in rect 0,0 5x5 #0000ff at +6,6")
    // The border is in front of the children, so it is in the last piece.
    #expect(
      stage.dump(ofPicture: 2) == """
        group from clip rect 0,0 120x80 {
          fill from#top rect 0,0 5x5 #ffff00 at +7,7
          fill from#box ring 0,0 30x30 around 1,1 28x28 #000000 at +5,5
          fill from#z rect 0,0 10x10 #00ffff at +20,0
        }
        """)
  }

  @Test("a part that is listed goes where the order says, and leaves no gap")
  func listed() throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from#in", "from", "to"], "tracks": [{ "target": "from#in", "x": [0, 10] }]
        """, from: Self.nested)
    #expect(
      stage.dump(at: 0.5) == "picture 0 from#in at +5,0\npicture 1 from\npicture 2 to")
    #expect(!stage.dump(ofPicture: 1).contains("from#in"))
    #expect(stage.dump(ofPicture: 1).contains("from#top"))
  }

  @Test("what changes inside is drawn anew in every frame")
  func drawnAnew() throws {
    let stage = try Sketch.stage(
      of:
        """
        "tracks": [{ "target": "from#box", "fill": ["red", "blue"], "cornerRadius": [0, 4] }]
        """, from: Self.nested)
    #expect(
      stage.dump(at: 0.5) == """
        picture 0 from
        fill from#box rect 0,0 30x30 r2 #800080 at +5,5
        fill from#in rect 0,0 5x5 #0000ff at +6,6
        fill from#top rect 0,0 5x5 #ffff00 at +7,7
        fill from#box ring 0,0 30x30 r2 around 1,1 28x28 r1 #000000 at +5,5
        picture 1 from
        picture 2 to
        """)
  }

  @Test("settings, own layers, dim and isolation make groups around a picture")
  func groups() throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from", "to"], "isolate": true,
        "set": { "to": { "opacity": 0.5, "inset": [0.5, 0, 0, 0] }, "container": { "opacity": 0.9 } },
        "layers": [{ "id": "shade", "in": "to", "frame": [0, 0, "50%", "100%"], "fill": "black" }],
        "tracks": [{ "target": "shade", "opacity": [0, 1] }, { "target": "to", "dim": [0, 0.5] }]
        """)
    #expect(
      stage.dump(at: 0.5) == """
        group container opacity 0.9 isolated {
          picture 0 from
          group to opacity 0.5 {
            group to clip rect 60,0 60x80 {
              picture 1 to bleed 16/16/16/16
              fill to rect -16,-16 152x112 #00000040
            }
            group shade opacity 0.5 {
              fill shade rect 0,0 60x80 #000000
            }
          }
        }
        """)
    // Ends are exact, whatever is set.
    #expect(stage.dump(at: 0) == "picture 0 from" && stage.dump(at: 1) == "picture 1 to")
  }

  @Test("a screen in two pieces becomes dark once, and casts one shadow")
  func pieces() throws {
    let stage = try Sketch.stage(
      of:
        """
        "set": { "from": { "shadow": { "radius": 2 } } },
        "tracks": [{ "target": "from#in", "x": [0, 10] }, { "target": "from", "dim": 0.6 }]
        """, from: Self.nested)
    #expect(
      stage.dump(at: 0.5) == """
        group from shadow #000000 1 sigma 2 offset 0,0 {
          group from clip rect 0,0 120x80 {
            picture 0 from bleed 16/16/16/16
            fill from rect -16,-16 152x112 #00000099
          }
        }
        picture 1 from#in at +5,0
        group from tint #666666 {
          group from clip rect 0,0 120x80 {
            picture 2 from bleed 16/16/16/16
          }
        }
        picture 3 to
        """)
  }

  @Test("a part becomes dark where it is drawn, whatever its shape is")
  func dimmedPart() throws {
    let stage = try Sketch.stage(
      of:
        """
        "layers": [{ "id": "own", "in": "to", "frame": [0, 0, 4, 4], "fill": "red", "cornerRadius": 2 }],
        "tracks": [{ "target": "from#z", "dim": 0.2 }, { "target": "own", "dim": 0.8 },
                   { "target": "from#a", "dim": 0.2, "fill": ["red", "blue"] }]
        """, from: Self.nested)
    let dump = stage.dump(at: 0.5)
    for group in ["from#z", "own", "from#a"] {
      #expect(dump.contains("group \(group) tint #\(group == "own" ? "333333" : "cccccc") {"))
    }
    #expect(!dump.contains("#000000"))
  }

  @Test("a scale of 0 and what is hidden draw nothing, and are no error")
  func nothing() throws {
    let stage = try Sketch.stage(
      of:
        """
        "tracks": [{ "target": "to", "scale": [0, 0] }, { "target": "from", "hidden": true }]
        """)
    #expect(stage.dump(at: 0.5) == "")
  }

  @Test("an order that changes half way changes who is in front")
  func order() throws {
    let stage = try Sketch.stage(of: #""tracks": [{ "target": "from", "order": [0, 1] }]"#)
    #expect(stage.dump(at: 0.49) == "picture 0 from\npicture 1 to")
    #expect(stage.dump(at: 0.5) == "picture 1 to\npicture 0 from")
  }

  @Test("what is not in the order is not drawn, but for its own parts")
  func notListed() throws {
    let stage = try Sketch.stage(
      of:
        #""order": ["to", "from#in"], "tracks": [{ "target": "to", "x": 1 }]"#, from: Self.nested)
    #expect(stage.dump(at: 0.5) == "picture 0 to at +1,0\npicture 1 from#in")
  }

  @Test(
    "a bar without its like belongs to its screen and moves with it", arguments: ["from", "to"])
  func pushWithoutBar(_ bare: String) throws {
    var sketch = Sketch()
    if bare == "from" {
      sketch.from = Sketch.plain("#fff")
    } else {
      sketch.to = Sketch.plain("#fff")
    }
    let stage = try sketch.stage()
    let dump = stage.dump(at: 0.5)
    #expect(!dump.contains(".bar") && dump.contains("statusBar"))
    let barred = bare == "from" ? 2 : 0
    #expect(stage.dump(ofPicture: barred).contains(".bar.title"))
  }

  @Test("a tree shows both screens with their bars, rectangles and details")
  func tree() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.from = """
      { "background": "#fff", "navigationBar": { "title": "", "height": 20 },
        "layers": [{ "id": "a", "frame": [1, 2.5, 10, 10], "opacity": 0.5, "clip": true,
          "cornerRadius": 3, "transform": { "x": 4 },
          "layers": [{ "frame": [0, 0, 1, 1], "hidden": true }] }] }
      """
    #expect(
      try sketch.stage().tree == """
        from  box  [0 0 120 80]  clip  fill #FFFFFF
          from.content  box  [0 20 120 60]
            from#a  box  [1 2.5 10 10]  opacity 0.5  clip  corners 3 3 3 3  x 4
              from:5  box  [0 0 1 1]  hidden
          from.bar  box  [0 0 120 20]
            from.bar.background  box  [0 0 120 20]  fill #F8F8F8
              from.bar.separator  box  [0 19 120 1]  fill #C6C6C8
        to  box  [0 0 120 80]  clip  fill #EEEEFF
          to.content  box  [0 0 120 80]
            to#card  box  [10 10 40 20]  fill #FF0000

        """)
  }
}
