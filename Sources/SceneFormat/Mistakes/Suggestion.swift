/// What somebody may have meant.
enum Suggestion {
  /// Longer names are not compared: the time goes with the square of the length.
  private static let longestName = 64
  /// Nobody means one of more names than these.
  private static let mostNames = 300

  /// What other tools call `word`, or the name nearest to it, of equally near ones the first; nil where
  /// none is near enough.
  static func nearest(to word: String, in names: [String]) -> String? {
    let nearest = nearestBySpelling(to: word, in: names)
    // A slip of one letter is likelier than another tool's word.
    if let nearest, nearest.distance <= 1 { return nearest.name }
    return Synonyms.name(for: word, in: names) ?? nearest?.name
  }

  private static func nearestBySpelling(
    to word: String, in names: [String]
  ) -> (name: String, distance: Int)? {
    let letters = Array(word.lowercased().unicodeScalars.prefix(longestName + 1))
    guard letters.count <= longestName, !letters.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for name in names.prefix(mostNames)
    where name != word && name.unicodeScalars.count <= longestName {
      let distance = distance(letters, Array(name.lowercased().unicodeScalars))
      guard distance <= allowed(letters.count), distance < (best?.distance ?? .max) else {
        continue
      }
      best = (name, distance)
    }
    return best
  }

  /// A third of the letters may be wrong, but never all of them.
  private static func allowed(_ count: Int) -> Int {
    count <= 2 ? count - 1 : max(1, (count + 1) / 3)
  }

  /// How many letters are missing, extra, wrong or exchanged with their neighbour.
  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
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
