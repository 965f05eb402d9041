import Foundation
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("materials, blurred screens and the container as a layer")
struct LayerEffectTests {
  private static func glass(background: String) -> String {
    """
    { "background": "\(background)", "layers": [
      { "id": "glass", "frame": [10, 20, 60, 40], "cornerRadius": 8,
        "backdrop": { "blur": 4, "saturation": 1.8 } } ] }
    """
  }

  private static let slide =
    #""order": ["from", "to"], "tracks": [{ "target": "to", "y": [40, 0] }]"#

  @Test("an opaque screen with a material in it is a picture")
  func opaque() throws {
    let stage = try Sketch.stage(of: Self.slide, to: Self.glass(background: "#fff"))
    #expect(stage.dump(at: 0.5) == "picture 0 from\npicture 1 to at +0,20")
    #expect(
      stage.dump(ofPicture: 1) == """
        fill to rect 0,0 120x80 #ffffff
        group to clip rect 0,0 120x80 {
          group to#glass backdrop rect 0,0 60x40 r8 at +10,20 blur 4 saturation 1.8 {
          }
        }
        """)
  }

  @Test("one that lets something through is drawn anew, at its ends as well")
  func translucent() throws {
    let stage = try Sketch.stage(of: Self.slide, to: Self.glass(background: "#ffffff80"))
    #expect(
      stage.dump(at: 0.5) == """
        picture 0 from
        fill to rect 0,0 120x80 #ffffff80 at +0,20
        group to clip rect 0,0 120x80 at +0,20 {
          group to#glass backdrop rect 0,0 60x40 r8 at +10,40 blur 4 saturation 1.8 {
          }
        }
        """)
    #expect(stage.dump(at: 1).contains("backdrop"))
  }

  @Test("in a flow it stands still over what is behind the screens")
  func still() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.story = """
      "screens": { "glass": \(Self.glass(background: "clear")), "b": {} },
      "steps": [{ "show": "glass" }, { "wait": 1 }, { "push": "b", "type": "none" }]
      """
    #expect(try sketch.stage().dump(at: 0.5).contains("backdrop"))
  }

  @Test("a lifted material keeps its picture, and its blur grows with it")
  func lifted() throws {
    let stage = try Sketch.stage(
      of:
        #""order": ["from", "to#glass"], "tracks": [{ "target": "to#glass", "scale": [2, 2] }]"#,
      to: Self.glass(background: "#fff"))
    #expect(
      stage.dump(at: 0.5).contains(
        "backdrop rect 0,0 60x40 r8 at [2 0 0 2 -20 0] blur 8 saturation 1.8"))
  }

  @Test("a material from which a layer is lifted lies behind that layer alone")
  func liftedOut() throws {
    let from = """
      { "layers": [{ "id": "glass", "frame": [10, 20, 60, 40], "backdrop": { "blur": 4 },
        "border": { "width": 1 }, "layers": [{ "id": "in", "frame": [1, 1, 5, 5], "fill": "#00f" }] }] }
      """
    let tracks = #""order": ["from"], "tracks": [{ "target": "from#in", "x": 5 }]"#
    for set in ["", #""set": { "from#glass": { "opacity": 1 } }, "#] {
      let stage = try Sketch.stage(of: set + tracks, from: from)
      let all =
        stage.dump(at: 0.5) + (0..<stage.pictures.count).map(stage.dump(ofPicture:)).joined()
      #expect(all.components(separatedBy: "backdrop").count == 2)
    }
    let screen = try Sketch.stage(
      of:
        #""set": { "from": { "backdrop": { "blur": 2 } } }, "# + tracks, from: from)
    #expect(screen.dump(at: 0.5).components(separatedBy: "blur 2").count == 2)
  }

  @Test(
    "what inset cuts off shows nothing of what is behind",
    arguments: [
      // Left, top, right and bottom.
      ("0.5, 0, 0, 0.25", "30,0 30x30 r0/8/0/0"), ("0, 0, 0.5, 0", "0,0 30x40 r8/0/0/8"),
      ("0, 0.25, 0, 0", "0,10 60x30 r0/0/8/8"), ("0.5, 0, 0.75, 0", "30,0 0x40"),
    ])
  func inset(_ edges: String, _ area: String) throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from", "to#glass"],
        "tracks": [{ "target": "to#glass", "inset": [[\(edges)]] }]
        """, to: Self.glass(background: "#fff"))
    #expect(stage.dump(at: 0.5).contains("backdrop rect \(area)"))
  }

  @Test("a blurred screen goes on behind its edges, and is cut when it is blurred")
  func blurredScreen() throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["to", "from"],
        "tracks": [{ "target": "from", "blur": [0, 20], "cornerRadius": [0, 8], "opacity": [1, 0.5] }]
        """)
    #expect(
      stage.dump(at: 0.5) == """
        picture 0 to
        group from opacity 0.75 {
          group from clip rect 0,0 120x80 r4 blur 10 {
            picture 1 from bleed 30/30/30/30
          }
        }
        """)
    #expect(stage.dump(at: 0.0001).contains("bleed 16/16/16/16"))
  }

  @Test("the container draws its shadow, fill and border, and cuts all that is in it")
  func container() throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from", "to"],
        "set": { "container": { "shadow": { "radius": 2, "path": "bounds" }, "fill": "red",
          "border": { "width": 1 }, "inset": [0, 0, 0.5, 0] } },
        "layers": [{ "id": "own", "in": "container", "frame": [0, 0, 9, 9], "fill": "blue" }],
        "tracks": [{ "target": "container", "cornerRadius": [0, 8] }]
        """)
    #expect(
      stage.dump(at: 0.5) == """
        group container shadow #000000 1 sigma 2 offset 0,0 path 0,0 120x80 r4 {
          group container clip rect 0,0 60x80 {
            fill container rect 0,0 120x80 r4 #ff0000
            group container clip rect 0,0 120x80 r4 {
              picture 0 from
              picture 1 to
              fill own rect 0,0 9x9 #0000ff
            }
            fill container ring 0,0 120x80 r4 around 1,1 118x78 r3 #000000
          }
        }
        """)
  }

  @Test(
    "percents of frames are of what the target is in, in every direction",
    arguments: [
      ("left", "rect 0,0 60x20 #000000 at +12,8", "rect 0,0 30x40 #0000ff at +30,20"),
      ("right", "rect 0,0 60x20 #000000 at +48,8", "rect 0,0 30x40 #0000ff at +60,20"),
      ("up", "rect 0,0 30x40 #000000 at +78,8", "rect 0,0 60x20 #0000ff at +30,20"),
    ])
  func percents(_ direction: String, _ outer: String, _ inner: String) throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from"],
        "layers": [
          { "id": "outer", "in": "container", "frame": ["10%", "10%", "50%", "25%"], "fill": "black" },
          { "id": "moved", "in": "container", "frame": [0, 0, 1, 1], "fill": "blue" }],
        "tracks": [{ "target": "moved", "frame": [["25%", "25%", "25%", "50%"]] }] }, "direction": "\(direction)", "writtenFor": "left", "pop": { "tracks": []
        """)
    let dump = stage.dump(at: 0.5)
    #expect(dump.contains("fill outer \(outer)"))
    #expect(dump.contains("fill moved \(inner)"))
  }

  @Test("a mask is as large as percents of what it masks, wherever it begins")
  func maskedPercents() throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from", "to"],
        "set": { "to": { "mask": { "frame": ["50%", "50%", 0, 0], "fill": "black" } } },
        "tracks": [{ "target": "to.mask", "frame": [["50%", "50%", 0, 0], [0, 0, "100%", "100%"]] }]
        """)
    #expect(
      stage.dump(at: 0.5).contains("clip rect 0,0 60x40 at +30,20"))
  }

  @Test("percents of a layer in a layer are of the outer one")
  func nestedPercents() throws {
    let stage = try Sketch.stage(
      of:
        """
        "order": ["from"],
        "layers": [{ "id": "own", "in": "from#card", "frame": [0, 0, "50%", "50%"],
          "layers": [{ "frame": ["50%", "50%", "50%", "50%"], "fill": "blue" }] }],
        "tracks": [{ "target": "from#card", "x": 5 }]
        """)
    #expect(stage.dump(at: 0.5).contains("rect 0,0 10x5 #0000ff at +25,15"))
  }
}
