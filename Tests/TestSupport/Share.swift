import Foundation

/// Arguments that are too many for every run.
public enum Share {
  /// A third of them, another one each time, by a seed that is printed; all with `scripts/test --full`.
  public static func third<Argument>(of all: [Argument], _ what: String) -> [Argument] {
    guard ProcessInfo.processInfo.environment["RT_FULL"] == nil else { return all }
    var random = SeededRandom.fresh("a third of \(what)")
    return Array(all.shuffled(using: &random).prefix((all.count + 2) / 3))
  }
}
