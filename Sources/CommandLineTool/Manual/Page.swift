import Regression

/// A page of the manual, as structured text.
struct Page: Hashable, Sendable {
  /// A term and what it means.
  struct Term: Hashable, Sendable {
    var name: String
    var meaning: String
  }

  /// A piece of a section.
  enum Block: Hashable, Sendable {
    case paragraph(String)
    /// Lines to be typed as they are.
    case commands([String])
    case terms([Term])
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

// The content of the pages, made of the table of verbs and flags.
extension Page {
  /// What `help` prints: enough to begin.
  static let overview = Page(
    title: "\(Catalogue.program): \(Catalogue.purpose)",
    sections: [
      usage,
      verbs,
      Section(heading: "Flags of every verb", blocks: [.terms(terms(Catalogue.everywhere))]),
      Section(
        heading: "Examples",
        blocks: [.commands(Catalogue.verbs.compactMap(\.examples.first))]),
      Section(
        heading: "More",
        blocks: [
          .commands([
            "\(Catalogue.program) help guide", "\(Catalogue.program) help VERB",
            "\(Catalogue.program) help --man | man -l -",
          ])
        ]),
    ])

  /// What `help VERB` prints.
  init(of verb: Verb) {
    title = verb.summary
    sections = [Section(heading: "Usage", blocks: [.commands([verb.synopsis])])]
    if !verb.details.isEmpty {
      sections.append(Section(heading: "About", blocks: verb.details.map(Block.paragraph)))
    }
    sections += Page.sections(of: verb.flags)
    if !verb.examples.isEmpty {
      sections.append(Section(heading: "Examples", blocks: [.commands(verb.examples)]))
    }
  }

  /// All of it, for the man page and the reference page.
  static let reference = Page(
    title: "\(Catalogue.program): \(Catalogue.purpose)",
    sections: [usage, verbs] + Catalogue.verbs.map(section) + sections(of: Catalogue.flags)
      + [exitCodes, environment])

  private static let usage = Section(
    heading: "Usage",
    blocks: [
      .commands(["\(Catalogue.program) SCENE… [FLAGS]", "\(Catalogue.program) VERB … [FLAGS]"])
    ])

  private static let verbs = Section(
    heading: "Verbs",
    blocks: [
      .terms(Catalogue.verbs.map { Term(name: $0.name, meaning: $0.summary) })
    ])

  private static let exitCodes = Section(
    heading: "Exit codes",
    blocks: [
      .terms(ExitCode.table.map { Term(name: $0.code, meaning: $0.meaning) }),
      .paragraph("Only 5 and signals may end otherwise when they are tried again."),
    ])

  private static let environment = Section(
    heading: "Environment",
    blocks: [
      .terms([
        Term(name: "NO_COLOR", meaning: "If it is set and not empty, messages have no colours."),
        Term(name: "CI", meaning: "If it is set, a scene without a baseline fails the test."),
        Term(
          name: "GITHUB_STEP_SUMMARY", meaning: "Where the reporter \"github\" adds its table."),
        Term(
          name: "XDG_CACHE_HOME",
          meaning: "The cache folder, for --last-failed; ~/.cache by default."),
        Term(
          name: "RT_STALL_SECONDS",
          meaning: "How long ffmpeg may make no progress before it is ended; 60 by default."),
        Term(name: "COLUMNS", meaning: "The width of the help pages, if stdout is no terminal."),
      ])
    ])

  private static func section(_ verb: Verb) -> Section {
    let own = verb.flags.filter { flag in
      !Catalogue.reading.contains { $0.name == flag.name }
    }
    let flags = own.isEmpty ? [] : ["Flags: " + own.map(\.typed).joined(separator: ", ") + "."]
    let words = ([verb.summary] + verb.details + flags).map(Block.paragraph)
    return Section(
      heading: "The verb \(verb.name)",
      blocks: [.commands([verb.synopsis])] + words + [.commands(verb.examples)])
  }

  private static func sections(of flags: [Flag]) -> [Section] {
    Flag.Topic.allCases.compactMap { topic in
      let rows = flags.filter { $0.topic == topic }
      guard !rows.isEmpty else { return nil }
      return Section(heading: topic.rawValue, blocks: [.terms(terms(rows))])
    }
  }

  private static func terms(_ flags: [Flag]) -> [Term] {
    flags.map { flag in
      let choices = flag.value?.choices ?? []
      // What has many names has a list of its own.
      let words =
        choices.isEmpty || choices.count > 20 ? "" : " One of \(choices.joined(separator: ", "))."
      return Term(name: flag.synopsis, meaning: flag.summary + words)
    }
  }
}
