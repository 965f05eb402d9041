import Formatting
import ImageDiff
import Regression

// The verb that compares two things, and its flags.
extension Catalogue {
  static let diff = Verb(
    name: "diff",
    operands: Verb.Operands(placeholder: "EXPECTED ACTUAL", count: 2...2),
    summary: "Compares two pictures, animations or scenes.",
    details: [
      """
      Either may be a PNG, a JPEG, a WebP, an APNG, a GIF, a folder of frames (a PNG sequence of ours, or any \
      numbered pictures), a scene, or any such file of a revision as git:REV:PATH. The exit code is 0 if \
      they are the same and 1 if they differ.
      """,
      """
      Frames are compared by the time at which they show, so that another rate is no difference. \
      Of animations it is told what happened in time: delayed, stretched, curve changed, dropped, \
      duplicated, inserted, a flash, the last frame held for longer. Of two scenes it is told \
      which layers changed, and how.
      """,
      """
      A MOV, MP4, WebM or MKV as ACTUAL is the recording of an app, and EXPECTED the scene of its design: it is \
      told when the motion starts, how long it takes, on which curve, which values it reaches and where pictures \
      are missing. The app may show other screens than the design.
      """,
      """
      -o writes expected, difference and actual side by side: the frame that differs most as .png, \
      all frames as .apng or .gif, a page as .html, and all results as .json.
      """,
    ],
    examples: [
      "render-transition diff scenes/push.json recording.mov --tap 1.2s -o qa.html",
      "render-transition diff old.png new.png -o diff.png",
      "render-transition diff git:HEAD:scenes/push.json scenes/push.json",
      "render-transition diff a.gif b.gif --metric yiq --ignore-time 0s..0.2s --json",
    ],
    flags: [
      metric, threshold, includeAntialiased, ignore, ignoreLayer, ignoreTime, maxPixels, maxRatio,
      maxWindow, recording, tap,
      trim.saying("Looks at what shows between two times of the recording."),
      crop.saying("Looks at a rectangle of the recording, in its pixels."), pictures, step,
      allowTime,
      allowValue, allowDrops, fps, scale, jobs, json,
      output.saying("Writes FILE; its ending says what: .png, .apng, .gif, .html or .json."),
    ] + reading, action: .work(Command.diff)
  ) { (_, settings) throws(UsageMistake) in
    try settings.diff.check()
    for output in settings.outputs where DiffOutput(output) == nil {
      let message = "\"diff\" cannot write \(Escaped.quoted(output))"
      throw UsageMistake(.told(message, hint: "it writes .png, .apng, .gif, .html and .json"))
    }
  }

  private static let recording = Flag.toggle(
    "recording", nil, .purpose,
    "Takes the second input for a recording of an app, also where it is a GIF, an APNG, Y4M or a folder."
  ) { $0.isRecording = true }

  private static let tap = Flag.reading(
    "tap", nil, Flag.Value(placeholder: "TIME"), .comparison, into: \.recording.tap,
    expected: "a time, as in \"1.2s\"",
    "When the finger came down in the recording: then it is told how late the motion starts.",
    by: ValueParser.seconds)

  private static let pictures = Flag.choice(
    "pictures", .comparison, into: \.recording.pictures,
    "Whose screens are moved as designed: the recording's first and last still, or the design's own."
  )

  private static let step = Flag.count(
    "step", nil, .comparison, in: 1...1_000_000, into: \.recording.step,
    "Which transition of a flow the recording shows, from 1.")

  private static let allowTime = Flag.reading(
    "allow-time", nil, Flag.Value(placeholder: "TIME"), .comparison,
    into: \.recording.allowedSeconds, expected: "a time, as in \"20ms\"",
    "How much earlier, later, shorter or longer is as designed: a frame, but at least 17 ms, unless given.",
    by: ValueParser.seconds)

  private static let allowValue = Flag.reading(
    "allow-value", nil, Flag.Value(placeholder: "P%"), .comparison,
    into: \.recording.allowedShare, expected: "a share, as in \"5%\"",
    "How far a value may be off, as a share of its way; 5% unless given.", by: ValueParser.share)

  private static let allowDrops = Flag.count(
    "allow-drops", nil, .comparison, in: 0...1_000_000, into: \.recording.allowedDrops,
    "How many pictures may be missing; 1 unless given.")

  private static let metric = Flag.choice(
    "metric", .comparison, into: \.diff.metric,
    "How pixels are compared: exactly (the default), or as pixelmatch 7.2 (yiq), its next version "
      + "(oklab) or Playwright's ssim-cie94 (ssim) does.")

  private static let threshold = Flag.number(
    "threshold", .comparison, in: 0...100, into: \.diff.threshold,
    "The colour difference that is allowed: 0 to 1 for yiq and oklab, 0.1 by default; in CIE94 units "
      + "for ssim, 1 by default.")

  private static let includeAntialiased = Flag.toggle(
    "include-aa", nil, .comparison, "Counts antialiased pixels as differences, too."
  ) { $0.diff.includesAntialiased = true }

  private static let ignore = Flag.listing(
    "ignore", Flag.Value(placeholder: "X,Y,W,H"), .comparison, into: \.diff.areas,
    expected: "four whole numbers, as in \"0,20,390,44\"",
    "Ignores a rectangle, in pixels.", by: DiffSettings.area)

  private static let ignoreLayer = Flag.path(
    "ignore-layer", nil, Flag.Value(placeholder: "LAYER"), .comparison, isRepeatable: true,
    "Ignores a layer of a scene, as in \"to#title\" or \"title\"."
  ) { $0.diff.layers.append($1) }

  private static let ignoreTime = Flag.listing(
    "ignore-time", Flag.Value(placeholder: "A..B"), .comparison, into: \.diff.spans,
    expected: "two times, as in \"0.2s..0.4s\"",
    "Ignores the frames between two times.", by: DiffSettings.span)

  private static let maxPixels = Flag.count(
    "max-pixels", nil, .comparison, in: 0...Int(Int32.max), into: \.diff.limits.pixels,
    "Allows up to N differing pixels a frame.")

  private static let maxRatio = Flag.number(
    "max-ratio", .comparison, in: 0...1, into: \.diff.limits.ratio,
    "Allows up to this share of differing pixels a frame.")

  private static let maxWindow = Flag.reading(
    "max-window", nil, Flag.Value(placeholder: "N:COUNT"), .comparison, into: \.diff.limits.window,
    expected: "a side and a count, as in \"16:40\"",
    "Allows up to COUNT differing pixels in any square of N x N.", by: DiffSettings.window)
}

// The verbs that hold scenes against their baselines, and their flags.
extension Catalogue {
  static let test = Verb(
    name: "test",
    operands: Verb.Operands(placeholder: "[SCENE|DIR]…", count: 0...Int.max),
    summary: "Compares scenes with their baselines.",
    details: [
      """
      The baseline of push.json is push.lock beside it: a text file with one hash a frame, which \
      "approve" writes. A folder stands for all scenes beneath it; the default is the current \
      folder. Every frame is rendered and compared by its hash: there is no tolerance.
      """,
      """
      Where a scene differs, the pictures that were approved are rendered again from the git \
      revision --base, from HEAD, or from the commit that last changed the lock, and shown only if \
      they have the lock's hashes. A scene without a baseline fails if CI is set. Nothing is ever \
      updated.
      """,
    ],
    examples: [
      "render-transition test",
      "render-transition test scenes --reporter pretty --reporter html=report.html",
      "render-transition test --against git:origin/main --only-changed --base origin/main",
    ],
    flags: [
      against, base, filter, onlyChanged, lastFailed, passed, shard, timings, prune, reporter, json,
      pictureBase, reportBytes, jobs, watch,
    ] + reading, action: .work(Command.test))

  static let plan = Verb(
    name: "plan",
    operands: Verb.Operands(placeholder: "[SCENE|DIR]…", count: 0...Int.max),
    summary: "Lists scenes as independent pieces of work.",
    details: [
      """
      For each scene: the files that it needs and their hashes, its frames, and about what it costs: \
      millions of pixels, or seconds where --timings knows them. With --shard, the scenes of one \
      machine: the costliest first, each to the machine that has least to do.
      """
    ],
    examples: [
      "render-transition plan scenes --json", "render-transition plan scenes --shard 2/4",
    ],
    flags: [shard, timings, json] + reading, action: .work(Command.plan))

  static let shard = Flag.reading(
    "shard", nil, Flag.Value(placeholder: "I/N"), .selection, into: \.shard,
    expected: "a part, as in \"2/4\", or \"auto\"",
    """
    Takes only the scenes of machine I of N, the same on every machine; "auto" reads what GitLab, \
    CircleCI, Buildkite and Slurm set, or SHARD_INDEX, from 0, and SHARD_TOTAL.
    """
  ) { $0 == "auto" || Shard($0) != nil ? $0 : nil }

  private static let passed = Flag.path(
    "passed", nil, Flag.Value(placeholder: "BLOB", kind: .file), .selection, isRepeatable: true,
    "Does not test again the scenes that passed on the machine that wrote this blob."
  ) { $0.regression.passed.append($1) }

  static let timings = Flag.path(
    "timings", nil, Flag.Value(placeholder: "REPORT", kind: .file), .selection,
    "Takes the times in this report of test --reporter json=REPORT for what scenes cost."
  ) { $0.regression.timings = $1 }

  static let merge = Verb(
    name: "merge",
    operands: Verb.Operands(placeholder: "BLOB…", count: 1...Int.max),
    summary: "Makes the reports of a test that ran on several machines.",
    details: [
      """
      Each machine writes what it found with "test --shard I/N --reporter blob=FILE". The reports \
      are as if one machine had tested everything, in whatever order the blobs are named. Blobs of \
      another plan are refused; a shard whose blob is missing is named, and the exit code is then 5.
      """
    ],
    examples: ["render-transition merge blobs/*.blob --reporter html=report.html"],
    flags: [reporter, json, pictureBase, reportBytes, jobs] + everywhere,
    action: .work(Command.merge))

  static let approve = Verb(
    name: "approve",
    operands: Verb.Operands(placeholder: "[SCENE|DIR]…", count: 0...Int.max),
    summary: "Accepts what is rendered as the baseline.",
    details: [
      """
      Writes push.lock beside push.json, for every scene or for none: if one of them is invalid, \
      no lock is touched. With --from, the scenes that failed in a report of "test" are approved, \
      and only if they still render to what the report saw.
      """
    ],
    examples: [
      "render-transition approve scenes/push.json", "render-transition approve --all",
      "render-transition approve --from report.json",
    ],
    flags: [all, from, shard, timings, json, jobs] + reading, action: .work(Command.approve)
  ) { (scenes, settings) throws(UsageMistake) in
    let regression = settings.regression
    if regression.isAll, regression.report != nil {
      throw UsageMistake(.conflict(["--all", "--from"]))
    }
    if regression.isAll, let extra = scenes.first {
      throw UsageMistake(.extraOperand(extra, verb: "approve --all"))
    }
    guard !scenes.isEmpty || regression.isAll || regression.report != nil else {
      throw UsageMistake(.missingOperand("SCENE, --all or --from REPORT", verb: "approve"))
    }
  }

  static let against = Flag.reading(
    "against", nil, Flag.Value(placeholder: "git:REV|DIR", kind: .folder), .purpose,
    into: \.regression.reference, expected: "a folder of pictures or git:REV",
    """
    Compares with what a revision's files render to, or with a folder's pictures: \
    DIR/SCENE.apng, .gif, .png or a folder DIR/SCENE/.
    """, by: Reference.init)

  private static let base = Flag.path(
    "base", nil, Flag.Value(placeholder: "REV"), .purpose,
    "The git revision that --only-changed is about, and that approved pictures come from."
  ) { $0.regression.base = $1 }

  private static let filter = Flag.path(
    "filter", nil, Flag.Value(placeholder: "GLOB"), .selection, isRepeatable: true,
    "Tests only scenes whose path or file name matches, as in \"push*\"."
  ) { $0.regression.filters.append($1) }

  private static let onlyChanged = Flag.toggle(
    "only-changed", nil, .selection,
    "Tests only scenes of which a file differs from the revision --base, or HEAD."
  ) { $0.regression.isOnlyChanged = true }

  private static let lastFailed = Flag.toggle(
    "last-failed", nil, .selection, "Tests only scenes that failed when last tested from here."
  ) { $0.regression.isLastFailed = true }

  private static let prune = Flag.toggle(
    "prune", nil, .purpose, "Removes locks whose scene is gone."
  ) { $0.regression.isPruning = true }

  private static let all = Flag.toggle(
    "all", nil, .selection, "Approves every scene beneath the current folder."
  ) { $0.regression.isAll = true }

  private static let from = Flag.path(
    "from", nil, Flag.Value(placeholder: "REPORT", kind: .file), .selection,
    "Approves the scenes that failed in this report, which test wrote with --reporter json=REPORT."
  ) { $0.regression.report = $1 }

  private static let pictureBase = Flag.path(
    "picture-base", nil, Flag.Value(placeholder: "URL"), .output,
    "Shows the pictures of the reporter \"pictures\" in Markdown; URL is the address of their folder."
  ) { $0.pictureBase = $1 }

  private static let reportBytes = Flag.reading(
    "report-bytes", nil, Flag.Value(placeholder: "SIZE"), .output, into: \.pageBytes,
    expected: "a size from 100k, as in \"2M\"",
    """
    Limits the HTML report, which else takes up to 8M: pictures that do not fit are in pages of their \
    own in a folder beside it.
    """
  ) { text in ValueParser.bytes(text).flatMap { $0 >= 100_000 ? $0 : nil } }

  private static let reporter = Flag(
    name: "reporter",
    value: Flag.Value(
      placeholder: "KIND[=FILE]",
      choices: ReportKind.allCases.map { $0.isSpoken ? $0.rawValue : $0.rawValue + "=" }),
    isRepeatable: true, topic: .output,
    summary: """
      A report, pretty unless given. github is annotations and the step summary, pictures=DIR are GIFs \
      and strips for a review, blob=FILE is for merge; the others take a FILE, and "-" is stdout.
      """
  ) { (settings, text) throws(Expectation) in
    guard let request = ReportRequest(text) else {
      let kinds = ReportKind.allCases.map(\.synopsis)
      let word = text.prefix { $0 != "=" }
      let near = SpellChecker.guess(String(word), in: ReportKind.allCases.map(\.rawValue))
      let meant = near.map { near in kinds.first { $0.hasPrefix(near) } ?? near }
      throw Expectation(words: kinds.joined(separator: ", "), suggestion: meant)
    }
    settings.reporters.append(request)
  }
}
