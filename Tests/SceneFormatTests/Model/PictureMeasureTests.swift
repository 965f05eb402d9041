import Geometry
import SceneFormat
import Testing

@Suite("points and scale of screenshots")
struct PictureMeasureTests {
  @Test("a screenshot of a device has its points, upright and turned", arguments: Device.all)
  func screenshots(_ device: Device) {
    let (width, height) = (device.pixelWidth, device.pixelHeight)
    for (orientation, width, height) in [
      (Device.Orientation.portrait, width, height), (.landscape, height, width),
    ] {
      let measure = PictureMeasure(width: width, height: height, name: "a.png")
      #expect(measure.size == device.size(orientation))
      #expect(measure.scale == device.scale)
      #expect(measure.candidates.isEmpty != device.family.isAndroid)
    }
  }

  @Test("an export of 1 to 4 pixels a point has the device's points", arguments: Device.all)
  func exports(_ device: Device) {
    let points = device.size()
    let (short, long) = (Int(points.width.rounded()), Int(points.height.rounded()))
    for scale in 1...4 where Device.all(withPixels: scale * short, scale * long).isEmpty {
      for (width, height) in [(short, long), (long, short)] {
        let measure = PictureMeasure(width: scale * width, height: scale * height, name: "a.png")
        #expect(measure.scale == Double(scale))
        #expect([measure.size.width, measure.size.height] == [Double(width), Double(height)])
      }
    }
  }

  /// A picture, what it is taken for, and the devices that it may be of.
  static let pictures: [(name: String, width: Int, height: Int, measure: String, doubt: [String])] =
    [
      ("home.png", 1170, 2532, "390 x 844 points at 3 (iphone-14)", []),
      ("a@2x/home@2x.png", 1170, 2532, "585 x 1266 points at 2", []),
      ("a@2x/home.png", 2532, 1170, "844 x 390 points at 3 (iphone-14)", []),
      ("home@3x", 300, 600, "100 x 200 points at 3", []),
      ("home@5x.png", 300, 600, "300 x 600 points at 1", []),
      ("a.png", 780, 1688, "390 x 844 points at 2 (iphone-14)", []),
      ("a.png", 1688, 780, "844 x 390 points at 2 (iphone-14)", []),
      ("a.png", 1620, 2160, "810 x 1080 points at 2 (ipad-9)", []),
      (
        "a.png", 1080, 2340, "360 x 780 points at 3 (galaxy-s24)",
        ["galaxy-s24", "pixel-8", "pixel-9-pro-xl"]
      ),
      ("a.png", 1440, 3120, "360 x 780 points at 4 (galaxy-s24)", ["galaxy-s24"]),
      ("a.png", 720, 1600, "360 x 800 points at 2", ["pixel-8"]),
      ("a.png", 640, 1136, "320 x 568 points at 2", ["iphone-8-plus", "iphone-se"]),
      ("a.png", 639, 1136, "639 x 1136 points at 1", []),
      ("a.png", 2000, 3400, "500 x 850 points at 4", ["iphone-8-plus", "iphone-se"]),
      ("a.png", 1000, 1400, "1000 x 1400 points at 1", []),
      ("a.png", 1401, 1000, "1401 x 1000 points at 1", ["ipad-pro-11-m2"]),
      ("a.png", 61, 43, "61 x 43 points at 1", []),
    ]

  @Test("what a picture is taken for, by the first rule that fits", arguments: pictures.indices)
  func rules(_ index: Int) {
    let picture = Self.pictures[index]
    let measure = PictureMeasure(width: picture.width, height: picture.height, name: picture.name)
    #expect("\(measure)" == picture.measure)
    #expect(measure.candidates.count == (picture.doubt.isEmpty ? 0 : 3))
    #expect(measure.candidates.starts(with: picture.doubt), "\(measure.candidates)")
  }

  private static let shelf = Shelf(
    ["s.json": #"{ "version": 1 }"#],
    images: ["a.png": (1170, 2532), "b.png": (1170, 2532), "odd.png": (1080, 2400)])

  /// What a scene writes, and its canvas: width, height, scale.
  static let canvases: [(scene: String, canvas: [Double])] = [
    (#""from": "a.png", "to": "b.png""#, [390, 844, 3]),
    (#""from": "a.png", "to": "odd.png""#, [390, 844, 3]),
    (#""canvas": { "scale": 2 }, "from": "a.png", "to": "b.png""#, [585, 1266, 2]),
    (#""canvas": { "width": 300 }, "from": "a.png", "to": "b.png""#, [300, 844, 1]),
    (#""from": "a.png", "to": "s.json""#, [390, 844, 1]),
    (#""from": "a.png", "to": { "image": "b.png" }"#, [390, 844, 1]),
    (
      #""screens": { "a": "a.png", "b": "b.png" }, "steps": [{ "show": "a" }, { "push": "b" }]"#,
      [390, 844, 3]
    ),
    (
      #""screens": { "a": "odd.png", "b": {} }, "steps": [{ "show": "a" }, { "push": "b" }]"#,
      [390, 844, 1]
    ),
  ]

  @Test(
    "the first of bare pictures gives the canvas its size and scale, unless they are written",
    arguments: canvases.indices)
  func canvas(_ index: Int) throws {
    let (text, expected) = Self.canvases[index]
    let reading = Self.shelf.reading(#"{ "version": 1, \#(text) }"#)
    let canvas = try #require(reading.scene?.canvas, "\(reading.report)")
    #expect([canvas.width, canvas.height, canvas.scale] == expected)
    #expect(!reading.mistakes.contains { $0.problem.code == "device-guess" })
  }

  @Test("a screenshot that may be of several devices is warned about where it is named")
  func guess() throws {
    let reading = Self.shelf.reading(
      #"{ "version": 1, "from": "odd.png", "to": "a.png", "transition": "push" }"#)
    let warning = try #require(reading.mistakes.first)
    #expect(warning.place.column == 25)
    #expect(warning.problem.message.hasSuffix("of 411.429 x 914.286 points at 2.625 (pixel-8)"))
    #expect(warning.problem.hint?.contains("--device pixel-8, pixel-9-pro-xl or pixel-9") == true)
  }
}
