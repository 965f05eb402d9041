import Pixels

extension ReportPage {
  /// What the page's script reads.
  var json: JSONText {
    .object([
      "title": .text(Visible.text(title)), "summary": .text(Visible.text(summary)),
      "cards": .list(cards.map(\.json)),
    ])
  }
}

extension ReportCard {
  fileprivate var json: JSONText {
    .object([
      "name": .text(Visible.text(name)), "verdict": .text(verdict),
      "headline": .text(Self.shown(headline)),
      "notes": .list(notes.prefix(Self.mostNotes).map { .text(Self.shown($0)) }),
      "facts": .list(
        facts.map {
          .object([
            "name": .text(Visible.text($0.name)), "value": .text(Visible.text($0.value)),
          ])
        }),
      "times": .list(frames.map { .number(Self.rounded($0.time)) }),
      "shares": .list(frames.map { $0.share.map { .number(Self.rounded($0)) } ?? .null }),
      "film": film?.json ?? .null, "curves": .list(curves.map(\.json)),
    ])
  }

  // Who has more to say has nobody who reads it: a layer may be called anything, at any length.
  private static let mostNotes = 40
  private static let longestNote = 2000

  // A note may be an excerpt of a file, whose lines stand one below the other.
  private static func shown(_ note: String) -> String {
    let cut = String(String.UnicodeScalarView(note.unicodeScalars.prefix(longestNote)))
    let lines = cut.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { Visible.text(String($0)) }.joined(separator: "\n")
      + (note.unicodeScalars.count > longestNote ? "…" : "")
  }

  // A millionth of a second, or of a picture.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}

extension ReportFilm {
  fileprivate var json: JSONText {
    .object([
      "size": .list([.whole(widthPixels), .whole(heightPixels)]),
      "area": .list([area.x, area.y, area.width, area.height].map(JSONText.whole)),
      "frames": .list(frames.map(JSONText.whole)), "limits": .text(limits),
      "patched": .flag(isPatched),
      "expected": expected.map { .text(Base64.text($0)) } ?? .null,
      "actual": actual.map { .text(Base64.text($0)) } ?? .null,
    ])
  }
}

extension ReportCurve {
  fileprivate var json: JSONText {
    .object([
      "name": .text(Visible.text(name)), "expected": .list(expected.map(Self.value)),
      "actual": .list(actual.map(Self.value)),
    ])
  }

  // A thousandth is finer than a plot can show.
  private static func value(_ value: Double?) -> JSONText {
    value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
  }
}
