import Formatting

/// What shows only when a scene is laid out.
public enum LayoutProblem: Hashable, Sendable {
  /// A letter of a text cannot be drawn, for this reason.
  case missingGlyph(String)
  /// A text cannot be laid out, for this reason.
  case text(String)
  /// The keyframes of a track have no order once their numbers are known.
  case keyframes
  /// A file was not brought along.
  case notLoaded(String)
  /// The number of slices is none, or so large that nobody would see them.
  case sliceCount(String, most: Int)
  /// A slice that is not there.
  case noSlice(String, count: Int)

  var wording: Wording {
    switch self {
    case .missingGlyph(let reason):
      Wording(
        "missing-glyph", "\(Escaped(reason))", hint: "add a font that has it to \"fallback\"")
    case .text(let reason): Wording("text", "\(Escaped(reason))")
    case .keyframes: Wording("keyframes", "these keyframes have no order")
    case .notLoaded(let path): Wording("missing-file", "\(Quoted(path)) was not loaded")
    case .sliceCount(let id, let most):
      Wording(
        "slice-count", "\(Quoted(id)) must have at least one slice, and all no more than \(most)")
    case .noSlice(let target, let count):
      Wording("no-slice", "there is no \(Quoted(target))", hint: "there are \(count), from 0 on")
    }
  }
}

extension SceneError {
  /// A problem that shows only when a scene is laid out.
  public init(layout problem: LayoutProblem, at place: Place) {
    self.init(place: place, problem: .layout(problem))
  }
}
