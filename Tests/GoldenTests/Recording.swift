import Foundation

/// Which film strips a run writes anew; a run that has written one fails.
enum Recording: String, CaseIterable {
  /// None: the usual way.
  case never
  /// Those that are not there.
  case missing
  /// Those that are not there or not as they should be.
  case failed
  /// All of them.
  case all

  /// What the variable `RECORD` says; nil if it says something else.
  static let wanted = Recording(
    rawValue: ProcessInfo.processInfo.environment["RECORD"] ?? never.rawValue)
}
