package import Geometry
import SceneFormat
package import Typeface

/// The glyphs of a text, in points from its top left corner.
package struct TextDrawing: Hashable, Sendable {
  /// All glyphs of the text's colour.
  package var outline: Path
  /// Outlines of other colours; nil for the text's.
  package var layers: [ColorGlyph.Layer] = []
  /// Images, and where they go.
  package var pictures: [Picture] = []
  /// How far below the top its first baseline is.
  let baseline: Double
  /// What it was laid out in and with.
  let setting: TextSetting

  /// An image in the place of a glyph.
  package struct Picture: Hashable, Sendable {
    /// The image.
    package var image: StageAssets.Image
    /// Where it goes.
    package var place: Rect
  }
}

/// What a text is laid out in and with; all texts of a stage have the same assets.
struct TextSetting: Hashable, Sendable {
  var width, height: Double
  var assets: StageAssets

  static func == (left: Self, right: Self) -> Bool {
    (left.width, left.height) == (right.width, right.height)
  }

  func hash(into hasher: inout Hasher) { hasher.combine([width, height]) }
}

/// A text, laid out: its glyphs and its extent.
struct TextBlock {
  /// Its glyphs.
  var drawing: TextDrawing
  /// The width of its longest line.
  var width: Double
  /// The height of all its lines.
  var height: Double

  /// `text` in lines of at most `width` points, as many as fit into `height`.
  init(
    _ text: TextContent, width: Double, height: Double, at place: Place, assets: StageAssets
  ) throws(SceneError) {
    let fonts = try assets.fonts(text.font, weight: text.weight, at: place)
    let layout: TextLayout
    do {
      layout = try TextLayout(
        text.text, style: TextStyle(text), fonts: fonts, width: width, height: height)
    } catch {
      throw SceneError(layout: .text("\(error)"), at: place)
    }
    if let missing = layout.missingGlyphs.first {
      throw SceneError(layout: .missingGlyph("\(missing)"), at: place)
    }
    drawing = TextDrawing(
      outline: layout.outline, baseline: layout.lines.first?.baseline ?? 0,
      setting: TextSetting(width: width, height: height, assets: assets))
    for glyph in layout.colored {
      switch glyph {
      case .layers(let layers): drawing.layers += layers
      case .picture(let picture, let rect):
        let image = try assets.image(of: picture, at: place)
        drawing.pictures.append(TextDrawing.Picture(image: image, place: rect))
      }
    }
    (self.width, self.height) = (layout.size.width, layout.size.height)
  }
}

extension LayerFrame {
  /// Moves the frame of a text that is placed by its baseline to where `block` then is.
  ///
  /// One without a width becomes as wide as the lines. `old` is what it was moved for before.
  mutating func place(_ text: TextContent, _ block: TextBlock, insteadOf old: TextDrawing? = nil) {
    guard text.origin == .baseline else { return }
    let share =
      switch text.alignment {
      case .center: 0.5
      case .right: 1.0
      case .left, .justified, nil: 0.0
      }
    let before = old == nil ? 0 : width
    if block.drawing.setting.width == .infinity { width = block.width }
    x -= (width - before) * share
    y -= block.drawing.baseline - (old?.baseline ?? 0)
  }
}

/// Texts that are laid out, each once.
final class KnownTexts {
  /// What a text's lines depend on.
  struct Key: Hashable {
    var text: TextContent
    var width, height: Double
  }

  /// What is known so far.
  var blocks: [Key: TextBlock] = [:]
}

extension TextStyle {
  /// How a scene's text is set.
  fileprivate init(_ text: TextContent) {
    let alignment: Alignment =
      switch text.alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      case nil: .natural
      }
    self.init(
      size: text.size, weight: text.weight, letterSpacing: text.letterSpacing,
      lineHeight: text.lineHeight, alignment: alignment, maxLines: text.maxLines,
      truncation: text.truncation == .tail ? .tail : .none)
  }
}

/// Which part of an image is drawn where, for a way of fitting.
struct ImagePlacement: Hashable {
  /// The part of the image, in unit coordinates.
  var crop: Rect
  /// Where it goes, in the layer's coordinates.
  var destination: Rect

  /// Fits the part of `image` that `content` wants into `bounds`.
  init(of image: StageAssets.Image, _ content: ImageContent, in bounds: Rect) {
    let natural = Size(
      width: Double(image.width) / image.scale * content.crop.width,
      height: Double(image.height) / image.scale * content.crop.height)
    let size = Self.size(of: natural, content.fit, in: bounds)
    let whole = Rect(
      x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2,
      width: size.width, height: size.height)
    destination = whole.intersection(bounds)
    crop = Self.part(of: content.crop, shownBy: destination, of: whole)
  }

  private static func size(of natural: Size, _ fit: ImageContent.Fit, in bounds: Rect) -> Size {
    guard natural.width > 0, natural.height > 0 else { return .zero }
    let (across, down) = (bounds.width / natural.width, bounds.height / natural.height)
    switch fit {
    case .fill: return bounds.size
    case .center: return natural
    case .contain, .cover:
      let factor = fit == .contain ? min(across, down) : max(across, down)
      return Size(width: natural.width * factor, height: natural.height * factor)
    }
  }

  private static func part(of crop: Rect, shownBy destination: Rect, of whole: Rect) -> Rect {
    guard !whole.isEmpty else { return crop }
    return Rect(
      x: crop.x + (destination.x - whole.x) / whole.width * crop.width,
      y: crop.y + (destination.y - whole.y) / whole.height * crop.height,
      width: destination.width / whole.width * crop.width,
      height: destination.height / whole.height * crop.height)
  }
}
