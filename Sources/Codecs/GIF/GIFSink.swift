internal import Pixels

/// Writes frames as an animated GIF.
///
/// Each frame stores the rectangle that changed, with a palette of its own unless the file's one
/// holds all of its colours. Quantising is a function of colour and place alone, so that what
/// stands still in the source stands still in the file. Pixels of which less than half is there
/// (alpha below 128) are transparent, all others opaque. Where some may be, every image names an index
/// that is: many players take what no image has painted for the first colour otherwise.
public struct GIFSink: FrameSink {
  /// A frame, packed.
  public struct Part: Sendable {
    var picture: GIFPicture?
    /// Whether pixels that showed before have gone, so that the canvas must be cleared first.
    var needsClearCanvas = false
    /// Whether the picture holds all that is to be seen.
    var isWhole = false
    /// What was expected of all that was painted before: that it is exact.
    var isPastExact = true
    /// When it shows, in seconds.
    var start, end: Double
    /// What it is painted from, if it may have to be painted anew.
    var frame: Frame?

    fileprivate init(of frame: Frame) { (start, end) = (frame.start, frame.end) }
  }

  // A colour that fills a five hundredth of all that is seen is worth its place in every palette.
  private static let steadyShare = 0.002
  // One that fills a four hundredth of a frame is an area's, even where a strip of it is painted.
  private static let areaShare = 0.0025
  // Over the three channels together: about 65 dB.
  private static let plainLoss: Float = 0.06

  private let width: Int
  private let height: Int
  private let options: GIFOptions
  private let isOpaque: Bool
  private let shared: ColorTable
  private let steady: [UInt32]
  private let areas: [UInt32]
  /// What becomes of colours in all frames, where these share a palette.
  private let constant: Quantizer?
  /// How near colours have to be to those of what was drawn.
  private let fineness: DrawnTolerance.Fineness
  /// Whether some samples have too many colours to be exact, and the first frame known to be so.
  private let hasLocal: Bool
  private let firstLocal: Int?
  private var pending: Part?
  /// Whether every pixel shows its own colour so far.
  private var isExact = true
  private var clock: GIFClock?

  /// A sink for frames of this size.
  ///
  /// `samples` are of a few frames from all over the run, and made with the same options: if all of
  /// them together have few enough colours, these become the file's own palette. To know which frames
  /// they are saves time, and so does to know that nothing may show through any of the frames, where
  /// `isOpaque` says so.
  public init(
    width: Int, height: Int, options: GIFOptions = GIFOptions(), isOpaque: Bool = false,
    samples: [GIFSample] = []
  ) throws(GIFError) {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw .badCanvas(width: width, height: height)
    }
    (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
    let options = options.leavingRoom(forTransparency: !isOpaque)
    self.options = options
    shared = ColorTable(of: samples, atMost: options.colors)
    steady = FlatColors(of: samples.map(\.flats)).colors(
      greaterThan: Self.steadyShare, atMost: options.colors / 16)
    constant = Self.constant(samples, options, steady: steady)
    areas = Self.areas(of: samples, atMost: options.colors / 4)
    fineness = Self.fineness(samples, options)
    let local = samples.first { $0.table == nil }
    hasLocal = local != nil
    firstLocal = local?.index
  }

  /// As fine as can be where one palette for all frames would lose next to nothing.
  ///
  /// Others lose as little there. Where the run is exact at rest, what moves in between needs less.
  private static func fineness(
    _ samples: [GIFSample], _ options: GIFOptions
  ) -> DrawnTolerance.Fineness {
    guard !samples.isEmpty, let all = ColorTally(of: samples.map(\.tally)),
      all.loss(in: options.colors) <= plainLoss
    else { return .usual }
    return samples.contains { $0.table != nil } ? .fine : .finest
  }

  /// One palette for all frames, where they share one and colours are too many.
  ///
  /// What vanishes from a frame makes the next ones paint anew what stands still: in palettes of their own,
  /// it would flicker. And so it would where no colour can be spared for what stays.
  private static func constant(
    _ samples: [GIFSample], _ options: GIFOptions, steady: [UInt32]
  ) -> Quantizer? {
    guard samples.contains(where: { $0.table == nil }) else { return nil }
    let cells = samples.compactMap(\.cells)
    guard cells.count == samples.count else { return nil }
    let design = PaletteDesign(ColorCells(of: cells), count: options.colors, steady: steady)
    // What the rows above lost is no matter of a pixel's own.
    return Quantizer(design, dither: options.dither == .ordered ? .ordered : .none)
  }

  /// The colours of areas in any of some samples.
  private static func areas(of samples: [GIFSample], atMost limit: Int) -> [UInt32] {
    var known = Set<UInt32>()
    return samples.flatMap { $0.flats.colors(greaterThan: areaShare, atMost: limit) }.filter {
      known.insert($0).inserted
    }
  }

  /// Packs what differs from the frame before.
  public func encode(_ frame: Frame) throws -> Part {
    guard frame.pixels.width == width, frame.pixels.height == height else {
      throw GIFError.wrongSize(frame: frame.index)
    }
    let change = FrameChange(frame, isOpaque: isOpaque)
    var part = Part(of: frame)
    if !isOpaque { part.frame = frame }
    guard let area = change.area else { return part }
    let base = change.hasVanished ? nil : frame.previous
    var painter = painter(for: frame)
    painter.isPastExact = base.map { expectsExact(until: $0, before: frame.index) } ?? true
    let picture = painter.picture(of: frame.pixels, over: base, in: area)
    (part.picture, part.isPastExact) = (picture, painter.isPastExact)
    (part.needsClearCanvas, part.isWhole) = (change.hasVanished, base == nil)
    // Colours of its own, or a whole picture, are right whatever was there before.
    if picture.facts.palette != .local, !part.isWhole { part.frame = frame }
    return part
  }

  /// Whether all that is painted until `previous` is likely to be exact.
  ///
  /// Whoever appends the parts knows it, but has no time to paint again.
  private func expectsExact(until previous: Pixmap, before index: Int) -> Bool {
    if let firstLocal, index > firstLocal { return false }
    return !hasLocal || Self.isExact(previous, options)
  }

  private static func isExact(_ pixels: Pixmap, _ options: GIFOptions) -> Bool {
    GIFCanvas(pixels: pixels, base: nil, area: pixels.bounds).colors(atMost: options.colors) != nil
  }

  /// The frame's palette, and how long it took to choose it.
  public static func facts(of part: Part) -> FrameFacts { part.picture?.facts ?? FrameFacts() }

  /// Takes the next frame; what comes out is the one before it, whose end is known only now.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    guard var last = pending else {
      pending = part
      clock = GIFClock(start: part.start)
      return [.bytes(opening())]
    }
    guard part.picture != nil else {
      last.end = part.end
      pending = last
      return []
    }
    pending = part
    if part.needsClearCanvas, !last.isWhole, let frame = last.frame { last.picture = whole(frame) }
    last = settled(last)
    return [.bytes(images(of: last, disposal: part.needsClearCanvas ? .clear : .keep))]
  }

  /// Writes the last frame and the end of the file.
  public mutating func finish() throws -> [SinkOutput] {
    guard let last = pending else { throw GIFError.noFrames }
    pending = nil
    return [.bytes(images(of: settled(last), disposal: .keep) + [0x3B])]
  }

  /// A part that leaves alone what stands still, even where what was painted before is not exact.
  ///
  /// Otherwise, what was painted by a near colour would change to its own one, and flicker.
  private mutating func settled(_ part: Part) -> Part {
    guard let picture = part.picture else { return part }
    if picture.facts.palette == .local { isExact = false } else if part.isWhole { isExact = true }
    guard !part.isWhole, part.isPastExact != isExact, picture.facts.palette != .local,
      let frame = part.frame
    else { return part }
    var part = part
    var painter = painter(for: frame)
    painter.isPastExact = isExact
    part.picture = painter.picture(of: frame.pixels, over: frame.previous, in: picture.area)
    return part
  }

  private func painter(for frame: Frame) -> GIFPainter {
    GIFPainter(
      shared: shared, options: options, steady: steady, areas: areas, fineness: fineness,
      constant: constant, clock: frame.clock)
  }

  /// All that a frame shows, to be cleared away in one piece.
  private func whole(_ frame: Frame) -> GIFPicture? {
    let alone = Frame(
      index: frame.index, pixels: frame.pixels, previous: nil, damage: frame.pixels.bounds,
      start: frame.start, end: frame.end)
    guard let area = FrameChange(alone).area else { return nil }
    return painter(for: frame).picture(of: frame.pixels, over: nil, in: area)
  }

  private mutating func images(of part: Part, disposal: GIFPicture.Disposal) -> [UInt8] {
    var bytes: [UInt8] = []
    let delays = clock?.delays(until: part.end) ?? []
    // What shows for too long for one delay goes on showing while nothing is painted; what is to be cleared
    // then is painted again.
    for (place, delay) in delays.enumerated() {
      let isLast = place == delays.count - 1
      let isNothing = place > 0 && disposal == .keep
      let picture = isNothing ? part.picture.map { .nothing(in: $0.area) } : part.picture
      picture?.write(
        to: &bytes, delay: delay, disposal: isLast ? disposal : .keep, isOpaque: isOpaque)
    }
    return bytes
  }

  private func opening() -> [UInt8] {
    var file = Array("GIF89a".utf8)
    file.append(littleEndian: UInt16(truncatingIfNeeded: width))
    file.append(littleEndian: UInt16(truncatingIfNeeded: height))
    let colors = isOpaque || shared.colors.isEmpty ? shared.colors : shared.colors + [0]
    let size = GIFColorTable.sizeField(of: colors.count)
    file += [colors.isEmpty ? 0x70 : 0xF0 | size, 0, 0]
    if !colors.isEmpty { GIFColorTable.write(colors, to: &file) }
    return file + loopExtension() + commentExtension()
  }

  /// Players read the number as repetitions after the first time, and its absence as none.
  private func loopExtension() -> [UInt8] {
    guard options.loop != 1 else { return [] }
    var bytes: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    bytes.append(littleEndian: UInt16(clamping: max(0, options.loop - 1)))
    return bytes + [0]
  }

  private func commentExtension() -> [UInt8] {
    guard let comment = options.comment, !comment.isEmpty else { return [] }
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
