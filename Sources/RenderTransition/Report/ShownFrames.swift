import Codecs
import Pixels

/// The pictures of a file that was written, in the order in which they show.
enum ShownFrames: ~Copyable {
  case gif(GIFReader)
  case apng(APNGReader)

  /// Opens what `request` wrote; nil for what cannot be read again.
  init?(of request: OutputRequest) throws {
    guard case .path(let path) = request.destination else { return nil }
    let limits = ImageLimits(fileBytes: .max, pixels: .max, frames: .max)
    switch request.format {
    case .gif: self = .gif(try GIFReader(Self.bytes(of: path), limits: limits))
    case .apng: self = .apng(try APNGReader(Self.bytes(of: path), limits: limits))
    case .frames, .y4m, .rgba, .png: return nil
    }
  }

  /// The next picture, and how long it shows.
  mutating func next() throws -> (pixels: Pixmap, seconds: Double)? {
    switch consume self {
    case .gif(var reader):
      let frame = Result { try reader.next() }
      self = .gif(reader)
      return try frame.get().map { ($0.pixels, Double($0.delayCentiseconds) / 100) }
    case .apng(var reader):
      let frame = Result { try reader.nextFrame() }
      self = .apng(reader)
      return try frame.get().map { ($0.pixels, $0.delaySeconds) }
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let handle = try FileHandle.reading(path)
    defer { handle.close() }
    return try handle.readAll(limit: .max)
  }
}
