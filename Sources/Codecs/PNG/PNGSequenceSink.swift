internal import Pixels

/// Writes each frame as a PNG, and a list of the frames.
///
/// The files are `frame-00000.png` and so on, and `manifest.json` with the time, the delay and the
/// pixel hash of each frame.
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
  private var manifest: [String] = []
  private var latest: Picture?

  /// A sink for frames of this size.
  public init(width: Int, height: Int, compression: PNGCompression = .standard) {
    (self.width, self.height) = (width, height)
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
    let start = Decimals.text(of: part.start)
    let delay = Decimals.text(of: part.end - part.start)
    manifest.append(
      """
          { "file": "\(part.name)", "time": \(start), "delay": \(delay), "hash": "\(latest.hash)" }
      """)
    return [.file(name: part.name, latest.file)]
  }

  /// Writes the list.
  public mutating func finish() throws -> [SinkOutput] {
    let text = """
      {
        "width": \(width),
        "height": \(height),
        "frames": [
      \(manifest.joined(separator: ",\n"))
        ]
      }

      """
    return [.file(name: "manifest.json", Array(text.utf8))]
  }
}
