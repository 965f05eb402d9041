internal import CRowTwins
internal import Pixels

/// For each mean the ones around it, the nearest first.
struct ColorNeighbors: Sendable {
  /// A mean beside another, and the square of the distance.
  typealias Neighbor = rt_neighbor

  // More are hardly ever needed, and cost as much time as all others together.
  private static let most = Int(rt_most_neighbors)

  /// The means; they may move a little after their neighbours were looked up.
  var means: [SIMD4<Float>]
  private var lists: [Neighbor] = []
  private let length: Int

  /// Looks up what is beside each mean; what was `earlier`, before they moved, makes it quick.
  init(of means: [SIMD4<Float>], earlier: ColorNeighbors? = nil) {
    precondition(means.count <= Int(rt_most_points), "more means than indices")
    self.means = means
    let length = max(0, min(Self.most, means.count - 1))
    self.length = length
    guard length > 0 else { return }
    let known = earlier.flatMap { $0.lists.count == means.count * length ? $0.lists : nil }
    lists = [Neighbor](repeating: Neighbor(), count: means.count * length)
    var found = lists.mutableSpan
    unsafe means.span.lend(0, means.count) { points in
      unsafe found.lend(0, found.count) { found in
        guard let known else {
          return unsafe rt_find_neighbors(points, means.count, length, nil, found)
        }
        unsafe known.span.lend(0, known.count) { earlier in
          unsafe rt_find_neighbors(points, means.count, length, earlier, found)
        }
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
      let index = Int(lists[place].index)
      let distance = Self.distance(color, means[index])
      if distance < least { (best, least) = (index, distance) }
      place &+= 1
    }
    return best
  }

  /// Looks for the mean nearest to each colour, each search beginning at the one of before; answers
  /// whether a colour has another one now.
  func settle(_ colors: [SIMD4<Float>], _ nearest: inout [Int], isWide: Bool = true) -> Bool {
    var hasChanged = false
    for place in (isWide ? wideSettle(colors, &nearest, &hasChanged) : 0)..<colors.count {
      let new = self.nearest(to: colors[place], from: nearest[place])
      hasChanged = hasChanged || new != nearest[place]
      nearest[place] = new
    }
    return hasChanged
  }

  /// The same of the first colours; answers of how many.
  private func wideSettle(
    _ colors: [SIMD4<Float>], _ nearest: inout [Int], _ hasChanged: inout Bool
  ) -> Int {
    guard length > 0, !colors.isEmpty, hasWideRows() else { return 0 }
    precondition(colors.count == nearest.count, "a mean for each colour")
    precondition(nearest.allSatisfy(means.indices.contains), "a mean that is none")
    var vicinities = [rt_vicinity](repeating: rt_vicinity(), count: means.count)
    let count = colors.count
    var near = vicinities.mutableSpan
    var target = nearest.mutableSpan
    var changes: Int32 = 0
    let settled = unsafe means.span.lend(0, means.count) { means in
      unsafe lists.span.lend(0, lists.count) { lists in
        unsafe near.lend(0, near.count) { near in
          unsafe rt_note_vicinities(means, self.means.count, length, lists, near)
          return unsafe colors.span.lend(0, colors.count) { colors in
            unsafe target.lend(0, target.count) { target in
              unsafe rt_settle_samples(
                colors, count, means, length, lists, near, target, &changes)
            }
          }
        }
      }
    }
    hasChanged = changes != 0
    return settled
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
      let excess = max(Self.distance(color, means[Int(neighbor.index)]) - own, 0)
      // Half of the root of this is the distance to the plane in the middle.
      let distance = excess * excess / neighbor.distance
      guard distance < least else { continue }
      (far, least) = (Int(neighbor.index), distance)
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
      let distance = Self.distance(vector, means[Int(neighbor.index)])
      if distance < least { (best, least) = (Int(neighbor.index), distance) }
    }
    return UInt8(truncatingIfNeeded: best)
  }

  @inline(__always)
  static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
    let difference = one - other
    let squares = difference * difference
    return squares.x + squares.y + squares.z
  }
}
