import Codecs
import Glibc
import Pixels
import SceneFormat
import Synchronization

/// Decoded frames: any of them can be had, again and again.
///
/// A frame is stored in bands of rows. A band that is the same as in the frame before is stored
/// once: of a recording of a screen, that is most of them. Bands are in memory while there is room;
/// then in a temporary file, raw up to `--limit-temporary`, and as PNGs from there on.
final class FrameStore: Sendable {
  /// A frame, by the numbers of its bands.
  struct Frame: Hashable, Sendable {
    fileprivate var bands: [Int]
  }

  /// A band that is not as in the frame before: which one, its rows, and these as a PNG if they are not
  /// to be stored as they are.
  typealias Change = (index: Int, rows: Pixmap, png: [UInt8]?)

  /// The sides of every frame.
  let width, height: Int
  private let areas: [PixelRect]
  private let file: TemporaryFile
  private let stored: Mutex<StoredBands>

  private static let bandRows = 32

  /// A store for frames of this size, of which so many bytes may be in memory, and raw in the file.
  init(width: Int, height: Int, memoryBytes: Double, rawBytes: Double) throws(FileError) {
    (self.width, self.height) = (width, height)
    areas = stride(from: 0, to: height, by: Self.bandRows).map {
      PixelRect(x: 0, y: $0, width: width, height: min(Self.bandRows, height - $0))
    }
    file = try TemporaryFile()
    stored = Mutex(StoredBands(file: file.handle, memoryLeft: memoryBytes, rawLeft: rawBytes))
  }

  /// How many more raw bytes may be in the file.
  var rawBytesLeft: Double { stored.withLock(\.rawLeft) }

  /// Whether of so many more frames some bands are stored as PNGs.
  func compresses(_ count: Int) -> Bool {
    let bytes = Double(count * width * height * 4)
    return stored.withLock { $0.memoryLeft + $0.rawLeft < bytes }
  }

  /// Where `frame` differs from the frame before.
  func changes(to frame: Pixmap, since previous: Pixmap?, compressed: Bool) throws -> [Change] {
    try areas.indices.compactMap { index in
      let bytes = frame.offset(0, areas[index].y)..<frame.offset(0, areas[index].maxY)
      if let previous, previous.bytes[bytes] == frame.bytes[bytes] { return nil }
      let rows = frame.cropped(to: areas[index])
      return (index, rows, compressed ? try png(of: rows) : nil)
    }
  }

  /// Adds a frame that is as `previous`, but for its changes.
  func append(_ changes: [Change], to previous: Frame?) throws -> Frame {
    var frame = previous ?? Frame(bands: Array(repeating: 0, count: areas.count))
    try stored.withLock { stored in
      for change in changes {
        frame.bands[change.index] = stored.bands.count
        stored.bands.append(try stored.place(change.rows, change.png))
      }
    }
    return frame
  }

  /// Moves bands from memory to the file, the last ones first, until `bytes` are left there at most.
  func keepInMemory(atMost bytes: Double) throws {
    try stored.withLock { try $0.keepInMemory(atMost: bytes) }
  }

  /// A frame, over what `spare` holds.
  func pixels(of frame: Frame, over spare: consuming Pixmap) throws -> Pixmap {
    var pixels = spare
    if pixels.width != width || pixels.height != height {
      pixels = Pixmap(unwrittenWidth: width, height: height)
    }
    let bands = stored.withLock { stored in frame.bands.map { stored.bands[$0] } }
    for (band, area) in zip(bands, areas) {
      let rows = try rows(of: band, like: area)
      pixels.copy(rows, from: rows.bounds, toX: 0, y: area.y)
    }
    return pixels
  }

  private func rows(of band: Band, like area: PixelRect) throws -> Pixmap {
    switch band {
    case .memory(let rows): return rows
    case .png(let place): return try StraightImage(png: file.handle.read(at: place)).premultiplied
    case .raw(let place):
      let bytes = try file.handle.read(at: place)
      guard let rows = Pixmap(width: width, height: area.height, premultiplied: bytes) else {
        throw FileError(.read, file.handle.path, .system(EIO))
      }
      return rows
    }
  }

  /// Where two frames can differ.
  func damage(_ one: Frame, _ other: Frame) -> PixelRect {
    zip(zip(one.bands, other.bands), areas).reduce(.empty) {
      $1.0.0 == $1.0.1 ? $0 : $0.union($1.1)
    }
  }
}

private func png(of rows: Pixmap) throws -> [UInt8] {
  try PNGWriter(compression: .fast).file(of: rows)
}

/// Where the rows of a band are: in memory, or in the file.
private enum Band: Sendable {
  case memory(Pixmap)
  case raw(Range<Int>)
  case png(Range<Int>)
}

/// The bands of a store.
private struct StoredBands: Sendable {
  let file: FileHandle
  var bands: [Band] = []
  /// How many more bytes may be in memory, and raw in the file.
  var memoryLeft, rawLeft: Double
  private var memoryTaken = 0.0
  private var end = 0

  init(file: FileHandle, memoryLeft: Double, rawLeft: Double) {
    (self.file, self.memoryLeft, self.rawLeft) = (file, memoryLeft, rawLeft)
  }

  /// Stores a band where there is room for it; as the PNG that is given, if there is one.
  mutating func place(_ rows: Pixmap, _ given: [UInt8]? = nil) throws -> Band {
    let count = Double(rows.bytes.count)
    if given == nil, count <= memoryLeft {
      memoryLeft -= count
      memoryTaken += count
      return .memory(rows)
    }
    let isRaw = given == nil && count <= rawLeft
    if isRaw { rawLeft -= count }
    let bytes = try given ?? (isRaw ? rows.bytes : png(of: rows))
    try file.write(bytes)
    defer { end += bytes.count }
    return isRaw ? .raw(end..<end + bytes.count) : .png(end..<end + bytes.count)
  }

  mutating func keepInMemory(atMost bytes: Double) throws {
    memoryLeft = min(memoryLeft, bytes - memoryTaken)
    for index in bands.indices.reversed() where memoryLeft < 0 {
      guard case .memory(let rows) = bands[index] else { continue }
      bands[index] = try place(rows)
      memoryLeft += Double(rows.bytes.count)
      memoryTaken -= Double(rows.bytes.count)
    }
  }
}

/// A file without a name, which is gone when it is no longer used.
final class TemporaryFile: Sendable {
  let handle: FileHandle

  init() throws(FileError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
    handle = try .temporary(in: folder)
  }

  deinit { handle.close() }
}
