import Geometry

/// Contours that may touch each other, and no contour of another cluster.
///
/// A page of text is thousands of contours, of which only those of one letter can overlap. Swept as
/// one outline, every corner of every letter would cut the row of all others; apart, each letter
/// pays for itself.
struct ContourCluster {
  private var contours: [Contour]
  private var bounds: Rect

  /// `contours`, sorted into clusters that are apart from each other.
  static func apart(_ contours: [Contour]) -> [[Contour]] {
    guard contours.count > 1 else { return [contours] }
    let sorted = contours.compactMap(ContourCluster.init).sorted { $0.bounds.y < $1.bounds.y }
    var (open, closed): ([ContourCluster], [ContourCluster]) = ([], [])
    for contour in sorted {
      var (merged, others): (ContourCluster, [ContourCluster]) = (contour, [])
      for cluster in open {
        if cluster.touches(merged) {
          merged.take(cluster)
        } else if cluster.bounds.maxY < contour.bounds.y {
          closed.append(cluster)
        } else {
          others.append(cluster)
        }
      }
      // Having grown, it may touch those that were passed over.
      open = merged.absorb(others)
    }
    return (closed + open).map(\.contours)
  }

  private init?(_ contour: Contour) {
    guard let first = contour.first else { return nil }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for point in contour {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
    contours = [contour]
    bounds = Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  private func touches(_ other: ContourCluster) -> Bool {
    bounds.x <= other.bounds.maxX && other.bounds.x <= bounds.maxX
      && bounds.y <= other.bounds.maxY && other.bounds.y <= bounds.maxY
  }

  private mutating func take(_ other: ContourCluster) {
    contours += other.contours
    let (minX, minY) = (min(bounds.x, other.bounds.x), min(bounds.y, other.bounds.y))
    bounds = Rect(
      x: minX, y: minY, width: max(bounds.maxX, other.bounds.maxX) - minX,
      height: max(bounds.maxY, other.bounds.maxY) - minY)
  }

  /// All clusters, itself among them after it has taken those that it touches.
  private consuming func absorb(_ others: [ContourCluster]) -> [ContourCluster] {
    var (merged, apart) = (self, others)
    while let index = apart.firstIndex(where: merged.touches) {
      merged.take(apart.remove(at: index))
    }
    return apart + [merged]
  }
}
