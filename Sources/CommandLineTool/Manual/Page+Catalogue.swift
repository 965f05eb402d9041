// What the pages say, made of the table of verbs and flags.
extension Page {
  /// What `help` prints: enough to begin.
  static let overview = Page(
    title: "\(Catalogue.program): \(Catalogue.purpose)",
    sections: [
      usage,
      verbs,
      Section(heading: "Flags of every verb", blocks: [.entries(entries(Catalogue.everywhere))]),
      Section(
        heading: "Examples",
        blocks: [.commands(Catalogue.verbs.compactMap(\.examples.first))]),
      Section(
        heading: "More",
        blocks: [
          .commands([
            "\(Catalogue.program) help VERB", "\(Catalogue.program) help --man | man -l -",
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
      .entries(Catalogue.verbs.map { Entry(term: $0.name, meaning: $0.summary) })
    ])

  private static let exitCodes = Section(
    heading: "Exit codes",
    blocks: [.entries(ExitCode.table.map { Entry(term: $0.code, meaning: $0.meaning) })])

  private static let environment = Section(
    heading: "Environment",
    blocks: [
      .entries([
        Entry(term: "NO_COLOR", meaning: "If it is set and not empty, messages have no colours."),
        Entry(term: "CI", meaning: "If it is set, a scene without a baseline fails the test."),
        Entry(
          term: "GITHUB_STEP_SUMMARY", meaning: "Where the reporter \"github\" adds its table."),
        Entry(
          term: "XDG_CACHE_HOME",
          meaning: "Where it is kept which scenes failed last; ~/.cache unless it is set."),
        Entry(term: "COLUMNS", meaning: "The width of the help pages, if stdout is no terminal."),
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
      return Section(heading: topic.rawValue, blocks: [.entries(entries(rows))])
    }
  }

  private static func entries(_ flags: [Flag]) -> [Entry] {
    flags.map { flag in
      let choices = flag.value?.choices ?? []
      let words = choices.isEmpty ? "" : " One of \(choices.joined(separator: ", "))."
      return Entry(term: flag.synopsis, meaning: flag.summary + words)
    }
  }
}
