import Formatting

/// What is new of one layer.
public struct LayerChange: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// One of its keys says something else; nil where it is not said.
    case look(key: String, from: String?, to: String?)
    /// The file that it shows is called what it was, and has other pixels.
    case pixels(file: String)
    /// It lies above another layer on the same parent that it lay below.
    case raised(above: String)
    /// It lies below another layer on the same parent that it lay above.
    case lowered(below: String)
    /// It is where another layer on the same parent was, and that one is where it was.
    case traded(with: String)
    /// One of its properties moves otherwise.
    case motion(property: String, ValueChange)
    /// It was not there.
    case added
    /// It is not there any more.
    case removed
  }

  /// Its name, as in `to#title`.
  public var layer: String
  /// What happened.
  public var kind: Kind

  /// What happened, without the layer's name.
  public var summary: String {
    switch kind {
    case .look(let key, let old, let new): "\(key) \(old ?? "none") -> \(new ?? "none")"
    case .pixels(let file): "\(file) has other pixels"
    case .raised(let other): "lies above \(other), not below it"
    case .lowered(let other): "lies below \(other), not above it"
    case .traded(let other): "trades places with \(other)"
    case .motion(let property, let change): "\(property) \(change.summary)"
    case .added: "is new"
    case .removed: "is gone"
    }
  }
}

extension LayerChange {
  /// Whether nothing is new of the layer but what is in front of it.
  var isRestacking: Bool {
    switch kind {
    case .raised, .lowered: true
    case .look, .pixels, .traded, .motion, .added, .removed: false
    }
  }
}

extension ValueChange {
  /// As it follows a property's name.
  public var summary: String {
    switch self {
    case .value(let old, let new): "\(old) -> \(new)"
    case .delayed(let frames, _):
      "starts \(Self.frames(frames.magnitude)) \(frames > 0 ? "later" : "earlier"), same curve"
    case .stretched(let factor): "takes \(Self.short(factor)) times as long"
    case .curve: "on another curve"
    }
  }

  private static func frames(_ count: Double) -> String {
    count == 1 ? "1 frame" : "\(short(count)) frames"
  }

  /// At most two decimals, or four of what would be called 1 and is not.
  static func short(_ number: Double) -> String {
    NumberFormat.rounded(number, decimals: (number - 1).magnitude < 0.005 ? 4 : 2)
  }
}
