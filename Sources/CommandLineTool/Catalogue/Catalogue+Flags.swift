import Codecs
import Formatting
import RenderTransition
import SceneFormat

// Every flag there is, once. Parsing, help, the man page, completions and the reference page are
// made of these rows; to remove a flag, remove its row and its mention in a list below.
extension Catalogue {
  static let output = Flag.path(
    "output", "o", Flag.Value(placeholder: "FILE", kind: .file), .output, isRepeatable: true,
    """
    Writes FILE; its ending says the format, "-" is stdout. A name that ends in "/" is a folder: \
    the PNG sequence of one scene, or, with several scenes or with --format, where \
    SCENE.FORMAT goes.
    """
  ) { $0.outputs.append($1) }

  static let format = Flag.listing(
    "format", Flag.Value(placeholder: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue)),
    .output, into: \.formats,
    expected: OutputFormat.allCases.map(\.rawValue).joined(separator: ", "),
    "Writes this format, whatever the ending or the scene says.", by: OutputFormat.init(rawValue:))

  static let fps = Flag.number(
    "fps", .picture, in: 1...1000, into: \.fps,
    "Frames per second, from 1 to 1,000, instead of the scene's.")

  static let scale = Flag.number(
    "scale", .picture, in: 0.25...8, into: \.scale,
    "Pixels per point, from 0.25 to 8, instead of the scene's; the layout stays as it is.")

  static let transition = Flag.reading(
    "transition", "t", Flag.Value(placeholder: "NAME[,KEY=VALUE]…"), .picture,
    into: \.changes.transition, expected: "a transition, as in \"cube,duration=400ms\"",
    """
    The transition of two screens, instead of the scene's; of pictures, "push" unless given. NAME is \
    a recipe or the path of one, KEY what a transition can say.
    """
  ) { $0.isEmpty ? nil : $0 }

  static let back = Flag.toggle(
    "back", nil, .picture,
    "Plays the way back, too, half a second later, so that what loops shows both."
  ) { $0.changes.playsBack = true }

  static let device = Flag.reading(
    "device", nil, Flag.Value(placeholder: "NAME", choices: Device.allNames), .picture,
    into: \.changes.device, expected: "a name that \"list devices\" prints",
    """
    The phone or tablet whose screen the canvas is, instead of the size that the scene says; \
    "list devices" names them.
    """, by: Device.init(named:))

  static let bezel = Flag.toggle(
    "bezel", nil, .picture, "Shows the canvas's device around the screen."
  ) { $0.changes.hasBezel = true }

  static let hold = Flag.reading(
    "hold", nil, Flag.Value(placeholder: "TIME[,TIME]"), .picture, into: \.hold,
    expected: "one or two times of at most a day, as in \"300ms\" or \"0.3s,0.6s\"",
    "How much longer the first and the last frame show; one time is for both.",
    by: ValueParser.hold)

  static let loop = Flag.count(
    "loop", nil, .picture, in: 0...65_535, into: \.rendering.loop, "Times to play; 0 is for ever.")

  static let colors = Flag.count(
    "colors", nil, .picture, in: 2...256, into: \.rendering.colors,
    "The most colours of a format with a palette.")

  static let dither = Flag.choice(
    "dither", .picture, into: \.rendering.dither,
    """
    How colours are drawn that the palette lacks: auto is weak error diffusion where the palette \
    is coarse, ordered draws patterns, none takes the nearest colour.
    """)

  static let quality = Flag.reading(
    "quality", nil, Flag.Value(placeholder: "N"), .output, into: \.rendering.quality,
    expected: "a whole number from 0 to 100, or \"lossless\"",
    """
    The quality of GIF, WebP and MP4, from 0 to 100, 90 by default; \
    "lossless" makes an exact WebP. A GIF of 90 has 5 to 20 percent fewer bytes than one of 100, but on a transparent canvas; an \
    MP4 of 90 has x264's crf 18, one of 75 about 23.
    """, by: Quality.init)

  static let compression = Flag.choice(
    "compression", .output, into: \.rendering.compression,
    "The compression of PNG and APNG; the pixels are the same.")

  static let maxBytes = Flag.reading(
    "max-bytes", nil, Flag.Value(placeholder: "SIZE"), .output, into: \.maxBytes,
    expected: "a size, as in \"2M\" or \"500kB\"",
    """
    The size limit of each output: quality, colours, scale and frames a second are reduced as far \
    as needed, which the summary reports.
    """, by: ValueParser.bytes)

  static let report = Flag.toggle(
    "report", nil, .output,
    """
    Prints for each output its contents, its times, and its quality against the true colours.
    """
  ) { $0.rendering.wantsReport = true }

  static let at = Flag.reading(
    "at", nil, Flag.Value(placeholder: "TIME"), .purpose, into: \.moments,
    expected: "a time or a share, as in \"0.2s\", \"200ms\" or \"50%\"",
    "The moment: a time, or a share of the run; several make a film strip.",
    by: ValueParser.moments)

  static let views = InspectionView.allCases.map { view in
    Flag.toggle(view.rawValue, nil, .purpose, view.summary) { $0.view = view }
  }

  static let pick = Flag.reading(
    "pick", nil, Flag.Value(placeholder: "X,Y"), .purpose, into: \.pick,
    expected: "two numbers from 0 on, in points, as in \"195,60.5\"",
    "Prints the layers at a point of the canvas, front to back, with where they are written.",
    by: ValueParser.point)

  static let strict = Flag.toggle(
    "strict", nil, .purpose, "Lets warnings count as mistakes: exit code 3."
  ) { $0.isStrict = true }

  static let json = Flag.toggle(
    "json", nil, .output, "Prints JSON for programs instead of text for people."
  ) { $0.isJSON = true }

  static let jobs = Flag.count(
    "jobs", "j", .work, in: 1...256, into: \.jobs,
    "How many frames are rendered, and images decoded, in parallel; the bytes are the same for "
      + "any N.")

  static let watch = Flag.toggle(
    "watch", nil, .work,
    """
    Does it again whenever a file changes that was read or looked for, until a signal ends it. Scenes \
    and outputs must be files; while a scene has mistakes, the outputs stay as they are.
    """
  ) { $0.isWatching = true }

  static let assetRoot = Flag.path(
    "asset-root", nil, Flag.Value(placeholder: "DIR", kind: .folder), .work,
    "The folder that all assets must lie in; the scene's own by default."
  ) { $0.assetRoot = $1 }

  static let pictureFolder = Flag.path(
    "assets", nil, Flag.Value(placeholder: "FOLDER", kind: .folder), .output,
    "Writes the pictures that are in the SVG to FOLDER, not beside the screen file."
  ) { $0.pictureFolder = $1 }

  static let quiet = Flag.toggle(
    "quiet", "q", .messages, "Prints errors only."
  ) { $0.isQuiet = true }

  static let errors = Flag.choice(
    "errors", .messages, into: \.errorStyle,
    "Prints errors and warnings as text, or as one JSON object a line.")

  static let color = Flag.choice(
    "color", .messages, into: \.colorChoice,
    "Colours in messages; auto is on a terminal and without NO_COLOR.")

  static let man = Flag.toggle(
    "man", nil, .purpose, "Prints the man page, for man -l -."
  ) { _ in }

  static let markdown = Flag.toggle(
    "markdown", nil, .purpose, "Prints the reference page as Markdown."
  ) { _ in }

  static let completions = Flag.reading(
    "completions", nil,
    Flag.Value(placeholder: "SHELL", choices: Shell.allCases.map(\.rawValue)), .purpose,
    into: \.shell, expected: Shell.allCases.map(\.rawValue).joined(separator: ", "),
    "Prints a completion script for the shell.", by: Shell.init(rawValue:))

  /// Answered as soon as it is met, so that it works on any line.
  static let help = Flag.toggle("help", "h", .messages, "Explains the verb.") { _ in }

  /// Answered as soon as it is met, too.
  static let version = Flag.toggle("version", nil, .messages, "Prints the version.") { _ in }

  /// What every verb takes.
  static let everywhere = [quiet, errors, color, help, version]

  /// What every verb takes that reads a scene.
  static let reading = [assetRoot] + limits + everywhere

  /// What changes a scene that is read.
  static let changing = [transition, back, device]
}

// A scene is untrusted: what it may ask for is bounded, and each bound has a flag. The upper ends
// keep the arithmetic and the recursion of the readers within what is tested.
extension Catalogue {
  static let limits: [Flag] = [
    .size(.fileBytes, "The size of a scene file"),
    .bound(.jsonDepth, in: 1...256, "How deep JSON may be nested"),
    .bound(.masks, in: 1...64, "How deep masks of masks may be nested"),
    .bound(.sheets, in: 1...64, "How many sheets may rest on each other"),
    .bound(.layers, in: 1...10_000_000, "Layers in a scene"),
    .bound(.tracks, in: 0...1_000_000, "Tracks of a side"),
    .bound(.shared, in: 0...1_000_000, "Shared elements of a transition"),
    .bound(.snapshots, in: 0...1_000_000, "Snapshots of a side"),
    .bound(.cells, in: 1...1_000_000, "Snapshots and cells of slices of a side"),
    .bound(.dashes, in: 0...100_000, "Dashes of a stroke"),
    .bound(
      .motions, in: 1...10_000_000, "Animated properties, counted once for each step and cell"),
    .bound(.steps, in: 1...1_000_000, "Steps of a flow"),
    .bound(.stepLayers, in: 1...10_000_000, "Layers of both screens of each step, added up"),
    .bound(.screens, in: 1...1_000_000, "Screens of a flow"),
    .bound(.fonts, in: 0...1_000_000, "Fonts that a scene names"),
    .bound(.letters, in: 0...10_000_000, "Letters of a text"),
    .bound(.allLetters, in: 0...10_000_000, "Letters of all texts"),
    .bound(.canvasSide, in: 1...65_535, "A side of the canvas, in pixels"),
    .area(.canvasPixels, "The pixels of the canvas"),
    .bound(.frames, in: 1...1_000_000, "Frames in a run"),
    .length(.seconds, "The length of a run"),
    .size(.imageBytes, "The size of an image file"),
    .area(.imagePixels, "The pixels of an image"),
    .bound(.comparedSide, in: 1...65_535, "A side of a compared picture, in pixels"),
    .bound(.assets, in: 0...100_000, "Files that a scene names"),
    .bound(.blurSigma, in: 0...4_096, "The sigma of a blur, in pixels"),
    .size(.memoryBytes, "The memory that a run is planned to take"),
    .bound(
      .work, in: 1...1_000_000_000_000_000,
      "What all frames cost in plain pixels, 20 times one frame at least; diff counts 12 a pixel"),
  ]

  static let temporaryLimit = Flag.size(
    .temporaryBytes, "Raw frames in the temporary file, which compresses the others")
}

extension Flag {
  fileprivate static func bound(_ limit: Limit, in range: ClosedRange<Int>, _ what: String) -> Flag
  {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return flag(limit, "N", expected, what, NumberFormat.shortest) {
      ValueParser.whole($0, in: range).map(Double.init)
    }
  }

  fileprivate static func size(_ limit: Limit, _ what: String) -> Flag {
    let shown = { (bytes: Double) in NumberFormat.bytes(Int(bytes)) }
    return flag(limit, "SIZE", "a size, as in \"64MB\" or \"1GiB\"", what, shown) {
      ValueParser.bytes($0).map(Double.init)
    }
  }

  fileprivate static func area(_ limit: Limit, _ what: String) -> Flag {
    let shown = { (pixels: Double) in NumberFormat.pixels(Int(pixels)) }
    return flag(limit, "PIXELS", "a number of pixels, as in \"50MP\"", what, shown) {
      ValueParser.pixels($0).map(Double.init)
    }
  }

  fileprivate static func length(_ limit: Limit, _ what: String) -> Flag {
    let shown = { (seconds: Double) in "\(NumberFormat.shortest(seconds)) s" }
    return flag(limit, "TIME", "a time, as in \"90s\"", what, shown, read: ValueParser.seconds)
  }

  private static func flag(
    _ limit: Limit, _ placeholder: String, _ expected: String, _ what: String,
    _ shown: (Double) -> String, read: @escaping @Sendable (String) -> Double?
  ) -> Flag {
    Flag(
      name: "limit-\(limit.rawValue)", value: Value(placeholder: placeholder), topic: .limits,
      summary: "\(what); \(shown(Limits()[limit])) unless given."
    ) { (settings, text) throws(Expectation) in
      guard let bound = read(text) else { throw Expectation(words: expected) }
      settings.limits[limit] = bound
    }
  }
}
