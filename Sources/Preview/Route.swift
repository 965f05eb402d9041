import Formatting
package import SceneFormat

/// One row of the table of routes: what is asked for, with what, and what answers.
package struct Route: Sendable {
  /// A value of a request: a parameter of its query, or a member of its body.
  package struct Input: Sendable {
    package enum Kind: Hashable, Sendable {
      case text
      case number(ClosedRange<Double>)
      case whole(ClosedRange<Int>)
      case choice([String])
      /// These can be in a body alone.
      case flag, list
    }

    package var name: String
    package var kind: Kind
    package var isRequired: Bool
    /// One sentence for the manual.
    package var help: String

    /// A value; one whose name has `?` at its end may be left out.
    package init(_ name: String, _ kind: Kind, _ help: String) {
      isRequired = !name.hasSuffix("?")
      self.name = isRequired ? name : String(name.dropLast())
      (self.kind, self.help) = (kind, help)
    }
  }

  package typealias Answer = @Sendable (Session, Call) throws(Refusal) -> Response

  package var method: Request.Method
  /// The path beneath the token; a segment in capitals, as `ID`, stands for any word.
  package var path: String
  /// What the query may have, or for `POST` the body.
  package var inputs: [Input] = []
  /// What it does and answers, for the manual.
  package var help: String
  package var answer: Answer

  package init(
    _ method: Request.Method, _ path: String, _ help: String, _ inputs: [Input] = [],
    answer: @escaping Answer
  ) {
    (self.method, self.path, self.inputs) = (method, path, inputs)
    (self.help, self.answer) = (help, answer)
  }

  var segments: [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The words that stand in a path for the segments in capitals; nil if it is another route's.
  func words(in path: some Collection<String>) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var words: [String: String] = [:]
    for (segment, word) in zip(segments, path) {
      if segment.isEmpty || segment != segment.uppercased() {
        guard segment == word else { return nil }
      } else {
        guard !word.isEmpty else { return nil }
        words[segment] = word
      }
    }
    return words
  }
}

/// A request as its route has it: all values are there that have to be, and are what they should be.
package struct Call: Sendable {
  package let request: Request
  package let connection: Connection
  /// The words of the path.
  let words: [String: String]
  let values: [String: JSONNode]

  /// The word that stands in the path for a segment in capitals.
  package func word(_ segment: String) -> String { words[segment] ?? "" }

  /// A value; nil if it was left out.
  package subscript(name: String) -> JSONNode? { values[name] }
  package func text(_ name: String) -> String? { values[name]?.text }
  package func number(_ name: String) -> Double? { values[name]?.number }
  package func whole(_ name: String) -> Int? { number(name).map { Int($0) } }
}

/// Finds the route of a request, and answers.
package struct Router: Sendable {
  let routes: [Route]
  let session: Session

  package init(_ session: Session, routes: [Route] = Route.all) {
    (self.session, self.routes) = (session, routes)
  }

  /// The answer to a request.
  package func answer(_ request: Request, _ connection: Connection) -> Response {
    do throws(Refusal) {
      let (route, words) = try route(of: request)
      let values = try route.values(of: request)
      return try route.answer(
        session, Call(request: request, connection: connection, words: words, values: values))
    } catch {
      return Response(error)
    }
  }

  private func route(of request: Request) throws(Refusal) -> (Route, [String: String]) {
    // The first segment is the token.
    let path = request.path.dropFirst()
    let found = routes.compactMap { route in route.words(in: path).map { (route, $0) } }
    guard !found.isEmpty else {
      let paths = routes.map(\.path)
      let near = SpellChecker.guess(path.joined(separator: "/"), in: paths)
      throw Refusal(404, Refusal.unknownPath.message, hint: near.map { "did you mean \"\($0)\"?" })
    }
    guard let route = found.first(where: { $0.0.method == request.method }) else {
      let methods = found.map(\.0.method)
      throw Refusal(
        405, "there is no such method here",
        hint: "use \(methods.map(\.rawValue).joined(separator: " or "))", allowed: methods)
    }
    return route
  }
}

// Reading the values of a request.
extension Route {
  func values(of request: Request) throws(Refusal) -> [String: JSONNode] {
    let isQuery = method == .get
    let query = request.query.map { field in
      JSONMember(field.name, JSONNode(node(of: field), at: Place(file: "", line: 1, column: 1)))
    }
    guard isQuery || query.isEmpty else { throw .malformed("POST takes no parameters") }
    let what = isQuery ? "the parameter" : "the key"
    var values: [String: JSONNode] = [:]
    for member in isQuery ? query : try members(of: request) {
      let name = "\(what) \(Escaped.quoted(member.key))"
      guard let input = inputs.first(where: { $0.name == member.key }) else {
        let near = SpellChecker.guess(member.key, in: inputs.map(\.name))
        throw Refusal(400, "there is no \(name.dropFirst(4)) here", hint: near.map(Self.meant))
      }
      guard values.updateValue(member.value, forKey: member.key) == nil else {
        throw .malformed("\(name) is there twice")
      }
      guard input.kind.takes(member.value) else {
        let word = member.value.text ?? ""
        let near = SpellChecker.guess(word, in: input.kind.choices)
        throw Refusal(400, "\(name) has to be \(input.kind.words)", hint: near.map(Self.meant))
      }
    }
    if let missing = inputs.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw .malformed("\(what) \"\(missing.name)\" is missing")
    }
    return values
  }

  private static func meant(_ word: String) -> String { "did you mean \"\(word)\"?" }

  /// The value of a parameter, whose text may be a number.
  private func node(of field: Request.Field) -> JSONNode.Kind {
    let isText = inputs.contains { input in
      input.name == field.name && (input.kind == .text || !input.kind.choices.isEmpty)
    }
    let isNumber = field.value.utf8.allSatisfy { "0123456789.-".utf8.contains($0) }
    guard !isText, isNumber, let number = Double(field.value) else { return .text(field.value) }
    return .number(number)
  }

  private func members(of request: Request) throws(Refusal) -> [JSONMember] {
    var limits = Limits()
    limits[.jsonDepth] = 64
    let value: JSONNode
    do throws(SceneError) {
      value = try JSONParser.parse(request.body, file: "the body", limits: limits)
    } catch {
      let place = "\(error.place.line):\(error.place.column)"
      throw Refusal(400, "the body, \(place): \(error.problem.message)", hint: error.problem.hint)
    }
    guard let members = value.members else { throw .malformed("the body is no object") }
    return members
  }
}

extension Route.Input.Kind {
  var choices: [String] { if case .choice(let words) = self { words } else { [] } }

  func takes(_ value: JSONNode) -> Bool {
    switch self {
    case .text: value.text != nil
    case .number(let range): value.number.map { range.contains($0) } ?? false
    case .whole(let range):
      value.number.flatMap { Int(exactly: $0) }.map { range.contains($0) } ?? false
    case .choice(let words): value.text.map { words.contains($0) } ?? false
    case .flag: value.flag != nil
    case .list: value.elements != nil
    }
  }

  /// As it follows "has to be".
  var words: String {
    switch self {
    case .text: "a text"
    case .number(let range):
      "a number from \(NumberFormat.shortest(range.lowerBound)) to "
        + NumberFormat.shortest(range.upperBound)
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.joined(separator: " or ")
    case .flag: "true or false"
    case .list: "a list"
    }
  }
}
