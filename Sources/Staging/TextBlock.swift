import Geometry
import SceneFormat
import Typeface

/// A text, laid out: its outlines and its extent.
struct TextBlock {
  /// All glyphs, in points from the block's top left corner.
  var outline: Path
  /// The width of its longest line.
  var width: Double
  /// The height of all its lines.
  var height: Double

  /// The text of `layer`, as wide as the layer's frame, and no taller if that says how tall it is.
  init(_ text: TextContent, of layer: Layer, assets: StageAssets) throws(SceneError) {
    try self.init(
      text, width: layer.frame.width, height: layer.frame.height ?? .infinity,
      at: layer.textPlace ?? layer.place, assets: assets)
  }

  /// `text` in lines of at most `width` points, as many as fit into `height`.
  init(
    _ text: TextContent, width: Double, height: Double = .infinity, at place: Place,
    assets: StageAssets
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
    outline = layout.outline
    (self.width, self.height) = (layout.size.width, layout.size.height)
  }
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
