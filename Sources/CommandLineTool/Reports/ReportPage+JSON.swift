import Formatting
import Pixels

extension ReportPage {
  /// What the page's script reads.
  var json: JSONValue {
    .object([
      "title": .text(Escaped.text(title)), "summary": .text(Escaped.text(summary)),
      "cards": .list(cards.map(\.json)),
    ])
  }
}

extension ReportCard {
  fileprivate var json: JSONValue {
    .object([
      "name": .text(Escaped.text(name)), "verdict": .text(verdict),
      "headline": .text(Self.shown(headline)),
      "notes": .list(notes.prefix(Self.mostNotes).map { .text(Self.shown($0)) }),
      "facts": .list(
        facts.map {
          .object([
            "name": .text(Escaped.text($0.name)), "value": .text(Escaped.text($0.value)),
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
    let scalars = note.unicodeScalars
    let isLong = scalars.count > longestNote
    let cut = String(String.UnicodeScalarView(scalars.prefix(longestNote)))
    return Escaped.lines(cut) + (isLong ? "…" : "")
  }

  // A millionth of a second, or of a picture.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}

extension ReportFilm {
  fileprivate var json: JSONValue {
    .object([
      "size": .list([.whole(widthPixels), .whole(heightPixels)]),
      "area": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      "frames": .list(frames.map(JSONValue.whole)), "limits": .text(limits),
      "patched": .flag(isPatched),
      "expected": expected.map { .text(Base64.text($0)) } ?? .null,
      "actual": actual.map { .text(Base64.text($0)) } ?? .null,
    ])
  }
}

extension ReportCurve {
  fileprivate var json: JSONValue {
    .object([
      "name": .text(Escaped.text(name)), "expected": .list(expected.map(Self.value)),
      "actual": .list(actual.map(Self.value)),
    ])
  }

  // A thousandth is finer than a plot can show.
  private static func value(_ value: Double?) -> JSONValue {
    value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
  }
}
