/// A change that was made to a scene or its frames, and what `diff` has to say of it.
struct Mutation: Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case delay, layerDelay, duration, curve, property, text, color
    case dropped, duplicated, flash, lateFrames

    /// Whether the frames of a rendered scene are changed, not the scene.
    var isOfFrames: Bool {
      switch self {
      case .dropped, .duplicated, .flash, .lateFrames: true
      default: false
      }
    }

    /// The class that it belongs to.
    var className: String {
      switch self {
      case .delay, .layerDelay, .lateFrames: "delayed"
      case .duration: "stretched"
      case .curve: "curve changed"
      case .property, .text, .color: "changed"
      case .dropped, .duplicated, .flash: rawValue
      }
    }
  }

  var kind: Kind
  var scene: String
  /// The layer that was changed; nil where all are.
  var layer: String?
  /// How many frames.
  var frames: Int?
  /// How much longer it takes.
  var factor: Double?
  /// The first frame that was taken out, put in or replaced.
  var place: Int?
  /// What was done, for people.
  var words = ""

  var description: String {
    let parts = [
      kind.rawValue, "of", scene, layer ?? "", frames.map { "\($0) frames" } ?? "",
      place.map { "at \($0)" } ?? "", factor.map { "x \($0)" } ?? "", words,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether the class is right.
  func hasClass(_ answer: DiffAnswer) -> Bool { answer.class == kind.className }

  /// Whether the number of frames is right; nil where there is none.
  func hasFrames(_ answer: DiffAnswer) -> Bool? {
    guard let frames else { return nil }
    let told = answer.time.frames.map { [$0] } ?? []
    let own = answer.changes?.filter { layer == nil || $0.layer.hasPrefix(layer ?? "") } ?? []
    // Of a scene, the scene's own timeline speaks; the pixels do where there is none.
    let all = own.isEmpty ? told : own.compactMap(\.frames)
    guard all.contains(where: { ($0 - Double(frames)).magnitude < 1e-6 }) else { return false }
    guard let place, let range = answer.time.range else { return true }
    return range[0] == place
  }

  /// Whether the layer is named before all others; nil where all were changed.
  func hasLayer(_ answer: DiffAnswer) -> Bool? {
    // Slices are called after what was cut.
    layer.map { layer in
      let first = answer.layers?.first ?? ""
      return first == layer || first.hasPrefix("\(layer)[")
    }
  }
}
