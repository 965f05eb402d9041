/// What the areas of a cluster have to cover of pixels for each to be seen as it should.
struct SeamShelf {
  private let areas: [SeamArea]
  private let tree: SeamTree
  private var rests: SeamRest
  /// How much of what is behind it each area hides in the pixel that was looked at last.
  private(set) var shares: [Int]
  private let uneven: [Int]

  init(_ areas: [SeamArea], _ tree: SeamTree) {
    (self.areas, self.tree, rests) = (areas, tree, SeamRest(tree))
    shares = areas.map(\.share)
    uneven = areas.indices.filter { areas[$0].isUneven }
  }

  /// Takes the shares that areas have in a pixel; answers whether one of them is another than before.
  mutating func look(at pixel: SharedPixel, _ levels: [UInt8]) -> Bool {
    var isOther = false
    for index in uneven where levels[index] > 0 {
      let share = areas[index].share(at: pixel)
      isOther = isOther || share != shares[index]
      shares[index] = share
    }
    return isOther
  }

  /// What each area and each clip covers of a pixel in 1/65,280, given by the command's index, where
  /// that is not what its outline says.
  ///
  /// `levels` are what areas cover, and `seen` is what is seen of them, and of what is behind clips;
  /// `sum` is what they cover together, and `isOver` says whether one may lie over another one.
  mutating func levels(
    _ levels: [UInt8], seen: [Int], sum: Int, isOver: Bool
  ) -> [(Int, Int)] {
    var found: [(Int, Int)] = []
    let whole = SeamOverlaps.whole
    let count = areas.indices.count { seen[$0] > 0 }
    let isFull = sum >= whole - (count + 1) / 2 * 256
    let lowest = isFull ? areas.indices.first { seen[$0] > 0 } : nil
    rests.reset()
    var later: [Int] = []
    for step in tree.steps {
      guard let place = step.area else {
        guard isOver, let clip = step.clip else { continue }
        let rest = rests.rest(in: tree.parents[step.node])
        let part = seen[areas.count + clip]
        let level = rest > 0 ? min(whole, (part * 65_536 + rest / 2) / rest) : whole
        rests.cut(step.node, to: level)
        found.append((tree.clips[clip].index, level))
        continue
      }
      guard levels[place] > 0 || areas[place].border != nil else { continue }
      let rest = rests.rest(in: step.node)
      var own = rest > 0 ? min(whole, (seen[place] * 65_536 + rest / 2) / rest) : whole
      // Together they fill the pixel: nothing of what is behind them must be left by rounding.
      if place == lowest {
        own =
          isOpaque(behind: place, seen)
          ? whole : isOver ? own : filling(seen, own, of: place, under: later)
      }
      // Where they fill the pixel, what was found for them in bytes is not painted more finely.
      if isOver || own != Int(levels[place]) << 8 || lowest != nil || areas[place].border != nil {
        found.append((areas[place].index, own))
      }
      rests.hide(own, of: shares[place])
      if seen[place] > 0 { later.append((own + 128) >> 8 * shares[place]) }
    }
    return found
  }

  /// What the lowest area has to cover of a pixel that all of them fill, about `own`, for them to
  /// hide as much of it as one area would: each of those painted over it, the last one first with
  /// the alphas `later`, is rounded.
  private func filling(_ levels: [Int], _ own: Int, of place: Int, under later: [Int]) -> Int {
    // Groups are faded once more.
    guard areas.indices.allSatisfy({ levels[$0] == 0 || tree.nodes[$0] == tree.nodes[place] })
    else { return own }
    let sum = levels.reduce(0, +)
    let all = areas.indices.reduce(0) { $0 + shares[$1] * levels[$1] }
    let wanted = (255 * all + sum * 32_768) / (sum * 65_536)
    let most = 255 * SeamArea.opaque
    func distance(_ level: Int) -> Int {
      let lowest = (level * shares[place] + 32_768) / 65_536
      let alpha = later.reversed().reduce(lowest) { below, alpha in
        (255 * alpha + below * (most - alpha) + most / 2) / most
      }
      return abs(alpha - wanted)
    }
    let byte = (own + 128) >> 8
    let best = (max(0, byte - 4)...min(255, byte + 4)).min {
      (distance($0), abs($0 - byte)) < (distance($1), abs($1 - byte))
    }
    return best.map { $0 << 8 } ?? own
  }

  /// Whether nothing shines through the areas that are painted after the one at `place`.
  private func isOpaque(behind place: Int, _ levels: [Int]) -> Bool {
    areas.indices.dropFirst(place + 1).allSatisfy {
      levels[$0] == 0
        || shares[$0] == SeamArea.opaque
          && tree.isSheer(tree.nodes[$0], seenFrom: tree.nodes[place])
    }
  }
}
