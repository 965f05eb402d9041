import Geometry
import Pixels
import SceneFormat
import Testing

@testable import RenderTransition

@Suite("the device around the screen") struct BezelTests {
  private static func animation(
    _ device: String, _ more: String = "", bezel: Bool = true, scale: Double = 1
  ) throws -> Animation {
    let canvas =
      ##"{ "device": "\##(device)", "bezel": \##(bezel), "background": "#00F"\##(more) }"##
    let scene = """
      { "version": 1, "canvas": \(canvas), "from": { "background": "#FFF", "statusBar": true },
        "to": { "background": "#F00", "homeIndicator": true }, "transition": "push" }
      """
    return try Animation(builtIn: scene, called: "scene.json").scaled(to: scale)
  }

  private static let blue = Pixel(Color(red: 0, green: 0, blue: 255))
  private static let rim = Pixel(Color(red: 0x3A, green: 0x3A, blue: 0x3C))

  @Test(
    "background, rim, glass and screen follow each other from every edge",
    arguments: ["iphone-16", "iphone-se", "ipad-pro-11"], [1.0, 2, 3])
  func edges(device: String, scale: Double) throws {
    let known = try #require(Device(named: device))
    let size = known.size()
    let (width, height) = (Int((size.width + 84) * scale), Int((size.height + 84) * scale))
    let frame = try Self.animation(device, scale: scale).renderer().frame(at: 0)
    #expect(frame.width == width && frame.height == height)
    let colors: [(Double, Pixel)] = [
      (0, Self.blue), (21, Self.blue), (22, Self.rim), (23, Self.rim), (24, Pixel(.black)),
      (41, Pixel(.black)), (42, Pixel(.white)),
    ]
    for (points, color) in colors {
      let at = Int(points * scale)
      #expect(frame[at, height / 2] == color, "\(points) from the left")
      #expect(frame[width - 1 - at, height / 2] == color, "\(points) from the right")
      #expect(frame[width / 2, at] == color, "\(points) from the top")
      #expect(frame[width / 2, height - 1 - at] == color, "\(points) from the bottom")
    }
    // The screen has the device's corners, and the device those around them.
    let corner = Int((42 + known.cornerRadius / 5) * scale)
    #expect(frame[corner, corner] == Pixel(known.cornerRadius > 0 ? .black : .white))
    #expect(frame[Int(23 * scale), Int(23 * scale)] == Self.blue)
  }

  struct Camera: Sendable, CustomTestStringConvertible {
    var device: String
    var orientation: String
    /// Its middle and half of its sides, in points of the screen; nil for none.
    var area: (x: Double, y: Double, halfWidth: Double, halfHeight: Double)?
    var testDescription: String { "\(device), \(orientation)" }
  }

  static let cameras = [
    Camera(device: "iphone-16", orientation: "portrait", area: (196.5, 29.5, 62.5, 18.5)),
    Camera(device: "iphone-16", orientation: "landscape", area: (29.5, 196.5, 18.5, 62.5)),
    Camera(device: "galaxy-s24", orientation: "portrait", area: (180, 26.25, 15.25, 15.25)),
    Camera(device: "galaxy-s24", orientation: "landscape", area: (26.25, 180, 15.25, 15.25)),
    Camera(device: "iphone-14", orientation: "portrait"),
  ]

  @Test("the camera is black, at the top or, turned, at the left", arguments: cameras)
  func camera(camera: Camera) throws {
    let more = #", "orientation": "\#(camera.orientation)""#
    let frame = try Self.animation(camera.device, more, scale: 2).renderer().frame(at: 0)
    func color(_ x: Double, _ y: Double) -> Pixel { frame[Int((x + 42) * 2), Int((y + 42) * 2)] }
    guard let area = camera.area else {
      #expect(color(195, 29) == Pixel(.white))
      return
    }
    #expect(color(area.x, area.y) == Pixel(.black))
    for side in [-1.0, 1] {
      let (width, height) = (area.halfWidth * side, area.halfHeight * side)
      #expect(color(area.x + width - 2 * side, area.y) == Pixel(.black))
      #expect(color(area.x + width + 2 * side, area.y) == Pixel(.white))
      #expect(color(area.x, area.y + height - 2 * side) == Pixel(.black))
      #expect(color(area.x, area.y + height + 2 * side) == Pixel(.white))
    }
  }

  @Test(
    "the screen has the pixels that it has alone, at any scale and time",
    arguments: [("iphone-16", 1.0), ("iphone-16", 0.75), ("pixel-9", 2.625), ("pixel-9", 1)])
  func pixels(device: String, scale: Double) throws {
    let framed = try Self.animation(device, scale: scale)
    let alone = try Self.animation(device, bezel: false, scale: scale)
    let (renderer, plain) = (try framed.renderer(), try alone.renderer())
    let margin = Int((42 * scale).rounded())
    for share in [0, 0.3, 0.6, 1] {
      let time = share * framed.seconds
      let screen = try plain.frame(at: time)
      // Below the camera and above the lower corners.
      let top = Int(90 * scale)
      let part = PixelRect(x: 0, y: top, width: screen.width, height: screen.height - 2 * top)
      let same = try renderer.frame(at: time)
      #expect(same.width == screen.width + 2 * margin)
      #expect(same.cropped(to: part.moved(x: margin, y: margin)) == screen.cropped(to: part))
      #expect(try renderer.shot(at: time, bands: 3, over: screen).pixels == same)
    }
  }
}
