import Formatting
import Testing

@testable import Preview

@Suite("routes")
struct RouteTests {
  private enum Kind: String, CaseIterable { case sheet, onion }

  private static let routes = [
    Route(
      .get, "builds/ID/frame", "A frame.",
      [
        .init("at?", .number("In seconds.")), .init("index?", .whole("Which, to 99.", in: 0...99)),
        .init("kind?", JSONForm<Kind>.choice("One of sheet, onion.")),
        .init("scene?", .text("A path.")),
      ]
    ) { (_, call) throws(Refusal) in
      .json(
        .object([
          "id": call.words["ID"].map(JSONValue.text), "at": call["at"], "index": call["index"],
          "kind": call["kind"], "scene": call["scene"],
        ]))
    },
    Route(
      .post, "builds", "A build.",
      [
        .init("scene", .text("A path.")), .init("edits?", .list(.any(""), "Changes.")),
        .init("draft?", .flag("If it is one.")),
      ]
    ) { (_, call) throws(Refusal) in .json(call["edits"] ?? .null) },
    Route(.get, "builds/ID", "A build.") { (_, call) throws(Refusal) in
      .json(.text(call.words["ID"] ?? ""))
    },
  ]

  private func answer(
    _ method: Request.Method, _ target: String, body: String = ""
  ) throws -> String {
    let head = "\(method.rawValue) /t/\(target) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    var request = try Request(head: Array(head.utf8))
    request.body = Array(body.utf8)
    let session = try Session(scenes: [], options: Session.Options())
    let answer = Call.answer(request, Connection(descriptor: -1), by: Self.routes, session)
    return "\(answer.status) " + String(decoding: answer.body, as: UTF8.self).dropLast()
  }

  @Test(
    "a request finds its route and its values",
    arguments: [
      ("builds/a1", "200 \"a1\""),
      ("builds/a1/frame", "200 {\"id\":\"a1\"}"),
      ("builds/a1/frame?at=0.5&index=7", "200 {\"id\":\"a1\",\"at\":0.5,\"index\":7}"),
      ("builds/a1/frame?at=-2&kind=onion", "200 {\"id\":\"a1\",\"at\":-2,\"kind\":\"onion\"}"),
      ("builds/a1/frame?scene=12", "200 {\"id\":\"a1\",\"scene\":\"12\"}"),
      ("builds/a1/frame?scene=a%2Fb%20%C3%A9", "200 {\"id\":\"a1\",\"scene\":\"a/b \u{E9}\"}"),
    ])
  func values(_ target: String, _ expected: String) throws {
    #expect(try answer(.get, target) == expected)
  }

  @Test(
    "a mistake in the query is told",
    arguments: [
      ("indx=1", "the parameter \"indx\" is not known here", "did you mean \"index\"?"),
      ("at=1&at=2", "the parameter \"at\" is there twice", nil),
      ("at=0x1", "invalid value for the parameter \"at\"", "In seconds."),
      ("at=nan", "invalid value for the parameter \"at\"", "In seconds."),
      ("at=", "invalid value for the parameter \"at\"", "In seconds."),
      ("index=100", "invalid value for the parameter \"index\"", "Which, to 99."),
      ("index=1.5", "invalid value for the parameter \"index\"", "Which, to 99."),
      ("kind=onions", "invalid value for the parameter \"kind\"", "One of sheet, onion."),
    ] as [(String, String, String?)])
  func query(_ query: String, _ message: String, _ hint: String?) throws {
    let body = JSONValue.object(["message": .text(message), "hint": hint.map(JSONValue.text)])
    #expect(try answer(.get, "builds/a1/frame?" + query) == "400 " + body.text(.compact))
  }

  @Test(
    "a mistake in the body is told",
    arguments: [
      ("", "the body, 1:1: "), ("[]", "the body is no object"),
      ("{\"scene\": 1}", "invalid value for the key \\\"scene\\\"\",\"hint\":\"A path.\""),
      ("{}", "the key \\\"scene\\\" is missing"), ("{\"scene\": \"a\"} {}", "the body, 1:16: "),
      ("{\"scene\": \"a\", \"edit\": []}", "\"hint\":\"did you mean \\\"edits\\\"?\""),
      ("{\"scene\": \"a\", \"scene\": \"b\"}", "is there twice"),
      ("{\"scene\": \"a\", \"edits\": {}}", "invalid value for the key \\\"edits\\\""),
      ("{\"scene\": \"a\", \"draft\": 1}", "invalid value for the key \\\"draft\\\""),
      ("{\"scene\": \"a\", \"edits\": " + String(repeating: "[", count: 64), "the body, 1:88: "),
      ("{\"scene\": \"\u{0}\"}", "the body, 1:12: "),
    ])
  func body(_ body: String, _ message: String) throws {
    let said = try answer(.post, "builds", body: body)
    #expect(said.hasPrefix("400 "))
    #expect(said.contains(message), "\(said)")
  }

  @Test("what is in the body is given to the route")
  func list() throws {
    let body = "{ \"scene\": \"a\", \"edits\": [{ \"path\": \"/a\", \"value\": 0.4 }] }"
    #expect(try answer(.post, "builds", body: body) == "200 [{\"path\":\"/a\",\"value\":0.4}]")
    #expect(try answer(.post, "builds?a=b", body: body).hasPrefix("400 "))
  }

  @Test("an unknown path has the nearest one as a hint, another method the right one")
  func paths() throws {
    #expect(try answer(.get, "build").hasSuffix("\"hint\":\"did you mean \\\"builds\\\"?\"}"))
    #expect(try answer(.get, "builds").hasPrefix("405 "))
    #expect(try answer(.post, "builds/a").hasPrefix("405 "))
    #expect(try answer(.get, "builds/").hasPrefix("404 "))
    #expect(try answer(.get, "builds/a/frame/b").hasPrefix("404 "))
  }
}
