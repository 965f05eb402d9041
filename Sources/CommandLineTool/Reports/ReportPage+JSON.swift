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
      "headline": .text(Visible.text(headline)), "notes": .list(notes.map(Self.lines)),
      "facts": .list(
        facts.map {
          .object([
            "name": .text(Visible.text($0.name)), "value": .text(Visible.text($0.value)),
          ])
        }),
      "frames": .list(
        frames.map {
          .object([
            "time": .number($0.time), "share": $0.share.map(JSONText.number) ?? .null,
          ])
        }),
      "film": film?.json ?? .null, "curves": .list(curves.map(\.json)),
    ])
  }

  // A note may be an excerpt of a file, whose lines stand one below the other.
  private static func lines(_ note: String) -> JSONText {
    let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    return .text(lines.map { Visible.text(String($0)) }.joined(separator: "\n"))
  }
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
