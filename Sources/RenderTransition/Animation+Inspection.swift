import Drawing
import Formatting
import Inspection
import SceneFormat
import Staging

/// What can be looked at without rendering.
public enum InspectionView: Hashable, Sendable {
  /// Every value of every frame, at the scene's rate.
  case timeline
  /// The elements of both screens.
  case tree
  /// The draw commands at a time.
  case displayList(atSeconds: Double)
  /// The transition, expanded into the transition language.
  case recipe
}

extension Animation {
  /// What the scene comes to, as text for people.
  public func text(of view: InspectionView) -> String {
    switch view {
    case .timeline:
      stage.timelines(fps: scene.output.fps).map(\.timeline.text).joined(separator: "\n")
    case .tree: stage.tree
    case .displayList(let seconds):
      stage.frame(at: seconds).lines.map { Escaped.text($0) + "\n" }.joined()
    case .recipe: recipe
    }
  }

  /// What the scene comes to, as JSON for programs.
  public func json(of view: InspectionView) -> String {
    switch view {
    case .timeline: stage.timelineJSON(fps: scene.output.fps)
    case .tree: stage.treeJSON
    case .displayList(let seconds): displayListJSON(at: seconds)
    case .recipe: recipe
    }
  }

  private var recipe: String {
    switch scene.story {
    case .pair(_, _, let transition): transition.expandedJSON
    case .flow(let flow):
      "[\n\(flow.steps.compactMap(\.action.transition?.expandedJSON).joined(separator: ",\n"))]\n"
    }
  }

  private func displayListJSON(at seconds: Double) -> String {
    let lines = stage.frame(at: seconds).lines.map(JSONValue.text)
    return JSONValue.object(["time": .number(seconds), "commands": .list(lines)]).text(.rows) + "\n"
  }
}
