extension Transform {
  /// The corners of where `rect` goes, in order, as far as it is before the eye.
  ///
  /// What is nearer to the eye plane than a thousandth of the viewing distance is cut off: behind
  /// it, points would come out on the wrong side. Empty if nothing is left.
  public func outline(of rect: Rect) -> [Point] {
    let corners = rect.corners
    guard !isAffine else { return corners.map(apply) }
    var kept: [Point] = []
    for (from, to) in corners.sides {
      let (here, there) = (distance(of: from), distance(of: to))
      if here >= 0 { kept.append(from) }
      if (here >= 0) != (there >= 0) {
        kept.append(from + (to - from) * (here / (here - there)))
      }
    }
    return kept.map(apply)
  }

  /// How far a point is from the plane at which it would be cut, in viewing distances.
  private func distance(of point: Point) -> Double {
    px * point.x + py * point.y + pw - 0.001
  }
}
