import Formatting
import RenderTransition

/// A baseline compared with what is rendered now.
public struct LockComparison: Hashable, Sendable {
  /// What was approved.
  public let expected: SceneLock
  /// What is rendered.
  public let actual: SceneLock

  /// A comparison.
  public init(expected: SceneLock, actual: SceneLock) {
    (self.expected, self.actual) = (expected, actual)
  }

  /// The likely cause of a difference.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The scene, or a file that it names, is not what was approved.
    case scene
    /// The scene is what was approved, but a font, a library or the renderer's look is another.
    case environment
    /// Nothing else is known to have changed: the renderer has, and should not have.
    case renderer
  }

  /// Whether every frame is there, at its time, pixel by pixel.
  public var isSame: Bool {
    expected.frames == actual.frames && expected.widthPixels == actual.widthPixels
      && expected.heightPixels == actual.heightPixels
  }

  /// The likely cause, if there is a difference.
  public var cause: Cause {
    if expected.scene != actual.scene { return .scene }
    return expected.environment == actual.environment ? .renderer : .environment
  }

  /// The frames of `actual`, by their place, that are not those of `expected` at the same place,
  /// and behind them the places that only one of the two has.
  public var differingFrames: [Int] {
    let most = max(expected.frames.count, actual.frames.count)
    guard expected.widthPixels == actual.widthPixels, expected.heightPixels == actual.heightPixels
    else { return Array(0..<most) }
    return (0..<most).filter { index in
      guard index < expected.frames.count, index < actual.frames.count else { return true }
      return expected.frames[index].hash != actual.frames[index].hash
    }
  }

  /// What differs besides pixels, a sentence each without a full stop.
  public var layoutChanges: [String] {
    var changes: [String] = []
    func note(_ what: String, _ old: String, _ new: String) {
      if old != new { changes.append("\(what) \(old) -> \(new)") }
    }
    note(
      "size", "\(expected.widthPixels) x \(expected.heightPixels)",
      "\(actual.widthPixels) x \(actual.heightPixels)")
    note("scale", NumberFormat.shortest(expected.scale), NumberFormat.shortest(actual.scale))
    note("fps", NumberFormat.shortest(expected.fps), NumberFormat.shortest(actual.fps))
    note("frames", "\(expected.frames.count)", "\(actual.frames.count)")
    return changes
  }

  /// How the environment differs, a sentence each without a full stop.
  public var environmentChanges: [String] {
    let (old, new) = (expected.environment, actual.environment)
    var changes: [String] = []
    if old.look != new.look { changes.append("renderer's look \(old.look) -> \(new.look)") }
    changes += Self.changes(
      old.libraries.map { ($0.name, $0.version) }, new.libraries.map { ($0.name, $0.version) })
    changes += Self.changes(
      old.fonts.map { ("font \($0.name)", "\($0.hash)") },
      new.fonts.map { ("font \($0.name)", "\($0.hash)") })
    return changes
  }

  private static func changes(
    _ old: [(name: String, value: String)], _ new: [(name: String, value: String)]
  ) -> [String] {
    let before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      switch (before[name], after[name]) {
      case (let old?, let new?): old == new ? nil : "\(name) \(old) -> \(new)"
      case (let old?, nil): "\(name) \(old) is used no more"
      case (nil, let new?): "\(name) \(new) is new"
      case (nil, nil): nil
      }
    }
  }
}
