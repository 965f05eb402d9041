import Formatting

// The kinds of flags: each reads its text once, here, so that a setting that exists is valid.
extension Flag {
  /// A flag without a value.
  static func toggle(
    _ name: String, _ letter: Character? = nil, _ topic: Topic, _ summary: String,
    set: @escaping @Sendable (inout Settings) -> Void
  ) -> Flag {
    Flag(name: name, letter: letter, topic: topic, summary: summary) {
      (settings, _) throws(Expectation) in set(&settings)
    }
  }

  /// A flag whose value `read` turns into `Kept`, or finds to be none of `expected`.
  static func reading<Kept>(
    _ name: String, _ letter: Character? = nil, _ value: Value, _ topic: Topic,
    into place: any WritableKeyPath<Settings, Kept?> & Sendable, expected: String,
    _ summary: String,
    by read: @escaping @Sendable (String) -> Kept?
  ) -> Flag {
    Flag(name: name, letter: letter, value: value, topic: topic, summary: summary) {
      (settings, text) throws(Expectation) in
      guard let kept = read(text) else { throw Expectation(words: expected) }
      settings[keyPath: place] = kept
    }
  }

  /// Any number of values that `read` understands, one a flag.
  static func listing<Kept>(
    _ name: String, _ value: Value, _ topic: Topic,
    into place: any WritableKeyPath<Settings, [Kept]> & Sendable, expected: String,
    _ summary: String, by read: @escaping @Sendable (String) -> Kept?
  ) -> Flag {
    Flag(name: name, value: value, isRepeatable: true, topic: topic, summary: summary) {
      (settings, text) throws(Expectation) in
      guard let kept = read(text) else { throw Expectation(words: expected) }
      settings[keyPath: place].append(kept)
    }
  }

  /// A whole number in `range`.
  static func count(
    _ name: String, _ letter: Character? = nil, _ topic: Topic, in range: ClosedRange<Int>,
    into place: any WritableKeyPath<Settings, Int?> & Sendable, _ summary: String
  ) -> Flag {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return .reading(
      name, letter, Value(placeholder: "N"), topic, into: place, expected: expected, summary
    ) { Measure.whole($0, in: range) }
  }

  /// A number in `range`.
  static func number(
    _ name: String, _ topic: Topic, in range: ClosedRange<Double>,
    into place: any WritableKeyPath<Settings, Double?> & Sendable, _ summary: String
  ) -> Flag {
    let (low, high) = (
      NumberFormat.shortest(range.lowerBound), NumberFormat.shortest(range.upperBound)
    )
    return .reading(
      name, nil, Value(placeholder: "N"), topic, into: place,
      expected: "a number from \(low) to \(high)", summary
    ) { Measure.number($0, in: range) }
  }

  /// One of the cases of `Choice`.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ topic: Topic, into place: any WritableKeyPath<Settings, Choice?> & Sendable,
    _ summary: String
  ) -> Flag {
    .oneOf(name, topic, summary) { (settings, choice: Choice) in
      settings[keyPath: place] = choice
    }
  }

  /// Any number of the cases of `Choice`, one a flag.
  static func choices<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ topic: Topic, into place: any WritableKeyPath<Settings, [Choice]> & Sendable,
    _ summary: String
  ) -> Flag {
    var flag = Flag.oneOf(name, topic, summary) { (settings, choice: Choice) in
      settings[keyPath: place].append(choice)
    }
    flag.isRepeatable = true
    return flag
  }

  /// The name of a file or a folder.
  static func path(
    _ name: String, _ letter: Character? = nil, _ value: Value, _ topic: Topic,
    isRepeatable: Bool = false, _ summary: String,
    keep: @escaping @Sendable (inout Settings, String) -> Void
  ) -> Flag {
    Flag(
      name: name, letter: letter, value: value, isRepeatable: isRepeatable, topic: topic,
      summary: summary
    ) { (settings, text) throws(Expectation) in
      guard !text.isEmpty, !text.unicodeScalars.contains("\0") else {
        throw Expectation(words: "a name")
      }
      keep(&settings, text)
    }
  }

  private static func oneOf<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ topic: Topic, _ summary: String,
    keep: @escaping @Sendable (inout Settings, Choice) -> Void
  ) -> Flag {
    let words = Choice.allCases.map(\.rawValue)
    let value = Value(placeholder: name.uppercased(), choices: words)
    return Flag(name: name, value: value, topic: topic, summary: summary) {
      (settings, text) throws(Expectation) in
      guard let choice = Choice(rawValue: text) else {
        let expected = words.joined(separator: ", ")
        throw Expectation(words: expected, suggestion: Spelling.guess(text, in: words))
      }
      keep(&settings, choice)
    }
  }
}
