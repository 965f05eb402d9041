import Codecs
import Glibc
import Pixels

/// Decoded frames in a temporary file: any of them can be had, again and again, and memory stays flat.
///
/// A frame is stored in bands of rows, each as a PNG. A band that is the same as in the frame before is
/// stored once: of a recording of a screen, that is most of them.
struct FrameStore: Sendable {
  /// A frame's bands by their places in the file.
  struct Frame: Hashable, Sendable {
    fileprivate var bands: [Range<Int>]
  }

  /// The sides of every frame.
  let width, height: Int
  /// The frames, in the order in which they came.
  private(set) var frames: [Frame] = []
  private let file: TemporaryFile
  private var end = 0

  private static let bandRows = 32

  /// A store for frames of this size.
  init(width: Int, height: Int) throws(FileError) {
    (self.width, self.height) = (width, height)
    file = try TemporaryFile()
  }

  /// The bands of a frame as PNGs, nil for those that are as in the frame before; nil if all of them are.
  static func bands(of frame: Pixmap, since previous: Pixmap?) throws -> [[UInt8]?]? {
    let writer = PNGWriter(compression: .fast)
    let bands = try areas(frame.width, frame.height).map { area -> [UInt8]? in
      let bytes = frame.offset(0, area.y)..<frame.offset(0, area.maxY)
      if let previous, frame.bytes[bytes] == previous.bytes[bytes] { return nil }
      return try writer.file(of: frame.cropped(to: area))
    }
    return bands.contains { $0 != nil } ? bands : nil
  }

  /// Adds a frame that `bands` has encoded.
  mutating func append(_ bands: [[UInt8]?]) throws(FileError) {
    var places = frames.last?.bands ?? Array(repeating: 0..<0, count: bands.count)
    for (index, band) in bands.enumerated() {
      guard let band else { continue }
      try file.handle.write(band)
      places[index] = end..<end + band.count
      end += band.count
    }
    frames.append(Frame(bands: places))
  }

  /// Decodes a frame, over what `spare` holds.
  func pixels(of frame: Frame, over spare: consuming Pixmap) throws -> Pixmap {
    var pixels = spare
    if pixels.width != width || pixels.height != height {
      pixels = Pixmap(unwrittenWidth: width, height: height)
    }
    for (place, area) in zip(frame.bands, Self.areas(width, height)) {
      let band = try PNGImage(png: file.handle.read(at: place)).premultiplied
      pixels.copy(band, from: band.bounds, toX: 0, y: area.y)
    }
    return pixels
  }

  /// Where two frames can differ.
  func damage(_ one: Frame, _ other: Frame) -> PixelRect {
    zip(zip(one.bands, other.bands), Self.areas(width, height)).reduce(.empty) {
      $1.0.0 == $1.0.1 ? $0 : $0.union($1.1)
    }
  }

  private static func areas(_ width: Int, _ height: Int) -> [PixelRect] {
    stride(from: 0, to: height, by: bandRows).map {
      PixelRect(x: 0, y: $0, width: width, height: min(bandRows, height - $0))
    }
  }
}

/// A file without a name, which is gone when it is no longer used.
private final class TemporaryFile: Sendable {
  let handle: FileHandle

  init() throws(FileError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
    handle = try .temporary(in: folder)
  }

  deinit { handle.close() }
}
