import Formatting

/// What somebody may have meant.
enum Suggestion {
  /// The name that other tools' `word` stands for, or the one nearest in spelling; nil where none is
  /// near enough.
  static func nearest(to word: String, in names: [String]) -> String? {
    let nearest = SpellChecker.nearest(to: word, in: names)
    // A slip of one letter is likelier than another tool's word.
    if let nearest, nearest.distance <= 1 { return nearest.word }
    return Synonyms.name(for: word, in: names) ?? nearest?.word
  }
}
