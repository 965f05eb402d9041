import Geometry
@testable import SceneFormat
import Testing

@Suite struct DeviceTests {
  @Test("a name belongs to one device and begins with its family")
  func names() {
    #expect(Set(Device.allNames).count == Device.allNames.count)
    for device in Device.all {
      for name in device.names {
        #expect(name.hasPrefix("\(device.family)-"))
        #expect(Device(named: name) == device)
      }
    }
    #expect(Device(named: "iphone-15")?.name == "iphone-16")
    #expect(Device(named: "iphone") == nil)
  }

  @Test("rows with the same pixels have the same points")
  func pixels() {
    for device in Device.all {
      for other in Device.all(withPixels: device.pixelWidth, device.pixelHeight) {
        #expect(other.size() == device.size(), "\(device.name), \(other.name)")
      }
    }
  }

  @Test("a screen is found by its pixels, upright and turned", arguments: Device.all)
  func found(device: Device) {
    let (width, height) = (device.pixelWidth, device.pixelHeight)
    #expect(Device.all(withPixels: width, height).contains(device))
    #expect(Device.all(withPixels: height, width).contains(device))
    #expect(!Device.all(withPixels: width, height + 1).contains(device))
  }

  @Test("the pixels of a screen are covered in full by its points at its scale")
  func canvas() {
    for device in Device.all {
      for orientation in Device.Orientation.allCases {
        let size = device.size(orientation)
        let pixels = Canvas(width: size.width, height: size.height).pixels(at: device.scale)
        #expect(
          [pixels.width, pixels.height].sorted()
            == [Double(device.pixelWidth), Double(device.pixelHeight)], "\(device.name)")
      }
    }
  }

  @Test("the numbers of a row are those of a phone or a tablet", arguments: Device.all)
  func sensible(device: Device) {
    let size = device.size()
    #expect(size.width < size.height)
    #expect(device.family.isTablet ? size.width >= 744 : (360...450).contains(size.width))
    #expect((20...68).contains(device.safeTop))
    #expect([0, 24, 25, 34].contains(device.safeBottom))
    // A round screen has no button below it.
    #expect((device.cornerRadius > 0) == (device.safeBottom > 0))
    #expect(device.cutout != .hole || device.family.isAndroid)
    #expect(device.cutout != .island || device.safeTop > 50)
  }

  @Test("a turned phone has its camera at one side, and a tablet is free where it was")
  func turned() throws {
    func area(_ name: String) throws -> Device.SafeArea {
      try #require(Device(named: name)).safeArea(.landscape)
    }
    #expect(try area("iphone-16") == Device.SafeArea(left: 59, bottom: 20, right: 59))
    #expect(try area("iphone-se") == Device.SafeArea())
    #expect(try area("ipad-pro-11") == Device.SafeArea(top: 32, bottom: 25))
  }
}
