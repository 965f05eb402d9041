import CHarfBuzz

/// A glyph as the shaper hands it out, in units of its font.
struct ShapedGlyph {
  /// Its number in the font.
  let id: UInt32
  /// The first scalar that it stands for.
  let cluster: Int
  /// The way to the next glyph.
  let advance: Int32
  /// Where it is drawn, seen from the pen; y upward.
  let shiftX: Int32
  let shiftY: Int32
}

extension OpenFont {
  /// Shapes `range` of `text`, whose script and direction are the same all through.
  ///
  /// The glyphs come from left to right. Language and shaper are stated, or HarfBuzz would take
  /// them from the environment.
  func shape(
    _ text: [UInt32], _ range: Range<Int>, script: UInt32, isRightToLeft: Bool, ligatures: Bool
  ) -> [ShapedGlyph] {
    let buffer = unsafe hb_buffer_create()
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe text.withUnsafeBufferPointer { text in
      unsafe hb_buffer_add_utf32(
        buffer, text.baseAddress, Int32(clamping: text.count), UInt32(clamping: range.lowerBound),
        Int32(clamping: range.count))
    }
    unsafe hb_buffer_set_direction(
      buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, hb_script_t(rawValue: script))
    unsafe shape(buffer, ligatures ? [] : Self.withoutLigatures)
    return unsafe Self.glyphs(in: buffer)
  }

  /// "liga" and "clig", off from the first scalar to the last.
  private static let withoutLigatures = [0x6C69_6761, 0x636C_6967].map { tag in
    hb_feature_t(tag: tag, value: 0, start: 0, end: .max)
  }

  private func shape(_ buffer: OpaquePointer?, _ features: [hb_feature_t]) {
    unsafe "ot".withCString { name in
      let shapers = unsafe [Optional(name), nil]
      _ = unsafe hb_shape_full(pointer, buffer, features, UInt32(features.count), shapers)
    }
  }

  private static func glyphs(in buffer: OpaquePointer?) -> [ShapedGlyph] {
    var count: UInt32 = 0
    let glyphs = unsafe UnsafeBufferPointer(
      start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    let positions = unsafe UnsafeBufferPointer(
      start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
    // More than this is refused anyway.
    let limit = 2 * TextLayout.glyphLimit + 1
    return unsafe zip(glyphs, positions).prefix(limit).map { glyph, position in
      ShapedGlyph(
        id: glyph.codepoint, cluster: Int(glyph.cluster), advance: position.x_advance,
        shiftX: position.x_offset, shiftY: position.y_offset)
    }
  }
}

/// The script that Unicode gives to `scalar`; nil for what all scripts share.
func unicodeScript(of scalar: UInt32) -> UInt32? {
  let script = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
  let shared = [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN]
  return shared.contains(script) ? nil : script.rawValue
}

/// The two scalars that `scalar` is made of; the second is nil where one stands for another.
func canonicalParts(of scalar: UInt32) -> (UInt32, UInt32?)? {
  var (first, second): (hb_codepoint_t, hb_codepoint_t) = (0, 0)
  let functions = unsafe hb_unicode_funcs_get_default()
  guard unsafe hb_unicode_decompose(functions, scalar, &first, &second) != 0 else { return nil }
  return (first, second == 0 ? nil : second)
}

/// The scalar that `first` and `second` make together.
func canonicalComposition(_ first: UInt32, _ second: UInt32) -> UInt32? {
  var whole: hb_codepoint_t = 0
  let functions = unsafe hb_unicode_funcs_get_default()
  guard unsafe hb_unicode_compose(functions, first, second, &whole) != 0 else { return nil }
  return whole
}
