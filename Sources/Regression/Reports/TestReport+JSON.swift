package import Formatting
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

extension TestReport: Recorded {
  /// The name of the published form.
  package static let schema = "render-transition/test-report-1"

  /// The report for programs: what `test --reporter json=FILE` writes.
  package static let record = Record<TestReport>(
    "The verdicts of a test.",
    members: [
      .init(schema: schema), .program,
      .init("passed", .flag("Whether the exit code is 0."), from: { $0.code == .done }),
      .init("exitCode", .whole("The exit code."), from: { Int($0.code.number) }),
      .init("strict", .flag("Whether a scene without a baseline fails."), \.isStrict),
      .init("seconds", .millionths("How long all of it took."), \.seconds),
      .init("counts", .object(counts), from: { $0 }),
      .init("scenes", .scenes, from: { $0 }),
    ])

  private static let counts = Record<TestReport>(
    "How many scenes have each verdict.",
    members: SceneVerdict.Kind.allCases.map { kind in
      .init(kind.rawValue, .whole("The number of such scenes."), from: { $0.count(kind) })
    })
}

extension JSONForm<TestReport> {
  fileprivate static var scenes: JSONForm {
    JSONForm(.list(SceneVerdict.record(isStrict: false).shape, "The scenes, in order.")) { report in
      .list(report.verdicts.map(SceneVerdict.record(isStrict: report.isStrict).json))
    }
  }
}

extension SceneVerdict {
  /// A verdict of a test in which a scene without a baseline fails if it `isStrict`.
  static func record(isStrict: Bool) -> Record<SceneVerdict> {
    Record(
      "A scene.",
      members: [
        .init("scene", .text("The scene's path, as it was named or found."), \.scene),
        .init(
          "lock", .text("The path of its baseline."), from: { SceneLock.path(ofScene: $0.scene) }),
        .init("verdict", .choice("How it stands to it."), \.kind),
        .init(
          "failed", .flag("Whether the verdict makes the test fail."),
          from: { $0.fails(isStrict: isStrict) }),
        .init("headline", .text("What was found, for people."), \.headline),
        .init("notes", .list(.text("A line."), "What else there is to say."), \.notes),
        .init(
          "cause?", .choice("Where the difference comes from."), from: { $0.difference?.cause }),
        .init("class?", .text("What happened, as in \"delayed\"."), \.className),
        .init(
          "layers?", .list(.text("A layer."), "The layers that changed, the likeliest first."),
          \.layers, omitting: []),
        .init(
          "places?", .list(.object(Place.record), "Where in the scene's files something changed."),
          from: { $0.places.isEmpty ? nil : $0.places }),
        .init(
          "content?", .text("The hash of the scene's texts and pictures."),
          from: { ($0.comparison?.actual.scene).map { "\($0)" } }),
        .init(
          "pictures?", .text("The hash of all frames."),
          from: { ($0.comparison?.actual.pictureHash).map { "\($0)" } }),
        .init(
          "size?", .list(.whole("A side."), "Width and height in pixels."),
          from: { $0.comparison.map { [$0.actual.widthPixels, $0.actual.heightPixels] } }),
        .init("fps?", .number("Frames per second."), from: { $0.comparison?.actual.fps }),
        .init(
          "frames?", .whole("How many frames the scene has."),
          from: { $0.comparison?.actual.frames.count }),
        .init(
          "differing?",
          .list(
            .list(.whole("A frame, from 0."), "The first and the last of a run."),
            "The frames that differ."), from: { $0.differingRuns }),
        .init(
          "environment?", .list(.text("A change."), "What else differs, and the versions that do."),
          from: { $0.difference?.environmentChanges }),
        .init("peak?", .object(FrameComparison.worst), from: { $0.differences.peak }),
        .init(
          "mistakes?", .list(.object(Diagnostic.record), "Why the scene is invalid."),
          from: { $0.diagnostics.isEmpty ? nil : $0.diagnostics }),
        .init("seconds", .millionths("How long the scene took."), from: \.seconds),
      ])
  }

  /// The locks of a scene that differs.
  private var difference: LockComparison? { kind == .different ? comparison : nil }

  private var differingRuns: [[Int]]? {
    difference.map { FrameRanges.runs($0.differingFrames).map { [$0.lowerBound, $0.upperBound] } }
  }
}

extension Place {
  static let record = Record<Place>(
    "A place.",
    members: [
      .init("file", .text("The file, as the scene's path leads to it."), \.file),
      .init("line", .whole("From 1."), \.line),
    ])
}

extension FrameComparison {
  /// The frame in which most is seen of what differs.
  fileprivate static let worst = Record<FrameComparison>(
    "The frame in which most is seen of what differs.",
    members: [
      .init("frame", .whole("Its place in the run, from 0."), from: \.actualIndex),
      .init("pixels", .whole("How many of its pixels differ."), from: \.differentCount),
      .init("share", .number("That, as a share of all."), from: \.ratio),
      .init("area", .area("Where, in pixels"), from: { [$0].bounds }),
    ])
}

extension Record.Member {
  /// The program that wrote it.
  static var program: Self {
    Self("program", .text("The program and its version."), from: { _ in Release.title })
  }
}
