/// A page of the manual, before it is known how it will look.
struct Page: Hashable, Sendable {
  /// A term and what it means.
  struct Entry: Hashable, Sendable {
    var term: String
    var meaning: String
  }

  /// A piece of a section.
  enum Block: Hashable, Sendable {
    case paragraph(String)
    /// Lines to be typed as they are.
    case commands([String])
    case entries([Entry])
  }

  /// Blocks under a heading.
  struct Section: Hashable, Sendable {
    var heading: String
    var blocks: [Block]
  }

  /// What the page is about, in one line.
  var title: String
  /// Its sections, in order.
  var sections: [Section]
}
