import Formatting
import Regression
import RenderTransition

/// What there is a JSON Schema of.
enum SchemaTopic: String, Hashable, Sendable, CaseIterable {
  case scene
  case approve, check, diff, doctor, frame, help, list, mistakes, pictures, plan, render
  case displayList = "display-list"
  case testReport = "test-report"
  case timeline, tree

  /// What it is the schema of.
  var summary: String {
    switch self {
    case .scene: "scene files"
    case .approve: "approve --json"
    case .check: "check --json"
    case .diff: "diff --json"
    case .doctor: "doctor --json"
    case .frame: "frame --json"
    case .help: "help --json"
    case .list: "list --json"
    case .mistakes: "a line of --errors json"
    case .pictures: "index.json of test --reporter pictures=DIR"
    case .plan: "plan --json"
    case .render: "render --json"
    case .displayList: "inspect --display-list --json"
    case .testReport: "test --json, merge --json and --reporter json=FILE"
    case .timeline: "inspect --timeline --json"
    case .tree: "inspect --tree --json"
    }
  }

  /// The shape of an output; nil for scenes, which have a schema of their own.
  var shape: JSONShape? {
    switch self {
    case .scene: nil
    case .approve: .approve
    case .check: .check
    case .diff: .diff
    case .doctor: .doctor
    case .frame: .frame
    case .help: .help
    case .list: .listing
    case .mistakes: .diagnostic
    case .pictures: .pictures
    case .plan: .plan
    case .render: .render
    case .displayList: .displayList
    case .testReport: .testReport
    case .timeline: .timeline
    case .tree: .tree
    }
  }
}

extension JSONShape {
  fileprivate static var check: JSONShape {
    .object(
      "What is wrong with scenes.",
      [
        "schema": .constant("render-transition/check-1"),
        "valid": .flag("Whether there is no error."),
        "scenes": .list(.text("A path."), "The scenes that were read."),
        "mistakes": .list(.diagnostic, "Errors and warnings, in the order of the files."),
      ])
  }

  fileprivate static var approve: JSONShape {
    .object(
      "Locks.",
      [
        "schema": .constant("render-transition/approve-1"),
        "locks": .list(
          .object(
            "A lock.",
            [
              "lock": .text("Its path."), "frames": .whole("How many it has."),
              "written": .flag("False if it was so before."),
            ]), "The locks, in the order of the scenes."),
      ])
  }

  fileprivate static var render: JSONShape {
    .list(
      .object(
        "An output.",
        [
          "output": .text("Its path; \"-\" for stdout."), "format": .text("Its format."),
          "frames": .whole("How many it has."), "width": .whole("In pixels."),
          "height": .whole("In pixels."), "bytes": .whole("Its size."),
          "bytesPerFrame": .whole("In the mean."), "seconds": .number("How long it took."),
          "concession?": .text("What made it small enough."),
          "note?": .text("What is not as the scene has it."),
          "colors?": .list(.whole("Colours."), "The fewest and the most of a frame."),
          "palettes?": .table(.whole("Frames."), "Where colours come from."),
          "delays?": .list(.number("Seconds."), "How long frames show."),
          "renderSeconds?": .number("Drawing, all jobs together."),
          "quantizeSeconds?": .number("Choosing colours."), "packSeconds?": .number("Packing."),
          "quality?": .object(
            "Against the true colours.",
            [
              "psnr": .number("In dB."), "ssim": .number("To 1."),
              "exactFlatShare": .number("Flat pixels that are exact."),
              "flicker": .number("Change of pixels that stand still."),
            ]),
        ]), "The outputs.")
  }

  fileprivate static var frame: JSONShape {
    .object(
      "A picture of moments.",
      [
        "schema": .constant("render-transition/frame-1"), "scene": .text("The scene's path."),
        "outputs": .list(.text("A path."), "Where it was written; \"-\" for stdout."),
        "width": .whole("In pixels."), "height": .whole("In pixels."), "bytes": .whole("Its size."),
        "moments": .list(
          .object(
            "A moment.",
            [
              "time": .number("In seconds."),
              "progress?": .number("Of the transition that plays, 0 to 1."),
              "cell": .area("Where the picture shows it, in its pixels"),
              "changed?": .area(
                "Where the canvas differs from the moment before, in the canvas's pixels"),
            ]), "The moments, in order."),
        "paths": .list(
          .object(
            "The way of a layer's centre.",
            [
              "target": .text("As in \"to#title\"."),
              "points": .list(
                .object(
                  "A place.",
                  [
                    "time": .number("In seconds."), "x": .number("In pixels."),
                    "y": .number("In pixels."),
                  ]), "In order of time."),
            ]), "What moves; only of --onion."),
      ])
  }

  fileprivate static var listing: JSONShape {
    .list(
      .object(
        "A recipe or a curve.",
        [
          "name": .text("Its name."), "summary": .text("What it does."),
          "parameters?": .list(
            .object(
              "A parameter.",
              [
                "name": .text("Its name."), "default": .any("A number, or true or false."),
                "range?": .list(.number("A bound."), "The least and the greatest."),
                "help": .text("What it does."),
              ]), "What a scene may set."),
        ]), "What is built in.")
  }

  fileprivate static var displayList: JSONShape {
    .object(
      "The draw commands of a moment.",
      [
        "time": .number("In seconds."),
        "commands": .list(.text("A command."), "In paint order."),
      ])
  }

  fileprivate static var timeline: JSONShape {
    // Two screens have the members of a step at the top; a flow lists its steps.
    .table(
      .any("A number, a list, or an object."),
      "duration, fps and frames of a transition, each frame with its index, time, progress and "
        + "targets; for a flow, \"steps\" with the same.")
  }

  fileprivate static var tree: JSONShape {
    .table(
      .any("A layer: name, frame, layers."),
      "The screens by their names, with all layers and their frames in points.")
  }

  fileprivate static var help: JSONShape {
    let flag = JSONShape.object(
      "A flag.",
      [
        "name": .text("As in \"--fps\"."), "letter?": .text("As in \"-o\"."),
        "value?": .text("What stands for its value; a switch has none."),
        "choices?": .list(.text("A word."), "The only values."),
        "repeatable": .flag("Whether it may be given more than once."),
        "summary": .text("What it does."),
      ])
    return .object(
      "All that the command line can say.",
      [
        "schema": .constant("render-transition/help-1"), "program": .text("Its name and version."),
        "verbs": .list(
          .object(
            "A verb.",
            [
              "name": .text("The word."), "operands": .text("What follows it."),
              "summary": .text("What it does."), "details": .list(.text("A paragraph."), "More."),
              "examples": .list(.text("A command line."), "Examples."),
              "flags": .list(.text("A flag's name."), "The flags that it takes."),
            ]), "The verbs."),
        "flags": .list(flag, "The flags."),
        "exitCodes": .list(
          .object(
            "A code.",
            [
              "code": .text("The number."), "meaning": .text("What it means."),
              "retry": .flag("Whether another try may help."),
            ]), "The exit codes."),
        "schemas": .list(
          .object(
            "A schema.", ["name": .text("As schema takes it."), "of": .text("What it is of.")]),
          "What schema prints."),
      ])
  }
}

extension Catalogue {
  /// The catalogue for programs.
  static var document: JSONValue {
    .object([
      "schema": .text("render-transition/help-1"),
      "program": .text("\(program) \(Release.version)"),
      "verbs": .list(
        verbs.map { verb in
          .object([
            "name": .text(verb.name), "operands": .text(verb.operands.placeholder),
            "summary": .text(verb.summary), "details": .list(verb.details.map(JSONValue.text)),
            "examples": .list(verb.examples.map(JSONValue.text)),
            "flags": .list(verb.flags.map { .text($0.typed) }),
          ])
        }),
      "flags": .list(
        flags.map { flag in
          .object([
            "name": .text(flag.typed), "letter": flag.letter.map { .text("-\($0)") },
            "value": flag.value.map { .text($0.placeholder) },
            "choices": flag.value.flatMap { value in
              value.choices.isEmpty ? nil : .list(value.choices.map(JSONValue.text))
            },
            "repeatable": .flag(flag.isRepeatable), "summary": .text(flag.summary),
          ])
        }),
      "exitCodes": .list(
        ExitCode.table.map { row in
          .object([
            "code": .text(row.code), "meaning": .text(row.meaning), "retry": .flag(row.isTransient),
          ])
        }),
      "schemas": .list(
        SchemaTopic.allCases.map {
          .object(["name": .text($0.rawValue), "of": .text($0.summary)])
        }),
    ])
  }
}
