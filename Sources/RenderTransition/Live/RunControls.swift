package import Formatting
import Motion
import SceneFormat
import Staging

/// A transition of a scene with what can be changed of it: its values, and where each is written.
package struct RunControls: Sendable {
  package let index: Int
  /// When it plays, in seconds from the start.
  package let start, end: Double
  let run: Run
  /// The file that it is written in, beneath the root, and the JSON pointer of its transition there.
  package let file, pointer: String

  private var transition: Transition { run.transition }
  private var curve: Curve {
    transition.playedCurve(of: transition.recipe.side(for: transition.operation))
  }

  /// A value of a recipe that the scene may set.
  private struct Value: Sendable {
    let parameter: Parameter
    let value: Double
    let pointer: String

    var range: (minimum: Double?, maximum: Double?) {
      guard case .number(let minimum, let maximum) = parameter.kind else { return (nil, nil) }
      return (minimum, maximum)
    }
  }

  private var values: [Value] {
    transition.recipe.parameters.compactMap { parameter in
      transition.arguments.first { $0.name == parameter.name }.map {
        Value(parameter: parameter, value: $0.value, pointer: "\(pointer)/\(parameter.name)")
      }
    }
  }
}

extension RunControls {
  package static let record = Record<RunControls>(
    "A transition that plays, and what can be changed of it.",
    members: [
      .init("index", .whole("From 0."), from: \.index),
      .init("start", .number("In seconds."), from: \.start),
      .init("end", .number("In seconds."), from: \.end),
      .init("type", .text("The recipe's name."), from: \.run.transition.name),
      .init("file", .text("The file that it is written in."), from: \.file),
      .init("pointer", .text("The JSON pointer of its transition there."), from: \.pointer),
      .init("duration", .number("In seconds."), from: { $0.run.seconds - $0.run.delay }),
      .init("delay", .number("In seconds."), from: \.run.delay),
      .init(
        "parameters", .list(.object(value), "The values that its recipe lets a scene set."),
        from: { $0.values }),
      .init("curve", .object(curveRecord), from: { $0 }),
    ])

  private static let value = Record<Value>(
    "A value.",
    members: [
      .init("name", .text("Its key."), from: \.parameter.name),
      .init("pointer", .text("Its JSON pointer."), from: \.pointer),
      .init(
        "kind", .text("number or flag."), from: { $0.parameter.kind == .flag ? "flag" : "number" }),
      .init(
        "value", .any("What it is."),
        from: { $0.parameter.kind == .flag ? .flag($0.value != 0) : .number($0.value) }),
      .init("min?", .number("The least."), from: { $0.range.minimum }),
      .init("max?", .number("The most."), from: { $0.range.maximum }),
      .init("help", .text("What it does."), from: \.parameter.help),
    ])

  /// As many samples as a plot needs, and the curve's names.
  private static let curveRecord = Record<RunControls>(
    "Its curve.",
    members: [
      .init("pointer", .text("Its JSON pointer."), from: { "\($0.pointer)/curve" }),
      .init("value", .any("A name, or the curve."), from: { $0.curve.node }),
      .init("choices", .list(.text("A name."), "All names."), from: { _ in Curve.names }),
      .init(
        "samples", .list(.number("Progress."), "At equal times."),
        from: { controls in
          let easing = Easing(controls.curve, seconds: controls.run.seconds - controls.run.delay)
          return (0...48).map { (easing.value(at: Double($0) / 48) * 1e4).rounded() / 1e4 }
        }),
    ])
}

extension Animation {
  /// What can be changed of the transitions, in order.
  package var controls: [RunControls] {
    stage.runSegments.enumerated().map { index, part in
      RunControls(
        index: index, start: part.start, end: part.end, run: part.run,
        file: part.run.transition.place.file, pointer: part.pointer)
    }
  }
}
