/// What the areas of a cluster have to cover of pixels for each to be seen as it should.
struct SeamShelf {
  /// For each area, its command, and whether a border is painted over it.
  private let commands: [Int]
  private let haveBorders: [Bool]
  private let tree: SeamTree
  private var rests: SeamRest
  /// How much of what is behind it each area hides in the pixel that was looked at last.
  private(set) var shares: [Int]
  /// What says so of those areas that hide more in one place than in another.
  private let veils: [(place: Int, veil: SeamArea.Veil)]

  init(_ areas: [SeamArea], _ tree: SeamTree) {
    (self.tree, rests) = (tree, SeamRest(tree))
    (commands, haveBorders) = (areas.map(\.index), areas.map { $0.border != nil })
    shares = areas.map(\.share)
    veils = areas.indices.compactMap { place in areas[place].veil.map { (place, $0) } }
  }

  /// Takes the shares that areas have in a pixel; answers whether one of them is another than before.
  mutating func look(at pixel: SharedPixel, _ levels: [UInt8]) -> Bool {
    var isOther = false
    for (place, veil) in veils where levels[place] > 0 {
      let share = veil.share(at: pixel)
      isOther = isOther || share != shares[place]
      shares[place] = share
    }
    return isOther
  }

  /// What each area and each clip covers of the pixel that was divided last in 1/65,280, given by the
  /// command's index, where that is not what its outline says.
  private(set) var portions: [(Int, Int)] = []
  /// The alphas of what is seen in it.
  private var later: [Int] = []

  /// Finds out what each area and each clip has to cover of a pixel.
  ///
  /// `levels` are what areas cover, and `seen` is what is seen of them, and of what is behind clips;
  /// `sum` is what they cover together, and `isOver` says whether one may lie over another one.
  mutating func divide(_ levels: [UInt8], seen: [Int], sum: Int, isOver: Bool) {
    let whole = SeamOverlaps.whole
    let count = commands.indices.count { seen[$0] > 0 }
    let isFull = sum >= whole - (count + 1) / 2 * 256
    let lowest = isFull ? commands.indices.first { seen[$0] > 0 } : nil
    rests.reset()
    portions.removeAll(keepingCapacity: true)
    later.removeAll(keepingCapacity: true)
    for step in tree.steps {
      let place = step.place
      guard !tree.isClip(place) else {
        guard isOver else { continue }
        let level = Self.level(of: seen[place], in: rests.rest(in: tree.parents[step.node]))
        rests.cut(step.node, to: level)
        portions.append((tree.clips[place - commands.count].index, level))
        continue
      }
      guard levels[place] > 0 || haveBorders[place] else { continue }
      var own = Self.level(of: seen[place], in: rests.rest(in: step.node))
      // Together they fill the pixel: nothing of what is behind them must be left by rounding.
      if place == lowest {
        if isOpaque(behind: place, seen) {
          own = whole
        } else if !isOver {
          own = filling(seen, own, of: place, under: later)
        }
      }
      // Where they fill the pixel, what was found for them in bytes is not painted more finely.
      if isOver || own != Int(levels[place]) << 8 || lowest != nil || haveBorders[place] {
        portions.append((commands[place], own))
      }
      rests.hide(own, of: shares[place])
      if seen[place] > 0 { later.append((own + 128) >> 8 * shares[place]) }
    }
  }

  /// What something has to cover for `seen` of it to be seen where `rest` of 65,536 shows.
  private static func level(of seen: Int, in rest: Int) -> Int {
    let whole = SeamOverlaps.whole
    return rest > 0 ? min(whole, (seen * 65_536 + rest / 2) / rest) : whole
  }

  /// What the lowest area has to cover of a pixel that all of them fill, about `own`, for them to
  /// hide as much of it as one area would: each of those painted over it, the last one first with
  /// the alphas `later`, is rounded.
  private func filling(_ levels: [Int], _ own: Int, of place: Int, under later: [Int]) -> Int {
    // Groups are faded once more.
    guard commands.indices.allSatisfy({ levels[$0] == 0 || tree.nodes[$0] == tree.nodes[place] })
    else { return own }
    let sum = levels.reduce(0, +)
    let all = commands.indices.reduce(0) { $0 + shares[$1] * levels[$1] }
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
    commands.indices.dropFirst(place + 1).allSatisfy {
      levels[$0] == 0
        || shares[$0] == SeamArea.opaque
          && tree.isSheer(tree.nodes[$0], seenFrom: tree.nodes[place])
    }
  }
}
