/// For each mean the ones around it, the nearest first.
struct ColorNeighbors: Sendable {
  /// A mean beside another, and the square of the distance.
  struct Neighbor: Sendable {
    var index: Int
    var distance: Float
  }

  // More are hardly ever needed, and cost as much time as all others together.
  private static let most = 24

  /// The means; they may move a little after their neighbours were looked up.
  var means: [SIMD4<Float>]
  private var lists: [Neighbor] = []
  private let length: Int

  /// Looks up what is beside each mean; what was `earlier`, before they moved, makes it quick.
  init(of means: [SIMD4<Float>], earlier: ColorNeighbors? = nil) {
    self.means = means
    length = max(0, min(Self.most, means.count - 1))
    guard length > 0 else { return }
    let known = earlier.flatMap { $0.means.count == means.count ? $0.lists : nil } ?? []
    lists.reserveCapacity(means.count * length)
    var (nearest, rounds) = ([UInt64](), [Int](repeating: -1, count: means.count))
    for index in means.indices {
      nearest = [UInt64](repeating: .max, count: length)
      rounds[index] = index
      if !known.isEmpty {
        for neighbor in known[index * length..<(index + 1) * length] {
          rounds[neighbor.index] = index
          note(neighbor.index, from: index, in: &nearest)
        }
      }
      for other in means.indices where rounds[other] != index {
        note(other, from: index, in: &nearest)
      }
      for key in nearest {
        lists.append(
          Neighbor(
            index: Int(truncatingIfNeeded: key & 0xFFFF_FFFF),
            distance: Float(bitPattern: UInt32(truncatingIfNeeded: key >> 32))))
      }
    }
  }

  /// The neighbours of a mean, the nearest first.
  func list(of index: Int) -> ArraySlice<Neighbor> { lists[index * length..<(index + 1) * length] }

  /// The mean nearest to `color`, the search beginning at one that is near already.
  @inline(__always)
  func nearest(to color: SIMD4<Float>, from start: Int) -> Int {
    var best = start
    var least = Self.distance(color, means[start])
    // A mean more than twice as far from the start as the sample cannot be nearer to the sample.
    let reach = least * 4
    var place = start * length
    let end = place + length
    while place < end, lists[place].distance < reach {
      let index = lists[place].index
      let distance = Self.distance(color, means[index])
      if distance < least { (best, least) = (index, distance) }
      place &+= 1
    }
    return best
  }

  /// The mean whose side begins nearest to `color`, of which `near` is the nearest mean.
  func nextPlane(from color: SIMD4<Float>, near: Int) -> Int {
    let own = Self.distance(color, means[near])
    var (far, least, reach) = (near, Float.infinity, Float.infinity)
    var place = near * length
    let end = place + length
    while place < end, lists[place].distance <= reach {
      let neighbor = lists[place]
      place &+= 1
      guard neighbor.distance > 0 else { continue }
      let excess = max(Self.distance(color, means[neighbor.index]) - own, 0)
      // Half of the root of this is the distance to the plane in the middle.
      let distance = excess * excess / neighbor.distance
      guard distance < least else { continue }
      (far, least) = (neighbor.index, distance)
      // The plane of a mean farther than this is farther away, but for rounding.
      let way = 2 * own.squareRoot() + least.squareRoot()
      reach = way * way * 1.001
    }
    return far
  }

  /// The mean nearest to `color` but for its own one; that one itself if the next is farther by more
  /// than `leniency`, in squares of levels.
  func standIn(for color: UInt32, owner: Int, within leniency: Float) -> UInt8 {
    let vector = ColorClusters.vector(color)
    var (best, least) = (owner, Self.distance(vector, means[owner]) + leniency)
    for neighbor in list(of: owner) {
      let distance = Self.distance(vector, means[neighbor.index])
      if distance < least { (best, least) = (neighbor.index, distance) }
    }
    return UInt8(truncatingIfNeeded: best)
  }

  @inline(__always)
  static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
    let difference = one - other
    let squares = difference * difference
    return squares.x + squares.y + squares.z
  }

  /// Puts a mean where it belongs among the nearest ones, each its distance over its index: what is
  /// not negative is in the order of its bits.
  @inline(__always)
  private func note(_ other: Int, from index: Int, in nearest: inout [UInt64]) {
    let distance = Self.distance(means[index], means[other])
    let key = UInt64(distance.bitPattern) << 32 | UInt64(truncatingIfNeeded: other)
    var place = length &- 1
    guard key < nearest[place] else { return }
    while place > 0, nearest[place &- 1] > key {
      nearest[place] = nearest[place &- 1]
      place &-= 1
    }
    nearest[place] = key
  }
}
