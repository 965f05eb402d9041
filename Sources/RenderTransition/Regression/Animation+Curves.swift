import Inspection
import SceneFormat
import Staging

/// A number of one layer or screen, at every frame.
public struct ValueCurve: Hashable, Sendable {
  /// Whose number it is, as in `to#title opacity`.
  public var name: String
  /// At each frame of the run; nil where the transition that has it does not play.
  public var values: [Double?]
}

extension Animation {
  /// Every number that a track or a setting names, at the scene's own rate.
  public var curves: [ValueCurve] {
    let fps = scene.output.fps
    let count = frameTimes.count
    var names: [String] = []
    var values: [String: [Double?]] = [:]
    for step in stage.timelines(fps: fps) {
      let first = Int((step.start * fps).rounded())
      for frame in step.timeline.frames where first + frame.index < count {
        for (name, number) in frame.numbers {
          if values[name] == nil { names.append(name) }
          values[name, default: Array(repeating: nil, count: count)][first + frame.index] = number
        }
      }
    }
    return names.map { ValueCurve(name: $0, values: values[$0] ?? []) }
  }
}

extension Timeline.Frame {
  /// All numbers by their names; of several in a property, each with its place.
  fileprivate var numbers: [(String, Double)] {
    targets.flatMap { entry in
      entry.values.flatMap { value -> [(String, Double)] in
        guard case .numbers(let numbers) = value.value else { return [] }
        let name = "\(entry.target) \(value.name.name)"
        return numbers.count == 1
          ? [(name, numbers[0])] : numbers.enumerated().map { ("\(name) \($0 + 1)", $1) }
      }
    }
  }
}
