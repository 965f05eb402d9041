import CHarfBuzz
public import Geometry
public import Pixels

/// Letters that Unicode shows as pictures.
public enum Emoji {
  /// The name of the font as scenes, locks and errors have it.
  public static let fontName = "NotoColorEmoji.ttf"
  /// The folders to look for it in; the first is Debian's.
  public static let folders = [
    "/usr/share/fonts/truetype/noto", "/usr/share/fonts/noto", "/usr/share/fonts/google-noto-emoji",
    "/usr/local/share/fonts",
  ]
  /// Debian's package of it.
  public static let package = "fonts-noto-color-emoji"

  /// The letters of `text` that may be emoji, each once: a sequence, such as a flag, is one letter.
  ///
  /// Letters of Latin-1 are left out unless they are asked to be pictures: "1" and "©" may be, too.
  public static func letters(in text: String) -> [String] {
    var (letters, seen): ([String], Set<Character>) = ([], [])
    // ASCII text has no emoji: a keycap, too, has a scalar that is not ASCII.
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return [] }
    for letter in text {
      let scalars = letter.unicodeScalars.map(\.value)
      let isPossible = letter.unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xFF }
      guard isPossible || isPicture(scalars[...]), seen.insert(letter).inserted else { continue }
      letters.append(String(letter))
    }
    return letters
  }

  /// Whether a letter is shown as a picture: by itself, or because a selector asks for it.
  static func isPicture(_ letter: ArraySlice<UInt32>) -> Bool {
    let scalars = letter.lazy.compactMap(Unicode.Scalar.init)
    guard scalars.first?.properties.isEmoji == true, !letter.contains(0xFE0E) else { return false }
    return letter.contains(0xFE0F) || scalars.contains { $0.properties.isEmojiPresentation }
  }
}

/// A glyph that has colours of its own, where it is drawn.
public enum ColorGlyph: Hashable, Sendable {
  /// Outlines in points of the text's box, from back to front.
  case layers([Layer])
  /// A PNG of the font, and where it goes in the text's box.
  case picture(GlyphPicture, Rect)

  /// An outline with a colour.
  public struct Layer: Hashable, Sendable {
    /// In points of the text's box, to be filled by the nonzero rule.
    public let outline: Path
    /// nil for the colour of the text.
    public let color: Color?
  }
}

/// The name of a glyph that its font has as a PNG.
public struct GlyphPicture: Hashable, Sendable {
  /// The font's name.
  public let font: String
  /// The number of the glyph in it.
  public let glyph: UInt32
}

extension FontStack {
  /// The first of `letters` that no font of the stack draws as it should be: an emoji in colour,
  /// another letter at all.
  public func firstLacking(of letters: [String]) -> String? {
    let open = fonts.map { OpenFont($0.face) }
    return letters.first { letter in
      let scalars = letter.unicodeScalars.map(\.value)[...]
      return Emoji.isPicture(scalars)
        ? !open.contains { $0.isColored && $0.draws(scalars) }
        : !open.contains { $0.covers(scalars) }
    }
  }

  /// The PNGs of the glyphs that draw `letters`, each once.
  public func pictures(of letters: [String]) -> [(picture: GlyphPicture, png: [UInt8])] {
    let open = fonts.map { OpenFont($0.face) }
    let coverage = FontCoverage(open, names: fonts.map(\.name))
    var pictures: [(picture: GlyphPicture, png: [UInt8])] = []
    var seen: Set<GlyphPicture> = []
    for letter in letters.map({ $0.unicodeScalars.map(\.value) }) {
      guard let font = coverage.font(for: letter[...]) else { continue }
      for glyph in open[font].shape(letter).map(\.id) {
        let picture = GlyphPicture(font: fonts[font].name, glyph: glyph)
        guard let png = open[font].png(of: glyph), seen.insert(picture).inserted else { continue }
        pictures.append((picture, png))
      }
    }
    return pictures
  }
}

extension OpenFont {
  /// Whether the glyphs that it makes of `letter` all exist, and something is seen of them.
  func draws(_ letter: ArraySlice<UInt32>) -> Bool {
    let glyphs = shape(Array(letter)).map(\.id)
    return !glyphs.contains(0) && glyphs.contains { isSeen($0) }
  }

  /// The glyphs of `letter` alone.
  fileprivate func shape(_ letter: [UInt32]) -> [ShapedGlyph] {
    // "Zyyy", the script that all scripts share.
    shape(letter, letter.indices, script: 0x5A79_7979, isRightToLeft: false, ligatures: true)
  }

  /// Whether a glyph has an outline, colours or a PNG.
  func isSeen(_ glyph: UInt32) -> Bool {
    hasShape(glyph) || hasPNG(glyph)
  }

  /// Whether a glyph has an outline or colours.
  func hasShape(_ glyph: UInt32) -> Bool {
    !outline(of: glyph).isEmpty || !layers(of: glyph).isEmpty
  }

  /// The glyphs that lie on each other in place of `glyph`, and their colours: the table COLR.
  func layers(of glyph: UInt32) -> [(glyph: UInt32, color: Color?)] {
    guard isColored else { return [] }
    var count = unsafe hb_ot_color_glyph_get_layers(face.pointer, glyph, 0, nil, nil)
    guard count > 0 else { return [] }
    var layers = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: Int(count))
    _ = unsafe hb_ot_color_glyph_get_layers(face.pointer, glyph, 0, &count, &layers)
    return layers.map { ($0.glyph, color(Int($0.color_index))) }
  }

  /// A colour of the first palette; nil for the one that stands for the text's.
  private func color(_ index: Int) -> Color? {
    guard index != 0xFFFF else { return nil }
    var (count, color): (UInt32, hb_color_t) = (1, 0)
    _ = unsafe hb_ot_color_palette_get_colors(face.pointer, 0, UInt32(index), &count, &color)
    guard count == 1 else { return nil }
    return Color(
      red: hb_color_get_red(color), green: hb_color_get_green(color),
      blue: hb_color_get_blue(color), alpha: hb_color_get_alpha(color))
  }

  /// The largest PNG of a glyph; nil if it has none.
  func png(of glyph: UInt32) -> [UInt8]? {
    guard isColored else { return nil }
    let blob = unsafe hb_ot_color_glyph_reference_png(pointer, glyph)
    defer { unsafe hb_blob_destroy(blob) }
    var count: UInt32 = 0
    guard let start = unsafe hb_blob_get_data(blob, &count), count > 0 else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  private func hasPNG(_ glyph: UInt32) -> Bool {
    guard isColored else { return false }
    let blob = unsafe hb_ot_color_glyph_reference_png(pointer, glyph)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// Where the PNG of a glyph goes in units of the font, y upward from the baseline.
  func pictureBounds(of glyph: UInt32) -> Rect? {
    var extents = hb_glyph_extents_t()
    guard hasPNG(glyph), unsafe hb_font_get_glyph_extents(pointer, glyph, &extents) != 0 else {
      return nil
    }
    return Rect(
      x: Double(extents.x_bearing), y: Double(extents.y_bearing),
      width: Double(extents.width), height: Double(-extents.height))
  }
}
