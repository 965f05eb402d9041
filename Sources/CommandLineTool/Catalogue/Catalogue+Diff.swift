import ImageDiff

// The verb that compares two things, and its flags.
extension Catalogue {
  static let diff = Verb(
    name: "diff",
    operands: Verb.Operands(placeholder: "EXPECTED ACTUAL", count: 2...2),
    summary: "Tells how two pictures, animations or scenes differ.",
    details: [
      """
      Either may be a PNG, an APNG, a GIF, a folder of frames (a PNG sequence of ours, or any \
      numbered PNGs), a scene, or any such file of a revision as git:REV:PATH. The exit code is 0 if they \
      are the same and 1 if they differ.
      """,
      """
      Frames are compared by the time at which they show, so that another rate is no difference. \
      Of animations it is told what happened in time: delayed, stretched, curve changed, dropped, \
      duplicated, inserted, a flash, the last frame held for longer. Of two scenes it is told which \
      layers changed, and how.
      """,
      """
      -o writes expected, difference and actual side by side: the frame that differs most as .png, \
      all frames as .apng or .gif, a page as .html, and everything that is known as .json.
      """,
    ],
    examples: [
      "render-transition diff old.png new.png -o diff.png",
      "render-transition diff git:HEAD:scenes/push.json scenes/push.json",
      "render-transition diff a.gif b.gif --metric yiq --ignore-time 0s..0.2s --json",
    ],
    flags: [
      metric, threshold, includeAntialiased, ignore, ignoreLayer, ignoreTime, maxPixels, maxRatio,
      maxWindow, fps, scale, jobs, json,
      output.saying("Writes FILE; its ending says what: .png, .apng, .gif, .html or .json."),
    ] + reading
  ) { (paths, settings) throws(UsageMistake) in
    try settings.diff.check()
    for output in settings.outputs where DiffOutput(output) == nil {
      throw UsageMistake(.diffOutput(output))
    }
    return .diff(expected: paths[0], actual: paths[1])
  }

  private static let metric = Flag.choice(
    "metric", .comparison, into: \.diff.metric,
    "When two pixels differ: at the slightest (exact, unless given), or as pixelmatch 7.2 (yiq) or "
      + "its next version (oklab) says.")

  private static let threshold = Flag.number(
    "threshold", .comparison, in: 0...1, into: \.diff.threshold,
    "How far colours may be apart for yiq and oklab; 0.1 unless given.")

  private static let includeAntialiased = Flag.toggle(
    "include-aa", nil, .comparison, "Counts differences that antialiasing explains, too."
  ) { $0.diff.includesAntialiased = true }

  private static let ignore = Flag.listing(
    "ignore", Flag.Value(placeholder: "X,Y,W,H"), .comparison, into: \.diff.areas,
    expected: "four whole numbers, as in \"0,20,390,44\"",
    "Does not look at a rectangle, in pixels.", by: DiffSettings.area)

  private static let ignoreLayer = Flag.path(
    "ignore-layer", nil, Flag.Value(placeholder: "LAYER"), .comparison, isRepeatable: true,
    "Does not look where this layer of a scene is, as in \"to#title\" or \"title\"."
  ) { $0.diff.layers.append($1) }

  private static let ignoreTime = Flag.listing(
    "ignore-time", Flag.Value(placeholder: "A..B"), .comparison, into: \.diff.spans,
    expected: "two times, as in \"0.2s..0.4s\"",
    "Does not look at what shows between two times.", by: DiffSettings.span)

  private static let maxPixels = Flag.count(
    "max-pixels", nil, .comparison, in: 0...Int(Int32.max), into: \.diff.maxPixels,
    "Lets pass up to N differing pixels a frame.")

  private static let maxRatio = Flag.number(
    "max-ratio", .comparison, in: 0...1, into: \.diff.maxRatio,
    "Lets pass up to this share of differing pixels a frame.")

  private static let maxWindow = Flag.reading(
    "max-window", nil, Flag.Value(placeholder: "N:COUNT"), .comparison, into: \.diff.maxWindow,
    expected: "a side and a count, as in \"16:40\"",
    "Lets pass up to COUNT differing pixels in any square of N x N.", by: DiffSettings.window)
}
