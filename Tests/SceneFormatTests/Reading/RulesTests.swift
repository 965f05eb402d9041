import Geometry
import Motion
import Testing

@testable import SceneFormat

/// The steps of a flow behind `show one`, and what each of them plays.
struct RuleCase: CustomTestStringConvertible, Sendable {
  let title: String
  let rules: String
  let steps: [String]
  let plays: [String]

  init(_ title: String, _ rules: String, _ steps: [String], _ plays: [String]) {
    (self.title, self.rules, self.steps, self.plays) = (title, rules, steps, plays)
  }

  var testDescription: String { title }
}

@Suite("the rules of a flow")
struct RulesTests {
  private func reading(_ rules: String, _ steps: [String]) -> SceneReading {
    Shelf().reading(
      """
      { "version": 1, "screens": {
          "one": { "layers": [{ "id": "card", "frame": [0, 0, 9, 9] }] }, "two": {}, "three": {} },
        "transition":
      \(rules),
        "steps": [{ "show": "one" }, \(steps.joined(separator: ", "))] }
      """)
  }

  @Test("give a step what it does not write", arguments: cases)
  func rules(_ rule: RuleCase) {
    let reading = reading(rule.rules, rule.steps)
    guard case .flow(let flow)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(flow.steps.dropFirst().map { Self.words($0.transition) } == rule.plays)
  }

  @Test("a rule behind those that fit all of its steps is never used; the first of them is named")
  func unreachable() {
    // The list begins on line 4.
    let rules = """
      [{ "for": { "operation": "pop" }, "type": "fade" },
       { "type": "fade" },
       { "type": "slide" },
       { "for": { "to": "two" }, "type": "push" },
       { "for": { "operation": "dismiss" }, "type": "fade" },
       { "for": { "operation": ["push", "pop"] }, "type": "fade" }]
      """
    let warnings = reading(rules, [#"{ "push": "two" }"#]).mistakes
      .filter { $0.problem.code == "unreachable-rule" }
    #expect(warnings.map(\.place.line) == [6, 7, 9])
    #expect(
      warnings.map(\.problem) == [5, 5, 5].map { .warning(.unreachableRule(line: $0)) })
  }

  @Test("a rule's finger is in the words of what plays")
  func finger() throws {
    let rules = #"""
      [{ "for": { "operation": "pop" },
         "gesture": { "samples": [[0, 0, 0], [0.5, 9, 9]], "distance": "=W*parallax", "follow": "from" } }]
      """#
    let steps = [#"{ "push": "two", "type": "push", "parallax": 0.5 }"#, #"{ "pop": true }"#]
    guard case .flow(let flow)? = reading(rules, steps).scene?.story else {
      Issue.record("\(reading(rules, steps).report)")
      return
    }
    let back = try #require(flow.steps.last?.transition)
    #expect(back.gesture?.follow == .screen(.from))
    let finger = try #require(
      back.finger(on: Size(width: 200, height: 400), isRightToLeft: false)?.run.finger)
    #expect(finger.measure == .points(extent: 100))
    let others = [#"{ "push": "two", "type": "fade" }"#, #"{ "pop": true }"#]
    let errors = reading(rules, others).mistakes.filter { $0.severity == .error }
    #expect(errors.map(\.problem.message) == ["unknown name \"parallax\""])
  }

  /// The operation, the type, and what else a transition says.
  private static func words(_ transition: Transition?) -> String {
    guard let transition else { return "nothing" }
    let written = [
      transition.duration.map { "\($0) s" }, transition.delay == 0 ? nil : "+\(transition.delay) s",
      transition.direction?.rawValue, transition.gesture == nil ? nil : "finger",
    ]
    let changed = zip(transition.arguments, transition.recipe.parameters).filter {
      $0.value != $1.defaultValue
    }
    return
      (["\(transition.operation) \(transition.name)"] + written.compactMap { $0 }
      + changed.map { "\($0.0.name) \($0.0.value)" }).joined(separator: " ")
  }

  private static let cases: [RuleCase] = [
    RuleCase(
      "an animator for one screen, the system for the others, and no animator for pops",
      #"[{ "for": { "operation": "push", "to": "two" }, "type": "plain" }, { "for": { "operation": "pop" }, "type": "push" }]"#,
      [
        #"{ "push": "two" }"#, #"{ "push": "three" }"#, #"{ "pop": true }"#, #"{ "pop": true }"#,
        #"{ "present": "two" }"#, #"{ "dismiss": true }"#,
      ],
      ["push plain", "push push", "pop push", "pop push", "present present", "dismiss present"]),
    RuleCase(
      "a name for all ways forward", #""zoom""#,
      [#"{ "push": "two" }"#, #"{ "pop": true }"#, #"{ "present": "three", "duration": 1 }"#],
      ["push zoom", "pop zoom", "present zoom 1.0 s"]),
    RuleCase(
      "an object for all ways forward, its type by the operation",
      #"{ "duration": 0.7, "delay": 0.1, "dim": 0.2 }"#,
      [#"{ "push": "two" }"#, #"{ "present": "three" }"#, #"{ "dismiss": true, "duration": 1 }"#],
      [
        "push push 0.7 s +0.1 s dim 0.2", "present present 0.7 s +0.1 s dim 0.2",
        "dismiss present 1.0 s dim 0.2",
      ]),
    RuleCase(
      "what a step writes comes first; one with a type of its own takes no parameters",
      #"[{ "type": "zoom", "scale": 0.5, "duration": 2, "direction": "up" }]"#,
      [
        #"{ "push": "two", "duration": 3 }"#, #"{ "push": "three", "scale": 0.6 }"#,
        #"{ "present": "two", "type": "collapse" }"#,
      ],
      [
        "push zoom 3.0 s up scale 0.5", "push zoom 2.0 s up scale 0.6",
        "present collapse 2.0 s up",
      ]),
    RuleCase(
      "the first that fits, by lists of names",
      #"[{ "for": { "operation": ["push", "pop"], "from": ["one", "two"], "to": ["three", "one"] }, "type": "fade" }, { "type": "slide" }]"#,
      [
        #"{ "push": "three" }"#, #"{ "push": "two" }"#, #"{ "popTo": "one" }"#,
        #"{ "push": "two" }"#, #"{ "popToRoot": true }"#,
      ],
      ["push fade", "push slide", "pop fade", "push slide", "pop fade"]),
    RuleCase(
      "a rule without a type leaves a way back the reverse of what brought the screen",
      #"[{ "for": { "operation": "pop" }, "duration": 2, "scale": 0.3 }, { "type": "zoom", "scale": 0.4, "direction": "up" }]"#,
      [
        #"{ "push": "two" }"#, #"{ "pop": true }"#, #"{ "push": "two" }"#,
        #"{ "pop": true, "type": "fade" }"#,
      ],
      [
        "push zoom up scale 0.4", "pop zoom 2.0 s up scale 0.3", "push zoom up scale 0.4",
        "pop fade 2.0 s",
      ]),
    RuleCase(
      "a rule that names no way back says nothing of one",
      #"[{ "for": { "from": "two" }, "type": "fade" }]"#,
      [#"{ "push": "two" }"#, #"{ "pop": true }"#], ["push push", "pop push"]),
    RuleCase(
      "a finger that cancels leaves the stack as it was",
      #"[{ "for": { "operation": "pop" }, "type": "push", "gesture": { "samples": [[0, 0], [1, 9]], "outcome": "cancel" } }]"#,
      [#"{ "push": "two" }"#, #"{ "pop": true }"#, #"{ "pop": true, "type": "fade" }"#],
      ["push push", "pop push finger", "pop fade finger"]),
  ]

  @Test("and keys of a side in a step extend what its rule plays")
  func extending() throws {
    let reading = reading(
      #"{ "type": "fade", "push": { "tracks": [{ "target": "to", "y": [1, 0] }] } }"#,
      [#"{ "push": "two", "tracks": [{ "target": "to", "x": [2, 0] }] }"#])
    guard case .flow(let flow)? = reading.scene?.story,
      let push = flow.steps[1].transition
    else {
      Issue.record("\(reading.report)")
      return
    }
    let tracks = push.recipe.side(for: .push).tracks.suffix(2)
    #expect(tracks.map { $0.properties.map(\.property) } == [[.y], [.x]])
  }

  @Test(
    "are told what is wrong with them",
    arguments: [
      (
        #"[{ "for": { "to": "tow", "from": ["one", "thre"] }, "type": "fade" }]"#,
        [
          #"4:19: error: unknown screen "tow"; did you mean "two"?"#,
          #"4:42: error: unknown screen "thre"; did you mean "three"?"#,
        ]
      ),
      (
        #"[{ "for": { "operation": "pish" } }]"#,
        [#"4:26: error: unknown operation "pish"; did you mean "push"?"#]
      ),
      (
        #"[{ "fro": { "operation": "push" } }]"#,
        [#"4:11: error: expected a number or true or false, found an object"#]
      ),
      (
        #"{ "for": { "operation": "push" }, "type": "fade" }"#,
        [#"4:3: error: there is no key "for" here; a rule, which is one of a list, has it"#]
      ),
      (
        #"[{ "for": { "operation": "pop" }, "tracks": [] }]"#,
        [#"4:35: error: "tracks" needs a "type" in a rule for a way back"#]
      ),
      (
        #"[{ "for": { "operation": "pop" }, "type": "fade", "tracks": [{ "target": "form", "x": 1 }] }]"#,
        [#"4:74: error: unknown target "form"; did you mean "from"?"#]
      ),
      (
        #"[{ "type": "sharedImage", "shared": [{ "from": "crad", "to": "card" }] }]"#,
        [#"4:48: error: no layer "crad" in "from"; did you mean "card"?"#]
      ),
      (
        #"[{ "scael": 1 }]"#, [#"4:4: error: "push" has no parameter "scael""#]
      ),
      ("[]", ["4:1: error: expected a list of 1 to 256, found 0"]),
      (
        #"[{ "type": "fade" }, { "for": { "to": "two" }, "type": "zoom" }, { "for": { "operation": "pop" }, "type": "push" }]"#,
        [
          #"4:22: warning: this rule is never used: the one on line 4 fits before it; put it first, or narrow the other one by "for""#
        ]
      ),
      (
        #"[{ "for": { "operation": "pop" }, "type": "fade" }, { "for": { "operation": ["pop", "dismiss"] }, "type": "push" }, { "for": { "operation": "pop", "to": "one" } }]"#,
        [
          #"4:117: warning: this rule is never used: the one on line 4 fits before it; put it first, or narrow the other one by "for""#
        ]
      ),
    ])
  func mistakes(_ rules: String, _ lines: [String]) {
    let reading = reading(
      rules, [#"{ "push": "two" }"#, #"{ "pop": true }"#, #"{ "push": "three" }"#])
    let said = reading.mistakes.map {
      $0.description.replacing("scene.json:", with: "")
    }
    #expect(said == lines)
  }

  @Test("need a flow where they are a list")
  func pair() {
    let reading = Shelf().reading(
      #"{ "version": 1, "from": {}, "to": {}, "transition": [{ "type": "fade" }] }"#)
    #expect(
      reading.mistakes.map(\.problem.message)
        == [#"a list of transitions needs "screens" and "steps""#])
  }

  @Test(
    "and of no type, an operation has its own",
    arguments: [
      ("{}", "push push"), (#"{ "operation": "push", "parallax": 0.5 }"#, "push push parallax 0.5"),
      (#"{ "operation": "pop" }"#, "pop push"), (#"{ "operation": "present" }"#, "present present"),
      (#"{ "operation": "dismiss", "top": 0.5 }"#, "dismiss present top 0.5"),
    ])
  func defaults(_ transition: String, _ words: String) {
    let reading = Shelf().reading(
      "{ \"version\": 1, \"from\": {}, \"to\": {}, \"transition\": \(transition) }")
    guard case .pair(_, _, let transition)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(Self.words(transition) == words)
  }

  @Test("a parameter of the type of another operation is told")
  func otherParameters() {
    let reading = Shelf().reading(
      #"{ "version": 1, "from": {}, "to": {}, "transition": { "operation": "present", "parallax": 1, "lost": 2, "top": 2 } }"#
    )
    #expect(
      reading.mistakes.map(\.description) == [
        #"scene.json:1:79: error: "present" has no parameter "parallax""#,
        #"scene.json:1:94: error: unknown key "lost""#,
        "scene.json:1:112: error: \"top\" is 2; it must be from 0 to 1",
      ])
  }

  @Test("a long list and many steps take time for each once")
  func many() {
    let rules = (0..<256).map { _ in "{ \"for\": { \"to\": \"three\" }, \"delay\": 0.1 }" }
    let steps = (0..<1998).map { $0 % 2 == 0 ? #"{ "push": "two" }"# : #"{ "pop": true }"# }
    let reading = reading("[\(rules.joined(separator: ", "))]", steps)
    #expect(reading.mistakes.filter { $0.severity == .error }.isEmpty)
  }
}
