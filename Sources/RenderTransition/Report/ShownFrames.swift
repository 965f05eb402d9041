import Codecs
import Pixels
import SceneFormat

/// The pictures of a file that was written, in the order in which they show.
enum ShownFrames: ~Copyable {
  case gif(GIFReader)
  case apng(APNGReader)
  /// The folder, the number of the next picture, and how long each of them shows.
  case frames(String, Int, [Double])

  /// Opens what `request` wrote; nil for what cannot be read again.
  ///
  /// A folder is handed how long its pictures show, `delays`.
  init?(of request: OutputRequest, delays: [Double]) throws {
    // What is written through, such as a pipe, is gone.
    guard let path = request.destination.path, let status = FileStatus(path),
      status.isRegular || status.isFolder
    else { return nil }
    switch request.format {
    case .gif: self = .gif(try GIFReader(Self.bytes(of: path), limits: Self.limits))
    case .apng: self = .apng(try APNGReader(Self.bytes(of: path), limits: Self.limits))
    case .frames: self = .frames(path, 0, delays)
    case .y4m, .rgba, .png: return nil
    }
  }

  private static var limits: ImageLimits {
    ImageLimits(fileBytes: .max, pixels: .max, frames: .max)
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
    case .frames(let folder, let index, let delays):
      self = .frames(folder, index + 1, delays)
      guard index < delays.count else { return nil }
      let file = try Self.bytes(of: "\(folder)/\(PNGSequenceSink.name(ofFrame: index))")
      return (try PNGImage(png: file, limits: Self.limits).premultiplied, delays[index])
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let handle = try FileHandle.reading(path)
    defer { handle.close() }
    return try handle.readAll(limit: .max)
  }
}
