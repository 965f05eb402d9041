public import Pixels

/// One screen of an app.
public struct Screen: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// What is behind everything on it.
  public var background: Paint
  /// An image that fills it.
  public var image: AssetPath?
  /// The bar with the time.
  public var statusBar: StatusBar?
  /// The bar with the title.
  public var navigationBar: NavigationBar?
  /// What is on it, back to front.
  public var layers: [Layer]

  /// A white screen with nothing on it unless told otherwise.
  public init(
    place: Place, background: Paint = .color(.white), image: AssetPath? = nil,
    statusBar: StatusBar? = nil, navigationBar: NavigationBar? = nil, layers: [Layer] = []
  ) {
    (self.place, self.background, self.image) = (place, background, image)
    (self.statusBar, self.navigationBar, self.layers) = (statusBar, navigationBar, layers)
  }
}

/// The bar with the time.
public struct StatusBar: Hashable, Sendable {
  /// The colour of what is on it.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// Dark text, for a light screen.
    case dark
    /// Light text, for a dark screen.
    case light
  }

  /// The colour of what is on it.
  public var style: Style
  /// The time that it shows.
  public var time: String
  /// Its height in points.
  public var height: Double

  /// 20 points high with dark text unless told otherwise.
  public init(style: Style = .dark, time: String = "9:41", height: Double = 20) {
    (self.style, self.time, self.height) = (style, time, height)
  }
}

/// The bar with the title.
public struct NavigationBar: Hashable, Sendable {
  /// The text in the middle.
  public var title: String
  /// The text of the back button; nil for none.
  public var back: String?
  /// Further layers, in the bar's coordinates.
  public var items: [Layer]
  /// What it is filled with.
  public var background: Paint
  /// The colour of the back button.
  public var tint: Color
  /// The colour of the title.
  public var titleColor: Color
  /// Whether the screen's layers begin at the top of the screen, under the bar.
  public var isTranslucent: Bool
  /// Its height in points, without the status bar.
  public var height: Double
  /// Whether there is a hairline at its bottom.
  public var hasSeparator: Bool

  /// A bar with `title`.
  public init(
    title: String = "", back: String? = nil, items: [Layer] = [],
    background: Paint = .color(Color(red: 0xF8, green: 0xF8, blue: 0xF8)),
    tint: Color = Color(red: 0, green: 0x7A, blue: 0xFF), titleColor: Color = .black,
    isTranslucent: Bool = false, height: Double = 44, hasSeparator: Bool = true
  ) {
    (self.title, self.back, self.items, self.background) = (title, back, items, background)
    (self.tint, self.titleColor, self.isTranslucent) = (tint, titleColor, isTranslucent)
    (self.height, self.hasSeparator) = (height, hasSeparator)
  }
}
