/// One row of the table of verbs.
struct Verb: Sendable {
  /// What a verb takes besides flags.
  struct Operands: Hashable, Sendable {
    /// As the manual shows them, as in `SCENE…`.
    var placeholder: String
    /// How many there may be.
    var count: ClosedRange<Int>
    /// The only words that they can be; empty if they are files.
    var choices: [String] = []

    /// None at all.
    static let none = Operands(placeholder: "", count: 0...0)
    /// One scene.
    static let scene = Operands(placeholder: "SCENE", count: 1...1)
    /// One scene or more.
    static let scenes = Operands(placeholder: "SCENE…", count: 1...Int.max)
  }

  /// Makes of operands and settings what is to be done.
  typealias Understand = @Sendable ([String], Settings) throws(UsageMistake) -> Request

  /// The word that is typed.
  var name: String
  /// What it takes besides flags.
  var operands: Operands
  /// One sentence on what it does.
  var summary: String
  /// What else there is to know, a paragraph each.
  var details: [String] = []
  /// Command lines that are worth copying.
  var examples: [String] = []
  /// The flags that it takes.
  var flags: [Flag] = []
  /// Makes of operands and settings what is to be done.
  var understand: Understand

  /// The command line in short.
  var synopsis: String {
    [Catalogue.program, name, operands.placeholder, flags.isEmpty ? "" : "[FLAGS]"]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
