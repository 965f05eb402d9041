internal import Formatting
public import Pixels

/// Writes a picture as a PNG; the same picture always gives the same bytes.
public struct PNGWriter: Hashable, Sendable {
  /// How much time is spent on the size.
  public var compression: PNGCompression

  /// A writer.
  public init(compression: PNGCompression = .standard) {
    self.compression = compression
  }

  /// A PNG file of a frame; colours are divided by alpha, rounded to nearest.
  public func file(
    of pixmap: Pixmap, by workers: Workers<[UInt8]> = inTurn
  ) throws(PNGError) -> [UInt8] {
    try file(of: StraightImage(pixmap), by: workers)
  }

  /// A PNG file that decodes to exactly this picture; bands of a large photograph are given to
  /// `workers`.
  public func file(
    of image: StraightImage, by workers: Workers<[UInt8]> = inTurn
  ) throws(PNGError) -> [UInt8] {
    let (width, height) = (image.width, image.height)
    guard width > 0, height > 0 else { throw .noPixels }
    let format = PixelFormat(ColorSummary(straight: image.bytes))
    let lines = Scanlines(width: width, height: height, rgba: image.bytes, format: format)
    let kind = try lines.kind().kind
    let opening = Self.opening(format, width: width, height: height)
    let bands = lines.bands
    guard bands.count > 1, compression.level(kind, isPatch: false) == nil else {
      var file = opening
      PNGChunk("IDAT", try compression.stream(of: lines, kind)).write(to: &file)
      PNGChunk("IEND").write(to: &file)
      return file
    }
    // A chunk for each band, with the checksum of its rows behind it, and one for that of all rows.
    return Self.joined(
      opening,
      workers(bands.count) { band in
        let rows = lines.filtered(by: kind.filter, rows: bands[band])
        var part: [UInt8] = []
        let isLast = band == bands.count - 1
        PNGChunk("IDAT", RunLengthDeflate.part(rows, isFirst: band == 0, isLast: isLast))
          .write(to: &part)
        part.append(bigEndian: Zlib.adler32(rows))
        return part
      }, rowBytes: bands.map { $0.count * lines.lineBytes })
  }

  private static func joined(
    _ opening: [UInt8], _ parts: consuming [[UInt8]], rowBytes counts: [Int]
  ) -> [UInt8] {
    var (file, sum) = (opening, UInt32(1))
    file.reserveCapacity(parts.reduce(opening.count + 32) { $0 + $1.count })
    for (band, count) in counts.enumerated() {
      let end = parts[band].count - 4
      file += parts[band][..<end]
      sum = Zlib.adler32(sum, followedBy: parts[band].bigEndian32(at: end), of: count)
      // Each is given back as soon as it is copied, for all together are as large as the file.
      parts[band] = []
    }
    var checksum: [UInt8] = []
    checksum.append(bigEndian: sum)
    PNGChunk("IDAT", checksum).write(to: &file)
    PNGChunk("IEND").write(to: &file)
    return file
  }

  /// The signature and the chunks in front of the pixels.
  static func opening(_ format: PixelFormat, width: Int, height: Int) -> [UInt8] {
    var file = PNGHeader.signature
    format.header(width: width, height: height).write(to: &file)
    // 0 is "perceptual", the usual rendering intent of pictures.
    PNGChunk("sRGB", [0]).write(to: &file)
    for chunk in format.paletteChunks { chunk.write(to: &file) }
    return file
  }
}

/// How much time a PNG may take for the sake of its size.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// The shortest time.
  case fast
  /// A good size in a short time.
  case standard = "default"
  /// A smaller size in two to five times the time.
  case small
  /// The smallest size, whatever the time.
  case best

  /// The rows as a zlib stream; the patches of an animation have less to repeat than pictures.
  func stream(
    of lines: Scanlines, _ kind: PictureKind, isPatch: Bool = false
  ) throws(PNGError) -> [UInt8] {
    let rows = lines.filtered(by: kind.filter)
    guard let level = level(kind, isPatch: isPatch) else { return RunLengthDeflate.zlib(rows) }
    return try Zlib.compressed(rows, level: level)
  }

  /// libdeflate's level; nil for the run-length deflate.
  ///
  /// Over the example scenes, levels 1, 4, 5, 6, 7 and 9 make drawings 1.17, 1.06, 1.03, 1.02, 1
  /// and .99 times as large in .5, .6, .6, .7, 1 and 3.2 times the time.
  func level(_ kind: PictureKind, isPatch: Bool) -> Int32? {
    switch self {
    case .fast: kind == .photograph ? nil : 5
    case .standard: kind == .photograph ? nil : isPatch ? 9 : 7
    case .small: 9
    case .best: 12
    }
  }
}

/// Writes each frame as a PNG, and a list of the frames.
///
/// The files are `frame-00000.png` and so on, and `manifest.json` with the time, the delay and the
/// pixel hash of each frame, and the app events.
public struct PNGSequenceSink: FrameSink {
  /// A frame as a file, and its entry in the list.
  public struct Part: Sendable {
    var name: String
    var start: Double
    var end: Double
    /// The picture and its hash; nil where it is that of the frame before.
    var picture: Picture?
  }

  struct Picture: Sendable {
    var file: [UInt8]
    var hash: FrameHash
  }

  private let width: Int
  private let height: Int
  private let writer: PNGWriter
  private let events: [String]
  private var manifest: [String] = []
  private var latest: Picture?

  /// A sink for frames of this size; each of `events` is a JSON object in one line.
  public init(
    width: Int, height: Int, compression: PNGCompression = .standard, events: [String] = []
  ) {
    (self.width, self.height, self.events) = (width, height, events)
    writer = PNGWriter(compression: compression)
  }

  /// The name of a frame's file.
  public static func name(ofFrame index: Int) -> String {
    let digits = String(index)
    return "frame-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).png"
  }

  /// Writes the frame's file, unless the frame shows the same as the one before.
  public func encode(_ frame: Frame) throws -> Part {
    var part = Part(name: Self.name(ofFrame: frame.index), start: frame.start, end: frame.end)
    if !frame.isRepeated {
      part.picture = Picture(
        file: try writer.file(of: frame.pixels), hash: FrameHash(frame.pixels))
    }
    return part
  }

  /// Hands on the file, and adds the frame to the list.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    latest = part.picture ?? latest
    guard let latest else { return [] }
    let (start, delay) = (Self.text(of: part.start), Self.text(of: part.end - part.start))
    manifest.append(
      """
          { "file": "\(part.name)", "time": \(start), "delay": \(delay), "hash": "\(latest.hash)" }
      """)
    return [.file(name: part.name, latest.file)]
  }

  /// A number of seconds with at most nine decimals and no zeros at the end; 0 for nonsense.
  static func text(of seconds: Double) -> String {
    guard seconds.isFinite else { return "0" }
    let digits = NumberFormat.fixed(min(max(seconds, -1e9), 1e9), decimals: 9)
    let shortest = digits.prefix(through: digits.lastIndex { $0 != "0" } ?? digits.startIndex)
    return String(shortest.last == "." ? shortest.dropLast() : shortest)
  }

  /// Writes the list.
  public mutating func finish() throws -> [SinkOutput] {
    let told = events.isEmpty ? "" : "\n    \(events.joined(separator: ",\n    "))\n  "
    let text = """
      {
        "width": \(width),
        "height": \(height),
        "frames": [
      \(manifest.joined(separator: ",\n"))
        ],
        "events": [\(told)]
      }

      """
    return [.file(name: "manifest.json", Array(text.utf8))]
  }
}
