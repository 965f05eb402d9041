import Formatting
import Testing

@testable import CommandLineTool

@Suite struct ManualTests {
  @Test("the page of a small verb looks like this")
  func pageOfList() throws {
    let verb = try #require(Catalogue.verb("list"))
    let expected = """
      Lists the built-in recipes, curves or devices.

      Usage:
        render-transition list recipes|curves|devices [FLAGS]

      Output:
        --json  Prints JSON for programs instead of text for people.

      Messages:
        -q, --quiet      Prints errors only.
        --errors ERRORS  Prints errors and warnings as text, or as one JSON object a
                         line. One of text, json.
        --color COLOR    Colours in messages; auto is on a terminal and without
                         NO_COLOR. One of auto, always, never.
        -h, --help       Explains the verb.
        --version        Prints the version.

      Examples:
        render-transition list recipes

      """
    #expect(Page(of: verb).text(width: 80) == expected)
  }

  @Test("the overview begins with how to begin")
  func overview() {
    let expected = """
      render-transition: two screens and a transition, rendered to GIF or PNG, the
      same every time

      Usage:
        render-transition SCENE… [FLAGS]
        render-transition VERB … [FLAGS]

      Verbs:
        init     Writes a first scene.
        import   Writes an SVG as a screen file, to go on with by hand.
        render   Renders scenes; the verb may be left out.
        encode   Encodes a recording, an animation or pictures.
        frame    Renders moments of a scene to a PNG.
        preview  Shows scenes in a browser, live.
        check    Reads scenes and reports every mistake.
        inspect  Prints the resolved scene.
        list     Lists the built-in recipes, curves or devices.
        schema   Prints the JSON Schema of scene files, or of what a verb prints as
                 JSON.
        help     Explains the program, or a verb; the guide goes from a first scene to
                 a test.
        diff     Compares two pictures, animations or scenes.
        test     Compares scenes with their baselines.
        approve  Accepts what is rendered as the baseline.
        plan     Lists scenes as independent pieces of work.
        merge    Makes the reports of a test that ran on several machines.
        doctor   Checks that this program draws the same here as elsewhere.

      """
    #expect(Page.overview.text(width: 80).hasPrefix(expected))
  }

  @Test("no line of prose is wider than the terminal", arguments: [40, 60, 80, 100])
  func fits(_ width: Int) {
    let pages = [Page.overview] + Catalogue.verbs.map(Page.init(of:))
    let blocks = pages.flatMap(\.sections).flatMap(\.blocks)
    let commands = blocks.map { block -> [String] in
      if case .commands(let lines) = block { lines.map { "  " + $0 } } else { [] }
    }.joined()
    for line in pages.flatMap({ $0.text(width: width).split(separator: "\n") }) {
      #expect(line.count <= width || commands.contains(String(line)), "\(line)")
    }
  }

  @Test("colours change nothing but colours")
  func colors() {
    let style = TextStyle(.always, isTerminal: false) { _ in nil }
    let colored = Page.overview.text(width: 80, style: style)
    let plain = colored.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
    #expect(colored != plain)
    #expect(plain == Page.overview.text(width: 80))
  }

  @Test("the man page and the reference page leave no flag and no exit code out")
  func isComplete() {
    let (man, markdown) = (Page.reference.roff(version: "1.0-a"), Page.reference.markdown)
    for flag in Catalogue.flags {
      #expect(man.contains(flag.typed.replacing("-", with: "\\-")), "\(flag.name)")
      #expect(markdown.contains("- `\(flag.synopsis)`: "), "\(flag.name)")
    }
    #expect(markdown.contains("- `128+N`: Ended by signal N"))
    #expect(man.hasPrefix(".TH RENDER-TRANSITION 1 \"\" \"render-transition 1.0\\-a\"\n.SH NAME\n"))
  }

  @Test("no line of the man page is a command by accident")
  func roffIsSafe() {
    let known = [".TH", ".SH", ".PP", ".nf", ".fi", ".RS", ".RE", ".TP"]
    for line in Page.reference.roff(version: "1").split(separator: "\n") where line.first == "." {
      #expect(known.contains(String(line.prefix(3))), "\(line)")
    }
    let page = Page(
      title: "", sections: [Page.Section(heading: "A", blocks: [.paragraph(".gif \\ 'x'")])])
    #expect(page.roff(version: "1").hasSuffix(".SH A\n.PP\n\\&.gif \\e 'x'\n"))
  }

  @Test("words are wrapped, and never lost")
  func wraps() {
    #expect(Page.wrapped("one two three", 7) == ["one two", "three"])
    #expect(Page.wrapped("incomprehensible", 4) == ["incomprehensible"])
    #expect(Page.wrapped("", 10) == [""])
  }
}
