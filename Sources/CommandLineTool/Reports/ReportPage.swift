import Pixels

/// What an HTML report shows: one card for every comparison.
struct ReportPage: Hashable, Sendable {
  /// The heading, in plain text.
  var title: String
  /// What stands beside it.
  var summary: String
  /// The comparisons, in order.
  var cards: [ReportCard]
}

/// One comparison of a report.
struct ReportCard: Hashable, Sendable {
  /// What is compared.
  var name: String
  /// A word that the page knows how to paint: `same`, `different`, `missing`, `orphaned`, `invalid`.
  var verdict: String
  /// What was found, in one sentence.
  var headline: String
  /// What else there is to say, a line each.
  var notes: [String] = []
  /// Small facts: a name and a value.
  var facts: [Fact] = []
  /// The frames, each with how much of it differs.
  var frames: [Frame] = []
  /// The pictures.
  var film: ReportFilm?
  /// Values over time.
  var curves: [ReportCurve] = []

  /// A small fact.
  struct Fact: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// One frame.
  struct Frame: Hashable, Sendable {
    /// In seconds.
    var time: Double
    /// How much of it differs, 0 to 1; nil where it is known to differ, but not how much.
    var share: Double?
  }
}

/// The pictures of a comparison, of all frames or of some, whole or in part.
struct ReportFilm: Hashable, Sendable {
  /// The size of a whole frame.
  var widthPixels, heightPixels: Int
  /// The part that the pictures show.
  var area: PixelRect
  /// The frames that they show.
  var frames: [Int]
  /// What was expected, as an APNG of those frames; nil where it is not at hand.
  var expected: [UInt8]?
  /// What is there, as an APNG of those frames; nil where nothing is.
  var actual: [UInt8]?
  /// What is not shown, and why; empty if all is.
  var limits = ""
  /// Whether each frame of `actual` goes over the one of `expected` at the same place, and not over
  /// the one before.
  var isPatched = false
}

/// A value over time, as it was and as it is; nil where it has none.
struct ReportCurve: Hashable, Sendable {
  /// Whose value, as in `to#title opacity`.
  var name: String
  /// At each frame.
  var expected, actual: [Double?]
}
