/// What `list` prints.
enum Listing {
  /// Names in a column and summaries beside them, or a JSON array of objects.
  static func text(_ entries: [CatalogueEntry], asJSON: Bool) -> String {
    asJSON ? json(entries) : table(entries)
  }

  private static func table(_ entries: [CatalogueEntry]) -> String {
    let column = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      let gap = String(repeating: " ", count: column - entry.name.count + 2)
      return entry.summary.isEmpty ? entry.name + "\n" : "\(entry.name)\(gap)\(entry.summary)\n"
    }.joined()
  }

  private static func json(_ entries: [CatalogueEntry]) -> String {
    let objects = entries.map { entry in
      "  " + JSONLine.object([("name", .text(entry.name)), ("summary", .text(entry.summary))])
    }
    return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }
}
