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
    row(.get, "", "The page, one file.") { session, _ in session.page },
    row(
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
    row(
      .get, "scenes",
      "The scenes: `[{ \"path\", \"title\", \"verdict\", \"headline\" }]`; the verdict is `same`, "
        + "`different`, `missing`, `invalid` or `pending`."
    ) { session, _ in .json(.list(session.sceneAnswers.map(\.json))) },
    row(.get, "strip", "Five moments of a scene side by side, a PNG.", [scene]) { session, call in
      .png(try session.drawn(.strip, for: call) { _ in try session.strip(of: call.text("scene")) })
    },
    row(
      .post, "builds", "A scene, ready to be drawn; 422 and the mistakes of one that is not.",
      [
        scene,
        Input("version?", .text("`files`, `approved` or `git:REV`; `files` unless given.")),
        Input("edits?", .list(.any("An edit."), "Edits of the files, in their order.")),
        Input(
          "scale?", .number("Pixels per point, 0.25 to 8; the scene's unless given.", in: 0.25...8)),
        Input(
          "fps?", .number("Frames per second, 1 to 1,000; the scene's unless given.", in: 1...1000)),
      ]
    ) { session, call in
      let build = try session.build(
        of: call.text("scene"), version: call["version"]?.text ?? "files",
        edits: call.edits, scale: call["scale"]?.number, fps: call["fps"]?.number)
      return .json(session.answer(build).json)
    },
    row(.get, "builds/ID", "The same build again; 410 where it is gone.") { session, call in
      .json(session.answer(try session.build(call)).json)
    },
    row(
      .get, "builds/ID/frame",
      "A moment, a PNG; `Frame-Hash` is the hash of its pixels, `Frame-Time` its time in seconds.",
      [
        Input("index?", .whole("A frame of the output, from 0.")),
        Input("at?", .number("Any time, in seconds.", in: 0...1e6)),
        Input("run?", .whole("A run whose finger has gone so far as `progress` says.")),
        Input("progress?", .number("How far it has gone, 0 to 1.", in: 0...1)),
      ]
    ) { session, call in
      let build = try session.build(call)
      let moment = try call.moment
      let picture = try session.drawn(.frame, for: call) { threads in
        try build.picture(of: moment, bands: threads)
      }
      guard let picture else { throw Refusal("there is no such frame", status: 404) }
      return .png(picture.png, picture.headers)
    },
    view("timeline") { _ in .timeline },
    view("tree") { _ in .tree },
    view("recipe") { _ in .recipe },
    view("display-list", [Input("at?", .number("A time in seconds; 0 unless given.", in: 0...1e6))])
    {
      .displayList(atSeconds: $0["at"]?.number ?? 0)
    },
    row(
      .get, "builds/ID/pick", "The layers at a point of the canvas, as `inspect --pick --json`.",
      [
        Input("x", .number("In points.")), Input("y", .number("In points.")),
        Input("at", .number("In seconds.", in: 0...1e6)),
      ]
    ) { session, call in
      let build = try session.build(call)
      let point = SIMD2(call["x"]?.number ?? 0, call["y"]?.number ?? 0)
      let seconds = min(call["at"]?.number ?? 0, build.animation.seconds)
      return .json(
        try session.drawn(.frame, for: call) { _ in
          try build.animation.pick(point, at: seconds).json
        })
    },
    row(
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
    row(
      .get, "builds/ID/sheet", "As `frame --sheet` or `frame --onion`, a PNG.",
      [
        Input("kind", JSONForm<SheetName>.choice("sheet or onion.")),
        Input("count", .whole("How many moments, to 100.", in: 2...100)),
      ]
    ) { session, call in
      let build = try session.build(call)
      let kind: SheetKind = call.text("kind") == SheetName.onion.rawValue ? .onion : .sheet
      return .png(
        try session.drawn(.strip, for: call) { threads in
          try build.sheet(kind, of: call.whole("count") ?? 9, jobs: threads)
        })
    },
    row(.post, "save", "Writes the edited files: `{ \"written\": [] }`.", [build]) {
      session, call in
      .written(try session.save(session.build(call)))
    },
    row(
      .post, "approve",
      "Locks the frames of a build, which is what its files say: `{ \"written\": [] }`.",
      [build]
    ) { session, call in .written(try session.approve(session.build(call))) },
    row(
      .post, "export", "Writes a build to `output/SCENE.FORMAT`: `{ \"written\": [] }`.",
      [
        build,
        Input(
          "formats", .list(JSONForm<OutputFormat>.choice(), "gif, apng, webp, mp4 and others.")),
      ]
    ) { session, call in .written(try session.export(session.build(call), to: call.formats)) },
  ]

  private enum SheetName: String, CaseIterable { case sheet, onion }

  private static let scene = Input("scene", .text("A path of the list of scenes."))
  private static let build = Input("build", .text("The identifier of a build."))

  private static func view(
    _ name: String, _ inputs: [Input] = [],
    _ view: @escaping @Sendable (Call) -> InspectionView
  ) -> Route {
    row(.get, "builds/ID/\(name)", "As `inspect --\(name) --json`.", inputs) { session, call in
      .text(try session.build(call).animation.json(of: view(call)))
    }
  }

  /// A row whose answer may fail in any way.
  private static func row(
    _ method: Request.Method, _ path: String, _ help: String, _ inputs: [Input] = [],
    _ answer: @escaping @Sendable (Session, Call) throws -> Response
  ) -> Route {
    Route(method, path, help, inputs) { (session, call) throws(Refusal) in
      session.noteRequest()
      do {
        return try answer(session, call)
      } catch {
        throw Refusal(error)
      }
    }
  }
}

extension Call {
  /// The edits in the body.
  fileprivate var edits: [SceneEdit] {
    get throws {
      // They are read with their places, for mistakes.
      try SceneEdit.list(
        JSONParser.parse(request.body, file: "the body", limits: Limits())["edits"])
    }
  }

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

  fileprivate var moment: BuildMoment {
    get throws(Refusal) {
      if let index = whole("index") { return .index(index) }
      if let seconds = self["at"]?.number { return .seconds(seconds) }
      guard let run = whole("run"), let progress = self["progress"]?.number else {
        throw Refusal("a moment is \"index\", \"at\", or \"run\" and \"progress\"")
      }
      return .finger(run: run, progress: progress)
    }
  }
}

extension BuildPicture {
  fileprivate var headers: [Request.Field] {
    let time = seconds.map { Request.Field("Frame-Time", NumberFormat.shortest($0)) }
    return [Request.Field("Frame-Hash", "\(hash)")] + [time].compactMap(\.self)
  }
}

extension Session {
  fileprivate var sceneAnswers: [SceneAnswer] {
    let (scenes, verdicts) = state.withLock { ($0.scenes, $0.verdicts) }
    return scenes.map { SceneAnswer(path: $0, verdict: verdicts[$0]?.verdict) }
  }

  /// The build that a path or a body names.
  fileprivate func build(_ call: Call) throws(Refusal) -> SceneBuild {
    guard let build = store.build(call.words["ID"] ?? call.text("build")) else { throw .gone }
    return build
  }

  /// What `draw` draws when its turn comes.
  fileprivate func drawn<Answer>(
    _ urgency: WorkQueue.Urgency, for call: Call, _ draw: (_ threads: Int) throws -> Answer
  ) throws -> Answer {
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
  fileprivate init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    default:
      self.init("there are mistakes", status: 422)
      mistakes = Failure(rendering: error, of: "the scene").json
    }
  }
}
