package import Formatting
import Regression
import RenderTransition
import SceneFormat
import Staging

/// A build for a page: what there is to see, and what it was made of.
package struct BuildAnswer: Sendable {
  let build: SceneBuild
  /// The hashes of the approved frames; nil without a lock.
  let approved: [String]?
  /// The files that were read, with the hashes of their bytes.
  let files: [File]
  /// Shell lines that do the same.
  let commands: [String]

  /// A file that was read.
  struct File: Sendable {
    let path, hash: String
    /// Whether edits of it can be saved.
    let isWritable: Bool
  }
}

extension BuildAnswer {
  var json: JSONValue { Self.record.json(self) }

  package static let record = Record<BuildAnswer>(
    "A scene that is ready to be drawn.",
    members: [
      .init(schema: "render-transition/build-1"),
      .init("id", .text("16 hexadecimal digits."), from: \.build.id),
      .init("scene", .text("Its path."), from: \.build.wish.scene),
      .init(
        "version", .text("\"files\", \"git:REV\" or \"approved\"."), from: \.build.wish.version.text
      ),
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
      .init("files", .list(.object(file), "What was read."), from: \.files),
      .init(
        "warnings", .list(.object(Diagnostic.record), "What is valid but suspicious."),
        from: { $0.build.warnings }),
      .init(
        "commands", .list(.text("A shell line."), "The same by the command line."),
        from: \.commands),
    ])

  private static let holds = Record<Output>(
    "How much longer the ends are shown, in seconds.",
    members: [
      .init("first", .number("The first frame."), from: \.holdFirst),
      .init("last", .number("The last frame."), from: \.holdLast),
    ])

  private static let file = Record<File>(
    "A file.",
    members: [
      .init("path", .text("Its path."), from: \.path),
      .init("hash", .text("The hash of its bytes."), from: \.hash),
      .init("writable", .flag("Whether edits of it can be saved."), from: \.isWritable),
    ])
}

/// A scene in the list.
struct SceneAnswer: Sendable {
  let path: String
  /// nil where it is not known yet.
  let verdict: SceneVerdict?

  static let record = Record<SceneAnswer>(
    "A scene.",
    members: [
      .init("path", .text("Its path."), from: \.path),
      .init("title", .text("What it is called."), from: { PathName.stem($0.path) }),
      .init(
        "verdict", .text("\"same\", \"different\", \"missing\", \"invalid\" or \"pending\"."),
        from: { $0.verdict?.kind.rawValue ?? "pending" }),
      .init("headline", .text("The verdict in a sentence."), from: { $0.verdict?.headline ?? "" }),
    ])

  var json: JSONValue { Self.record.json(self) }
}

extension Session {
  /// A build, for a page.
  func answer(_ build: SceneBuild) -> BuildAnswer {
    let lock = (try? Baselines(regression).lock(of: build.wish.scene)) ?? nil
    let files = build.files.hashes.sorted { $0.key < $1.key }.map { path, hash in
      BuildAnswer.File(path: path, hash: "\(hash)", isWritable: !options.isReadOnly)
    }
    return BuildAnswer(
      build: build, approved: lock?.frames.map { "\($0.hash)" }, files: files,
      commands: commands(for: build.wish))
  }

  /// Shell lines that do what a page shows.
  private func commands(for wish: BuildWish) -> [String] {
    let scene = ShellWord.plain(wish.scene)
    let flags = [("--scale", wish.scale), ("--fps", wish.fps)].compactMap { flag, value in
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
