public import Geometry

/// A phone or a tablet: its screen, and what the system keeps free of it.
public struct Device: Hashable, Sendable {
  /// The word that its names begin with.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case iphone, ipad, pixel, galaxy

    /// Whether its devices are tablets.
    public var isTablet: Bool { self == .ipad }
    /// Whether its devices run Android.
    public var isAndroid: Bool { self == .pixel || self == .galaxy }
  }

  /// What the camera takes of the screen.
  public enum Cutout: String, Hashable, Sendable, CaseIterable { case none, island, hole }

  /// How it is held.
  public enum Orientation: String, Hashable, Sendable, CaseIterable { case portrait, landscape }

  /// What the system keeps free at the edges of the screen, in points.
  public struct SafeArea: Hashable, Sendable {
    /// At the top: the status bar.
    public var top = 0.0
    /// At the left.
    public var left = 0.0
    /// At the bottom: the home indicator.
    public var bottom = 0.0
    /// At the right.
    public var right = 0.0
  }

  /// Its names; the first is the one that is shown.
  public let names: [String]
  /// Its family.
  public let family: Family
  /// The width of its screen upright, in pixels.
  public let pixelWidth: Int
  /// The height of its screen upright, in pixels.
  public let pixelHeight: Int
  /// Pixels per point.
  public let scale: Double
  /// What is kept free at the top, upright, in points.
  public let safeTop: Double
  /// What is kept free at the bottom, upright, in points.
  public let safeBottom: Double
  /// The radius of the screen's corners, in points.
  public let cornerRadius: Double
  /// What the camera takes of the screen.
  public let cutout: Cutout

  /// A row of the table: the names without the family's word, with spaces between them.
  private init(
    _ family: Family, _ names: String, _ pixelWidth: Int, _ pixelHeight: Int, _ scale: Double,
    safe safeTop: Double, _ safeBottom: Double, radius: Double, _ cutout: Cutout = .none
  ) {
    self.names = names.split(separator: " ").map { "\(family.rawValue)-\($0)" }
    (self.family, self.pixelWidth, self.pixelHeight) = (family, pixelWidth, pixelHeight)
    (self.scale, self.safeTop, self.safeBottom) = (scale, safeTop, safeBottom)
    (cornerRadius, self.cutout) = (radius, cutout)
  }
}

extension Device {
  /// The name that is shown.
  public var name: String { names[0] }

  /// The size of its screen in points.
  public func size(_ orientation: Orientation = .portrait) -> Size {
    let (short, long) = (Double(pixelWidth) / scale, Double(pixelHeight) / scale)
    return orientation == .portrait
      ? Size(width: short, height: long) : Size(width: long, height: short)
  }

  /// What the system keeps free.
  public func safeArea(_ orientation: Orientation = .portrait) -> SafeArea {
    if orientation == .portrait || family.isTablet {
      return SafeArea(top: safeTop, bottom: safeBottom)
    }
    // A turned phone has no status bar; the camera is at one side, and both keep its room.
    return safeBottom > 0 ? SafeArea(left: safeTop, bottom: 20, right: safeTop) : SafeArea()
  }

  /// All names.
  public static let allNames = all.flatMap(\.names)

  /// The device called `name`; nil if there is none.
  public init?(named name: String) {
    guard let device = Device.all.first(where: { $0.names.contains(name) }) else { return nil }
    self = device
  }

  /// The devices with a screen of as many pixels, upright or turned, the likeliest first.
  public static func all(withPixels width: Int, _ height: Int) -> [Device] {
    let (short, long) = (min(width, height), max(width, height))
    return all.filter { $0.pixelWidth == short && $0.pixelHeight == long }
  }

  /// Every device.
  ///
  /// Family, names, pixels, scale; safe top and bottom, corner radius, cutout. Most are of the
  /// simulators of iOS 26 and of Android Studio's device files. Rows with the same pixels have the
  /// same scale; the first of them is what a screenshot is taken for.
  public static let all: [Device] = [
    Device(.iphone, "se 8", 750, 1334, 2, safe: 20, 0, radius: 0),
    Device(.iphone, "8-plus", 1242, 2208, 3, safe: 20, 0, radius: 0),
    Device(.iphone, "11 xr", 828, 1792, 2, safe: 48, 34, radius: 41.5),
    Device(.iphone, "11-pro x xs", 1125, 2436, 3, safe: 44, 34, radius: 39),
    Device(.iphone, "13-mini 12-mini", 1125, 2436, 3, safe: 50, 34, radius: 44),
    Device(.iphone, "11-pro-max xs-max", 1242, 2688, 3, safe: 44, 34, radius: 39),
    Device(.iphone, "14 12 12-pro 13 13-pro 16e 17e", 1170, 2532, 3, safe: 47, 34, radius: 47.33),
    Device(.iphone, "14-plus 12-pro-max 13-pro-max", 1284, 2778, 3, safe: 47, 34, radius: 53.33),
    Device(.iphone, "16 14-pro 15 15-pro", 1179, 2556, 3, safe: 59, 34, radius: 55, .island),
    Device(
      .iphone, "16-plus 14-pro-max 15-plus 15-pro-max", 1290, 2796, 3, safe: 59, 34, radius: 55,
      .island),
    Device(.iphone, "17 16-pro 17-pro", 1206, 2622, 3, safe: 62, 34, radius: 62, .island),
    Device(.iphone, "air", 1260, 2736, 3, safe: 68, 34, radius: 65, .island),
    Device(.iphone, "17-pro-max 16-pro-max", 1320, 2868, 3, safe: 62, 34, radius: 62, .island),
    Device(.ipad, "mini", 1488, 2266, 2, safe: 32, 25, radius: 21.5),
    Device(.ipad, "9", 1620, 2160, 2, safe: 20, 0, radius: 0),
    Device(.ipad, "10", 1640, 2360, 2, safe: 32, 25, radius: 22),
    Device(.ipad, "air-11", 1640, 2360, 2, safe: 32, 25, radius: 18),
    Device(.ipad, "pro-11", 1668, 2420, 2, safe: 32, 25, radius: 30),
    Device(.ipad, "pro-11-m2", 1668, 2388, 2, safe: 32, 25, radius: 18),
    Device(.ipad, "air-13 pro-12.9", 2048, 2732, 2, safe: 32, 25, radius: 18),
    Device(.ipad, "pro-13", 2064, 2752, 2, safe: 32, 25, radius: 30),
    Device(.pixel, "9 9a 10", 1080, 2424, 2.625, safe: 54, 24, radius: 33, .hole),
    Device(.pixel, "8 6 7 8a", 1080, 2400, 2.625, safe: 24, 24, radius: 33, .hole),
    Device(
      .pixel, "9-pro-xl 8-pro", 1344, 2992, 3, safe: 53, 24, radius: 33, .hole),
    Device(.galaxy, "s24 s25", 1080, 2340, 3, safe: 24, 24, radius: 20, .hole),
  ]
}
