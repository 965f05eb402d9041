public import Drawing
import Geometry
public import SceneFormat
public import Typeface

/// The decoded images' sizes and the fonts, by the need that they meet.
public struct StageAssets: Sendable {
  /// An image as staging sees it.
  public struct Image: Hashable, Sendable {
    /// The name under which the compositor finds its pixels.
    public var id: ImageID
    /// Its width in pixels.
    public var width: Int
    /// Its height in pixels.
    public var height: Int
    /// Its pixels per point.
    public var scale: Double

    /// An image of `width` by `height` pixels.
    public init(id: ImageID, width: Int, height: Int, scale: Double) {
      (self.id, self.width, self.height, self.scale) = (id, width, height, scale)
    }

    /// The part with which it covers a screen of `size`, centred and from the top, in unit
    /// coordinates: all of it where no more than a pixel would be cut off.
    func part(covering size: Size) -> Rect {
      let (across, down) = (size.width / Double(width), size.height / Double(height))
      let (x, y) = (across / max(across, down), down / max(across, down))
      let isCut = (1 - x) * Double(width) > 1 || (1 - y) * Double(height) > 1
      return isCut
        ? Rect(x: (1 - x) / 2, y: 0, width: x, height: y) : Rect(x: 0, y: 0, width: 1, height: 1)
    }
  }

  private var images: [String: Image] = [:]
  private var fonts: [FontKey: FontStack] = [:]
  private var glyphs: [GlyphPicture: Image] = [:]

  /// No asset yet.
  public init() {}

  /// Files `image` under the need that it meets.
  public mutating func add(_ image: Image, for need: AssetNeeds.Image) {
    images[need.file.path] = image
  }

  /// Files `fonts` under the need that they meet.
  public mutating func add(_ fonts: FontStack, for need: AssetNeeds.Font) {
    self.fonts[need.key] = fonts
  }

  /// Files `image` as the picture of a glyph.
  public mutating func add(_ image: Image, for glyph: GlyphPicture) {
    glyphs[glyph] = image
  }

  func image(of glyph: GlyphPicture, at place: Place) throws(SceneError) -> Image {
    guard let image = glyphs[glyph] else {
      throw SceneError(layout: .notLoaded("a picture of the font \(glyph.font)"), at: place)
    }
    return image
  }

  func image(_ need: AssetNeeds.Image) throws(SceneError) -> Image {
    guard let image = images[need.file.path] else {
      throw SceneError(layout: .notLoaded(need.file.path), at: need.file.place)
    }
    return image
  }

  func fonts(
    _ reference: FontReference, weight: Double, at place: Place
  ) throws(SceneError) -> FontStack {
    guard let stack = fonts[FontKey(reference, weight: weight)] else {
      throw SceneError(layout: .notLoaded("a font"), at: place)
    }
    return stack
  }
}

/// The files that a scene needs before it can be laid out.
public struct AssetNeeds: Hashable, Sendable {
  /// An image in the size that suits the canvas.
  public struct Image: Hashable, Sendable {
    /// The file.
    public var file: AssetPath
    /// Its pixels per point: 2 for a file `name@2x.png`.
    public var scale: Double

    /// The image in `file`.
    public init(file: AssetPath, scale: Double) {
      (self.file, self.scale) = (file, scale)
    }
  }

  /// A font at a weight.
  public struct Font: Hashable, Sendable {
    /// Where it comes from.
    public var reference: FontReference
    /// From 100 to 900.
    public var weight: Double

    /// The font `reference` at `weight`.
    public init(reference: FontReference, weight: Double) {
      (self.reference, self.weight) = (reference, weight)
    }

    /// The key under which staging looks it up: the path, whatever place asked for it.
    var key: FontKey { FontKey(reference, weight: weight) }
  }

  /// A letter that may be an emoji.
  public struct Emoji: Hashable, Sendable {
    /// The letter: several scalars for a sequence.
    public var letter: String
    /// Where it is first written.
    public var place: Place
  }

  /// Every image, each once, in the order in which they are first named.
  public private(set) var images: [Image] = []
  /// Every font, each once, in the order in which they are first named.
  public private(set) var fonts: [Font] = []
  /// Every letter that may be an emoji, each once.
  public private(set) var emoji: [Emoji] = []
  private var seenImages: Set<String> = []
  private var seenFonts: Set<FontKey> = []
  private var seenEmoji: Set<String> = []

  /// What `scene` needs at `scale` pixels per point.
  public init(of scene: Scene, scale: Double) {
    for screen in scene.story.screens { add(screen, scale: scale) }
    for side in scene.story.transitions.flatMap(\.recipe.sides) {
      for template in side.settings.map(\.template) + side.layers.map(\.template) {
        template.plainLayers.forEach { add(contentOf: $0, scale: scale) }
      }
    }
  }

  private mutating func add(_ screen: Screen, scale: Double) {
    if let image = screen.image { add(Image(file: image, scale: 1)) }
    if screen.statusBar != nil { add(Font(reference: .system, weight: BarMetrics.timeWeight)) }
    if let bar = screen.navigationBar {
      add(Font(reference: .system, weight: BarMetrics.titleWeight))
      add(Font(reference: .system, weight: BarMetrics.backWeight))
      if bar.hasLargeTitle { add(Font(reference: .system, weight: BarMetrics.largeTitleWeight)) }
      for text in [bar.title, bar.back ?? "", bar.search ?? ""] { add(text, at: screen.place) }
      bar.items.forEach { add($0, scale: scale) }
    }
    screen.toolbar?.items.forEach { add($0, scale: scale) }
    if let bar = screen.tabBar {
      add(Font(reference: .system, weight: BarMetrics.tabTitleWeight))
      for item in bar.items {
        add(item.title, at: item.place)
        guard case .text(let badge)? = item.badge else { continue }
        add(Font(reference: .system, weight: BarMetrics.badgeWeight))
        add(badge, at: item.place)
      }
      for case .image(let source)? in bar.items.map(\.icon) { add(source.version(for: scale)) }
    }
    if let keyboard = screen.keyboard {
      add(Font(reference: .system, weight: BarMetrics.keyWeight))
      for word in keyboard.suggestions { add(word, at: screen.place) }
    }
    screen.layers.forEach { add($0, scale: scale) }
  }

  private mutating func add(_ layer: Layer, scale: Double) {
    add(contentOf: layer, scale: scale)
    (layer.mask + layer.layers).forEach { add($0, scale: scale) }
  }

  private mutating func add(contentOf layer: Layer, scale: Double) {
    switch layer.content {
    case .box, .shape: break
    case .image(let image): add(image.source.version(for: scale))
    case .text(let text):
      add(Font(reference: text.font, weight: text.weight))
      add(text.text, at: layer.textPlace ?? layer.place)
    }
  }

  private mutating func add(_ text: String, at place: Place) {
    for letter in Typeface.Emoji.letters(in: text) where seenEmoji.insert(letter).inserted {
      emoji.append(Emoji(letter: letter, place: place))
    }
  }

  private mutating func add(_ image: Image) {
    if seenImages.insert(image.file.path).inserted { images.append(image) }
  }

  private mutating func add(_ font: Font) {
    if seenFonts.insert(font.key).inserted { fonts.append(font) }
  }
}

/// A font's file and weight, without the place that asked for it.
struct FontKey: Hashable {
  private enum Source: Hashable {
    case system, emoji
    case file(String)
  }

  private let source: Source
  private let weight: Double

  init(_ reference: FontReference, weight: Double) {
    self.weight = weight
    switch reference {
    case .system: source = .system
    case .emoji: source = .emoji
    case .file(let file): source = .file(file.path)
    }
  }
}

extension ImageSource {
  /// The version with the fewest pixels that has one for every pixel of the canvas.
  func version(for scale: Double) -> AssetNeeds.Image {
    let factors = (hasDouble ? [2] : []) + (hasTriple ? [3] : [])
    guard scale > 1, let factor = factors.first(where: { Double($0) >= scale }) ?? factors.last
    else { return AssetNeeds.Image(file: file, scale: 1) }
    return AssetNeeds.Image(file: file.suffixed("@\(factor)x"), scale: Double(factor))
  }
}

extension AssetPath {
  /// The file beside this one whose name has `suffix` before its ending.
  func suffixed(_ suffix: String) -> AssetPath {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else {
      return AssetPath(path: path + suffix, place: place)
    }
    let ending = name[dot...]
    return AssetPath(path: path.dropLast(ending.count) + suffix + ending, place: place)
  }
}

extension Story {
  /// All its screens, in the order in which they are written.
  var screens: [Screen] {
    switch self {
    case .pair(let from, let to, _): [from, to]
    case .flow(let flow): flow.screens.map(\.screen)
    }
  }
}
