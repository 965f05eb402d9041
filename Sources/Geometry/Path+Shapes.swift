extension Path {
  /// The four edges of `rect`, clockwise from its top left corner.
  public static func rectangle(_ rect: Rect) -> Path {
    let corners = rect.corners
    return Path([.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
  }

  /// The ellipse inside `rect`, clockwise from its top.
  public static func ellipse(in rect: Rect) -> Path {
    // A cubic with this control length strays from the circle by 0.03 % of its radius.
    let bow = 0.5 * 0.5522847498307936
    func place(_ x: Double, _ y: Double) -> Point { rect.point(atUnit: 0.5 + x, 0.5 + y) }
    return Path([
      .move(place(0, -0.5)),
      .cubic(place(bow, -0.5), place(0.5, -bow), place(0.5, 0)),
      .cubic(place(0.5, bow), place(bow, 0.5), place(0, 0.5)),
      .cubic(place(-bow, 0.5), place(-0.5, bow), place(-0.5, 0)),
      .cubic(place(-0.5, -bow), place(-bow, -0.5), place(0, -0.5)),
      .close,
    ])
  }
}
