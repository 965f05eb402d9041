import Formatting
import Preview
import Regression
import RenderTransition

/// What there is a JSON Schema of.
enum SchemaTopic: String, Hashable, Sendable, CaseIterable {
  case scene
  case approve, build, check, diff, doctor, frame, help
  case initialize = "init"
  case importing = "import"
  case list, mistakes, pick, pictures, plan, preview
  case recordingDiff = "recording-diff"
  case render
  case displayList = "display-list"
  case testReport = "test-report"
  case timeline, tree

  /// What it is the schema of.
  var summary: String {
    switch self {
    case .scene: "scene files"
    case .approve: "approve --json"
    case .build: "what a preview answers to POST builds"
    case .check: "check --json"
    case .diff: "diff --json"
    case .doctor: "doctor --json"
    case .frame: "frame --json"
    case .help: "help --json"
    case .importing: "import --json"
    case .initialize: "init --json"
    case .list: "list --json"
    case .mistakes: "a line of --errors json"
    case .pick: "inspect --pick --json"
    case .pictures: "index.json of test --reporter pictures=DIR"
    case .plan: "plan --json"
    case .preview: "preview --json"
    case .recordingDiff: "diff --json of a recording"
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
    case .approve: Approval.record.shape
    case .build: BuildAnswer.record.shape
    case .check: CheckResult.record.shape
    case .diff: DiffReport.record.shape
    case .doctor: DoctorReport.record.shape
    case .frame: WrittenPicture.record.shape
    case .help: Catalogue.record.shape
    case .importing: WrittenScreen.record.shape
    case .initialize: FirstScene.record.shape
    case .list: Listing.shape
    case .mistakes: Diagnostic.record.shape
    case .pick: LayerPick.record.shape
    case .pictures: ReviewPictures.record.shape
    case .plan: TaskPlan.record(of: .whole).shape
    case .preview: StartedPreview.record.shape
    case .recordingDiff: RecordingReport.record.shape
    case .render: .list(WrittenOutput.record.shape, "The outputs.")
    case .displayList: .displayList
    case .testReport: TestReport.record.shape
    case .timeline: .timeline
    case .tree: .tree
    }
  }
}

extension JSONShape {
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
}

extension Catalogue {
  /// The catalogue for programs.
  static let record = Record<Void>(
    "All that the command line can say.",
    members: [
      .init(schema: "render-transition/help-1"),
      .init("program", .text("Its name and version."), from: { Release.title }),
      .init("verbs", .list(.object(Verb.record), "The verbs."), from: { verbs }),
      .init("flags", .list(.object(Flag.record), "The flags."), from: { flags }),
      .init("exitCodes", .list(.object(exitCode), "The exit codes."), from: { ExitCode.table }),
      .init(
        "schemas", .list(.object(schema), "What schema prints."), from: { SchemaTopic.allCases }),
    ])

  private static let exitCode = Record<(code: String, meaning: String, isTransient: Bool)>(
    "A code.",
    members: [
      .init("code", .text("The number."), from: \.code),
      .init("meaning", .text("What it means."), from: \.meaning),
      .init("retry", .flag("Whether another try may help."), from: \.isTransient),
    ])

  private static let schema = Record<SchemaTopic>(
    "A schema.",
    members: [
      .init("name", .text("As schema takes it."), from: \.rawValue),
      .init("of", .text("What it is of."), from: \.summary),
    ])
}

extension Verb {
  fileprivate static let record = Record<Verb>(
    "A verb.",
    members: [
      .init("name", .text("The word."), from: \.name),
      .init("operands", .text("What follows it."), from: \.operands.placeholder),
      .init("summary", .text("What it does."), from: \.summary),
      .init("details", .list(.text("A paragraph."), "More."), from: \.details),
      .init("examples", .list(.text("A command line."), "Examples."), from: \.examples),
      .init(
        "flags", .list(.text("A flag's name."), "The flags that it takes."),
        from: { $0.flags.map(\.typed) }),
    ])
}

extension Flag {
  fileprivate static let record = Record<Flag>(
    "A flag.",
    members: [
      .init("name", .text("As in \"--fps\"."), from: \.typed),
      .init("letter?", .text("As in \"-o\"."), from: { $0.letter.map { "-\($0)" } }),
      .init(
        "value?", .text("What stands for its value; a switch has none."), from: \.value?.placeholder
      ),
      .init(
        "choices?", .list(.text("A word."), "The only values."),
        from: { $0.value.flatMap { $0.choices.isEmpty ? nil : $0.choices } }),
      .init("repeatable", .flag("Whether it may be given more than once."), from: \.isRepeatable),
      .init("summary", .text("What it does."), from: \.summary),
    ])
}
