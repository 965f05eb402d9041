import Foundation

/// Arguments that are too many for every run.
public enum Share {
  /// A third of them, another one each time, by a seed that is printed; all with `scripts/test --full`.
  public static func third<Argument>(of all: [Argument], _ what: String) -> [Argument] {
    part(3, of: all, "a third of \(what)")
  }

  /// A tenth of them, in the same way.
  public static func tenth<Argument>(of all: [Argument], _ what: String) -> [Argument] {
    part(10, of: all, "a tenth of \(what)")
  }

  private static func part<Argument>(_ parts: Int, of all: [Argument], _ what: String) -> [Argument]
  {
    guard ProcessInfo.processInfo.environment["RT_FULL"] == nil else { return all }
    var random = SeededRandom.fresh(what)
    return Array(all.shuffled(using: &random).prefix((all.count + parts - 1) / parts))
  }
}
