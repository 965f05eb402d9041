/// A report as one HTML file that needs nothing else.
enum HTMLReport {
  /// The page stays below 2 MB: this is what its pictures may take of it.
  static let filmBytes = 1_700_000

  /// The page.
  static func text(of page: ReportPage) -> String { "" }
}
