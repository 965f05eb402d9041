import Formatting
import Preview
import Regression
import RenderTransition

/// What there is a JSON Schema of.
struct SchemaTopic: Sendable {
  /// As `schema` takes it.
  let name: String
  /// What it is the schema of.
  let summary: String
  /// The shape of an output; nil for scenes, which have a schema of their own.
  let shape: @Sendable () -> JSONShape?

  private init(
    _ name: String, _ summary: String, _ shape: @autoclosure @escaping @Sendable () -> JSONShape?
  ) {
    (self.name, self.summary, self.shape) = (name, summary, shape)
  }

  static let all: [SchemaTopic] = [
    SchemaTopic("scene", "scene files", nil),
    SchemaTopic("approve", "approve --json", Approval.record.shape),
    SchemaTopic("build", "what a preview answers to POST builds", BuildAnswer.record.shape),
    SchemaTopic("check", "check --json", CheckResult.record.shape),
    SchemaTopic("diff", "diff --json", DiffReport.record.shape),
    SchemaTopic("doctor", "doctor --json", DoctorReport.record.shape),
    SchemaTopic("frame", "frame --json", WrittenPicture.record.shape),
    SchemaTopic("help", "help --json", Catalogue.record.shape),
    SchemaTopic("init", "init --json", FirstScene.record.shape),
    SchemaTopic("import", "import --json", WrittenScreen.record.shape),
    SchemaTopic("list", "list --json", Listing.shape),
    SchemaTopic("mistakes", "a line of --errors json", Diagnostic.record.shape),
    SchemaTopic("pick", "inspect --pick --json", LayerPick.record.shape),
    SchemaTopic(
      "pictures", "index.json of test --reporter pictures=DIR", ReviewPictures.record.shape),
    SchemaTopic("plan", "plan --json", TaskPlan.record(of: .whole).shape),
    SchemaTopic("preview", "preview --json", StartedPreview.record.shape),
    SchemaTopic("recording-diff", "diff --json of a recording", RecordingReport.record.shape),
    SchemaTopic("render", "render --json", .list(WrittenOutput.record.shape, "The outputs.")),
    SchemaTopic("display-list", "inspect --display-list --json", .displayList),
    SchemaTopic(
      "test-report", "test --json, merge --json and --reporter json=FILE",
      TestReport.record.shape),
    SchemaTopic("timeline", "inspect --timeline --json", .timeline),
    SchemaTopic("tree", "inspect --tree --json", .tree),
  ]
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
        "schemas", .list(.object(schema), "What schema prints."), from: { SchemaTopic.all }),
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
      .init("name", .text("As schema takes it."), from: \.name),
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
