public import Geometry
public import Pixels

/// One screen of an app.
public struct Screen: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// What is behind everything on it.
  public var background = Paint.color(.white)
  /// An image that fills it.
  public var image: AssetPath?
  /// The bar with the time; the system draws it.
  @Boxed public var statusBar: StatusBar?
  /// The bar with the title.
  @Boxed public var navigationBar: NavigationBar?
  /// The bar with actions, at the bottom.
  @Boxed public var toolbar: Toolbar?
  /// The bar with the app's sections, at the bottom.
  @Boxed public var tabBar: TabBar?
  /// The line at the bottom with which the app is left; the system draws it.
  public var homeIndicator: HomeIndicator?
  /// The keyboard; the system draws it.
  @Boxed public var keyboard: Keyboard?
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
  /// Its height in points, as written or as the device has it; nil for the one that suits the canvas.
  public var knownHeight: Double?
  /// The radius of the corners of the device's screen, which its symbols stay clear of.
  public var cornerRadius = 0.0

  /// Its height on a canvas of `size`: as known, else as phones with and without a notch have it.
  public func height(on size: Size) -> Double {
    knownHeight ?? (size.height > 2 * size.width ? 47 : 20)
  }
}

/// The line at the bottom with which the app is left.
public struct HomeIndicator: Hashable, Sendable {
  /// Its colour.
  public var style = StatusBar.Style.dark

  /// The room that it has below the lowest bar, which is taller by that.
  public var room = 34.0
}

/// The system's keyboard.
public struct Keyboard: Hashable, Sendable {
  /// Its colours.
  public enum Style: String, Hashable, Sendable, CaseIterable { case light, dark }
  /// What the key at its lower right says; all but `return` are blue.
  public enum ReturnKey: String, Hashable, Sendable, CaseIterable {
    case `return`, go, search, send, done
  }

  /// Its colours.
  public var style = Style.light
  /// The key at its lower right.
  public var returnKey = ReturnKey.return
  /// The words above the keys, at most three.
  public var suggestions: [String] = []
}

/// What all bars of a screen have.
public struct BarStyle: Hashable, Sendable {
  /// What it is filled with.
  public var background: Paint
  /// How it shows what is behind it.
  public var backdrop = LayerFilters()
  /// The colour of what can be tapped.
  public var tint = Color(red: 0, green: 0x7A, blue: 0xFF)
  /// Whether there is a hairline at the edge towards the content.
  public var hasSeparator = true
  /// Whether the screen's layers are seen through it.
  public var isTranslucent = false
  /// Its height in points, without what the system has above or below.
  public var height: Double

  /// A bar as UIKit has it.
  public init(height: Double, isTranslucent: Bool = false) {
    (self.height, self.isTranslucent) = (height, isTranslucent)
    background = .color(
      Color(red: 0xF8, green: 0xF8, blue: 0xF8, alpha: isTranslucent ? 0xCC : 0xFF))
    if isTranslucent { (backdrop.blur, backdrop.saturation) = (20, 1.8) }
  }
}

/// The bar with the title.
public struct NavigationBar: Hashable, Sendable {
  /// Its background, colours and height.
  public var style = BarStyle(height: 44)
  /// The text in the middle.
  public var title: String = ""
  /// The text of the back button; nil for none.
  public var back: String?
  /// Further layers, in the bar's coordinates.
  public var items: [Layer] = []
  /// The colour of the title.
  public var titleColor = Color.black
  /// Whether the title is large, in a row of its own below the bar.
  public var hasLargeTitle = false
  /// The placeholder of a search field in a row of its own; nil for none.
  public var search: String?

  /// The height of the row of a large title, and of that of a search field.
  public static let rowHeight = 52.0

  /// Its height with the rows below it, without the status bar.
  public var height: Double {
    style.height + (hasLargeTitle ? Self.rowHeight : 0) + (search == nil ? 0 : Self.rowHeight)
  }
}

/// The bar with actions, at the bottom.
public struct Toolbar: Hashable, Sendable {
  /// Its background and height.
  public var style = BarStyle(height: 44)
  /// Layers in the bar's coordinates.
  public var items: [Layer] = []
}

/// The bar with the app's sections, at the bottom.
public struct TabBar: Hashable, Sendable {
  /// What is above an item's title.
  public enum Icon: Hashable, Sendable {
    /// An outline in a square of 24 points.
    case path(Path)
    /// An image whose alpha is filled with the item's colour.
    case image(ImageSource)
  }

  /// What is beside an item's icon.
  public enum Badge: Hashable, Sendable {
    case dot
    case text(String)
  }

  /// A section.
  public struct Item: Hashable, Sendable {
    /// Where it is written.
    public var place: Place
    /// The text below the icon.
    public var title: String
    /// The picture above the title.
    public var icon: Icon?
    /// The sign that something is new.
    public var badge: Badge?
  }

  /// Its background, colours and height.
  public var style = BarStyle(height: 49)
  /// The sections, from the side on which text begins.
  public var items: [Item] = []
  /// The number of the one that is seen, from 0.
  public var selected = 0
}

/// What the system draws over everything, whatever moves below.
public struct SystemBars: Hashable, Sendable {
  /// nil where it is hidden.
  public var statusBar: StatusBar?
  /// nil where there is none.
  public var homeIndicator: HomeIndicator?
  /// nil where there is none.
  public var keyboard: Keyboard?

  /// Nothing.
  init() {}

  /// What `screen` asks for.
  public init(of screen: Screen) {
    (statusBar, homeIndicator) = (screen.statusBar, screen.homeIndicator)
    keyboard = screen.keyboard
  }
}

extension Transition {
  /// What the system draws at the end, where it drew `from` at the start and the screen at the end
  /// asks for `to`.
  public func systemBars(from: SystemBars, to: SystemBars) -> SystemBars {
    let side = recipe.side(for: operation)
    let rule = written.statusBar ?? side.statusBar
    var bars = to
    switch rule {
    case .from?: bars.statusBar = from.statusBar
    case .to?: break
    case .light?, .dark?, nil:
      // As in UIKit, a screen that does not cover the other one has no say.
      if recipe.rest(for: operation).isLast { bars.statusBar = from.statusBar }
    }
    if rule == .light { bars.statusBar?.style = .light }
    if rule == .dark { bars.statusBar?.style = .dark }
    if operation == .push || operation == .present {
      bars.homeIndicator = to.homeIndicator ?? from.homeIndicator
    }
    return bars
  }

  /// Whether `bar` stays in place where both screens have it.
  public func stays(_ bar: ScreenPart, _ side: Side) -> Bool {
    switch (written.bars ?? side.bars, operation) {
    case (.stay?, _), (nil, .push), (nil, .pop): true
    case (.move?, _), (nil, .present), (nil, .dismiss): false
    case (nil, .replace): bar == .tabBar
    }
  }
}

extension Screen {
  /// A screen that an image fills, and nothing else.
  public init(of image: AssetPath) { self.init(place: image.place, image: image) }
}
