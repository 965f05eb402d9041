import Formatting
public import Geometry

/// The points and the pixels per point of a screen, found from a picture of it.
public struct PictureMeasure: Hashable, Sendable {
  /// Its size in points.
  public var size: Size
  /// The picture's pixels per point.
  public var scale: Double
  /// The device whose screen it has; nil for none.
  public var device: Device?
  /// The devices that it may be of instead, the nearest first; none where there is no doubt.
  public var candidates: [String] = []

  /// The measure of a picture of `width` pixels of the screen of `device`.
  init(width: Int, on device: Device, _ orientation: Device.Orientation) {
    size = device.size(orientation)
    (scale, self.device) = (Double(width) / size.width, device)
  }

  /// The measure of a picture of `width` by `height` pixels in a file called `name`.
  public init(width: Int, height: Int, name: String) {
    let pixels = Size(width: Double(width), height: Double(height))
    self.init(pixels, scale: 1)
    if let scale = Self.scale(ofName: name) {
      self.init(pixels, scale: scale)
    } else if let device = Device.all(withPixels: width, height).first {
      self.init(pixels, scale: device.scale, of: device)
    } else if let (device, scale) = Self.design(width, height) {
      self.init(pixels, scale: scale, of: device)
    } else if pixels.height >= 1.7 * pixels.width, width >= 640 {
      // Most phones are about 390 points wide.
      self.init(pixels, scale: min(max((pixels.width / 390).rounded(), 1), 4))
      candidates = Device.nearest(to: pixels)
    } else if max(width, height) > 1400 {
      candidates = Device.nearest(to: pixels)
    }
  }

  /// A picture of `pixels` with so many per point; Android's densities are for the user to choose.
  private init(_ pixels: Size, scale: Double, of device: Device? = nil) {
    (self.scale, self.device) = (scale, device)
    size = Size(width: pixels.width / scale, height: pixels.height / scale)
    if device?.family.isAndroid == true { candidates = Device.nearest(to: pixels, of: \.isAndroid) }
  }

  /// The scale of `home@2x.png`, 2 to 4; nil where the name has none.
  public static func scale(ofName name: String) -> Double? {
    let file = name.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return [2, 3, 4].first { stem.hasSuffix("@\($0)x") }.map(Double.init)
  }

  /// The device of whose points there are 1, 2, 3 or 4 pixels each, as design tools export them.
  private static func design(_ width: Int, _ height: Int) -> (Device, scale: Double)? {
    let (short, long) = (Double(min(width, height)), Double(max(width, height)))
    for device in Device.all {
      let points = device.size()
      let scale = (1...4).first { scale in
        points.width.rounded() * Double(scale) == short
          && points.height.rounded() * Double(scale) == long
      }
      if let scale { return (device, Double(scale)) }
    }
    return nil
  }
}

extension PictureMeasure: CustomStringConvertible {
  /// As in `390 x 844 points at 3 (iphone-14)`.
  public var description: String {
    "\(size.words) points at \(NumberFormat.rounded(scale))"
      + (device.map { " (\($0.name))" } ?? "")
  }

  /// The warning about a picture that may be of another of the candidates.
  var doubt: Wording {
    let last = candidates.last ?? ""
    return Wording(
      "device-guess", "this picture is taken to be of \(self)",
      hint:
        "if it is not, say --device \(candidates.dropLast().joined(separator: ", ")) or \(last), "
        + "or write \"scale\"")
  }
}

extension Size {
  /// As in `390 x 844`.
  var words: String { "\(NumberFormat.rounded(width)) x \(NumberFormat.rounded(height))" }
}

extension Device {
  /// The names of the three devices, of a kind, whose shape is nearest to that of `pixels`, the nearest
  /// first.
  fileprivate static func nearest(
    to pixels: Size, of isOfKind: (Family) -> Bool = { _ in true }
  ) -> [String] {
    let shape = max(pixels.width, pixels.height) / min(pixels.width, pixels.height)
    func distance(_ device: Device) -> Double {
      abs(Double(device.pixelHeight) / Double(device.pixelWidth) - shape)
    }
    let sorted = all.filter { isOfKind($0.family) }.enumerated().sorted {
      (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
    }
    return sorted.prefix(3).map(\.element.name)
  }
}
