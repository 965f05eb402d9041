/// Guesses what a mistyped word was meant to be.
enum Spelling {
  /// The nearest of `words`, if one is near enough to be meant; the first among equals.
  static func nearest(to typed: String, in words: [String]) -> String? {
    guard !typed.isEmpty, typed.utf8.count <= 40 else { return nil }
    let typed = typed.lowercased()
    let ranked = words.map { (word: $0, steps: steps(from: typed, to: $0.lowercased())) }
    guard let best = ranked.min(by: { $0.steps < $1.steps }) else { return nil }
    // A third of the letters may be wrong; more, and the guess would surprise.
    if best.steps <= max(1, (typed.count + 1) / 3) { return best.word }
    let begun = words.filter { typed.count > 2 && $0.lowercased().hasPrefix(typed) }
    return begun.count == 1 ? begun[0] : nil
  }

  /// The fewest letters to insert, delete, replace, or swap with their neighbour.
  static func steps(from old: String, to new: String) -> Int {
    let (old, new) = (Array(old), Array(new))
    var rows = [Array(0...new.count)]
    for i in 1..<(old.count + 1) {
      var row = [i]
      for j in 1..<(new.count + 1) {
        let isSame = old[i - 1] == new[j - 1]
        var least = min(row[j - 1] + 1, rows[i - 1][j] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, old[i - 1] == new[j - 2], old[i - 2] == new[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[old.count][new.count]
  }
}
