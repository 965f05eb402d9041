package import Formatting
import RenderTransition

// What the JSON of this module looks like.
extension JSONShape {
  /// What `test --reporter json=FILE` writes.
  package static var testReport: JSONShape {
    .object(
      "The verdicts of a test.",
      [
        "schema": .constant(TestReport.schema), "program": .text("The program and its version."),
        "passed": .flag("Whether the exit code is 0."), "exitCode": .whole("The exit code."),
        "strict": .flag("Whether a scene without a baseline fails."),
        "seconds": .number("How long all of it took."), "counts": counts,
        "scenes": .list(scene, "The scenes, in order."),
      ])
  }

  private static var counts: JSONShape {
    .object(
      "How many scenes have each verdict.",
      SceneVerdict.Kind.allCases.map { ($0.rawValue, .whole("The number of such scenes.")) })
  }

  private static var scene: JSONShape {
    .object(
      "A scene.",
      [
        "scene": .text("The scene's path, as it was named or found."),
        "lock": .text("The path of its baseline."),
        "verdict": .choice(SceneVerdict.Kind.allCases.map(\.rawValue), "How it stands to it."),
        "failed": .flag("Whether the verdict makes the test fail."),
        "headline": .text("What was found, for people."),
        "notes": .list(.text("A line."), "What else there is to say."),
        "cause?": .choice(
          LockComparison.Cause.allCases.map(\.rawValue), "Where the difference comes from."),
        "class?": .text("What happened, as in \"delayed\"."),
        "layers?": .list(.text("A layer."), "The layers that changed, the likeliest first."),
        "places?": .list(
          .object(
            "A place.",
            [
              "file": .text("The file, as the scene's path leads to it."),
              "line": .whole("From 1."),
            ]), "Where in the scene's files something changed."),
        "content?": .text("The hash of the scene's texts and pictures."),
        "pictures?": .text("The hash of all frames."),
        "size?": .list(.whole("A side."), "Width and height in pixels."),
        "fps?": .number("Frames per second."), "frames?": .whole("How many frames the scene has."),
        "differing?": .list(
          .list(.whole("A frame, from 0."), "The first and the last of a run."),
          "The frames that differ."),
        "environment?": .list(
          .text("A change."), "What else differs, and the versions that do."),
        "peak?": .object(
          "The frame that differs most.",
          [
            "frame": .whole("Its place in the run, from 0."),
            "pixels": .whole("How many of its pixels differ."),
            "share": .number("That, as a share of all."), "area": .area("Where, in pixels"),
          ]),
        "mistakes?": .list(.diagnostic, "Why the scene is invalid."),
        "seconds": .number("How long the scene took."),
      ])
  }

  /// An error or a warning.
  package static var diagnostic: JSONShape {
    .object(
      "An error or a warning.",
      [
        "severity": .choice(["error", "warning"], "How bad it is."), "file?": .text("The file."),
        "line?": .whole("From 1."), "column?": .whole("In characters, from 1."),
        "message": .text("What it is."), "hint?": .text("How to put it right, for people."),
        "allowed?": .list(.text("A word."), "All that could stand there."),
        "fix?": .object(
          "How to put it right: a change of the file at this line and column.",
          [
            "length": .whole("How many characters give way."),
            "replacement": .text("What takes their place."),
          ]),
      ])
  }

  /// What `plan --json` prints.
  package static var plan: JSONShape {
    .object(
      "Scenes as pieces of work.",
      [
        "schema": .constant(TaskPlan.schema), "program": .text("The program and its version."),
        "hash": .text("Changes with every file, and with the costs."),
        "shard": .whole("Which machine these tasks are for, from 1."),
        "shards": .whole("How many machines there are."),
        "tasks": .list(
          .object(
            "A scene.",
            [
              "id": .text("Its path."),
              "inputs": .list(
                .object(
                  "A file.",
                  [
                    "path": .text("Relative to the current folder if it is beneath."),
                    "hash": .text("The hash of its bytes."),
                  ]), "The files that it needs, its lock included."),
              "frames": .whole("0 if the scene is invalid."),
              "cost": .number("Seconds with --timings, else millions of pixels."),
            ]), "The tasks, in the order of the scenes."),
      ])
  }

  /// The file `index.json` of the reporter `pictures`.
  package static var pictures: JSONShape {
    .object(
      "The pictures of a report.",
      [
        "schema": .constant(ReviewPictures.schema),
        "pictures": .list(
          .object(
            "A picture.",
            [
              "scene": .text("The scene's path."),
              "kind": .choice(ReviewPicture.Kind.allCases.map(\.rawValue), "What it shows."),
              "file": .text("Its name in this folder."), "width": .whole("In pixels."),
              "height": .whole("In pixels."), "bytes": .whole("Its size."),
              "hash": .text("The hash of its bytes."),
              "limits?": .text("What it does not show, for people."),
            ]), "The pictures, scene by scene."),
        "leftOut": .list(.text("A scene."), "Scenes of which some pictures had no room."),
      ])
  }

  /// What `doctor --json` prints.
  package static var doctor: JSONShape {
    .object(
      "What was found on this machine.",
      [
        "schema": .constant(DoctorReport.schema), "program": .text("The program and its version."),
        "same": .flag("Whether all parts are drawn as everywhere."),
        "parts": .list(
          .object(
            "What was drawn.",
            [
              "name": .text("What it is."), "same": .flag("Whether it is as everywhere."),
              "expected": .text("The hash of its pixels elsewhere."),
              "actual?": .text("Their hash here."), "problem?": .text("Why it was not drawn."),
            ]), "What was drawn."),
        "system": .text("The system and its C library."), "architecture": .text("The processor's."),
        "avx2": .flag("Whether the processor has it."), "cores": .whole("Cores in use."),
        "memoryBytes": .whole("The machine's memory.").orNull,
        "memoryLeftBytes": .whole("What limits leave of it.").orNull,
        "look": .whole("The version of the look."),
        "formats": .list(.text("A format."), "What is written."),
        "libraries": .table(.text("Its version."), "The libraries."),
        "programs": .list(
          .object(
            "A program.",
            [
              "name": .text("Its name."), "path?": .text("Where it is.").orNull,
              "version?": .text("What it says.").orNull,
            ]), "Programs that are run."),
        "fonts": .list(
          .object(
            "A font.",
            [
              "name": .text("What scenes call it."), "font?": .text("What it is.").orNull,
              "hash?": .text("The hash of its file.").orNull,
              "problem?": .text("Why it cannot be read.").orNull,
            ]), "The fonts of the system."),
      ])
  }

  /// What `diff --json` prints, and `diff -o FILE.json` writes.
  package static var diff: JSONShape {
    let frame = JSONShape.object(
      "A frame.",
      [
        "expected": .whole("The frame of the first, from 0."),
        "actual": .whole("The frame of the second, from 0."), "time": .number("In seconds."),
        "pixels": .whole("How many differ."), "ratio": .number("Their share."),
        "overLimit": .flag("Whether that is more than is allowed."),
      ])
    let side = JSONShape.object(
      "An input.",
      [
        "path": .text("As it was named."), "width": .whole("In pixels."),
        "height": .whole("In pixels."), "frames": .whole("How many there are."),
      ])
    return .object(
      "How two inputs differ.",
      [
        "schema": .constant("render-transition/diff-1"),
        "verdict": .choice(["same", "different"], "Whether they differ."),
        "class": .text("What happened, as in \"delayed\"."),
        "headline": .text("The same, for people."),
        "expected": side, "actual": side, "layout?": .text("Another size or length."),
        "time": .any("What happened in time: its class, and numbers."),
        "resampled": .flag("Whether the two have other rates."), "first?": frame, "peak?": frame,
        "last?": frame, "differentAfterAlignment": .whole("Pixels."),
        "unalignedFrames": .whole("Frames without an equal."),
        "antialiased?": .whole("Pixels that did not count."),
        "layers?": .list(.text("A layer."), "The layers that changed, the likeliest first."),
        "outcomes?": .list(.any("A gesture that comes out otherwise."), "Other outcomes."),
        "transitions?": .list(.any("A delay or a duration."), "Other times."),
        "changes?": .list(
          .any("A layer, what changed, and the file and line."), "What changed in the scenes."),
        "regions": .list(.any("An area, and its frames."), "Where pixels differ."),
        "frames": .list(frame, "All frames."),
        "exceptions": .list(.text("A line."), "What was ignored or allowed."),
      ])
  }
}
