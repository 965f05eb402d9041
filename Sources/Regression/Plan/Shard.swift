import Formatting

/// One of several machines that share the work: the `index`th, from 1, of `count`.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which one, from 1.
  package let index: Int
  /// How many there are.
  package let count: Int

  /// The only one.
  package static let whole = Shard(known: 1, of: 1)

  /// The most machines.
  private static let most = 100_000

  private init(known index: Int, of count: Int) { (self.index, self.count) = (index, count) }

  /// A shard; nil if it is none of `count`.
  package init?(_ index: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(index) else { return nil }
    self.init(known: index, of: count)
  }

  /// Reads `2/4`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index, of: count)
  }

  /// As in `2/4`.
  package var description: String { "\(index)/\(count)" }
}

// What build servers and schedulers set for the machines that they start.
extension Shard {
  /// The variables of one system.
  private struct System {
    var index: String
    /// What the first machine's index is, where no variable says so.
    var first: Int
    /// The variable for it.
    var firstName: String?
    /// The number of machines; `SHARD_TOTAL` where the system does not say.
    var count = Shard.totalName
  }

  private static let totalName = "SHARD_TOTAL"

  // Our own, GitLab, CircleCI, Buildkite, Slurm, Kubernetes and GNU parallel.
  private static let systems = [
    System(index: "SHARD_INDEX", first: 0),
    System(index: "CI_NODE_INDEX", first: 1, count: "CI_NODE_TOTAL"),
    System(index: "CIRCLE_NODE_INDEX", first: 0, count: "CIRCLE_NODE_TOTAL"),
    System(index: "BUILDKITE_PARALLEL_JOB", first: 0, count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    System(
      index: "SLURM_ARRAY_TASK_ID", first: 0, firstName: "SLURM_ARRAY_TASK_MIN",
      count: "SLURM_ARRAY_TASK_COUNT"),
    System(index: "JOB_COMPLETION_INDEX", first: 0),
    System(index: "PARALLEL_SEQ", first: 1),
  ]

  /// The shard that the environment names.
  package static func named(by environment: (String) -> String?) throws(Failure) -> Shard {
    func number(_ name: String) -> Int? { environment(name).flatMap { Int($0) } }
    let present = systems.filter { environment($0.index) != nil }
    guard !present.isEmpty else {
      let names = systems.map(\.index).joined(separator: ", ")
      throw Failure(.usage, "--shard auto: none of these variables is set: \(names)")
    }
    var found: [Shard] = []
    for system in present {
      let first = system.firstName.flatMap(number) ?? system.first
      guard let index = number(system.index), let count = number(system.count),
        let shard = Shard(index - first + 1, of: count)
      else {
        throw Failure(
          .usage,
          "--shard auto: \(system.index) is set, and \(system.count) has to be, to whole "
            + "numbers that fit together: a machine, and how many there are")
      }
      found.append(shard)
    }
    guard Set(found).count == 1 else {
      let names = zip(present, found).map { "\($0.index) (\($1))" }.joined(separator: ", ")
      throw Failure(.usage, "--shard auto: these variables contradict each other: \(names)")
    }
    return found[0]
  }
}
