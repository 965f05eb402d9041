import Codecs
import RenderTransition

// The verb that encodes recordings and pictures, and its flags.
extension Catalogue {
  static let encode = Verb(
    name: "encode", operands: Verb.Operands(placeholder: "FRAMES…", count: 1...Int.max),
    summary: "Encodes a recording, an animation or pictures.",
    details: [
      """
      FRAMES are PNG, JPEG or WebP files, in the natural order of their names (f9.png before f10.png; --order given keeps \
      yours), or one of these: a folder of them, in the same order or with a manifest.json of a PNG sequence; a GIF; an APNG; an animated WebP; \
      an MP4, MOV, WebM or MKV, decoded by ffmpeg; a Y4M stream of 8 bits; bare RGBA, with --size and --fps. \
      "-" is stdin.
      """,
      """
      Without -o, output/NAME.gif is written. The outputs and their flags are those of render. Frames \
      keep their own times unless --fps is given; those of videos, up to 60 a second. Equal frames become one that shows for longer, and \
      only what changes is encoded. Frames that the limit of memory leaves no room for wait in a temporary \
      file in TMPDIR, or /var/tmp.
      """,
      """
      Y4M does not record the colour matrix: from 720 rows or 1,280 columns on it is taken for BT.709, \
      below for BT.601, unless --matrix is given. A video that does not name its matrix is taken for BT.601.
      """,
    ],
    examples: [
      "render-transition encode recording.mp4 -o demo.gif --fps 25 --width 400",
      "render-transition encode demo.gif -o small.gif --width 400 --max-bytes 2M",
      "render-transition encode frames/ --fps 30 -o demo.gif -o demo.mp4",
      "render-transition encode screen.gif --trim 0.2s..1.4s --crop 0,80,390,600 --bounce -o cut.apng",
    ],
    flags: [
      output.saying(
        "Writes FILE; its ending says the format, \"-\" is stdout, and a \"/\" at its end a PNG sequence."
      ),
      format, quality, compression, maxBytes, report, json,
      fps.saying("Frames per second: of the outputs, or of an input that has no times."),
      order, frameSize, matrix, crop, width, fit, trim, speed, reverse, bounce, hold,
      loop.saying("Times to play; 0, for ever, by default."), colors, dither, jobs,
    ] + encodingLimits + [temporaryLimit] + everywhere, action: .work(Command.encode))

  private static let encodingLimits: [Flag] = limits.filter { flag in
    [
      "canvas-side", "canvas-area", "frames", "duration", "image-size", "image-area", "memory",
      "work",
    ].contains { flag.name == "limit-\($0)" }
  }

  private static let order = Flag.choice(
    "order", .picture, into: \.frameOrder,
    "The order of several pictures: that of their names, or as given.")

  private static let frameSize = Flag.reading(
    "size", nil, Flag.Value(placeholder: "WxH"), .picture, into: \.frameSize,
    expected: "two sides, as in \"390x844\"", "The sides of the frames of bare RGBA.",
    by: FootageInput.Size.init)

  private static let matrix = Flag.choice(
    "matrix", .picture, into: \.matrix,
    "The colour matrix of Y4M or a video, instead of the one of its size, or that it names.")

  static let crop = Flag.reading(
    "crop", nil, Flag.Value(placeholder: "X,Y,W,H"), .picture, into: \.footage.crop,
    expected: "four whole numbers, as in \"0,20,390,44\"",
    "Keeps a rectangle, in pixels of the input.", by: DiffSettings.area)

  private static let width = Flag.count(
    "width", nil, .picture, in: 1...65_535, into: \.footage.width,
    "Scales frames to N columns, after they are cropped, by exact area averaging.")

  private static let fit = Flag.toggle(
    "fit", nil, .picture, "Stretches frames of another size to that of the first."
  ) { $0.footage.fits = true }

  static let trim = Flag.reading(
    "trim", nil, Flag.Value(placeholder: "A..B"), .picture, into: \.footage.trim,
    expected: "two times, as in \"0.2s..1.4s\"", "Keeps what shows between two times of the input.",
    by: DiffSettings.span)

  private static let speed = Flag.number(
    "speed", .picture, in: 0.01...100, into: \.speed, "Plays N times as fast.")

  private static let reverse = Flag.toggle("reverse", nil, .picture, "Plays backwards.") {
    $0.footage.isReversed = true
  }

  private static let bounce = Flag.toggle(
    "bounce", nil, .picture, "Plays forwards, then backwards; the frames at both ends show once."
  ) { $0.footage.bounces = true }
}
