public import Motion

/// A transition as data.
public struct Recipe: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// One sentence for `list recipes`.
  public var summary: String = ""
  /// Where the incoming screen moves unless a scene wants it otherwise; nil for a recipe that has no
  /// direction.
  public var direction: Direction?
  /// Where it moves as the tracks are written; nil for `direction`.
  public var writtenFor: Direction?
  /// In seconds; nil for 0.5, or what a physical spring takes.
  public var duration: Double?
  /// What a scene may set, in the order in which it is written.
  public var parameters: [Parameter] = []
  /// The sides that are written, in that order; at least one, each operation once.
  public var sides: [Side]
}

/// What a scene may set.
public struct Parameter: Hashable, Sendable {
  /// A number, or a choice of true and false.
  public enum Kind: Hashable, Sendable {
    /// A number from `minimum` to `maximum`, where given.
    case number(minimum: Double?, maximum: Double?)
    /// true (1) or false (0).
    case flag
  }

  /// Its name.
  public var name: String
  /// What values it takes.
  public var kind: Kind
  /// Its value unless the scene sets it.
  public var defaultValue: Double
  /// One line of help.
  public var help: String
}

/// What a recipe does for one operation.
public struct Side: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// Which operation it is for.
  public var operation: Operation
  /// nil for `easeInOut`.
  public var curve: Curve?
  /// nil for the recipe's, in seconds.
  public var duration: Double?
  /// What is in the container, back to front; nil where not written.
  public var order: [Target]?
  /// What holds for the whole run.
  public var settings: [TargetSettings] = []
  /// Layers that the recipe itself owns.
  public var layers: [RecipeLayer] = []
  /// Frozen parts of a picture.
  public var snapshots: [Snapshot] = []
  /// Targets that are cut into cells.
  public var slices: [Slices] = []
  /// What moves.
  public var tracks: [Track] = []
  /// How its shared elements travel.
  @Boxed public var shared: SharedStyle = SharedStyle()
  /// Elements that travel wherever both screens have them, unless a scene says it otherwise.
  public var sharedElements: [SharedElement] = []
  /// The rules of its gesture.
  @Boxed public var gesture: Gesture?
  /// Whether bars stay; nil for the operation's default.
  public var bars: BarsRule?
  /// What the status bar looks like at the end; nil for the default.
  public var statusBar: StatusBarRule?
  /// Whether the container is composited as a group before it meets the canvas; nil for no.
  public var isIsolated: Bool?
  /// Whether the end picture is the tracks' last values; nil for no.
  public var rests: Bool?
}

/// One end of a transition.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// The screen that is shown first.
  case from
  /// The screen that is shown last.
  case to

  /// The other one.
  public var opposite: Role { self == .from ? .to : .from }
}

/// A part of a screen that has a name of its own.
public enum ScreenPart: String, Hashable, Sendable, CaseIterable {
  case content
  case bar
  case barBackground = "bar.background"
  case barSearch = "bar.search"
  case barBack = "bar.back"
  case barChevron = "bar.back.chevron"
  case barLabel = "bar.back.label"
  case barTitle = "bar.title"
  case barLargeTitle = "bar.largeTitle"
  case barItems = "bar.items"
  case toolbar, tabBar, keyboard, statusBar, homeIndicator

  /// The bars of a screen, back to front.
  public static let bars: [ScreenPart] = [.bar, .toolbar, .tabBar]

  /// The bars at the lower edge of a screen.
  public static let bottomBars: [ScreenPart] = [.toolbar, .tabBar]

  /// What the system draws over everything, back to front.
  public static let ofSystem: [ScreenPart] = [.keyboard, .statusBar, .homeIndicator]

  /// The bar that it is, or is in; nil for the content and what the system draws.
  public var bar: ScreenPart? {
    Self.bars.first { self == $0 || rawValue.hasPrefix("\($0.rawValue).") }
  }
}

/// Whether the bars that both screens have stay in place or move with their screens.
public enum BarsRule: String, Hashable, Sendable, CaseIterable {
  case stay, move
}

/// What the status bar looks like at the end of a transition.
public enum StatusBarRule: String, Hashable, Sendable, CaseIterable {
  /// As the screen at that end has it.
  case to, from
  /// As it is by default, but in this style.
  case light, dark
}

/// What a track moves.
public enum Target: Hashable, Sendable, CustomStringConvertible {
  case screen(Role)
  case part(Role, ScreenPart)
  /// `bar`: that of both screens, where it stays in place.
  case pair(ScreenPart)
  /// `from#id`.
  case layer(Role, String)
  /// `to.mask`: the mask that `set` gave.
  case mask(Role)
  case container
  /// A black layer over the whole container.
  case dim
  /// All shared elements together.
  case shared
  /// `shared#id`: one of them.
  case sharedLayer(String)
  /// A snapshot, slices, or a layer of the recipe's own.
  case own(String)
  /// `tiles[2]`.
  case slice(String, Int)

  /// Whether it is one of the screens.
  public var isScreen: Bool {
    if case .screen = self { true } else { false }
  }

  /// Whether it is something on a screen, which stands in a parent.
  public var standsInParent: Bool {
    switch self {
    case .part, .layer: true
    case .screen, .pair, .mask, .container, .dim, .shared, .sharedLayer, .own, .slice: false
    }
  }

  /// Whether it names all layers of a screen whose ids fit, such as `to#row*`.
  public var isPattern: Bool {
    if case .layer(_, let id) = self { id.contains("*") } else { false }
  }

  /// Whether it is `pattern` with any characters in the place of its `*`.
  public func fits(_ pattern: Target) -> Bool {
    guard case .layer(let role, let id) = self, case .layer(role, let pattern) = pattern,
      let star = pattern.utf8.firstIndex(of: UInt8(ascii: "*")),
      id.utf8.count >= pattern.utf8.count - 1
    else { return false }
    return id.utf8.starts(with: pattern.utf8[..<star])
      && id.utf8.reversed().starts(with: pattern.utf8[star...].dropFirst().reversed())
  }

  /// The part of one of the screens that it is.
  public var part: ScreenPart? {
    if case .part(_, let part) = self { part } else { nil }
  }

  /// As it is written.
  public var description: String {
    switch self {
    case .screen(let role): role.rawValue
    case .part(let role, let part): "\(role.rawValue).\(part.rawValue)"
    case .pair(let part): part.rawValue
    case .layer(let role, let id): "\(role.rawValue)#\(id)"
    case .mask(let role): "\(role.rawValue).mask"
    case .container: "container"
    case .dim: "dim"
    case .shared: "shared"
    case .sharedLayer(let id): "shared#\(id)"
    case .own(let id): id
    case .slice(let id, let index): "\(id)[\(index)]"
    }
  }
}

/// What holds for a target for the whole run: layer keys, with expressions not yet worked out.
public struct TargetSettings: Hashable, Sendable {
  /// Whose settings they are.
  public var target: Target
  /// The layer keys.
  public var template: LayerTemplate
}

/// A layer that the recipe itself owns, painted last in its target.
public struct RecipeLayer: Hashable, Sendable {
  /// Its name.
  public var id: String
  /// What it is painted in.
  public var parent: Target
  /// The layer's keys.
  public var template: LayerTemplate
}

/// A frozen copy of a part of a target's picture.
public struct Snapshot: Hashable, Sendable {
  /// Its name.
  public var id: String
  /// Whose picture it is.
  public var source: Target
  /// x, y, width and height.
  public var rect: [Quantity]
}

/// A target cut into cells.
public struct Slices: Hashable, Sendable {
  /// Where those lie that start first.
  public enum Start: String, Hashable, Sendable, CaseIterable {
    case start, end, center, edges, random
  }

  /// Its name.
  public var id: String
  /// What is cut.
  public var source: Target
  /// The number of cells along x.
  public var columns: Quantity
  /// The number of cells along y.
  public var rows: Quantity
  /// When the cells start.
  public var stagger: Stagger
}

/// How the starts of all that one track moves are spread over its window.
public struct Stagger: Hashable, Sendable {
  /// The share of the window over which they are spread.
  public var spread: Quantity
  /// Where those lie that start first.
  public var start: Slices.Start
  /// Whether those start last instead.
  public var isReversed = false
}

/// Properties of one target over the run.
public struct Track: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// What it moves.
  public var target: Target
  /// Its window, as fractions of the run.
  public var during = Window.whole
  /// A window of the eased progress.
  public var through = Window.whole
  /// nil for the side's.
  public var curve: Curve?
  /// Whether its target moves where it stands, in its parent, and is not lifted out.
  public var isInPlace = false
  /// When each of the layers starts that a pattern names; nil for all at once.
  public var stagger: Stagger?
  /// Whether its values are added to those of other tracks.
  public var isAdditive = false
  /// How often it runs within its window.
  public var repeats: Double = 1
  /// Whether every second run goes backward.
  public var autoreverses = false
  /// How values between keyframes are found.
  public var interpolation = Keyframes.Interpolation.linear
  /// The properties, in the order in which they are written; `scale` has become two.
  public var properties: [PropertyTrack]
}

/// One property over the run.
public struct PropertyTrack: Hashable, Sendable {
  /// Where it is written.
  public var place: Place
  /// Which property.
  public var property: Property
  /// At least one; positions from 0 to 1 in rising order.
  public var keyframes: [TrackKeyframe]
}

/// A value at a position.
public struct TrackKeyframe: Hashable, Sendable {
  /// From 0 to 1.
  public var position: Double
  /// The value there.
  public var value: SpecifiedValue
  /// How the way to the next keyframe is shaped; nil for linear.
  public var curve: Curve?
}
