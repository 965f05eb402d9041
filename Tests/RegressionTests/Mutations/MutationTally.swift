/// How often `diff` was right.
struct MutationTally {
  private var counts: [String: (right: Int, all: Int)] = [:]
  private(set) var mistakes: [String] = []

  mutating func judge(_ mutation: Mutation, _ answer: DiffAnswer) {
    note("class", mutation.hasClass(answer), mutation, answer)
    if let isRight = mutation.hasFrames(answer) {
      note(mutation.kind.className == "delayed" ? "delay" : "frames", isRight, mutation, answer)
    }
    if let isRight = mutation.hasLayer(answer) { note("layer", isRight, mutation, answer) }
  }

  private mutating func note(
    _ what: String, _ isRight: Bool, _ mutation: Mutation, _ answer: DiffAnswer
  ) {
    counts[what, default: (0, 0)].all += 1
    counts[what, default: (0, 0)].right += isRight ? 1 : 0
    guard !isRight else { return }
    mistakes.append("\(what): \(mutation)\n    \(answer.class): \(answer.headline)")
  }

  /// The share that was right; 1 where there was nothing to be right about.
  func rate(_ what: String) -> Double {
    guard let count = counts[what], count.all > 0 else { return 1 }
    return Double(count.right) / Double(count.all)
  }

  /// The rates, a line each.
  var table: String {
    counts.sorted { $0.key < $1.key }.map { what, count in
      "rate of \(what): \(count.right) of \(count.all)"
    }.joined(separator: "\n")
  }
}
