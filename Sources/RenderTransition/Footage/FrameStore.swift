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
  /// A frame, by its number.
  struct Frame: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// What is to be stored of a frame.
  struct Change: Sendable {
    fileprivate let frame: Pixmap
    /// The bands that are not as in the frame before.
    fileprivate let bands: [Int]
    /// These bands as PNGs; nil if they are stored as they are.
    fileprivate let files: [[UInt8]]?
  }

  /// The sides of every frame.
  let width, height: Int
  private let areas: [PixelRect]
  private let file: TemporaryFile
  private let stored: Mutex<StoredFrames>

  private static let bandRows = 32

  /// A store for frames of this size, of which so many bytes may be in memory, and raw in the file.
  init(width: Int, height: Int, memoryBytes: Double, rawBytes: Double) throws(FileError) {
    (self.width, self.height) = (width, height)
    areas = stride(from: 0, to: height, by: Self.bandRows).map {
      PixelRect(x: 0, y: $0, width: width, height: min(Self.bandRows, height - $0))
    }
    file = try TemporaryFile()
    stored = Mutex(
      StoredFrames(
        areas: areas, file: file, memory: Room(most: memoryBytes), raw: Room(most: rawBytes)))
  }

  /// How many raw bytes are in the file.
  var rawBytes: Double { stored.withLock { $0.raw.taken } }

  /// Whether of so many more frames some bands are stored as PNGs.
  func compresses(_ count: Int) -> Bool {
    let bytes = Double(count * width * height * 4)
    return stored.withLock { $0.memory.left + $0.raw.left < bytes }
  }

  /// Where `frame` differs from the frame before; nil if it does nowhere.
  func change(to frame: Pixmap, since previous: Pixmap?, compressed: Bool) throws -> Change? {
    let bands = areas.indices.filter { band in
      let bytes = frame.offset(0, areas[band].y)..<frame.offset(0, areas[band].maxY)
      return previous.map { $0.bytes[bytes] != frame.bytes[bytes] } ?? true
    }
    guard !bands.isEmpty else { return nil }
    let files = try compressed ? bands.map { try png(of: frame.cropped(to: areas[$0])) } : nil
    return Change(frame: frame, bands: bands, files: files)
  }

  /// Adds a frame.
  func append(_ change: Change) throws -> Frame {
    try stored.withLock { frames in
      try frames.append(change)
      return Frame(number: frames.count - 1)
    }
  }

  /// Moves frames from memory to the file, the last ones first, until `bytes` are left there.
  func keepInMemory(atMost bytes: Double) throws {
    try stored.withLock { try $0.keepInMemory(atMost: bytes) }
  }

  /// A frame, over what `spare` holds unless it is in memory in one piece.
  func pixels(of frame: Frame, over spare: consuming Pixmap) throws -> Pixmap {
    let (picture, bands) = stored.withLock { ($0.picture(frame.number), $0.bands(frame.number)) }
    if let picture { return picture }
    var pixels = spare
    if pixels.width != width || pixels.height != height {
      pixels = Pixmap(unwrittenWidth: width, height: height)
    }
    for (band, area) in zip(bands, areas) {
      let (rows, y) = try rows(of: band, like: area)
      let part = PixelRect(x: 0, y: y, width: width, height: area.height)
      pixels.copy(rows, from: part, toX: 0, y: area.y)
    }
    return pixels
  }

  /// A picture that has the rows of a band from a place on.
  private func rows(of band: Band, like area: PixelRect) throws -> (Pixmap, y: Int) {
    switch band {
    case .memory(let picture, let y): return (picture, y)
    case .png(let place): return (try PNGImage(png: file.handle.read(at: place)).premultiplied, 0)
    case .raw(let place):
      let bytes = try file.handle.read(at: place)
      guard let rows = Pixmap(width: width, height: area.height, premultiplied: bytes) else {
        throw FileError(.read, file.handle.path, .system(EIO))
      }
      return (rows, 0)
    }
  }

  /// Where two frames can differ.
  func damage(_ one: Frame, _ other: Frame) -> PixelRect {
    let numbers = stored.withLock { frames in [one, other].map { frames.numbers($0.number) } }
    return areas.indices.reduce(.empty) {
      numbers[0][$1] == numbers[1][$1] ? $0 : $0.union(areas[$1])
    }
  }
}

private func png(of rows: Pixmap) throws -> [UInt8] {
  try PNGWriter(compression: .fast).file(of: rows)
}

/// Where the rows of a band are.
private enum Band: Sendable {
  /// In a picture, from `y` on.
  case memory(Pixmap, y: Int)
  /// In the file.
  case raw(Range<Int>)
  case png(Range<Int>)
}

/// Bytes that may be taken.
private struct Room: Sendable {
  var most: Double
  var taken = 0.0
  var left: Double { most - taken }

  /// Takes `count` bytes if as many are left.
  mutating func take(_ count: Int) -> Bool {
    guard Double(count) <= left else { return false }
    taken += Double(count)
    return true
  }
}

/// The frames of a store.
private struct StoredFrames: Sendable {
  private struct Stored: Sendable {
    /// All of it, if it is in memory in one piece.
    var picture: Pixmap?
    /// Its bands by their numbers.
    var bands: [Int]
    /// The numbers of those that are not as in the frame before.
    let changed: Range<Int>
  }

  let areas: [PixelRect]
  let file: TemporaryFile
  private(set) var memory, raw: Room
  private var end = 0
  private var frames: [Stored] = []
  private var bands: [Band] = []

  init(areas: [PixelRect], file: TemporaryFile, memory: Room, raw: Room) {
    (self.areas, self.file, self.memory, self.raw) = (areas, file, memory, raw)
  }

  var count: Int { frames.count }
  func picture(_ frame: Int) -> Pixmap? { frames[frame].picture }
  func numbers(_ frame: Int) -> [Int] { frames[frame].bands }
  func bands(_ frame: Int) -> [Band] { frames[frame].bands.map { bands[$0] } }

  mutating func append(_ change: FrameStore.Change) throws {
    let picture = change.frame
    var frame = Stored(
      bands: frames.last?.bands ?? Array(repeating: 0, count: areas.count),
      changed: bands.count..<bands.count + change.bands.count)
    // Where most has changed, all of it is kept without a copy, in less than twice the room.
    if change.files == nil, 2 * change.bands.count > areas.count, memory.take(picture.bytes.count) {
      frame.picture = picture
    }
    for (index, band) in change.bands.enumerated() {
      let area = areas[band]
      frame.bands[band] = bands.count
      bands.append(
        frame.picture != nil
          ? .memory(picture, y: area.y)
          : try place(picture.cropped(to: area), change.files?[index]))
    }
    frames.append(frame)
  }

  /// Stores a band where there is room for it; as the PNG that is given, if there is one.
  private mutating func place(_ rows: Pixmap, _ given: [UInt8]? = nil) throws -> Band {
    let count = rows.bytes.count
    if given == nil, memory.take(count) { return .memory(rows, y: 0) }
    let isRaw = given == nil && raw.take(count)
    let bytes = try given ?? (isRaw ? rows.bytes : png(of: rows))
    try file.handle.write(bytes)
    defer { end += bytes.count }
    return isRaw ? .raw(end..<end + bytes.count) : .png(end..<end + bytes.count)
  }

  mutating func keepInMemory(atMost bytes: Double) throws {
    memory.most = min(memory.most, bytes)
    for index in frames.indices.reversed() where memory.left < 0 {
      let frame = frames[index]
      frames[index].picture = nil
      memory.taken -= Double(frame.picture?.bytes.count ?? 0)
      for (number, area) in zip(frame.bands, areas) where frame.changed.contains(number) {
        guard case .memory(let picture, let y) = bands[number] else { continue }
        if frame.picture == nil { memory.taken -= Double(picture.bytes.count) }
        bands[number] = try place(
          picture.cropped(to: PixelRect(x: 0, y: y, width: area.width, height: area.height)))
      }
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
