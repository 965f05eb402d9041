import Geometry

/// Contours that may touch each other, and no contour of another cluster.
///
/// A page of text is thousands of contours, of which only those of one letter can overlap. Swept as
/// one outline, every corner of every letter would cut the row of all others; apart, each letter
/// pays for itself.
struct ContourCluster {
  private var bounds: Bounds
  /// The first and the last of its contours, as places among all: what is in between, the links tell.
  private var first: Int
  private var last: Int

  /// `contours`, sorted into clusters that are apart from each other.
  static func apart(_ contours: [Contour]) -> [[Contour]] {
    guard contours.count > 1 else { return [contours] }
    let single = contours.indices.compactMap { index in
      Bounds(of: contours[index]).map { ContourCluster(bounds: $0, first: index, last: index) }
    }
    // A drawn line is tens of thousands of contours, so that nothing here moves their points.
    var links = [Int](repeating: -1, count: contours.count)
    var (open, closed): ([ContourCluster], [ContourCluster]) = ([], [])
    for contour in single.sorted(by: { $0.bounds.minY < $1.bounds.minY }) {
      var merged = contour
      open.removeAll { cluster in
        if cluster.bounds.touches(merged.bounds) {
          merged.take(cluster, &links)
          return true
        }
        guard cluster.bounds.maxY < contour.bounds.minY else { return false }
        closed.append(cluster)
        return true
      }
      // Having grown, it may touch those that were passed over.
      while merged.first != merged.last,
        let index = open.firstIndex(where: { $0.bounds.touches(merged.bounds) })
      {
        merged.take(open.remove(at: index), &links)
      }
      open.append(merged)
    }
    return (closed + open).map { $0.contours(among: contours, links) }
  }

  private mutating func take(_ other: ContourCluster, _ links: inout [Int]) {
    links[last] = other.first
    last = other.last
    bounds.unite(with: other.bounds)
  }

  private func contours(among all: [Contour], _ links: [Int]) -> [Contour] {
    var (result, place): ([Contour], Int) = ([], first)
    while place >= 0 {
      result.append(all[place])
      place = links[place]
    }
    return result
  }

  /// How far something reaches.
  private struct Bounds {
    private var minX: Double
    private(set) var minY: Double
    private var maxX: Double
    private(set) var maxY: Double

    /// Those of a contour; nil if it has no points.
    init?(of contour: Contour) {
      guard let first = contour.first else { return nil }
      (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
      for point in contour {
        (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
        (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
      }
    }

    func touches(_ other: Bounds) -> Bool {
      minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    mutating func unite(with other: Bounds) {
      (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
      (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
  }
}
