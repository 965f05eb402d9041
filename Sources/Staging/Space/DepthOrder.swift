import Geometry

/// The order in which planes in space hide each other.
///
/// Sorting by depth alone fails for planes that lean: which of two is nearer depends on where one
/// looks. So each pair is asked which lies on the eye's side of the other, planes that cross are
/// split first, and whatever that leaves open is decided by the order in which they are written.
struct DepthOrder {
  /// A flat thing in space.
  struct Plane {
    /// Its place in the list.
    var index: Int
    /// Its own rectangle.
    var bounds: Rect
    /// The way from its own coordinates into space.
    var matrix: Transform3D
    /// Whether it may be cut, and cuts others; not for what is seen by an eye of its own.
    var isSolid = true
  }

  /// A plane, or what a split has left of it.
  struct Piece: Equatable {
    var index: Int
    /// A convex outline in the plane's own coordinates; nil for all of it.
    var outline: [Point]?
  }

  /// What is nearer than this to a plane lies in it, in points.
  private static let nearby = 1e-4

  private var fragments: [Fragment] = []
  private let frames: [PlaneFrame]
  private let eye: SIMD3<Double>?
  /// How many pairs of fragments may still be compared.
  private var pairs: Int

  /// Sorts `planes` for an eye `eye` points before the plane z = 0 at `center`; from infinitely far
  /// away if nil.
  ///
  /// Splitting and sorting together compare at most so many `pairs`: 65,536 are enough for 256 planes that
  /// all overlap. Beyond that, planes are sorted by their centres.
  static func pieces(
    _ planes: [Plane], eye: Double?, center: Point, pairs: Int = 1 << 16
  ) -> [Piece] {
    guard planes.contains(where: { $0.leavesPlaneZero }) else {
      return planes.map { Piece(index: $0.index) }
    }
    // Even to find out which planes overlap takes time with the square of their number.
    guard planes.count <= 512 else { return byMiddles(planes) }
    var order = DepthOrder(planes, eye: eye, center: center, pairs: pairs)
    return order.split() ? order.sorted() ?? byMiddles(planes) : byMiddles(planes)
  }

  private static func byMiddles(_ planes: [Plane]) -> [Piece] {
    let depths = planes.map { $0.matrix.depth(of: $0.bounds.point(atUnit: 0.5, 0.5)) }
    return planes.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
      .map { Piece(index: planes[$0].index) }
  }

  private init(_ planes: [Plane], eye: Double?, center: Point, pairs: Int) {
    self.pairs = pairs
    let place = eye.map { SIMD3(center.x, center.y, $0) }
    (frames, self.eye) = (planes.compactMap { PlaneFrame($0, eye: place) }, place)
    fragments = frames.indices.map { fragment(of: $0, frames[$0].bounds.corners, cuts: []) }
  }

  private func fragment(of plane: Int, _ outline: [Point], cuts: [HalfPlane]) -> Fragment {
    Fragment(plane: plane, outline: outline, cuts: cuts, view: seen(outline, plane).map(View.init))
  }

  /// Splits planes that cross; false if there are too many pairs.
  private mutating func split() -> Bool {
    // Each split makes one more; more than that many come from no scene that can be looked at.
    let most = 4 * fragments.count + 64
    var next = 1
    while next < fragments.count, fragments.count < most, pairs > 0 {
      if !splitOnce(next) { next += 1 }
    }
    return pairs > 0
  }

  /// Splits the fragment at `later` or one before it where they cross; false if none do.
  private mutating func splitOnce(_ later: Int) -> Bool {
    for earlier in 0..<later where mayMeet(earlier, later, within: 10 * Self.nearby) {
      let (one, other) = (fragments[earlier], fragments[later])
      guard frames[one.plane].isSolid, frames[other.plane].isSolid else { continue }
      pairs -= 1
      guard let lines = crossing(one, other) else { continue }
      // A cut that lies on the other plane is covered by it. Else the later one is split.
      let earlierIsCovered = lines.one.isInside(lines.other, within: Self.nearby)
      let otherIsCovered = lines.other.isInside(lines.one, within: Self.nearby)
      let victim = earlierIsCovered && !otherIsCovered ? earlier : later
      return cut(victim, by: victim == later ? one.plane : other.plane)
    }
    return false
  }

  private mutating func cut(_ index: Int, by plane: Int) -> Bool {
    let fragment = fragments[index]
    let side = frames[plane].side(of: frames[fragment.plane])
    let near = fragment.outline.kept { side.distance(of: $0) }
    let far = fragment.outline.kept { -side.distance(of: $0) }
    guard near.count > 2, far.count > 2 else { return false }
    let halves = [(far, side.flipped), (near, side)].map { outline, cut in
      self.fragment(of: fragment.plane, outline, cuts: fragment.cuts + [cut])
    }
    fragments.replaceSubrange(index...index, with: halves)
    return true
  }

  /// Whether the eye sees two fragments of different planes no farther apart than `distance`, as far
  /// as the boxes around them tell.
  private func mayMeet(_ one: Int, _ other: Int, within distance: Double) -> Bool {
    guard fragments[one].plane != fragments[other].plane else { return false }
    guard let view = fragments[one].view, let other = fragments[other].view else { return true }
    return view.touches(other, within: distance)
  }

  /// Where each of two fragments crosses the other's plane, along the line that both planes share;
  /// nil unless they really meet.
  private func crossing(
    _ one: Fragment, _ other: Fragment
  ) -> (one: ClosedRange<Double>, other: ClosedRange<Double>)? {
    let (frame, otherFrame) = (frames[one.plane], frames[other.plane])
    let line = frame.normal.crossed(with: otherFrame.normal)
    guard line.dot(line) > 1e-12,
      let first = frame.meeting(one.outline, otherFrame, along: line.unit),
      let second = otherFrame.meeting(other.outline, frame, along: line.unit)
    else { return nil }
    let shared =
      min(first.upperBound, second.upperBound) - max(first.lowerBound, second.lowerBound)
    return shared > 10 * Self.nearby ? (first, second) : nil
  }

  /// The fragments, those behind first; nil if there are too many pairs.
  private mutating func sorted() -> [Piece]? {
    var waiting = [Int](repeating: 0, count: fragments.count)
    var hides = [[Int]](repeating: [], count: fragments.count)
    for later in fragments.indices where pairs > 0 {
      for earlier in 0..<later where mayMeet(earlier, later, within: 0) {
        pairs -= 1
        guard let isBehind = isBehind(earlier, later) else { continue }
        hides[isBehind ? earlier : later].append(isBehind ? later : earlier)
        waiting[isBehind ? later : earlier] += 1
      }
    }
    guard pairs > 0 else { return nil }
    var left = Array(fragments.indices)
    var pieces: [Piece] = []
    while !left.isEmpty {
      // Where three hide each other in a ring, the first one gives in.
      let place = left.firstIndex { waiting[$0] == 0 } ?? 0
      let index = left.remove(at: place)
      for other in hides[index] { waiting[other] -= 1 }
      pieces.append(piece(fragments[index]))
    }
    return pieces
  }

  private func piece(_ fragment: Fragment) -> Piece {
    let frame = frames[fragment.plane]
    guard !fragment.cuts.isEmpty else { return Piece(index: frame.index) }
    // Shadows and what else is outside of the rectangle belong to the side that they are on.
    let reach = max(frame.bounds.width, frame.bounds.height)
    let outline = fragment.cuts.reduce(frame.bounds.inset(by: -reach).corners) { outline, side in
      outline.kept { side.distance(of: $0) }
    }
    return Piece(index: frame.index, outline: outline)
  }

  /// Whether the first of two fragments must be painted before the other; nil if either may.
  private func isBehind(_ earlier: Int, _ later: Int) -> Bool? {
    let (one, other) = (fragments[earlier], fragments[later])
    let oneSeen = standing(one, before: other.plane)
    let otherSeen = standing(other, before: one.plane)
    if oneSeen == .within || otherSeen == .within { return true }
    // An order that nothing asks for could close a ring.
    if let one = one.view, let other = other.view {
      let common = one.outline.clipped(toConvex: other.outline)
      guard abs(common.turn) > Self.nearby else { return nil }
      return !isNearer(earlier, than: later, at: common)
    }
    let canHide = (
      one: oneSeen != .behind && otherSeen != .before,
      other: otherSeen != .behind && oneSeen != .before
    )
    switch canHide {
    case (true, false): return false
    case (false, true), (true, true): return true
    case (false, false): return nil
    }
  }

  /// What the eye sees of an outline in a plane, on the plane z = 0; nil if some of it is not before
  /// the eye.
  private func seen(_ outline: [Point], _ plane: Int) -> [Point]? {
    let places = outline.map { frames[plane].place($0) }
    guard let eye else { return places.map { Point(x: $0.x, y: $0.y) } }
    guard places.allSatisfy({ eye.z - $0.z > 1e-3 * eye.z }) else { return nil }
    return places.map { place in
      let share = eye.z / (eye.z - place.z)
      return Point(x: eye.x + (place.x - eye.x) * share, y: eye.y + (place.y - eye.y) * share)
    }
  }

  /// Whether one fragment is before another where the eye sees both; they do not cross there.
  private func isNearer(_ one: Int, than other: Int, at common: [Point]) -> Bool {
    let (frame, otherFrame) = (frames[fragments[one].plane], frames[fragments[other].plane])
    let middle = common.reduce(.zero, +) * (1 / Double(common.count))
    let differences = (common + [middle]).map {
      frame.height(seenAt: $0, eye: eye) - otherFrame.height(seenAt: $0, eye: eye)
    }
    let (least, greatest) = (differences.min() ?? 0, differences.max() ?? 0)
    return greatest > Self.nearby && greatest > -least
  }

  private enum Standing { case behind, within, before, across }

  /// On which side of a plane a fragment is, as the eye sees it.
  private func standing(_ fragment: Fragment, before plane: Int) -> Standing {
    let side = frames[plane].side(of: frames[fragment.plane])
    let distances = fragment.outline.map(side.distance)
    let isBefore = distances.contains { $0 > Self.nearby }
    let isBehind = distances.contains { $0 < -Self.nearby }
    switch (isBefore, isBehind) {
    case (false, false): return .within
    case (true, false): return .before
    case (false, true): return .behind
    case (true, true): return .across
    }
  }
}

/// What the eye sees of a fragment, on the plane z = 0.
private struct View {
  let outline: [Point]
  private let low, high: Point

  init(_ outline: [Point]) {
    self.outline = outline
    let (xs, ys) = (outline.map(\.x), outline.map(\.y))
    low = Point(x: xs.min() ?? 0, y: ys.min() ?? 0)
    high = Point(x: xs.max() ?? 0, y: ys.max() ?? 0)
  }

  /// Whether the boxes around both are no farther apart than `distance`.
  func touches(_ other: View, within distance: Double) -> Bool {
    low.x <= other.high.x + distance && other.low.x <= high.x + distance
      && low.y <= other.high.y + distance && other.low.y <= high.y + distance
  }
}

/// A convex part of a plane.
private struct Fragment {
  var plane: Int
  /// In the plane's own coordinates.
  var outline: [Point]
  /// The lines along which it was split.
  var cuts: [HalfPlane]
  /// What the eye sees of it; nil if some of it is not before the eye.
  var view: View?
}

/// How far a point of a plane is on one side of a line in it.
private struct HalfPlane {
  var x, y, constant: Double

  func distance(of point: Point) -> Double { x * point.x + y * point.y + constant }

  var flipped: HalfPlane { HalfPlane(x: -x, y: -y, constant: -constant) }
}

/// How a plane lies in space.
private struct PlaneFrame {
  let index: Int
  let bounds: Rect
  let isSolid: Bool
  private let origin, right, down: SIMD3<Double>
  /// Of length 1, toward the eye.
  let normal: SIMD3<Double>

  /// nil for a plane of which the eye sees only the edge, or nothing.
  init?(_ plane: DepthOrder.Plane, eye: SIMD3<Double>?) {
    (index, bounds, isSolid) = (plane.index, plane.bounds, plane.isSolid)
    origin = plane.matrix.place(.zero)
    right = plane.matrix.place(Point(x: 1, y: 0)) - origin
    down = plane.matrix.place(Point(x: 0, y: 1)) - origin
    let upright = right.crossed(with: down)
    guard upright.dot(upright) > 0, upright.dot(upright).isFinite else { return nil }
    let unit = upright.unit
    let height = eye.map { unit.dot($0 - plane.matrix.place(.zero)) } ?? unit.z
    guard abs(height) > 1e-9 else { return nil }
    normal = height < 0 ? -unit : unit
  }

  /// Where a point of the plane is in space.
  func place(_ point: Point) -> SIMD3<Double> { origin + right * point.x + down * point.y }

  /// How far before the plane z = 0 it is where the eye sees it through a point of that plane.
  func height(seenAt point: Point, eye: SIMD3<Double>?) -> Double {
    let target = SIMD3(point.x, point.y, 0)
    let ray = eye.map { $0 - target } ?? SIMD3(0, 0, 1)
    return normal.dot(origin - target) / normal.dot(ray) * ray.z
  }

  /// The distance from this plane of the points of another one.
  func side(of other: PlaneFrame) -> HalfPlane {
    HalfPlane(
      x: normal.dot(other.right), y: normal.dot(other.down),
      constant: normal.dot(other.origin - origin))
  }

  /// Where an outline in this plane meets another plane, along the unit vector `line`.
  func meeting(
    _ outline: [Point], _ other: PlaneFrame, along line: SIMD3<Double>
  ) -> ClosedRange<Double>? {
    let side = other.side(of: self)
    let distances = outline.map(side.distance)
    guard distances.contains(where: { $0 > 1e-4 }), distances.contains(where: { $0 < -1e-4 })
    else { return nil }
    let cut = outline.kept { side.distance(of: $0) }.filter { abs(side.distance(of: $0)) < 1e-6 }
    let places = cut.map { line.dot(origin + right * $0.x + down * $0.y) }
    guard let low = places.min(), let high = places.max() else { return nil }
    return low...high
  }
}

extension DepthOrder.Plane {
  /// Whether depth matters for it.
  fileprivate var leavesPlaneZero: Bool {
    matrix.x.z != 0 || matrix.y.z != 0 || matrix.origin.z != 0
  }
}

extension Transform3D {
  /// Where a point of the plane z = 0 goes, no eye looking.
  fileprivate func place(_ point: Point) -> SIMD3<Double> {
    let place = apply([point.x, point.y, 0, 1])
    return SIMD3(place.x, place.y, place.z)
  }
}

extension [Point] {
  /// Twice the area, negative where the corners run counterclockwise on screen.
  fileprivate var turn: Double {
    guard var last else { return 0 }
    return reduce(0) { sum, point in
      defer { last = point }
      return sum + last.x * point.y - last.y * point.x
    }
  }

  /// The part of a convex outline inside another one.
  fileprivate func clipped(toConvex area: [Point]) -> [Point] {
    guard var last = area.last else { return [] }
    let sign = area.turn < 0 ? -1.0 : 1
    return area.reduce(self) { part, corner in
      let (from, along) = (last, (corner - last) * sign)
      last = corner
      return part.kept { ($0.y - from.y) * along.x - ($0.x - from.x) * along.y }
    }
  }

  /// The part of a convex outline where `distance`, which is linear, is not negative.
  fileprivate func kept(_ distance: (Point) -> Double) -> [Point] {
    guard var last else { return [] }
    var kept: [Point] = []
    for point in self {
      let (before, here) = (distance(last), distance(point))
      if (before < 0) != (here < 0) {
        kept.append(last + (point - last) * (before / (before - here)))
      }
      if here >= 0 { kept.append(point) }
      last = point
    }
    return kept
  }
}

extension ClosedRange<Double> {
  fileprivate func isInside(_ other: ClosedRange<Double>, within distance: Double) -> Bool {
    lowerBound >= other.lowerBound - distance && upperBound <= other.upperBound + distance
  }
}

extension SIMD3<Double> {
  fileprivate func dot(_ other: SIMD3<Double>) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  fileprivate func crossed(with other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The same direction with length 1.
  fileprivate var unit: SIMD3<Double> { self / dot(self).squareRoot() }
}
