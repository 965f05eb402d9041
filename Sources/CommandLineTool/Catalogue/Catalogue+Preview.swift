import Preview

// The verb that shows scenes in a browser, and its flags.
extension Catalogue {
  static let preview = Verb(
    name: "preview", operands: Verb.Operands(placeholder: "[SCENE|DIR]…", count: 0...Int.max),
    summary: "Shows scenes in a browser, live.",
    details: [
      """
      Prints the URL of a page, and serves it until Ctrl-C. A folder stands for all scenes beneath \
      it; the default is the current folder. Requests without the token in the URL are refused. \
      Do not share the URL: it gives access to the scenes.
      """
    ],
    examples: [
      "render-transition preview scenes/push.json --open",
      "render-transition preview scenes --against git:HEAD",
      "render-transition preview scenes --port 8080 --read-only",
    ],
    flags: [
      against.saying(
        "Shows each scene beside what it is in a revision, git:REV, what was approved, approved, or a scene."
      ),
      port, host, open, readOnly, json, scale, fps, jobs,
    ] + reading,
    action: .work(Command.preview))

  private static let port = Flag.count(
    "port", nil, .purpose, in: 0...65_535, into: \.preview.port,
    "The port; 0, which is the default, takes a free one.")

  private static let host = Flag.reading(
    "host", nil, Flag.Value(placeholder: "IP"), .purpose, into: \.preview.host,
    expected: "an address, as in \"127.0.0.1\" or \"::1\"",
    """
    The address of this machine that is listened at, 127.0.0.1 unless given. One that other \
    machines reach makes the page read-only.
    """, by: Address.init)

  private static let open = Flag.toggle(
    "open", nil, .purpose, "Opens the page in your browser, by xdg-open."
  ) { $0.preview.opensPage = true }

  private static let readOnly = Flag.toggle(
    "read-only", nil, .purpose, "The page writes no file: it saves, approves and exports nothing."
  ) { $0.preview.isReadOnly = true }
}
