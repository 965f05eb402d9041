import Geometry
import TestSupport
import Testing

@testable import SceneFormat

@Suite("expressions")
struct ExpressionTests {
  private let environment = ExpressionEnvironment(
    canvas: Size(width: 400, height: 800), target: Size(width: 100, height: 50),
    slice: .init(row: 1, column: 2, rows: 3, columns: 4),
    arguments: [Argument(name: "far", value: 7)], seed: 1)

  @Test(
    "are worked out",
    arguments: [
      ("1+2*3", 7), ("(1+2)*3", 9), ("2-3-4", -5), ("-2*-3", 6), ("- -1", 1), ("+1", 1),
      ("7%3", 1), ("-7%3", 2), ("7%-3", -2), ("12/4/3", 1), ("W+H", 1200), ("w*h", 5000),
      ("row+10*column+100*rows+1000*columns", 4321), ("index", 6), ("count", 12), ("far", 7),
      ("min(3, 1, 2)", 1), ("max(3, 1, 2)", 3), ("abs(-3)", 3), ("floor(-1.5)", -2),
      ("round(0.5)", 1), ("round(-0.5)", -1), ("round(2.5)", 3), ("sqrt(16)", 4), ("sqrt(0)", 0),
      ("sin(90)", 1), ("cos(180)", -1),
      (" 1 +\t1 ", 2), ("0.25*4", 1), ("round(10*H/W)", 20),
    ])
  func values(_ source: String, _ value: Double) throws {
    #expect(try #require(Expression(source: source)).evaluate(environment) == value)
  }

  @Test(
    "that cannot be read are told at their character",
    arguments: [
      ("", 0), ("1+", 2), ("1 2", 2), ("(1", 2), ("1)", 1), ("foo(1)", 0), ("1..2", 0),
      ("1.", 0), (".5", 0), ("max(1,)", 6), ("random(1)", 0), ("a b", 2), ("é", 0), ("2x", 0),
      (String(repeating: "(", count: 100), 64), (String(repeating: "-", count: 600), 512),
    ])
  func unreadable(_ source: String, _ index: Int) {
    #expect(Expression(source: source) == nil)
    let mistake = #expect(throws: ExpressionMistake.self) { try ExpressionParser.parse(source) }
    #expect(mistake?.index == index)
  }

  @Test(
    "that have no value are told at their character",
    arguments: [
      ("1/0", 4, ExpressionProblem.divisionByZero), ("1%(W-W)", 4, .divisionByZero),
      ("sqrt(-1)", 3, .notFinite), ("1+nope", 5, .unknownName("nope", suggestion: nil)),
    ])
  func withoutValue(_ source: String, _ column: Int, _ problem: ExpressionProblem) throws {
    let expression = try #require(Expression(source: source))
    let mistake = #expect(throws: SceneError.self) { try expression.evaluate(environment) }
    #expect(mistake?.problem == .expression(problem) && mistake?.place.column == column)
  }

  @Test("an infinite result is none")
  func infinite() throws {
    let big = String(repeating: "9", count: 300)
    let expression = try #require(Expression(source: "\(big)*\(big)"))
    #expect(throws: SceneError.self) { try expression.evaluate(environment) }
  }

  @Test("chance depends on its ingredients alone, and fills its range evenly")
  func chance() throws {
    func value(_ source: String, seed: UInt64 = 1, owner: String = "to.x", slice: Int = 0) throws
      -> Double
    {
      let expression = Expression(
        source: source, place: Place(file: "", line: 1, column: 1), owner: owner,
        root: try ExpressionParser.parse(source))
      return try expression.evaluate(
        ExpressionEnvironment(
          canvas: .zero, slice: .init(row: 0, column: slice, rows: 1, columns: 1000),
          seed: seed))
    }
    #expect(try value("random(0, 1)") == value("random(0, 1)"))
    let different = try [
      value("random(0, 1)"), value("random(0, 1)", seed: 2), value("random(0, 1)", owner: "to.y"),
      value("random(0, 1)", slice: 1), value(" random(0, 1)"),
    ]
    #expect(Set(different).count == 5)
    let many = try (0..<1000).map { try value("random(-100, 100)", slice: $0) }
    #expect(many.allSatisfy { $0 >= -100 && $0 < 100 })
    for tenth in 0..<10 {
      let least = -100 + 20 * Double(tenth)
      let count = many.count { $0 >= least && $0 < least + 20 }
      #expect((60...140).contains(count), "\(count) of 1000 in a tenth of the range")
    }
  }

  @Test("no text crashes the parser")
  func anything() {
    var random = SeededRandom.fresh("expressions")
    let pieces = [
      "1", "0.5", "W", "far", "+", "-", "*", "/", "%", "(", ")", ",", " ", "max(", "random(",
      "é", "..", "sqrt",
    ]
    for _ in 0..<3000 {
      let count = Int.random(in: 0...24, using: &random)
      let source = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let expression = Expression(source: source) else { continue }
      if let value = try? expression.evaluate(environment) { #expect(value.isFinite) }
    }
  }

  /// Keys of a transition with an expression, as the page of the language lists them.
  private static let places: [(keys: String, isAllowed: Bool)] = [
    (##""tracks": [{ "target": "to", "x": ["=k * W", 0] }]"##, true),
    (##""tracks": [{ "target": "to", "x": { "0%": { "value": "=k" }, "100%": 0 } }]"##, true),
    (
      ##""tracks": [{ "target": "to#row*", "inPlace": true, "x": ["=index", 0], "stagger": { "spread": "=k" } }]"##,
      true
    ),
    (##""set": { "to": { "cornerRadius": "=k", "shadow": { "radius": "=k" } } }"##, true),
    (
      ##""set": { "to": { "fill": { "gradient": "linear", "stops": [["red", "=k"], ["red", 1]] } } }"##,
      true
    ),
    (##""layers": [{ "id": "edge", "in": "to", "frame": ["=k", 0, "=w", 9] }]"##, true),
    (##""snapshots": [{ "id": "left", "of": "from", "rect": [0, 0, "=k * W", 9] }]"##, true),
    (
      ##""slices": [{ "id": "tiles", "of": "from", "columns": "=2 * k", "stagger": { "spread": "=k" } }]"##,
      true
    ),
    (##""gesture": { "distance": "=k * H" }"##, true),
    (##""gesture": { "threshold": "=k" }"##, false),
    (##""gesture": { "tail": { "duration": "=k" } }"##, false),
    (##""tracks": [{ "target": "to", "x": [9, 0], "during": ["=k", 1] }]"##, false),
    (##""tracks": [{ "target": "to", "x": [9, 0], "through": ["=k", 1] }]"##, false),
    (##""tracks": [{ "target": "to", "x": [9, 0], "repeat": "=k" }]"##, false),
    (##""curve": { "spring": { "dampingRatio": "=k" } }"##, false),
    (##""duration": "=k""##, false),
    (##""shared": { "arc": "=k" }"##, false),
    (##""shared": { "move": ["=k", 1] }"##, false),
  ]

  @Test("they are allowed where the page says so", arguments: places)
  func written(_ keys: String, isAllowed: Bool) {
    let reading = Shelf().reading(
      ##"""
      { "version": 1, "from": {}, "to": { "layers": [{ "id": "row1", "frame": [0, 0, 9, 9] }] },
        "transition": { "type": "custom", "parameters": { "k": { "default": 0.5 } }, "push": { \##(keys) } } }
      """##)
    #expect(reading.mistakes.isEmpty == isAllowed, "\(reading.mistakes)")
    for mistake in reading.mistakes { #expect("\(mistake)".contains("take an expression")) }
  }
}

extension Expression {
  /// The expression `source`; nil where it is none.
  fileprivate init?(source: String) {
    guard let root = try? ExpressionParser.parse(source) else { return nil }
    self.init(source: source, place: Place(file: "", line: 1, column: 1), owner: "", root: root)
  }
}
