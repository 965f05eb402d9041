package import Formatting
import Regression
import RenderTransition
import SceneFormat
import Staging

/// A build for a page: what there is to see.
package struct BuildAnswer: Recorded, Sendable {
  let build: SceneBuild
  /// The hashes of the approved frames; nil without a lock.
  let approved: [String]?

  package static let record = Record<BuildAnswer>(
    "A scene that is ready to be drawn.",
    members: [
      .init(schema: "render-transition/build-1"),
      .init("id", .text("Its number."), from: \.build.id),
      .init("size", .list(.whole("Pixels."), "Width and height."), from: \.build.size),
      .init("scale", .number("Pixels per point."), from: \.build.animation.scale),
      .init("fps", .number("Frames per second."), from: \.build.fps),
      .init("times", .list(.number("Seconds."), "The moment of each frame."), from: \.build.times),
      .init("holds", .object(holds), from: \.build.animation.scene.output),
      .init(
        "loop", .flag("Whether outputs begin again."),
        from: { $0.build.animation.scene.output.loop != 1 }),
      .init("approved", .list(.text("A hash."), "The approved frames.").orNull, from: \.approved),
      .init(
        "runs", .list(.object(RunControls.record), "The transitions that play."),
        from: \.build.animation.controls),
      .init(
        "warnings", .list(.object(Diagnostic.record), "What is valid but suspicious."),
        from: { $0.build.warnings }),
      .init(
        "commands", .list(.text("A shell line."), "The same by the command line."),
        from: \.build.wish.commands),
    ])

  private static let holds = Record<Output>(
    "How much longer the ends are shown, in seconds.",
    members: [
      .init("first", .number("The first frame."), from: \.holdFirst),
      .init("last", .number("The last frame."), from: \.holdLast),
    ])
}

extension Session {
  /// A build, for a page.
  func answer(_ build: SceneBuild) -> BuildAnswer {
    let lock = (try? Baselines(options.tests).lock(of: build.wish.scene)) ?? nil
    return BuildAnswer(build: build, approved: lock?.frames.map { "\($0.hash)" })
  }
}

extension BuildWish {
  /// Shell lines that do what a page shows.
  fileprivate var commands: [String] {
    let scene = ShellWord.plain(scene)
    let flags = [("--scale", scale), ("--fps", fps)].compactMap { flag, value in
      value.map { " \(flag) \(NumberFormat.shortest($0))" }
    }.joined()
    return ["render \(scene)\(flags)", "test \(scene)"].map { "\(Release.program) \($0)" }
  }
}

extension SceneBuild {
  fileprivate var warnings: [Diagnostic] {
    animation.warnings.map { Diagnostic($0, in: animation.sources) }
  }
}
