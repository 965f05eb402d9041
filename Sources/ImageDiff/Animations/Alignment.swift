/// Finds out what happened in time: the simplest guess that explains every frame.
struct Alignment {
  let change: TimeChange
  /// For each frame of the second animation the frame of the first that it shows; nil where it
  /// shows none, or one that lies between two.
  let partners: [Int?]

  init(_ expected: Footage, _ actual: Footage, noise: Double) {
    let judge = TimeJudge(
      expected: expected, actual: actual, distances: Distances(expected, actual), noise: noise)
    self = judge.exactly ?? judge.roughly ?? judge.hardly
  }

  init(_ change: TimeChange, _ partners: [Int?]) {
    (self.change, self.partners) = (change, partners)
  }

  /// Nothing moves, or nothing differs.
  init(still count: Int) {
    self.init(.none, Array(0..<count))
  }
}

extension TimeJudge {
  private static let identity = TimeModel(change: .none) { $0 }

  /// What explains every frame by an equal one of the first animation.
  fileprivate var exactly: Alignment? {
    let edits = EditScript(self)
    // A flash may be small: beside what moves, it is less than what a change of colour may be.
    if let blink = edits.blink { return Alignment(blink, partners(of: Self.identity)) }
    if coversAll, !skipsFrames, fit(Self.identity, mostMisses: 0) != nil {
      return alignment(Self.identity)
    }
    if let model = delay { return alignment(model) }
    return edits.change.map { Alignment($0, edits.partners) }
  }

  /// What explains frames by such as lie between two, or have other colours.
  fileprivate var roughly: Alignment? {
    let few = actual.count / 10
    let isInTime = fit(Self.identity, mostMisses: few, leastOfAll: true) != nil
    if coversAll, isInTime { return alignment(Self.identity) }
    if let model = partialDelay ?? stretch { return alignment(model) }
    if let model = roughDelay { return alignment(model) }
    guard let warp = Warp(self), warp.isClose else { return nil }
    return Alignment(.curve, warp.partners)
  }

  /// What remains to be said.
  fileprivate var hardly: Alignment {
    let stay = fit(Self.identity, mostMisses: actual.count / 3)
    // Time is as it was; what is seen is not.
    if coversAll, stay != nil { return alignment(Self.identity) }
    return Alignment(.unaligned, partners(of: Self.identity))
  }

  /// Whether both take the same time.
  var coversAll: Bool {
    let slack = max(expected.step, actual.step) * 0.6
    return (expected.starts[expected.count - 1] - actual.starts[actual.count - 1]).magnitude
      <= slack
  }

  /// Whether the first animation shows something that the second one has no frame for, though both
  /// run at one rate.
  private var skipsFrames: Bool {
    guard isSameRate else { return false }
    let shown = Set(actual.starts.map { place(at: $0).index })
    return expected.indices.contains { !shown.contains($0) && !expected.isRepeat($0) }
  }

  private func alignment(_ model: TimeModel) -> Alignment {
    Alignment(model.change, partners(of: model))
  }

  /// The frames that a guess says the second animation shows.
  private func partners(of model: TimeModel) -> [Int?] {
    actual.starts.map { time in
      let place = place(at: model.source(time))
      return place.share == 0 ? place.index : nil
    }
  }
}
