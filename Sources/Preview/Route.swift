package import Formatting
import Regression
import SceneFormat

/// One row of the table of routes: what is asked for, with what, and what answers.
package struct Route: Sendable {
  package typealias Answer = @Sendable (Session, Call) throws -> Response

  package let method: Request.Method
  /// The path beneath the token; a segment in capitals, as `ID`, stands for any word.
  package let path: String
  /// What it does and answers, for the manual.
  package let help: String
  /// What the query can have, or for `POST` the body.
  package let inputs: [Input]
  let answer: Answer

  package init(
    _ method: Request.Method, _ path: String, _ help: String, _ inputs: [Input] = [],
    answer: @escaping Answer
  ) {
    (self.method, self.path, self.help) = (method, path, help)
    (self.inputs, self.answer) = (inputs, answer)
  }

  /// A parameter of a query, or a member of a body.
  package struct Input: Sendable {
    package let name: String
    package let isRequired: Bool
    package let shape: JSONShape
    let accepts: @Sendable (JSONValue) -> Bool

    /// Values of a form; a name with `?` at its end may be left out.
    package init<Value>(_ name: String, _ form: JSONForm<Value>) {
      isRequired = !name.hasSuffix("?")
      self.name = isRequired ? name : String(name.dropLast())
      (shape, accepts) = (form.shape, { form.read($0) != nil })
    }
  }

  /// The words that stand in a path for the segments in capitals; nil if it is another route's.
  func words(in segments: [String]) -> [String: String]? {
    let own = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isPlace = { (segment: String) in segment != segment.lowercased() }
    guard own.count == segments.count,
      zip(own, segments).allSatisfy({ isPlace($0) ? !$1.isEmpty : $0 == $1 })
    else { return nil }
    return Dictionary(uniqueKeysWithValues: zip(own, segments).filter { isPlace($0.0) })
  }
}

/// A request as its route has it: what has to be there is, and is what it has to be.
package struct Call: Sendable {
  package let connection: Connection
  /// The words that stand in the path for its segments in capitals.
  package let words: [String: String]
  /// The body, with the places of its values; nil for `GET`.
  let body: JSONNode?
  private let values: [String: JSONValue]

  /// A value of the query or the body; nil if it was left out.
  package subscript(name: String) -> JSONValue? { values[name] }

  /// Finds the route of a request, and answers.
  package static func answer(
    _ request: Request, _ connection: Connection, by routes: [Route], _ session: Session
  ) -> Response {
    session.noteRequest()
    var scene = "the scene"
    do {
      let (route, words) = try route(of: request, in: routes)
      let body = try route.body(of: request, session.options.tests.limits)
      let values = try route.values(body?.json.members ?? route.parameters(of: request))
      scene = values["scene"]?.text ?? scene
      return try route.answer(
        session, Call(connection: connection, words: words, body: body, values: values))
    } catch {
      return Response(Refusal(error, about: scene))
    }
  }

  private static func route(
    of request: Request, in routes: [Route]
  ) throws(Refusal) -> (Route, [String: String]) {
    // The first segment is the token.
    let path = Array(request.path.dropFirst())
    let found = routes.compactMap { route in route.words(in: path).map { (route, $0) } }
    guard let first = found.first else {
      var refusal = Refusal.unknownPath
      refusal.hint = .meant(path.joined(separator: "/"), among: routes.map(\.path))
      throw refusal
    }
    guard let route = found.first(where: { $0.0.method == request.method }) else {
      throw Refusal(
        "\(request.method.rawValue) is not for this path", status: 405, allowed: [first.0.method])
    }
    return route
  }
}

extension Route {
  /// The values of a request, by their names.
  fileprivate func values(_ members: [JSONValue.Member]) throws(Refusal) -> [String: JSONValue] {
    let what = method == .get ? "the parameter" : "the key"
    var values: [String: JSONValue] = [:]
    for member in members {
      let name = "\(what) \(Escaped.quoted(member.key))"
      guard let input = inputs.first(where: { $0.name == member.key }) else {
        throw Refusal(
          "\(name) is not known here", hint: .meant(member.key, among: inputs.map(\.name)))
      }
      guard input.accepts(member.value) else {
        throw Refusal("invalid value for \(name)", hint: input.shape.about)
      }
      guard values.updateValue(member.value, forKey: member.key) == nil else {
        throw Refusal("\(name) is there twice")
      }
    }
    if let input = inputs.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw Refusal("\(what) \"\(input.name)\" is missing", hint: input.shape.about)
    }
    return values
  }

  /// The parameters of a query: numbers where no text may be.
  fileprivate func parameters(of request: Request) -> [JSONValue.Member] {
    request.query.map { field in
      let (input, text) = (inputs.first { $0.name == field.name }, JSONValue.text(field.value))
      let isNumber = field.value.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
      guard isNumber, let number = Double(field.value), input?.accepts(text) != true else {
        return JSONValue.Member(key: field.name, value: text)
      }
      return JSONValue.Member(key: field.name, value: .number(number))
    }
  }

  fileprivate func body(of request: Request, _ limits: Limits) throws(Refusal) -> JSONNode? {
    guard method == .post else { return nil }
    guard request.query.isEmpty else { throw Refusal("POST takes no parameters") }
    let body: JSONNode
    do throws(SceneError) {
      body = try JSONParser.parse(request.body, file: "the body", limits: limits)
    } catch {
      let place = "\(error.place.line):\(error.place.column)"
      throw Refusal("the body, \(place): \(error.problem.message)", hint: error.problem.hint)
    }
    guard body.members != nil else { throw Refusal("the body is no object") }
    return body
  }
}

extension String? {
  /// The hint that another word was meant, if one is near enough.
  fileprivate static func meant(_ typed: String, among words: [String]) -> String? {
    SpellChecker.guess(typed, in: words).map { "did you mean \"\($0)\"?" }
  }
}
