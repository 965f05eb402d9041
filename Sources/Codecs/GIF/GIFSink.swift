public import Pixels

/// Writes frames as an animated GIF.
///
/// Each image is the rectangle that changed, with a palette of its own unless the file's one holds
/// all of its colours. An unchanged pixel is never painted in another colour, so nothing flickers.
/// On a transparent canvas, pixels under 50 % alpha become transparent, all others opaque, and each
/// image is as large as all that is visible, so that it can be cleared when something vanishes.
public struct GIFSink: FrameSink {
  /// A frame, encoded.
  public struct Part: Sendable {
    /// Nil if the frame is the same as the one before.
    var image: ImageBlock?
    /// Whether something visible has vanished, so that the canvas must be cleared first.
    var clearsCanvas = false
    /// When it shows, in seconds.
    var start, end: Double
  }

  // A colour that fills 1/400 of a sample gets an entry in every palette.
  private static let reservedShare = 400

  private let width: Int
  private let height: Int
  private let isOpaque: Bool
  private let encoder: FrameEncoder
  private var pending: Part?
  private var clock: DelayClock?

  /// A sink for frames of this size.
  ///
  /// `samples` are a few frames from all over the run. If all of them together have few enough
  /// colours, these become the file's palette. `isOpaque` says that no pixel is translucent.
  public init(
    width: Int, height: Int, options: GIFOptions = GIFOptions(), isOpaque: Bool = false,
    samples: [GIFSample] = []
  ) throws(GIFError) {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw .badCanvas(width: width, height: height)
    }
    (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
    let options = options.leavingRoom(forTransparency: !isOpaque)
    let histograms = samples.map(\.histogram)
    let all = Histogram(merging: histograms)
    var encoder = FrameEncoder(options: options)
    let isGlobal = all.isExact && all.colors.count <= options.colors
    if isGlobal { encoder.globalTable = ColorTable(all.colors) }
    encoder.reservedColors =
      isGlobal && options.exactSlack == 0
      ? all.colors : Self.reservedColors(histograms, atMost: options.colors / 4)
    if !isGlobal, options.sharesPalette {
      encoder.sharedPalette = Palette(
        for: all, count: options.colors, reserved: encoder.reservedColors)
    }
    self.encoder = encoder
  }

  /// The colours that fill areas of any sample.
  private static func reservedColors(_ samples: [Histogram], atMost limit: Int) -> [UInt32] {
    var seen = Set<UInt32>()
    let colors = samples.flatMap { sample in
      sample.flatColors(fillingAtLeast: sample.pixelCount / reservedShare + 1)
        .filter { seen.insert($0).inserted }
    }
    return Array(colors.prefix(limit))
  }

  /// Encodes what differs from the frame before.
  public func encode(_ frame: Frame) throws -> Part {
    guard frame.hasSize(width, height) else {
      throw GIFError.wrongSize(frame: frame.index)
    }
    let change = DirtyRegion(frame, isOpaque: isOpaque)
    var part = Part(start: frame.start, end: frame.end)
    guard let area = change.area else { return part }
    let previous = change.hasVanished ? nil : frame.previous
    let region = FrameRegion(
      pixels: isOpaque ? frame.pixels : frame.pixels.withoutTranslucency(),
      previous: isOpaque ? previous : previous?.withoutTranslucency(), area: area)
    var encoder = encoder
    encoder.clock = frame.clock
    part.image = encoder.image(of: region)
    part.clearsCanvas = change.hasVanished
    return part
  }

  /// The frame's palette, and how long it took to choose it.
  public static func facts(of part: Part) -> FrameFacts { part.image?.facts ?? FrameFacts() }

  /// Takes the next frame; what comes out is the one before it, whose end is known only now.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    guard var last = pending else {
      pending = part
      // Centiseconds, in 16 bits. Players show 0 and 1 as 10.
      clock = DelayClock(start: part.start, unitsPerSecond: 100, shortest: 2, longest: 65_535)
      return [.bytes(opening())]
    }
    guard part.image != nil else {
      last.end = part.end
      pending = last
      return []
    }
    pending = part
    return [.bytes(images(of: last, disposal: part.clearsCanvas ? .background : .none))]
  }

  /// Writes the last frame and the end of the file.
  public mutating func finish() throws -> [SinkOutput] {
    guard let last = pending else { throw GIFError.noFrames }
    pending = nil
    return [.bytes(images(of: last, disposal: .none) + [0x3B])]
  }

  private mutating func images(of part: Part, disposal: Disposal) -> [UInt8] {
    var bytes: [UInt8] = []
    guard let image = part.image else { return bytes }
    let delays = clock?.delays(until: part.end) ?? []
    // A frame that shows for longer than one delay can say goes on while nothing is painted; one
    // that is to be cleared is painted again.
    for (place, delay) in delays.enumerated() {
      let isLast = place == delays.count - 1
      let next = place > 0 && disposal == .none ? ImageBlock.nothing(in: image.area) : image
      next.write(
        to: &bytes, delay: delay, disposal: isLast ? disposal : .none)
    }
    return bytes
  }

  private func opening() -> [UInt8] {
    var file = Array("GIF89a".utf8)
    file.append(littleEndian: width, bytes: 2)
    file.append(littleEndian: height, bytes: 2)
    let colors = encoder.globalTable.colors
    // The standard asks for no entry for the transparent index, but on a transparent canvas some
    // decoders do.
    let count = isOpaque ? colors.count : min(256, colors.count + 1)
    file += [colors.isEmpty ? 0x70 : 0xF0 | GIFColorTable.sizeField(of: count), 0, 0]
    if !colors.isEmpty { GIFColorTable.write(colors, count: count, to: &file) }
    return file + loopExtension() + commentExtension()
  }

  /// Players read the number as repetitions after the first time, and its absence as none.
  private func loopExtension() -> [UInt8] {
    guard encoder.options.loop != 1 else { return [] }
    var bytes: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    bytes.append(littleEndian: Int(UInt16(clamping: encoder.options.loop - 1)), bytes: 2)
    return bytes + [0]
  }

  private func commentExtension() -> [UInt8] {
    guard let comment = encoder.options.comment, !comment.isEmpty else { return [] }
    var bytes: [UInt8] = [0x21, 0xFE]
    var rest = Array(comment.utf8)[...]
    while !rest.isEmpty {
      bytes.append(UInt8(min(rest.count, 255)))
      bytes += rest.prefix(255)
      rest = rest.dropFirst(255)
    }
    return bytes + [0]
  }
}

/// The colours of a frame, by which a sink chooses its palette before the run begins.
public struct GIFSample: Sendable {
  /// The picture's colours.
  let histogram: Histogram

  /// Looks at a picture.
  public init(of pixels: Pixmap) {
    let pixels = pixels.withoutTranslucency()
    histogram = Histogram(
      of: FrameRegion(pixels: pixels, previous: nil, area: pixels.bounds))
  }

  /// Whether half of a palette is too little.
  public var needsManyColors: Bool { Palette(for: histogram, count: 128).isRough }
}

/// How a GIF is written.
public struct GIFOptions: Hashable, Sendable {
  /// How often the animation plays; 0 is for ever.
  public var loop: Int
  /// The greatest number of colours in a frame, from 2 to 256; below a quality of 90 it falls.
  public var colors: Int
  /// Whether every image has an index for transparency, which `colors` does not count.
  private(set) var leavesRoom = false
  /// How much may be lost for fewer bytes, from 0 to 100.
  ///
  /// From 90 on, colours that fit their palette stay as they are. At 100 nothing beyond the palette's own
  /// error can be seen.
  public var quality: Int
  /// How to dither.
  public var dither: Dither
  /// A comment inside the file.
  public var comment: String?

  /// Options; numbers out of range are moved into it.
  public init(
    loop: Int = 0, colors: Int = 256, quality: Int = 90, dither: Dither = .auto,
    comment: String? = nil
  ) {
    self.loop = max(0, loop)
    self.quality = min(max(quality, 0), 100)
    self.colors = min(max(colors, 2), max(Self.few, Self.colors(of: self.quality)))
    (self.dither, self.comment) = (dither, comment)
  }

  /// The options for a canvas that may be transparent, with a colour less for transparency.
  public func leavingRoom(forTransparency isNeeded: Bool) -> GIFOptions {
    guard isNeeded, !leavesRoom else { return self }
    var options = self
    (options.colors, options.leavesRoom) = (colors - 1, true)
    return options
  }

  // The most that substitutes add to the mean squared error over all pixels; divided by the share of
  // busy pixels it is the limit for each, so that all pictures lose about as many decibels.
  private var meanLoss: Float { quality == 100 ? 4 : 12 }
  private static let mostOfMeanLoss: Float = 5
  // Fitted to SSIMULACRA2: from 100 to 90, a step costs a ninth of a point of photographs and gradients.
  private static let slackOfStep = 2
  // From here on, colours that fit their palette stay as they are, and those that nearly do nearly so.
  private static let exactQuality = 90

  /// How much farther from a pixel than its own colour another of the palette may be, as a weighted square
  /// of levels, so that LZW goes on.
  func slack(_ palette: Palette) -> Int {
    let least = Int(meanLoss * min(1 / max(palette.busyShare, 0.01), Self.mostOfMeanLoss))
    return least + (palette.isRough ? (100 - quality) * Self.slackOfStep + extraSlack : exactSlack)
  }

  /// The same where every pixel has its own colour: where none has lost anything so far, nine times the
  /// step looks as good.
  var exactSlack: Int { max(0, Self.exactQuality - quality) * 9 * Self.slackOfStep + extraSlack }

  private var extraSlack: Int {
    let lost = max(0, Self.exactQuality - quality)
    return 2 * lost * lost
  }

  /// The greatest number of colours that a quality has: below 90, fewer colours and more slack together
  /// look better at the same bytes than either alone.
  private static func colors(of quality: Int) -> Int {
    let square = min(quality, exactQuality) * min(quality, exactQuality)
    return 256 * square * square / (exactQuality * exactQuality * exactQuality * exactQuality)
  }

  // With fewer colours than this, none is spent on transparency: frames are repainted as a whole.
  private static let few = 8

  /// Whether frames of too many colours are painted whole, so that no colour is spent on
  /// transparency.
  var areFew: Bool { colors < Self.few }

  /// Whether all frames of too many colours share a palette: with palettes of their own, what
  /// stands still and is painted again would flicker.
  var sharesPalette: Bool { leavesRoom || areFew }

  /// How many colours an image may have beside an index for transparency.
  func colors(besidesTransparency hasTransparency: Bool) -> Int {
    hasTransparency && !leavesRoom ? colors - 1 : colors
  }
}
