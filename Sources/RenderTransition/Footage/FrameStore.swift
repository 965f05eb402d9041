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

  /// The part of a frame that is to be stored.
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
  private let state: Mutex<StoredFrames>

  /// A store for frames of this size, `memoryBytes` of which are in memory.
  init(width: Int, height: Int, memoryBytes: Double, limits: Limits) {
    (self.width, self.height) = (width, height)
    areas = stride(from: 0, to: height, by: Self.bandRows).map {
      PixelRect(x: 0, y: $0, width: width, height: min(Self.bandRows, height - $0))
    }
    state = Mutex(StoredFrames(memory: memoryBytes, raw: limits[.temporaryBytes], areas: areas))
  }

  private static let bandRows = 32

  /// The bytes of raw frames in the temporary file.
  var rawBytes: Double { state.withLock { $0.raw.taken } }

  /// Whether so many more frames are at least in part stored as PNGs.
  func compresses(_ count: Int) -> Bool {
    let bytes = Double(count * width * height * 4)
    return state.withLock { $0.memory.left + $0.raw.left < bytes }
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

  /// Adds a frame to the end.
  func append(_ change: Change) throws -> Frame {
    try state.withLock { try $0.append(change.frame, change.bands, change.files) }
  }

  /// Moves frames from memory to the file, the last ones first, until `bytes` are left there.
  func keepInMemory(atMost bytes: Double) throws {
    try state.withLock { try $0.keepInMemory(atMost: bytes) }
  }

  /// A frame, over what `spare` holds if it is not there in one piece.
  func pixels(of frame: Frame, over spare: consuming Pixmap) throws -> Pixmap {
    let (picture, bands, file) = state.withLock { $0[frame.number] }
    if let picture { return picture }
    var pixels = spare
    if pixels.width != width || pixels.height != height {
      pixels = Pixmap(unwrittenWidth: width, height: height)
    }
    for (band, area) in zip(bands, areas) {
      let (rows, y) = try band.rows(width, area.height, in: file)
      let part = PixelRect(x: 0, y: y, width: width, height: area.height)
      pixels.copy(rows, from: part, toX: 0, y: area.y)
    }
    return pixels
  }

  /// Where two frames can differ.
  func damage(_ one: Frame, _ other: Frame) -> PixelRect {
    let (one, other) = state.withLock {
      ($0.frames[one.number].bands, $0.frames[other.number].bands)
    }
    return areas.indices.reduce(.empty) {
      one[$1] == other[$1] ? $0 : $0.union(areas[$1])
    }
  }
}

private func png(of rows: Pixmap) throws -> [UInt8] {
  try PNGWriter(compression: .fast).file(of: rows)
}

/// Some rows of a frame.
private enum Band: Sendable {
  /// The rows of a picture from `y` on.
  case memory(Pixmap, y: Int)
  case file(Range<Int>, isRaw: Bool)

  /// A picture that has the rows from a place on.
  func rows(_ width: Int, _ height: Int, in file: TemporaryFile?) throws -> (Pixmap, y: Int) {
    switch self {
    case .memory(let picture, let y): return (picture, y)
    case .file(let place, let isRaw):
      let bytes = try file?.handle.read(at: place) ?? []
      guard isRaw else { return (try PNGImage(png: bytes).premultiplied, 0) }
      guard let rows = Pixmap(width: width, height: height, premultiplied: bytes) else {
        throw FileError(.read, "a temporary file", .system(EIO))
      }
      return (rows, 0)
    }
  }
}

/// The frames of a store, and the room that is left for more.
private struct StoredFrames: Sendable {
  /// Bytes that may be taken.
  struct Room: Sendable {
    var most: Double
    var taken = 0.0
    var left: Double { most - taken }

    /// Takes `count` bytes if there is room for them.
    mutating func take(_ count: Int) -> Bool {
      guard Double(count) <= left else { return false }
      taken += Double(count)
      return true
    }
  }

  struct Stored: Sendable {
    /// All of it, if it is in memory in one piece.
    var picture: Pixmap?
    /// Its bands by their numbers.
    var bands: [Int]
    /// The numbers of those that are not as in the frame before.
    let changed: Range<Int>
  }

  private(set) var frames: [Stored] = []
  private(set) var memory, raw: Room
  private let areas: [PixelRect]
  private var bands: [Band] = []
  private var file: TemporaryFile?
  private var end = 0

  init(memory: Double, raw: Double, areas: [PixelRect]) {
    (self.memory, self.raw, self.areas) = (Room(most: memory), Room(most: raw), areas)
  }

  /// A frame in one piece, if it is there, its bands, and the file that some of them are in.
  subscript(number: Int) -> (Pixmap?, [Band], TemporaryFile?) {
    let frame = frames[number]
    return (frame.picture, frame.picture == nil ? frame.bands.map { bands[$0] } : [], file)
  }

  mutating func append(
    _ picture: Pixmap, _ changed: [Int], _ files: [[UInt8]]?
  ) throws -> FrameStore.Frame {
    var frame = Stored(
      bands: frames.last?.bands ?? Array(repeating: 0, count: areas.count),
      changed: bands.count..<bands.count + changed.count)
    // Keeping all of it takes no copies, and less than twice the room where most has changed.
    if files == nil, 2 * changed.count > areas.count, memory.take(picture.bytes.count) {
      frame.picture = picture
    }
    for (index, band) in changed.enumerated() {
      frame.bands[band] = bands.count
      bands.append(
        frame.picture != nil
          ? .memory(picture, y: areas[band].y)
          : try stored(picture.cropped(to: areas[band]), files?[index]))
    }
    frames.append(frame)
    return FrameStore.Frame(number: frames.count - 1)
  }

  /// A band where there is room for it; `file` is its PNG, if it is to be that.
  private mutating func stored(_ rows: Pixmap, _ png: [UInt8]?) throws -> Band {
    let count = rows.bytes.count
    if png == nil, memory.take(count) { return .memory(rows, y: 0) }
    let isRaw = png == nil && raw.take(count)
    let bytes = try png ?? (isRaw ? rows.bytes : RenderTransition.png(of: rows))
    let file = try file ?? TemporaryFile()
    try file.handle.write(bytes)
    self.file = file
    defer { end += bytes.count }
    return .file(end..<end + bytes.count, isRaw: isRaw)
  }

  mutating func keepInMemory(atMost bytes: Double) throws {
    memory.most = min(memory.most, bytes)
    for number in frames.indices.reversed() where memory.left < 0 {
      let frame = frames[number]
      frames[number].picture = nil
      memory.taken -= Double(frame.picture?.bytes.count ?? 0)
      for (number, area) in zip(frame.bands, areas) where frame.changed.contains(number) {
        guard case .memory(let picture, let y) = bands[number] else { continue }
        if frame.picture == nil { memory.taken -= Double(picture.bytes.count) }
        let part = PixelRect(x: 0, y: y, width: area.width, height: area.height)
        bands[number] = try stored(picture.cropped(to: part), nil)
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
