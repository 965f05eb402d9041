/// Guesses what a mistyped word was meant to be.
package enum SpellChecker {
  /// Longer words are not compared: the time goes with the square of the length.
  private static let longestWord = 64
  /// Longer lists of words are not searched to their end.
  private static let mostWords = 300

  /// The nearest of `words`, if it is near enough to be meant; of equally near ones the first.
  package static func nearest(
    to typed: String, in words: [String]
  ) -> (word: String, distance: Int)? {
    let letters = Array(typed.lowercased().unicodeScalars.prefix(longestWord + 1))
    guard letters.count <= longestWord, !letters.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for word in words.prefix(mostWords)
    where word != typed && word.unicodeScalars.count <= longestWord {
      let distance = distance(letters, Array(word.lowercased().unicodeScalars))
      guard distance <= allowed(letters.count), distance < (best?.distance ?? .max) else {
        continue
      }
      best = (word, distance)
    }
    return best
  }

  /// The nearest of `words`, or the only one that begins as `typed` does.
  package static func guess(_ typed: String, in words: [String]) -> String? {
    let start = typed.lowercased()
    if let same = words.first(where: { $0.lowercased() == start }) { return same }
    if let nearest = nearest(to: typed, in: words) { return nearest.word }
    let begun = words.filter { start.count > 2 && $0.lowercased().hasPrefix(start) }
    return begun.count == 1 ? begun[0] : nil
  }

  /// A third of the letters may be wrong, but never all of them.
  private static func allowed(_ count: Int) -> Int {
    count <= 2 ? count - 1 : max(1, (count + 1) / 3)
  }

  /// The Damerau–Levenshtein distance: letters that are missing, extra, wrong, or exchanged with
  /// their neighbour.
  package static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var least = min(last[column + 1] + 1, current[column] + 1)
        least = min(least, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
