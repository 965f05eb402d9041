/// The mistakes found so far: a hundred errors and a hundred warnings are kept, the others counted.
///
/// A file of a few megabytes can have a mistake in each of its keys.
package struct MistakeList: Sendable {
  /// How many errors are kept, and how many warnings.
  static let most = 100

  /// Those that are kept, each once, in the order in which they were found.
  private(set) var kept: [SceneError] = []
  /// How many were found, kept or not.
  private(set) var count = 0
  private var errors = 0
  /// The hashes of all that were found: hundreds of thousands of mistakes would take too much memory.
  private var known: Set<Int> = []
  /// How many errors and warnings are not kept.
  private var omitted = (errors: 0, warnings: 0)

  /// No mistake yet.
  package init() {}

  var isEmpty: Bool { count == 0 }

  /// Whether further errors are only counted.
  var isFull: Bool { errors >= Self.most }

  mutating func append(_ mistake: SceneError) {
    guard known.insert(mistake.hashValue).inserted else { return }
    count += 1
    let isError = mistake.severity == .error
    guard (isError ? errors : kept.count - errors) < Self.most else {
      return isError ? (omitted.errors += 1) : (omitted.warnings += 1)
    }
    if isError { errors += 1 }
    kept.append(mistake)
  }

  /// Counts an error that would not be kept.
  mutating func countError() {
    (count, omitted.errors) = (count + 1, omitted.errors + 1)
  }

  /// Adds mistakes, each that is new.
  package static func += (list: inout MistakeList, mistakes: [SceneError]) {
    for mistake in mistakes { list.append(mistake) }
  }

  static func += (list: inout MistakeList, other: MistakeList) {
    list += other.kept
    list.count += other.omitted.errors + other.omitted.warnings
    list.omitted.errors += other.omitted.errors
    list.omitted.warnings += other.omitted.warnings
  }

  /// The mistakes that are kept in the order of `files`, those of each from top to bottom; behind them
  /// how many more there are.
  func sorted(by files: [String]) -> [SceneError] {
    let order = Dictionary(
      files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let keyed = kept.enumerated().map { number, mistake in
      let place = mistake.place
      return (key: [order[place.file] ?? 0, place.line, place.column, number], mistake)
    }
    return withCount(keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.1))
  }

  /// The mistakes that are kept in the order in which they were found; behind them how many more there
  /// are.
  package var listed: [SceneError] { withCount(kept) }

  private func withCount(_ mistakes: [SceneError]) -> [SceneError] {
    let more = omitted.errors + omitted.warnings
    guard more > 0, let last = mistakes.last else { return mistakes }
    let severity = omitted.errors > 0 ? SceneError.Severity.error : .warning
    return mistakes + [
      SceneError(place: last.place, problem: .moreMistakes(more), severity: severity)
    ]
  }
}
