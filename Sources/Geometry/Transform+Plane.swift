extension Transform {
  /// Whether everything keeps its shape: it is moved, turned, mirrored and scaled evenly, but not
  /// seen from aside.
  public var keepsShapes: Bool {
    guard abs(px) + abs(py) <= 1e-12 * abs(pw) else { return false }
    let (across, down) = (a * a + b * b, c * c + d * d)
    let most = 1e-9 * max(across, down)
    return abs(across - down) <= most && abs(a * c + b * d) <= most
  }

  /// The same mapping without the traces that rounding leaves: affine where it is as good as that,
  /// and upright, and of no scale.
  public var settled: Transform {
    guard abs(pw) > 1e-9, abs(px) + abs(py) <= 1e-12 * abs(pw) else { return self }
    func even(_ number: Double, beside other: Double) -> Double {
      let number = number / pw
      if abs(number) <= 1e-11 * abs(other / pw) { return 0 }
      return abs(number - 1) <= 1e-11 ? 1 : number
    }
    return Transform(
      a: even(a, beside: b), b: even(b, beside: a), c: even(c, beside: d), d: even(d, beside: c),
      tx: tx / pw, ty: ty / pw)
  }

  /// The bounds of what becomes of `area` when it grows by `margin` on all sides and moves by
  /// `offset` in the coordinates that this mapping leads from.
  ///
  /// `area` and its bounds are in those that it leads to.
  public func bounds(
    of area: Rect, grownBy margin: Double, movedBy offset: Point = .zero
  ) -> Rect {
    guard !area.isEmpty, let back = inverse else { return area }
    let own = back.bounds(of: area).offset(x: offset.x, y: offset.y)
    return bounds(of: own.inset(by: -margin))
  }
}
