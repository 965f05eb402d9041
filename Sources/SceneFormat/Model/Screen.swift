public import Pixels

/// One screen of an app.
public struct Screen: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// What is behind everything on it.
  public var background = Paint.color(.white)
  /// An image that fills it.
  public var image: AssetPath?
  /// The bar with the time.
  public var statusBar: StatusBar?
  /// The bar with the title.
  public var navigationBar: NavigationBar?
  /// What is on it, back to front.
  public var layers: [Layer] = []
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
  public var style = Style.dark
  /// The time that it shows.
  public var time = "9:41"
  /// Its height in points.
  public var height: Double = 20
}

/// The bar with the title.
public struct NavigationBar: Hashable, Sendable {
  /// The text in the middle.
  public var title: String = ""
  /// The text of the back button; nil for none.
  public var back: String?
  /// Further layers, in the bar's coordinates.
  public var items: [Layer] = []
  /// What it is filled with.
  public var background = Paint.color(Color(red: 0xF8, green: 0xF8, blue: 0xF8))
  /// How it shows what is behind it.
  public var backdrop = LayerFilters()
  /// The colour of the back button.
  public var tint = Color(red: 0, green: 0x7A, blue: 0xFF)
  /// The colour of the title.
  public var titleColor = Color.black
  /// Whether the screen's layers begin at the top of the screen, under the bar.
  public var isTranslucent = false
  /// Its height in points, without the status bar.
  public var height: Double = 44
  /// Whether there is a hairline at its bottom.
  public var hasSeparator = true
}
