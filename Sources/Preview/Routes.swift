import Formatting
import Pixels
import Regression
import RenderTransition
import SceneFormat
import Staging
import Synchronization

extension Route {
  /// All that a preview answers, in the order of the manual.
  package static let all: [Route] = [
    Route(.get, "", "The page, one file.") { session, _ in session.page },
    Route(
      .get, "events",
      "The events after `after`, as `{ \"last\", \"events\" }`; waits up to 20 seconds for one. Without `after`, the "
        + "number of the last event. Kinds: "
        + "`changed` with the `scene` and its new `build` or its `mistakes`, `verdict` as in `scenes`, "
        + "`scenes` where the list is another one.",
      [Input("after?", .whole("The number of an event."))]
    ) { session, call in
      .json(
        session.events.events(after: call.whole("after"), within: 20) {
          !call.connection.isClosedByPeer
        })
    },
    Route(
      .get, "scenes",
      "The scenes: `[{ \"path\", \"verdict\", \"headline\" }]`; the verdict is `same`, "
        + "`different`, `missing`, `invalid` or `pending`."
    ) { session, _ in .json(.list(session.scenesWithVerdicts)) },
    Route(.get, "strip", "Five moments of a scene side by side, a PNG.", [scene]) { session, call in
      try session.drawn(.strip, for: call) { _ in
        try .png(session.strip(of: call.text("scene")))
      }
    },
    Route(
      .post, "builds", "A scene, ready to be drawn; 422 and the mistakes of one that is not.",
      [
        scene,
        Input("version?", .text("`files`, `approved` or `git:REV`; `files` unless given.")),
        Input("edits?", .list(.any("An edit."), "Edits of the files, in their order.")),
      ]
    ) { session, call in
      let build = try session.build(
        of: call.text("scene"), version: call["version"]?.text ?? "files",
        edits: SceneEdit.list(call.body?["edits"]))
      return .json(session.answer(build).json)
    },
    Route(
      .get, "builds/ID/frame",
      "A moment, a PNG; `Frame-Hash` is the hash of its pixels. 410 where the build is gone.",
      [
        Input("index?", .whole("A frame of the output, from 0.")),
        Input("run?", .whole("A run whose finger has gone so far as `progress` says.")),
        Input("progress?", .number("How far it has gone, 0 to 1.", in: 0...1)),
      ]
    ) { session, call in
      let build = try session.build(call)
      return try session.drawn(.frame, for: call) { threads in
        guard let picture = try call.picture(of: build, bands: threads) else {
          throw Refusal("there is no such frame", status: 404)
        }
        return try .png(picture)
      }
    },
    Route(.get, "builds/ID/timeline", "As `inspect --timeline --json`.") { session, call in
      .text(try session.build(call).animation.json(of: .timeline))
    },
    Route(
      .get, "builds/ID/pick", "The layers at a point of the canvas, as `inspect --pick --json`.",
      [
        Input("x", .number("In points.")), Input("y", .number("In points.")),
        Input("at", .number("In seconds.", in: 0...1e6)),
      ]
    ) { session, call in
      let build = try session.build(call)
      let point = SIMD2(call["x"]?.number ?? 0, call["y"]?.number ?? 0)
      let seconds = min(call["at"]?.number ?? 0, build.animation.seconds)
      return try session.drawn(.frame, for: call) { _ in
        try .json(build.animation.pick(point, at: seconds).json)
      }
    },
    Route(
      .post, "builds/ID/gesture",
      "What happens when a recorded finger goes up at the last row: `progress`, `velocity`, `verdict`, `tail`, and "
        + "the value of `gesture` for the scene.",
      [
        Input("run", .whole("The run that it drives.")),
        Input(
          "touches",
          .list(.list(.number()), "Rows of a time and x and y, or of two fingers; at most 4,000.")),
        Input("cancelled?", .flag("Whether the system took it away.")),
      ]
    ) { session, call in
      let build = try session.build(call)
      let finger = try RecordedFinger(call.touches, isCancelled: call["cancelled"]?.flag == true)
      guard let run = call.whole("run"),
        let answer = try session.gesture(finger, of: run, in: build)
      else { throw Refusal("there is no such run", status: 404) }
      return .json(answer.json)
    },
    Route(.get, "builds/ID/onion", "As `frame --onion 9`, a PNG.") { session, call in
      let build = try session.build(call)
      return try session.drawn(.strip, for: call) { threads in
        try .png(build.onion(jobs: threads))
      }
    },
    Route(.post, "save", "Writes the edited files: `{ \"written\": [] }`.", [build]) {
      session, call in
      .written(try session.save(session.build(call)))
    },
    Route(
      .post, "approve",
      "Locks the frames of a build, which is what its files say: `{ \"written\": [] }`.",
      [build]
    ) { session, call in .written(try session.approve(session.build(call))) },
    Route(
      .post, "export", "Writes a build to `output/SCENE.FORMAT`: `{ \"written\": [] }`.",
      [
        build,
        Input(
          "formats", .list(JSONForm<OutputFormat>.choice(), "gif, apng, webp, mp4 and others.")),
      ]
    ) { session, call in .written(try session.export(session.build(call), to: call.formats)) },
  ]

  private static let scene = Input("scene", .text("A path of the list of scenes."))
  private static let build = Input("build", .text("The identifier of a build."))
}

extension Call {
  /// A text that has to be there.
  fileprivate func text(_ name: String) -> String { self[name]?.text ?? "" }

  fileprivate var touches: [[Double]] {
    guard case .list(let rows)? = self["touches"] else { return [] }
    return rows.map { row in
      guard case .list(let numbers) = row else { return [] }
      return numbers.compactMap(\.number)
    }
  }

  fileprivate var formats: [OutputFormat] {
    guard case .list(let names)? = self["formats"] else { return [] }
    return names.compactMap { $0.text.flatMap(OutputFormat.init) }
  }

  fileprivate func whole(_ name: String) -> Int? { self[name]?.number.flatMap { Int(exactly: $0) } }

  /// The moment of a build that is asked for; nil for one that is not there.
  fileprivate func picture(of build: SceneBuild, bands: Int) throws -> Pixmap? {
    if let index = whole("index") { return try build.picture(ofFrame: index, bands: bands) }
    guard let run = whole("run"), let progress = self["progress"]?.number else {
      throw Refusal("a moment is \"index\", or \"run\" and \"progress\"")
    }
    return try build.picture(run: run, progress: progress, bands: bands)
  }
}

extension Session {
  fileprivate var scenesWithVerdicts: [JSONValue] {
    let (scenes, verdicts) = state.withLock { ($0.scenes, $0.verdicts) }
    return scenes.map { path in
      let verdict = verdicts[path]?.verdict
      return .object([
        "path": .text(path), "verdict": .text(verdict?.kind.rawValue ?? "pending"),
        "headline": .text(verdict?.headline ?? ""),
      ])
    }
  }

  /// The build that a path or a body names.
  fileprivate func build(_ call: Call) throws(Refusal) -> SceneBuild {
    guard let build = store.build(call.words["ID"] ?? call.text("build")) else { throw .gone }
    return build
  }

  /// What `draw` draws when its turn comes.
  fileprivate func drawn(
    _ urgency: WorkQueue.Urgency, for call: Call, _ draw: (_ threads: Int) throws -> Response
  ) throws -> Response {
    try work.run(urgency) { threads in
      // The browser has closed the connection.
      guard !call.connection.isClosedByPeer else { throw Refusal.gone }
      return try draw(threads)
    }
  }
}

extension Refusal {
  static let gone = Refusal("the build is gone", status: 410, hint: "ask for it again")
  static let readOnly = Refusal("this preview writes nothing", status: 403)

  /// Anything else that fails is a mistake in what was asked for.
  init(_ error: any Error, about scene: String) {
    switch error {
    case let refusal as Refusal: self = refusal
    default:
      self.init("there are mistakes", status: 422)
      mistakes = Failure(rendering: error, of: scene).json
    }
  }
}
