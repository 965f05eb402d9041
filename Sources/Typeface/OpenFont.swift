import CHarfBuzz
import Geometry

/// A font's face in HarfBuzz, open as long as something holds it.
///
/// HarfBuzz keeps what it has read of the tables, and how it shapes a script, with the face: a face
/// for every text would read all of it again.
@safe final class FontFace: Sendable {
  // A face is immutable, and HarfBuzz lets any thread use it; an address may be sent, a pointer not.
  private let address: UInt
  /// The units of the em square.
  let unitsPerEm: Int
  /// The number of glyphs.
  let glyphCount: Int
  /// Whether some of its glyphs have colours of their own.
  let isColored: Bool

  /// Opens the first font in `bytes`.
  init(_ bytes: [UInt8]) {
    let face = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
      let blob = unsafe hb_blob_create(
        start, UInt32(clamping: bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
      defer { unsafe hb_blob_destroy(blob) }
      return unsafe hb_face_create(blob, 0)
    }
    unsafe hb_face_make_immutable(face)
    address = UInt(bitPattern: face)
    unitsPerEm = Int(unsafe hb_face_get_upem(face))
    glyphCount = Int(unsafe hb_face_get_glyph_count(face))
    // Of COLR, layers alone are drawn; a glyph with gradients must not pass for an empty one.
    let colors = unsafe hb_face_reference_table(face, 0x434F_4C52)
    defer { unsafe hb_blob_destroy(colors) }
    isColored =
      unsafe hb_blob_get_length(colors) > 0 || hb_ot_color_has_png(face) != 0
      || hb_ot_color_has_svg(face) != 0
  }

  deinit { unsafe hb_face_destroy(pointer) }

  /// HarfBuzz's face.
  var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}

/// A variable font at a place of its design space.
struct FontInstance {
  /// A number an axis, in 16384ths.
  let coordinates: [Int32]
  /// nil for outlines that HarfBuzz draws.
  let outlines: VariableOutlines?

  func outline(of glyph: UInt32) -> Path? { outlines?.outline(of: Int(glyph), at: coordinates) }
}

/// A font as a text uses it: a face and, if it is variable, a place of its design space.
@safe final class OpenFont {
  /// HarfBuzz's font, at a scale of one unit of the font, without hinting.
  let pointer: OpaquePointer?
  let face: FontFace
  private let instance: FontInstance?

  /// The units of the em square.
  var unitsPerEm: Int { face.unitsPerEm }
  /// Whether some of its glyphs have colours of their own.
  var isColored: Bool { face.isColored }

  /// Opens `face`, as `instance` if it is variable.
  init(_ face: FontFace, _ instance: FontInstance? = nil) {
    (self.face, self.instance) = (face, instance)
    unsafe pointer = hb_font_create(face.pointer)
    let scale = Int32(clamping: face.unitsPerEm)
    unsafe hb_ot_font_set_funcs(pointer)
    unsafe hb_font_set_scale(pointer, scale, scale)
    guard let instance else { return }
    // Design coordinates would be normalized, and versions of HarfBuzz round them differently.
    unsafe hb_font_set_var_coords_normalized(
      pointer, instance.coordinates, UInt32(instance.coordinates.count))
  }

  deinit { unsafe hb_font_destroy(pointer) }

  /// How far the letters rise and fall, and the gap between lines, in units.
  var extents: (ascender: Double, descender: Double, gap: Double) {
    var found = hb_font_extents_t()
    let isKnown = unsafe hb_font_get_h_extents(pointer, &found) != 0
    let (ascender, descender) = (Double(found.ascender), Double(found.descender))
    // HarfBuzz's defaults for fonts without metrics; also used for invalid ones.
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

extension OpenFont {
  /// The outline of `glyph` in units of the font, y upward, its origin on the baseline.
  func outline(of glyph: UInt32) -> Path {
    if let outline = instance?.outline(of: glyph) { return outline }
    let functions = unsafe hb_draw_funcs_create()
    defer { unsafe hb_draw_funcs_destroy(functions) }
    unsafe Self.install(functions)
    var path = Path()
    unsafe withUnsafeMutablePointer(to: &path) { path in
      unsafe rt_hb_draw_glyph(pointer, glyph, functions, path)
    }
    return path
  }

  /// Installs the callbacks for path elements; the data is a pointer to the path.
  private static func install(_ functions: OpaquePointer?) {
    unsafe hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in unsafe draw(.move(at(x, y)), on: data) }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in unsafe draw(.line(at(x, y)), on: data) }, nil, nil)
    unsafe hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, data, _, controlX, controlY, x, y, _ in
        unsafe draw(.quad(control: at(controlX, controlY), at(x, y)), on: data)
      }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, firstX, firstY, secondX, secondY, x, y, _ in
        let curve = Path.Element.cubic(at(firstX, firstY), at(secondX, secondY), at(x, y))
        unsafe draw(curve, on: data)
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      functions, { _, data, _, _ in unsafe draw(.close, on: data) }, nil, nil)
  }
}

/// Adds a step to the path behind `data`.
private func draw(_ element: Path.Element, on data: UnsafeMutableRawPointer?) {
  unsafe data?.assumingMemoryBound(to: Path.self).pointee.elements.append(element)
}

/// A point of an outline, to the nearest 1/64 unit.
///
/// Coordinates of variable and composite glyphs come out of single-precision sums, whose last
/// bits differ between processors; those of plain glyphs lie on this grid anyway.
private func at(_ x: Float, _ y: Float) -> Point {
  Point(x: onGrid(x), y: onGrid(y))
}

private func onGrid(_ coordinate: Float) -> Double {
  let steps = Double(coordinate) * 64
  // Also false for what is not a number; no font comes near.
  guard abs(steps) < 1e12 else { return 0 }
  return Double(Int64(steps + (steps < 0 ? -0.5 : 0.5))) / 64
}

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
