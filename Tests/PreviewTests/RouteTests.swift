import Formatting
import SceneFormat
import Testing

@testable import Preview

@Suite("routes")
struct RouteTests {
  private static let routes = [
    Route(
      .get, "builds/ID/frame", "A frame.",
      [
        .init("at?", .number(0...10), "When."), .init("index?", .whole(0...99), "Which."),
        .init("kind?", .choice(["sheet", "onion"]), "How."), .init("scene?", .text, "Of what."),
      ]
    ) { (_, call) throws(Refusal) in
      .json(
        .object([
          "id": .text(call.word("ID")), "at": call.number("at").map { .number($0) },
          "index": call.whole("index").map { .whole($0) },
          "scene": call.text("scene").map { .text($0) },
        ]))
    },
    Route(
      .post, "builds", "A build.",
      [
        .init("scene", .text, "Its scene."), .init("edits?", .list, "Changes."),
        .init("scale?", .number(0.25...8), "Its scale."), .init("isDraft?", .flag, "If it is one."),
      ]
    ) { (_, call) throws(Refusal) in .json(call["edits"]?.json ?? .null) },
    Route(.get, "builds/ID", "A build.") { (_, call) throws(Refusal) in
      .json(.text(call.word("ID")))
    },
  ]

  private func answer(_ method: Request.Method, _ target: String, body: String = "") throws
    -> String
  {
    let head = "\(method.rawValue) /t/\(target) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    var request = try Request(head: Array(head.utf8))
    request.body = Array(body.utf8)
    let router = Router(Session(scenes: [], isReadOnly: true), routes: Self.routes)
    let answer = router.answer(request, Connection(descriptor: -1))
    return "\(answer.status) " + String(decoding: answer.body, as: UTF8.self).dropLast()
  }

  @Test(
    "a request finds its route and its values",
    arguments: [
      ("builds/a1", "200 \"a1\""),
      ("builds/a1/frame", "200 {\"id\":\"a1\"}"),
      ("builds/a1/frame?at=0.5&index=7", "200 {\"id\":\"a1\",\"at\":0.5,\"index\":7}"),
      ("builds/a1/frame?scene=12", "200 {\"id\":\"a1\",\"scene\":\"12\"}"),
      ("builds/a1/frame?scene=a%2Fb%20%C3%A9", "200 {\"id\":\"a1\",\"scene\":\"a/b \u{E9}\"}"),
    ])
  func values(_ target: String, _ expected: String) throws {
    #expect(try answer(.get, target) == expected)
  }

  @Test(
    "a mistake in the query is told",
    arguments: [
      ("builds/a1/frame?indx=1", "there is no parameter \"indx\" here", "did you mean \"index\"?"),
      ("builds/a1/frame?at=1&at=2", "the parameter \"at\" is there twice", nil),
      ("builds/a1/frame?at=11", "the parameter \"at\" has to be a number from 0 to 10", nil),
      ("builds/a1/frame?at=0x1", "the parameter \"at\" has to be a number from 0 to 10", nil),
      ("builds/a1/frame?at=nan", "the parameter \"at\" has to be a number from 0 to 10", nil),
      ("builds/a1/frame?at=", "the parameter \"at\" has to be a number from 0 to 10", nil),
      (
        "builds/a1/frame?index=1.5",
        "the parameter \"index\" has to be a whole number from 0 to 99", nil
      ),
      (
        "builds/a1/frame?kind=onions", "the parameter \"kind\" has to be sheet or onion",
        "did you mean \"onion\"?"
      ),
    ] as [(String, String, String?)])
  func query(_ target: String, _ message: String, _ hint: String?) throws {
    let body = JSONValue.object(["message": .text(message), "hint": hint.map { .text($0) }])
    #expect(try answer(.get, target) == "400 " + body.text(.compact))
  }

  @Test(
    "a mistake in the body is told",
    arguments: [
      ("", "the body, 1:1: "), ("[]", "the body is no object"),
      ("{\"scene\": 1}", "has to be a text"),
      ("{}", "the key \\\"scene\\\" is missing"), ("{\"scene\": \"a\"} {}", "the body, 1:16: "),
      ("{\"scene\": \"a\", \"edit\": []}", "\"hint\":\"did you mean \\\"edits\\\"?\""),
      ("{\"scene\": \"a\", \"scene\": \"b\"}", "is there twice"),
      ("{\"scene\": \"a\", \"edits\": {}}", "the key \\\"edits\\\" has to be a list"),
      ("{\"scene\": \"a\", \"scale\": 9}", "has to be a number from 0.25 to 8"),
      ("{\"scene\": \"a\", \"isDraft\": 1}", "has to be true or false"),
      ("{\"scene\": \"a\", \"edits\": " + String(repeating: "[", count: 64), "the body, 1:"),
      ("{\"scene\": \"\u{0}\"}", "the body, 1:"),
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

  @Test("an unknown path has the nearest one, another method the right one")
  func paths() throws {
    #expect(try answer(.get, "build").hasSuffix("\"hint\":\"did you mean \\\"builds\\\"?\"}"))
    #expect(try answer(.get, "builds").hasPrefix("405 "))
    #expect(try answer(.get, "builds").hasSuffix("\"hint\":\"use POST\"}"))
    #expect(try answer(.post, "builds/a").hasPrefix("405 "))
    #expect(try answer(.get, "builds/").hasPrefix("404 "))
    #expect(try answer(.get, "builds/a/frame/b").hasPrefix("404 "))
  }
}
