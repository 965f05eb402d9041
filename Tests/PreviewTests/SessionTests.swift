import Formatting
import Foundation
import Regression
import RenderTestSupport
import RenderTransition
import SceneFormat
import Synchronization
import TestSupport
import Testing

@testable import Preview

@Suite("what a preview does with scenes", .serialized)
struct SessionTests {
  private let small: SmallScene
  private let session: Session

  init() throws {
    small = try SmallScene.tiny(#"{ "type": "push", "duration": 0.2 }"#)
    _ = try small.animation()
    session = try Self.session(over: small.folder.path("scene.json"))
  }

  private static func session(
    over scene: String, _ change: (inout Session.Options) -> Void = { _ in }
  ) throws -> Session {
    var options = Session.Options()
    options.paths = [scene]
    options.jobs = 2
    change(&options)
    return try Session(scenes: [scene], options: options)
  }

  private var scene: String { small.folder.path("scene.json") }

  private func text() throws -> String {
    String(decoding: try small.folder.bytes(of: "scene.json"), as: UTF8.self)
  }

  /// Asks for a path, by `POST` if there is a body.
  private func ask(
    _ path: String, _ body: JSONValue? = nil, of session: Session? = nil
  ) async throws -> Response {
    let method = body == nil ? "GET" : "POST"
    let head = "\(method) /t/\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    var request = try Request(head: Array(head.utf8))
    request.body = Array((body?.text(.compact) ?? "").utf8)
    let (session, asked) = (session ?? self.session, request)
    // As a server does, which blocks no thread of tasks.
    return try await onOwnThread { session.answer(asked, Connection(descriptor: -1)) }
  }

  private func json(_ response: Response) throws -> JSONNode {
    try JSONParser.parse(response.body, file: "answer", limits: Limits())
  }

  private func wish(_ edits: [JSONValue] = []) -> JSONValue {
    .object(["scene": .text(scene), "edits": .list(edits)])
  }

  private func duration(_ value: JSONValue) -> JSONValue {
    .object(["path": .text("/transition/duration"), "value": value])
  }

  private func id(_ edits: [JSONValue] = []) async throws -> String {
    try #require(json(await ask("builds", wish(edits)))["id"]?.text)
  }

  @Test("the frames of a build are those that a lock has, and of the finger those of its progress")
  func frames() async throws {
    let lock = try await small.animation().lock()
    let build = try json(await ask("builds", wish()))
    let id = try #require(build["id"]?.text)
    #expect(build["times"]?.elements?.count == lock.frames.count)
    for (index, frame) in lock.frames.enumerated() {
      let answer = try await ask("builds/\(id)/frame?index=\(index)")
      #expect(answer.headers.contains(Request.Field("Frame-Hash", "\(frame.hash)")))
    }
    #expect(try await ask("builds/\(id)/frame?index=\(lock.frames.count)").status == 404)
    let start = try await ask("builds/\(id)/frame?run=0&progress=0")
    #expect(start.headers.contains(Request.Field("Frame-Hash", "\(lock.frames[0].hash)")))
    #expect(try await ask("builds/\(id)/frame?run=1&progress=0").status == 404)
    #expect(try await ask("builds/\(id)/frame").status == 400)
    #expect(try await ask("builds/0123456789abcdef/frame?index=0").status == 410)
  }

  @Test("an edit changes nothing before it is saved, and then its bytes alone")
  func save() async throws {
    let before = try text()
    let id = try await id([duration(.number(0.4))])
    #expect(try text() == before)
    let build = try json(await ask("builds", wish([duration(.number(0.4))])))
    #expect(build["id"]?.text == id && build["times"]?.elements?.count == 11)
    let saved = try await ask("save", .object(["build": .text(id)]))
    #expect(String(decoding: saved.body, as: UTF8.self) == "{\"written\":[\"\(scene)\"]}\n")
    #expect(try text() == before.replacing("\"duration\": 0.2", with: "\"duration\": 0.4"))
  }

  @Test("what has changed on the disk is not written over")
  func conflict() async throws {
    let id = try await id([duration(.number(0.4))])
    let other = try text() + "\n"
    try small.folder.write(other, to: "scene.json")
    #expect(try await ask("save", .object(["build": .text(id)])).status == 409)
    #expect(try text() == other)
  }

  @Test(
    "edits that cannot be are refused with their mistakes",
    arguments: [
      ("{ \"path\": \"/transition/duration\", \"value\": \"x\" }", "expected a time"),
      ("{ \"pth\": \"\" }", "unknown key \"pth\""),
      ("{ \"file\": \"other.json\", \"path\": \"/a\", \"value\": 1 }", "does not read this file"),
    ])
  func refusedEdits(_ edit: String, _ words: String) async throws {
    try small.folder.write("{}", to: "other.json")
    let node = try JSONParser.parse(Array(edit.utf8), file: "edit", limits: Limits())
    let answer = try await ask("builds", wish([node.json]))
    #expect(answer.status == 422)
    #expect(try json(answer)["text"]?.text?.contains(words) == true)
  }

  @Test("a revision cannot be edited")
  func editedRevision() async throws {
    guard case .object(let members) = wish([duration(.number(0.4))]) else { return }
    let version = JSONValue.Member(key: "version", value: .text("approved"))
    let id = try await id()
    #expect(try await ask("approve", .object(["build": .text(id)])).status == 200)
    #expect(try await ask("builds", .object(members + [version])).status == 422)
  }

  @Test("what is approved is what was seen; edits and other files are not")
  func approve() async throws {
    let edited = try await id([duration(.number(0.4))])
    #expect(try await ask("approve", .object(["build": .text(edited)])).status == 409)
    let id = try await id()
    #expect(try await ask("approve", .object(["build": .text(id)])).status == 200)
    let lock = try #require(try LockFile(small.folder.path("scene.lock")).read())
    let expected = try await small.animation().lock()
    #expect(lock == expected)
    let session = session
    #expect(Threads.start { session.judge() })
    let news = try json(await ask("events?after=0"))["events"]?.elements?[0]
    #expect(news?["verdict"]?.text == "same")
    #expect(try json(await ask("scenes")).elements?[0]["verdict"]?.text == "same")
    #expect(try json(await ask("builds", wish()))["approved"]?.elements?.count == lock.frames.count)
  }

  @Test("a read-only preview writes nothing", arguments: ["save", "approve", "export"])
  func readOnly(_ path: String) async throws {
    let session = try Self.session(over: scene) { $0.isReadOnly = true }
    let build = try json(await ask("builds", wish([duration(.number(0.4))]), of: session))
    var body: [(String, JSONValue)] = [("build", .text(try #require(build["id"]?.text)))]
    if path == "export" { body.append(("formats", .list([.text("gif")]))) }
    let names = try small.folder.names()
    #expect(try await ask(path, .object(body), of: session).status == 403)
    #expect(try small.folder.names() == names)
  }

  @Test("a save is told with its build, a mistake when it holds, and a touch not at all")
  func events() async throws {
    let session = session
    let old = try await id()
    #expect(Threads.start { session.follow() })
    func news(after number: Int) async throws -> JSONNode {
      try json(await ask("events?after=\(number)"))
    }
    func save(_ text: String) throws {
      let draft = try small.folder.write(text, to: "draft")
      _ = unsafe rename(draft, scene)
    }
    try save(text())
    try save("{")
    let mistake = try await news(after: 0)
    #expect(mistake["events"]?.elements?[0]["text"]?.text?.contains("scene.json:1:2") == true)
    try save(small.text.replacing("0.2 }", with: "0.3 }"))
    let change = try await news(after: 1)
    #expect(change["last"]?.number == 2)
    let build = change["events"]?.elements?[0]["build"]
    #expect(build?["id"]?.text != old)
    #expect(build?["times"]?.elements?.count == 9)
  }

  @Test("a scene that is added to a folder is told, and one that is gone")
  func list() async throws {
    let session = try Self.session(over: scene) { $0.paths = [small.folder.path] }
    #expect(Threads.start { session.follow() })
    func scenes(after number: Int) async throws -> [String] {
      let news = try json(await ask("events?after=\(number)", of: session))
      #expect(news["events"]?.elements?.last?["kind"]?.text == "scenes")
      return try json(await ask("scenes", of: session)).elements?.compactMap { $0["path"]?.text }
        ?? []
    }
    // Without this, the second one could be there when the folder is first looked at.
    while session.state.withLock({ $0.search }).paths.isEmpty { usleep(1000) }
    try small.folder.write(small.text, to: "another.json")
    let another = small.folder.path("another.json")
    #expect(try await scenes(after: 0) == [another, scene])
    #expect(try await ask("strip?scene=\(another)", of: session).headers[0].value == "image/png")
    try FileManager.default.removeItem(atPath: another)
    #expect(try await scenes(after: 1) == [scene])
    #expect(try await ask("strip?scene=\(another)", of: session).status == 404)
  }

  @Test("the verdict on a finger is that of the scene that is saved with it")
  func gesture() async throws {
    let id = try await id()
    let touches = [[0, 20, 8], [0.1, 16, 8], [0.2, 4, 8]].map { row in
      JSONValue.list(row.map(JSONValue.number))
    }
    let body = JSONValue.object(["run": .whole(0), "touches": .list(touches)])
    let answer = try json(await ask("builds/\(id)/gesture", body))
    let gesture = try #require(answer["gesture"]?.json)
    let edit = JSONValue.object(["path": .text("/transition/gesture"), "value": gesture])
    let build = try await self.id([edit])
    #expect(try await ask("save", .object(["build": .text(build)])).status == 200)
    let saved = small.folder.path("scene.json")
    let run = try #require(Animation(sceneAt: saved).gestureAnswer(run: 0))
    #expect(GestureAnswer.record.json(run).text(.compact) == answer.json.text(.compact))
    #expect(["finished", "cancelled"].contains(answer["verdict"]?.text))
  }
}
