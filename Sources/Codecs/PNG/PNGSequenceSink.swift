internal import Pixels

/// Writes each frame as a PNG of its own, and a list of them.
///
/// The files are `frame-00000.png` and so on, and `manifest.json` with the time, the delay and the
/// pixel hash of each frame.
public struct PNGSequenceSink: FrameSink {
  /// A frame as a file, and what the list says of it.
  public struct Part: Sendable {
    var name: String
    var file: [UInt8]
    var start: Double
    var end: Double
    var hash: FrameHash
  }

  private let width: Int
  private let height: Int
  private let writer: PNGWriter
  private var manifest: [String] = []

  /// A sink for frames of this size.
  public init(width: Int, height: Int, compression: PNGCompression = .standard) {
    (self.width, self.height) = (width, height)
    writer = PNGWriter(compression: compression)
  }

  /// Makes a file of the frame.
  public func encode(_ frame: Frame) throws -> Part {
    let digits = String(frame.index)
    let zeros = String(repeating: "0", count: max(0, 5 - digits.count))
    return Part(
      name: "frame-\(zeros)\(digits).png", file: try writer.file(of: frame.pixels),
      start: frame.start, end: frame.end, hash: FrameHash(frame.pixels))
  }

  /// Hands on the file, and notes it for the list.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    let start = Decimals.text(of: part.start)
    let delay = Decimals.text(of: part.end - part.start)
    manifest.append(
      """
          { "file": "\(part.name)", "time": \(start), "delay": \(delay), "hash": "\(part.hash)" }
      """)
    return [.file(name: part.name, part.file)]
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
