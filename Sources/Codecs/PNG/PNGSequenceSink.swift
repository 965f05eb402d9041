internal import Pixels

/// Writes each frame as a PNG of its own, and a list of them.
///
/// The files are `frame-00000.png` and so on, and `manifest.json` with the time, the delay and the
/// pixel hash of each frame.
public struct PNGSequenceSink: FrameSink {
  /// A frame as a file, and what the list says of it.
  public struct Part: Sendable {
    var name: String
    /// Empty where the frame shows what the one before does, whose file is taken then.
    var file: [UInt8]
    var start: Double
    var end: Double
    /// Likewise nil.
    var hash: FrameHash?
  }

  private let width: Int
  private let height: Int
  private let writer: PNGWriter
  private let isOpaque: Bool
  private var manifest: [String] = []
  private var latest: (file: [UInt8], hash: FrameHash?) = ([], nil)

  /// A sink for frames of this size; `isOpaque` promises that nothing shows through any of them.
  public init(
    width: Int, height: Int, isOpaque: Bool = false, compression: PNGCompression = .standard
  ) {
    (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
    writer = PNGWriter(compression: compression)
  }

  /// The file of the frame with this number.
  public static func name(ofFrame index: Int) -> String {
    let digits = String(index)
    return "frame-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).png"
  }

  /// Makes a file of the frame.
  public func encode(_ frame: Frame) throws -> Part {
    let isRepeated =
      frame.index > 0 && frame.damage.intersection(frame.pixels.bounds).isEmpty
    var part = Part(
      name: Self.name(ofFrame: frame.index), file: [], start: frame.start, end: frame.end)
    guard !isRepeated else { return part }
    var hasher = FrameHasher(of: frame.pixels)
    part.file = try writer.file(of: frame.pixels, isOpaque: isOpaque) {
      hasher.absorb(frame.pixels, upTo: $0.upperBound)
    }
    part.hash = hasher.hash(of: frame.pixels)
    return part
  }

  /// Hands on the file, and notes it for the list.
  public mutating func append(_ part: Part) throws -> [SinkOutput] {
    if let hash = part.hash { latest = (part.file, hash) }
    let hash = latest.hash.map(\.description) ?? ""
    let start = Decimals.text(of: part.start)
    let delay = Decimals.text(of: part.end - part.start)
    manifest.append(
      """
          { "file": "\(part.name)", "time": \(start), "delay": \(delay), "hash": "\(hash)" }
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
