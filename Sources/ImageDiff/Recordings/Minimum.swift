/// Searches for the least value of a function.
package enum Minimum {
  /// The place between `low` and `high` at which `cost` is least, by golden section.
  ///
  /// It is found for sure only where the function falls to one place and rises from there.
  package static func goldenSection(
    _ low: Double, _ high: Double, steps: Int, _ cost: (Double) throws -> Double
  ) rethrows -> (place: Double, cost: Double) {
    let share = (5.0.squareRoot() - 1) / 2
    var (low, high) = (low, high)
    var (left, right) = (high - share * (high - low), low + share * (high - low))
    var costs = (try cost(left), try cost(right))
    for _ in 0..<max(0, steps - 2) {
      if costs.0 <= costs.1 {
        (high, right, costs.1) = (right, left, costs.0)
        left = high - share * (high - low)
        costs.0 = try cost(left)
      } else {
        (low, left, costs.0) = (left, right, costs.1)
        right = low + share * (high - low)
        costs.1 = try cost(right)
      }
    }
    return costs.0 <= costs.1 ? (left, costs.0) : (right, costs.1)
  }

  /// The place at which `cost` is least near `start`, by the downhill simplex of Nelder and Mead.
  ///
  /// It needs no slopes. `steps` say how far the first simplex reaches along each axis.
  package static func simplex(
    from start: [Double], steps: [Double], rounds: Int, _ cost: ([Double]) -> Double
  ) -> (place: [Double], cost: Double) {
    typealias Corner = (place: [Double], cost: Double)
    var corners: [Corner] = [(start, cost(start))]
    for axis in start.indices {
      var place = start
      place[axis] += steps[axis]
      corners.append((place, cost(place)))
    }
    let (last, count) = (start.count, Double(start.count))
    for _ in 0..<rounds {
      corners.sort { $0.cost < $1.cost }
      let spread = corners[last].cost - corners[0].cost
      if spread <= 1e-7 * corners[0].cost.magnitude + 1e-12 { break }
      let middle = start.indices.map { axis in
        corners[..<last].reduce(0) { $0 + $1.place[axis] } / count
      }
      func corner(beyond share: Double) -> Corner {
        let place = zip(middle, corners[last].place).map { $0 + share * ($0 - $1) }
        return (place, cost(place))
      }
      let mirrored = corner(beyond: 1)
      if mirrored.cost < corners[0].cost {
        let farther = corner(beyond: 2)
        corners[last] = farther.cost < mirrored.cost ? farther : mirrored
      } else if mirrored.cost < corners[last - 1].cost {
        corners[last] = mirrored
      } else {
        let nearer = corner(beyond: mirrored.cost < corners[last].cost ? 0.5 : -0.5)
        if nearer.cost < min(mirrored.cost, corners[last].cost) {
          corners[last] = nearer
        } else {
          for index in 1...last {
            let place = zip(corners[index].place, corners[0].place).map { ($0 + $1) / 2 }
            corners[index] = (place, cost(place))
          }
        }
      }
    }
    return corners.min { $0.cost < $1.cost } ?? corners[0]
  }
}
