import CHarfBuzz

/// A font while HarfBuzz has it open: valid only inside the closure that receives it.
@safe struct OpenFont {
  /// HarfBuzz's font, at a scale of one unit of the font, without hinting.
  let pointer: OpaquePointer?
  private let face: OpaquePointer?

  /// The units of the em square.
  let unitsPerEm: Int
  /// The number of glyphs.
  let glyphCount: Int
  /// Whether some of its glyphs are pictures.
  let hasPictures: Bool

  /// Opens the font in `bytes` for as long as `body` runs; `weight` is for variable fonts.
  static func open<Result, Failure: Error>(
    _ bytes: [UInt8], weight: Double? = nil,
    _ body: (OpenFont) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      let memory = unsafe UnsafeRawPointer(buffer.baseAddress)
      // The blob reads the array's own memory, which outlives it: all is given back below.
      let blob = unsafe hb_blob_create(
        memory?.assumingMemoryBound(to: CChar.self), UInt32(clamping: buffer.count),
        HB_MEMORY_MODE_READONLY, nil, nil)
      defer { unsafe hb_blob_destroy(blob) }
      let face = unsafe hb_face_create(blob, 0)
      defer { unsafe hb_face_destroy(face) }
      let font = unsafe hb_font_create(face)
      defer { unsafe hb_font_destroy(font) }
      return try body(unsafe OpenFont(font, face, weight: weight))
    }
  }

  private init(_ font: OpaquePointer?, _ face: OpaquePointer?, weight: Double?) {
    unsafe (pointer, self.face) = (font, face)
    unitsPerEm = Int(unsafe hb_face_get_upem(face))
    glyphCount = Int(unsafe hb_face_get_glyph_count(face))
    hasPictures = unsafe hb_ot_color_has_png(face) != 0 || hb_ot_color_has_svg(face) != 0
    let scale = Int32(clamping: unitsPerEm)
    unsafe hb_ot_font_set_funcs(font)
    unsafe hb_font_set_scale(font, scale, scale)
    guard let weight, weightAxis != nil else { return }
    var variation = hb_variation_t(tag: Self.weightTag, value: Float(weight))
    unsafe hb_font_set_variations(font, &variation, 1)
  }

  /// "wght".
  private static let weightTag: hb_tag_t = 0x7767_6874

  /// The weights that the font can take on.
  var weightAxis: ClosedRange<Double>? {
    var axis = hb_ot_var_axis_info_t()
    guard unsafe hb_ot_var_find_axis_info(face, Self.weightTag, &axis) != 0 else { return nil }
    let (lowest, highest) = (Double(axis.min_value), Double(axis.max_value))
    return lowest <= highest ? lowest...highest : nil
  }

  /// How far the letters rise and fall, and the gap between lines, in units.
  var extents: (ascender: Double, descender: Double, gap: Double) {
    var found = hb_font_extents_t()
    let isKnown = unsafe hb_font_get_h_extents(pointer, &found) != 0
    let (ascender, descender) = (Double(found.ascender), Double(found.descender))
    // What HarfBuzz assumes for fonts that do not say, and the only sense to make of nonsense.
    guard isKnown, ascender > descender else {
      return (0.8 * Double(unitsPerEm), -0.2 * Double(unitsPerEm), 0)
    }
    return (ascender, descender, max(0, Double(found.line_gap)))
  }

  /// The glyph that `scalar` has by itself.
  func glyph(for scalar: UInt32) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    guard unsafe hb_font_get_nominal_glyph(pointer, scalar, &glyph) != 0, glyph != 0 else {
      return nil
    }
    return glyph
  }
}
