import CHarfBuzz
import Geometry

extension OpenFont {
  /// The outline of `glyph` in units of the font, y upward, its origin on the baseline.
  func outline(of glyph: UInt32) -> Path {
    let functions = unsafe hb_draw_funcs_create()
    defer { unsafe hb_draw_funcs_destroy(functions) }
    unsafe Self.install(functions)
    var path = Path()
    unsafe withUnsafeMutablePointer(to: &path) { path in
      unsafe rt_hb_draw_glyph(pointer, glyph, functions, path)
    }
    return path
  }

  /// What HarfBuzz calls for each step of the pen; the data is a pointer to the path.
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
