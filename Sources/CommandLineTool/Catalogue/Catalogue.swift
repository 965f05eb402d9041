import RenderTransition

/// The table of verbs: all that the command line can say.
enum Catalogue {
  /// The name of the program.
  static let program = Release.program

  /// What the program is, in one line.
  static let purpose = "two screens and a transition, rendered to GIF or PNG, the same every time"

  /// The verb that is meant when the first word is a scene.
  static let unspoken = "render"

  /// Every verb, in the order of the manual.
  static let verbs: [Verb] = [
    initialize, importing, render, encode, frame, preview, check, inspect, list, schema, explain,
    diff, test, approve, plan, merge, doctor,
  ]

  /// Every flag, once, in the order of the first verb that takes it.
  static let flags: [Flag] = {
    var seen: Set<String> = []
    return verbs.flatMap(\.flags).filter { seen.insert($0.name).inserted }
  }()

  /// The verb called `name`.
  static func verb(_ name: String) -> Verb? { verbs.first { $0.name == name } }

  private static let initialize = Verb(
    name: "init", operands: Verb.Operands(placeholder: "[FILE]", count: 0...1),
    summary: "Writes a first scene.",
    details: [
      "Two small screens and a push, in scene.json or FILE, to be changed. No file is replaced."
    ],
    examples: ["render-transition init", "render-transition scene.json"],
    flags: [json] + everywhere, action: .work(Command.initialize))

  private static let importing = Verb(
    name: "import", operands: Verb.Operands(placeholder: "SVG", count: 1...1),
    summary: "Writes an SVG as a screen file, to go on with by hand.",
    details: [
      """
      A scene can name the SVG itself; this is for changing it. The screen file draws the same, with \
      numbers and paths as they are in the SVG; pictures that are in it become files such as \
      home-1.png. It goes to SVG's name with .json, or to FILE. No file is replaced.
      """
    ],
    examples: [
      "render-transition import home.svg",
      "render-transition import home.svg -o screens/home.json --assets assets",
    ],
    flags: [
      output.saying("Writes the screen file to FILE; \"-\" is stdout."), pictureFolder, json,
    ] + limits + everywhere, action: .work(Command.importScreen)
  ) { (_, settings) throws(UsageMistake) in
    guard settings.outputs.count < 2 else {
      throw UsageMistake(.conflict(["several outputs", "\"import\""]))
    }
    if settings.isJSON, settings.outputs == ["-"] {
      throw UsageMistake(.conflict(["-o -", "--json"]))
    }
  }

  private static let render = Verb(
    name: "render", operands: .scenes, summary: "Renders scenes; the verb may be left out.",
    details: [
      """
      Without -o, the formats that the scene asks for go to output/SCENE.FORMAT beneath the \
      current folder. Nothing is rendered before all scenes are found valid, and every output \
      has a name of its own. Stdout stays empty but for "-o -" and for --json, which gives the \
      report to programs.
      """,
      """
      The endings are .gif, .apng, .webp, .mp4 (H.264, by ffmpeg), .y4m (4:4:4, for video \
      encoders), .rgba (bare pixels) and "/" (a PNG sequence); .png with --format apng. A scene called "-" is read from stdin; pipes, such as <(make-scene), and \
      devices are read, too. Paths in it are then relative to the current folder.
      """,
      """
      PICTURES are two to 16 PNG, JPEG, WebP or SVG files, which make one scene: a push, or what -t says. Their \
      outputs are called by the first and the last.
      """,
      """
      The colours of .y4m are BT.709 in limited range. Its header has no word for the first half: \
      ffmpeg takes them for those of old television unless told \
      "-vf setparams=colorspace=bt709".
      """,
    ],
    examples: [
      "render-transition scenes/push.json",
      "render-transition home.png detail.png -t cube,duration=400ms --back -o cube.gif",
      "render-transition render scenes/*.json -o gifs/ --fps 25",
      "render-transition push.json -o push.gif -o push.apng -o frames/",
      "render-transition push.json -o push.gif --max-bytes 2M --report",
      "render-transition push.json -o push.mp4 -o push.webp --quality 80",
    ],
    flags: [
      output, format, quality, compression, maxBytes, report, json, fps, scale, hold, loop, colors,
      dither, shard, timings, jobs, watch, bezel,
    ] + changing + reading, action: .work(Command.render))

  private static let frame = Verb(
    name: "frame", operands: .scene, summary: "Renders moments of a scene to a PNG.",
    details: [
      "Without -o, the picture goes to output/SCENE.png.",
      """
      Several moments with commas between them become a film strip: one PNG with the pictures side by \
      side. --sheet shows moments in a grid, each with its time and progress, and a red frame around \
      what has changed since the one before; --onion lays them over each other and draws the ways of \
      what moves. With --json, stdout says what the picture shows, and where.
      """,
    ],
    examples: [
      "render-transition frame scenes/push.json --at 50% -o half.png",
      "render-transition frame scenes/push.json --at 0%,50%,100% --scale 0.25 -o strip.png",
      "render-transition frame scenes/push.json --sheet 9 --json -o sheet.png",
    ],
    flags: [
      at, sheet, onion, json, output.saying("Writes FILE, a PNG; \"-\" is stdout."), compression,
      scale, colors, dither, watch, bezel,
    ] + changing + reading, action: .work(Command.frame)
  ) { (_, settings) throws(UsageMistake) in
    let flags = ["--at", "--sheet", "--onion"].filter(settings.given.contains)
    if flags.isEmpty {
      throw UsageMistake(.missingOperand("--at TIME, --sheet N or --onion N", verb: "frame"))
    }
    if flags.count > 1 { throw UsageMistake(.conflict(flags)) }
  }

  private static let sheet = Flag.count(
    "sheet", nil, .purpose, in: 1...100, into: \.sheetMoments,
    "Shows N moments in a grid, from the first frame to the last.")

  private static let onion = Flag.count(
    "onion", nil, .purpose, in: 2...100, into: \.onionMoments,
    "Shows N moments over each other, the later the clearer, and the ways of what moves.")

  private static let check = Verb(
    name: "check", operands: .scenes, summary: "Reads scenes and reports every mistake.",
    details: ["Every file that is named is opened; nothing is rendered."],
    examples: ["render-transition check scenes/*.json --json"],
    flags: [strict, shard, timings, json, watch] + changing + reading, action: .work(Command.check))

  private static let inspect = Verb(
    name: "inspect", operands: .scene, summary: "Prints the resolved scene.",
    details: [
      "--at is for --tree and --display-list, which show the start unless told, and for --pick.",
      "A layer is at a point if the pixel there changes when the layer is not drawn.",
      "--scene makes a scene file of pictures, to go on with.",
    ],
    examples: [
      "render-transition inspect home.png detail.png --scene",
      "render-transition inspect scenes/push.json --timeline --json",
      "render-transition inspect scenes/push.json --display-list --at 50%",
      "render-transition inspect scenes/push.json --pick 195,60 --at 50%",
    ],
    flags: views + [pick, at, json] + changing + reading, action: .work(Command.inspect)
  ) { (_, settings) throws(UsageMistake) in
    let all = InspectionView.allCases.map(\.typed) + ["--pick"]
    let views = all.filter(settings.given.contains)
    guard let view = views.first else {
      throw UsageMistake(.missingOperand("one of \(all.joined(separator: ", "))", verb: "inspect"))
    }
    guard views.count == 1 else { throw UsageMistake(.conflict(Array(views.prefix(2)))) }
    if settings.pick != nil, settings.moments == nil {
      throw UsageMistake(.missingOperand("--at TIME beside --pick", verb: "inspect"))
    }
    guard settings.moments == nil || settings.view?.hasMoment != false else {
      throw UsageMistake(.conflict(["--at", view]))
    }
    guard (settings.moments?.count ?? 1) == 1 else {
      throw UsageMistake(.conflict(["several moments", "\"inspect\""]))
    }
  }

  private static let list = Verb(
    name: "list",
    operands: Verb.Operands(
      placeholder: Topic.allCases.map(\.rawValue).joined(separator: "|"), count: 1...1,
      choices: Topic.allCases.map(\.rawValue)),
    summary: "Lists the built-in recipes, curves or devices.",
    examples: ["render-transition list recipes"], flags: [json] + everywhere,
    action: .print(Command.list))

  private static let schema = Verb(
    name: "schema",
    operands: Verb.Operands(
      placeholder: "[NAME]", count: 0...1,
      choices: SchemaTopic.all.map(\.name)),
    summary: "Prints the JSON Schema of scene files, or of what a verb prints as JSON.",
    details: SchemaTopic.all.map { "\($0.name): \($0.summary)." },
    examples: [
      "render-transition schema > scene.schema.json",
      "render-transition schema test-report > test-report.schema.json",
    ], flags: everywhere, action: .print(Command.schema))

  private static let doctor = Verb(
    name: "doctor", operands: .none,
    summary: "Checks that this program draws the same here as elsewhere.",
    details: [
      """
      Prints the versions, fonts and programs that it found, draws a few small scenes that are \
      built in, and compares their pixels with those of every other machine. The exit code is 0 if \
      they are the same and 1 if they differ.
      """
    ],
    examples: ["render-transition doctor", "render-transition doctor --json > doctor.json"],
    flags: [json] + everywhere, action: .work(Command.doctor))

  static let explain = Verb(
    name: "help", operands: Verb.Operands(placeholder: "[VERB|guide]", count: 0...1),
    summary: "Explains the program, or a verb; the guide goes from a first scene to a test.",
    examples: [
      "render-transition help guide",
      "render-transition help render", "render-transition help --man | man -l -",
      "source <(render-transition help --completions bash)",
    ],
    flags: [man, markdown, completions, json] + everywhere, action: .print(Command.help)
  ) { (words, settings) throws(UsageMistake) in
    let asked = ["--man", "--markdown", "--json", "--completions"].filter(settings.given.contains)
    guard asked.count <= 1 else { throw UsageMistake(.conflict(Array(asked.prefix(2)))) }
    guard let word = words.first else { return }
    if let form = asked.first { throw UsageMistake(.extraOperand(word, verb: form)) }
    guard word == guide || verb(word) != nil else { throw UsageMistake(.unknownVerb(word)) }
  }

  /// What `--version` does.
  static let tellVersion = Verb(
    name: "--version", operands: .none, summary: "", action: .print(Command.version))

  /// The word behind `help` for a text that is not about a verb.
  static let guide = "guide"
}
