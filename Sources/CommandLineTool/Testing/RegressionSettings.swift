/// What `test` and `approve` are told besides scenes.
struct RegressionSettings: Hashable, Sendable {
  /// What is compared with instead of locks.
  var reference: Reference?
  /// The revision in which the expected pictures are looked for.
  var base: String?
  /// Whether locks without a scene are removed.
  var isPruning = false
  /// Whether only scenes are tested of which a file has changed.
  var isOnlyChanged = false
  /// Whether only scenes are tested that failed last time.
  var isLastFailed = false
  /// Which names are tested; all without.
  var filters: [String] = []
  /// Who hears of the results.
  var reporters: [ReportRequest] = []
  /// Whether all scenes beneath the current folder are approved.
  var isAll = false
  /// The report whose failures are approved.
  var report: String?
}

/// What scenes are compared with instead of their locks.
enum Reference: Hashable, Sendable {
  /// What the files of a revision render to.
  case revision(String)
  /// The pictures in a folder.
  case folder(String)

  /// Reads `git:REV` or a folder's name.
  init?(_ text: String) {
    guard !text.isEmpty, !text.unicodeScalars.contains("\0") else { return nil }
    guard text.hasPrefix("git:") else {
      self = .folder(text)
      return
    }
    let revision = text.dropFirst(4)
    guard !revision.isEmpty, !revision.contains(":") else { return nil }
    self = .revision(String(revision))
  }
}

/// A way to tell people and programs of the results.
enum ReportKind: String, Hashable, Sendable, CaseIterable {
  case pretty, github, json, junit, markdown, html

  /// Whether it speaks on stdout unless told otherwise.
  var isSpoken: Bool { self == .pretty || self == .github }
}

/// A report that is wanted, and where.
struct ReportRequest: Hashable, Sendable {
  /// The kind.
  var kind: ReportKind
  /// The file; nil for stdout.
  var path: String?

  /// A report of a kind that is printed.
  init(printing kind: ReportKind) { self.kind = kind }

  /// Reads `pretty`, `github` or `KIND=FILE`; the file `-` is stdout.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
    self.kind = kind
    guard parts.count > 1 else {
      if !kind.isSpoken { return nil }
      return
    }
    guard !parts[1].isEmpty, !parts[1].unicodeScalars.contains("\0") else { return nil }
    path = parts[1] == "-" ? nil : String(parts[1])
  }
}
