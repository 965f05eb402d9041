/// An upright rectangle with a radius for each corner.
public struct RoundedRect: Hashable, Sendable {
  /// How a straight edge turns into the corner.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A quarter of a circle.
    case circular
    /// The curve of iOS, whose curvature grows smoothly from the edge.
    case continuous
  }

  /// The four radii, in points, clockwise from the top left.
  public struct Radii: Hashable, Sendable {
    /// The radius of the top left corner.
    public var topLeft: Double
    /// The radius of the top right corner.
    public var topRight: Double
    /// The radius of the bottom right corner.
    public var bottomRight: Double
    /// The radius of the bottom left corner.
    public var bottomLeft: Double

    /// Four radii, clockwise from the top left.
    public init(
      topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double
    ) {
      (self.topLeft, self.topRight) = (topLeft, topRight)
      (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
    }

    /// The same radius at every corner.
    public init(all radius: Double) {
      self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    /// At each corner the larger radius of the two.
    public func largest(_ other: Radii) -> Radii {
      Radii(
        topLeft: max(topLeft, other.topLeft), topRight: max(topRight, other.topRight),
        bottomRight: max(bottomRight, other.bottomRight),
        bottomLeft: max(bottomLeft, other.bottomLeft))
    }

    /// Sharp corners.
    public static let zero = Radii(all: 0)
  }

  /// The rectangle before its corners are cut.
  public var rect: Rect
  /// The radius of each corner.
  public var radii: Radii
  /// The shape of the corners.
  public var style: Style

  /// A rectangle with these corners.
  public init(_ rect: Rect, radii: Radii = .zero, style: Style = .circular) {
    (self.rect, self.radii, self.style) = (rect, radii, style)
  }
}

extension RoundedRect {
  /// The outline, clockwise from the top left corner.
  ///
  /// Radii that do not fit beside their neighbours shrink, all by the same factor. Continuous
  /// corners reach 1.52866 radii along the edges; where there is less room they turn into circular
  /// ones by degrees, so that the outline never jumps while a radius grows.
  public var path: Path {
    guard rect.width >= 0, rect.height >= 0 else { return Path() }
    let radii = fittingRadii
    var elements: [Path.Element] = []
    for (index, corner) in Corner.all.enumerated() {
      let (radius, place) = (radii[index], corner.place(in: rect))
      guard radius > 0 else {
        elements.append(elements.isEmpty ? .move(place) : .line(place))
        continue
      }
      let before = reach(radius, beside: radii[(index + 3) % 4], along: corner.lengthBefore(rect))
      let after = reach(radius, beside: radii[(index + 1) % 4], along: corner.lengthAfter(rect))
      let shape =
        style == .circular
        ? CornerShape.arc : CornerShape.points(before: before, after: after)
      let points = shape.map { corner.point($0 * radius, from: place) }
      elements.append(elements.isEmpty ? .move(points[0]) : .line(points[0]))
      for start in stride(from: 1, to: points.count, by: 3) {
        elements.append(.cubic(points[start], points[start + 1], points[start + 2]))
      }
    }
    return Path(elements + [.close])
  }

  /// The radii, clockwise from the top left, as far as there is room for them.
  private var fittingRadii: [Double] {
    let most = min(rect.width, rect.height)
    let wanted = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map {
      $0 > 0 ? min($0, most) : 0
    }
    var factor = 1.0
    for (index, length) in [rect.width, rect.height, rect.width, rect.height].enumerated() {
      let sum = wanted[index] + wanted[(index + 1) % 4]
      if sum > length { factor = min(factor, length / sum) }
    }
    return wanted.map { $0 * factor }
  }

  /// How many radii of an edge the corner takes: 1 for a circle, up to 1.52866.
  private func reach(_ radius: Double, beside neighbour: Double, along length: Double) -> Double {
    guard style == .continuous else { return 1 }
    return min(max(length / (radius + neighbour), 1), CornerShape.fullReach)
  }
}

/// Where a corner lies, and the directions of the edges that meet there.
private struct Corner {
  let unitX, unitY: Double
  /// Away from the corner, along the edge that leads to it clockwise.
  let before: Point
  /// Away from the corner, along the edge that leaves it clockwise.
  let after: Point

  static let all = [
    Corner(unitX: 0, unitY: 0, before: Point(x: 0, y: 1), after: Point(x: 1, y: 0)),
    Corner(unitX: 1, unitY: 0, before: Point(x: -1, y: 0), after: Point(x: 0, y: 1)),
    Corner(unitX: 1, unitY: 1, before: Point(x: 0, y: -1), after: Point(x: -1, y: 0)),
    Corner(unitX: 0, unitY: 1, before: Point(x: 1, y: 0), after: Point(x: 0, y: -1)),
  ]

  func place(in rect: Rect) -> Point {
    Point(x: unitX == 0 ? rect.x : rect.maxX, y: unitY == 0 ? rect.y : rect.maxY)
  }

  func lengthBefore(_ rect: Rect) -> Double { before.x == 0 ? rect.height : rect.width }

  func lengthAfter(_ rect: Rect) -> Double { after.x == 0 ? rect.height : rect.width }

  /// A point by its distances along the two edges.
  func point(_ distances: Point, from place: Point) -> Point {
    place + before * distances.x + after * distances.y
  }
}

/// The points of three cubics around a corner of radius 1, as distances along its two edges.
private enum CornerShape {
  /// How far Apple's corner reaches along an edge.
  static let fullReach = 1.52866498

  /// The start and three cubics, for the room that there is along the two edges.
  static func points(before: Double, after: Double) -> [Point] {
    let (along, across) = ((before - 1) / (fullReach - 1), (after - 1) / (fullReach - 1))
    return zip(circular, continuous).map { round, smooth in
      Point(
        x: round.x + (smooth.x - round.x) * along, y: round.y + (smooth.y - round.y) * across)
    }
  }

  /// A quarter of a circle in four cubics: no canvas is so large that it shows a difference.
  static let arc: [Point] = {
    let half = [
      Point(x: 1, y: 0), Point(x: 0.8686781288571144, y: 0),
      Point(x: 0.7386421565549068, y: 0.025865763095147744),
      Point(x: 0.6173165676349102, y: 0.07612046748871326),
      Point(x: 0.49599097871491354, y: 0.1263751718822788),
      Point(x: 0.385751804416693, y: 0.200034633210212),
    ]
    let middle = Point(x: 0.29289321881345254, y: 0.29289321881345254)
    return half + [middle] + half.reversed().map { Point(x: $0.y, y: $0.x) }
  }()

  /// Apple's corner, as measured from `UIBezierPath(roundedRect:cornerRadius:)`.
  private static let continuous = mirrored([
    Point(x: 1.52866498, y: 0), Point(x: 1.08849296, y: 0), Point(x: 0.86840694, y: 0),
    Point(x: 0.63149379, y: 0.07491139), Point(x: 0.37282383, y: 0.16905956),
  ])

  /// A quarter of a circle, split where Apple's corner is: 21.72° from either end.
  private static let circular = mirrored([
    Point(x: 1, y: 0), Point(x: 0.8732601708810556, y: 0),
    Point(x: 0.7476755610602479, y: 0.024092544449608913),
    Point(x: 0.6299335878703688, y: 0.07099469828557925),
    Point(x: 0.3747658292813728, y: 0.17263999216918446),
  ])

  /// Both halves of a corner, from the first.
  private static func mirrored(_ half: [Point]) -> [Point] {
    half + half.reversed().map { Point(x: $0.y, y: $0.x) }
  }
}
