import Drawing
import Formatting
import Inspection
import Motion
import SceneFormat
import Staging

/// A view of a scene that needs no rendering.
public enum InspectionView: String, Hashable, Sendable, CaseIterable {
  /// Every value of every frame, at the scene's rate.
  case timeline
  /// The elements of both screens.
  case tree
  /// The transition, expanded into the transition language.
  case recipe
  /// The scene as a file.
  case scene
  /// The draw commands at a time.
  case displayList = "display-list"
}

extension Animation {
  /// A view of the resolved scene as text.
  public func text(of view: InspectionView, at seconds: Double = 0) -> String {
    switch view {
    case .timeline:
      stage.timelines(fps: scene.output.fps).map(\.timeline.text).joined(separator: "\n")
    case .tree: stage.tree
    case .displayList:
      stage.frame(at: seconds).lines.map { Escaped.text($0) + "\n" }.joined()
    case .recipe: recipe
    case .scene: (tree?.json.text(.fitted) ?? "") + "\n"
    }
  }

  /// A view of the resolved scene as JSON.
  public func json(of view: InspectionView, at seconds: Double = 0) -> String {
    switch view {
    case .timeline: stage.timelineJSON(fps: scene.output.fps)
    case .tree: stage.treeJSON
    case .displayList: displayListJSON(at: seconds)
    case .recipe: recipe
    case .scene: (tree?.json.text(.fitted) ?? "") + "\n"
    }
  }

  private var recipe: String {
    switch scene.story {
    case .pair(_, _, let transition): transition.expandedJSON
    case .flow(let flow):
      // A sheet that is resized plays no side of its own.
      "[\n\(flow.steps.compactMap(\.transition).filter { $0.adjusted == nil }.map(\.expandedJSON).joined(separator: ",\n"))]\n"
    }
  }

  private func displayListJSON(at seconds: Double) -> String {
    let lines = stage.frame(at: seconds).lines.map(JSONValue.text)
    return JSONValue.object(["time": .number(seconds), "commands": .list(lines)]).text(.rows) + "\n"
  }
}

/// The curves that scenes know by name.
public enum CurveLibrary {
  /// Their names, in the order in which they are listed.
  public static let names = Curve.names

  /// What the curve called `name` is made of; empty for a name that is none.
  public static func summary(of name: String) -> String {
    switch Curve.named(name) {
    case nil: ""
    case .linear: "progress as it comes"
    case .bezier(let x1, let y1, let x2, let y2): "Bézier \(x1), \(y1), \(x2), \(y2)"
    case .piecewise(let segments): "\(segments.count) cubics that join"
    case .steps(let count): "\(count) steps"
    case .spring: "a spring"
    }
  }
}
