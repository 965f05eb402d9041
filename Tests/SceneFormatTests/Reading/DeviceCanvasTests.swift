import Geometry
import Testing

@testable import SceneFormat

@Suite("a canvas that is the screen of a device") struct DeviceCanvasTests {
  private let shelf = Shelf(images: [
    "tall.png": (1179, 2556), "wide.png": (2556, 1179), "pixel.png": (1080, 2424),
  ])

  private func reading(
    _ canvas: String, _ screen: String = #"{ "statusBar": true, "homeIndicator": true }"#,
    on device: String? = nil
  ) -> SceneReading {
    let canvas = canvas.isEmpty ? "" : #""canvas": { \#(canvas) }, "#
    var shelf = shelf
    shelf.texts["scene.json"] =
      #"{ "version": 1, \#(canvas)"from": \#(screen), "to": \#(screen) }"#
    var changes = SceneChanges()
    changes.device = device.flatMap(Device.init(named:))
    return SceneReading(of: "scene.json", tree: nil, changedBy: changes, from: shelf)
  }

  private func scene(_ reading: SceneReading) throws -> (Canvas, Screen) {
    #expect(reading.report == "")
    let scene = try #require(reading.scene)
    guard case .pair(let from, _, _) = scene.story else { throw NotAPair() }
    return (scene.canvas, from)
  }

  private struct NotAPair: Error {}

  @Test("it has the device's points, status bar and room below", arguments: Device.all)
  func upright(device: Device) throws {
    let (canvas, screen) = try scene(reading(#""device": "\#(device.names.last ?? "")""#))
    #expect(canvas.size == device.size() && canvas.scale == 1)
    #expect(screen.statusBar?.height(on: canvas.size) == device.safeTop)
    #expect(screen.statusBar?.cornerRadius == device.cornerRadius)
    #expect(screen.homeIndicator?.room ?? 0 == device.safeBottom)
  }

  @Test("turned, a phone has no status bar, and a tablet has its own", arguments: Device.all)
  func turned(device: Device) throws {
    let text = #""device": "\#(device.name)", "orientation": "landscape""#
    let (canvas, screen) = try scene(reading(text))
    #expect(canvas.size == Size(width: device.size().height, height: device.size().width))
    let isTablet = device.family.isTablet
    #expect(screen.statusBar?.height(on: canvas.size) == (isTablet ? device.safeTop : nil))
    let room = isTablet ? device.safeBottom : device.safeBottom > 0 ? 20 : 0
    #expect(screen.homeIndicator?.room ?? 0 == room)
  }

  @Test("a written height of the status bar stays, and so does a written scale")
  func written() throws {
    let bar = #"{ "statusBar": { "height": 20 } }"#
    let text = #""device": "iphone-16", "orientation": "landscape", "scale": 2"#
    let (canvas, screen) = try scene(reading(text, bar))
    #expect(screen.statusBar?.knownHeight == 20 && canvas.scale == 2)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var canvas: String
    var told: [String]
    var testDescription: String { canvas }
    init(_ canvas: String, _ told: String...) { (self.canvas, self.told) = (canvas, told) }
  }

  static let mistakes = [
    Mistake(
      #""device": "iphone-16pro""#,
      "1:39 unknown device \"iphone-16pro\"; did you mean \"iphone-16-pro\"?"),
    Mistake(
      #""device": "iphone-16", "width": 1, "height": 2"#,
      "1:52 \"device\" and \"width\" exclude each other",
      "1:64 \"device\" and \"height\" exclude each other"),
    Mistake(
      #""device": "pixel-9", "orientation": "lanscape""#,
      "1:65 unknown orientation \"lanscape\"; did you mean \"landscape\"?"),
    Mistake(
      #""orientation": "landscape""#,
      "1:29 \"orientation\" needs a device; write \"device\", or say --device NAME; "
        + "\"list devices\" names them"),
    Mistake(
      #""width": 200, "bezel": true"#,
      "1:43 \"bezel\" needs a device; write \"device\", or say --device NAME; "
        + "\"list devices\" names them"),
  ]

  @Test("its mistakes are told once, with the nearest name", arguments: mistakes)
  func told(mistake: Mistake) {
    let found = reading(mistake.canvas).mistakes.map {
      String($0.description.replacing("scene.json:", with: "").replacing(": error: ", with: " "))
    }
    #expect(found == mistake.told)
  }

  @Test("another device takes the place of the device and of the size, and nothing else")
  func replaced() throws {
    let se = try #require(Device(named: "iphone-se"))
    for text in ["", #""width": 3, "height": 4"#, #""device": "pixel-9""#] {
      let (canvas, screen) = try scene(reading(text, on: "iphone-8"))
      #expect(canvas.size == se.size() && canvas.device == se)
      #expect(screen.statusBar?.knownHeight == 20 && screen.homeIndicator == nil)
    }
    let text = #""device": "pixel-9", "orientation": "landscape", "scale": 2"#
    let (canvas, _) = try scene(reading(text, on: "iphone-se"))
    #expect(canvas.size == se.size(.landscape) && canvas.scale == 2)
    #expect(reading("", on: "iphone-se").tree?["canvas"]?["device"]?.text == "iphone-se")
  }

  @Test("a screenshot of a phone needs no device for its bezel, one of an Android does")
  func bezel() throws {
    let (canvas, _) = try scene(reading(#""bezel": true"#, #""wide.png""#))
    #expect(canvas.hasBezel && canvas.device?.name == "iphone-16")
    #expect(canvas.orientation == .landscape)
    let codes = reading(#""bezel": true"#, #""pixel.png""#).mistakes.map(\.problem.code)
    #expect(codes.sorted() == ["device-guess", "no-device"])
  }

  @Test("bare pictures have its points, and the scale of their pixels unless one is written")
  func pictures() throws {
    func canvas(_ text: String, _ picture: String, on device: String? = nil) throws -> Canvas {
      try scene(reading(text, "\"\(picture)\"", on: device)).0
    }
    let phone = try #require(Device(named: "iphone-16"))
    let upright = try canvas(#""device": "iphone-16""#, "tall.png")
    #expect(upright.size == phone.size() && upright.scale == 3)
    #expect(upright.measure?.description == "393 x 852 points at 3 (iphone-16)")
    let turned = try canvas("", "wide.png", on: "iphone-15")
    #expect(turned.size == phone.size(.landscape) && turned.scale == 3)
    let scaled = try canvas(#""scale": 1"#, "tall.png", on: "iphone-16")
    #expect(scaled.size == phone.size() && scaled.scale == 1 && scaled.measure == nil)
    let held = try canvas(#""device": "iphone-16", "orientation": "landscape""#, "tall.png")
    #expect(held.size == phone.size(.landscape) && held.orientation == .landscape)
    // Without the word, an Android's picture is doubtful.
    let pixel = try canvas("", "pixel.png", on: "pixel-9")
    #expect(pixel.scale == 2.625 && pixel.measure?.candidates == [])
    #expect(reading("", #""pixel.png""#).mistakes.map(\.problem.code) == ["device-guess"])
  }
}
