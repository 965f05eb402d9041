public import Pixels

/// A frame on its way into a file.
public struct Frame: Sendable {
  /// Its place in the run, from 0.
  public var index: Int
  /// The pixels.
  public var pixels: Pixmap
  /// The pixels of the frame before; nil for the first.
  public var previous: Pixmap?
  /// Where it can differ from the frame before: a promise that outside nothing changed.
  public var damage: PixelRect
  /// When it begins to show, in seconds.
  public var start: Double
  /// When it ceases to show, in seconds.
  public var end: Double
  /// Returns the time in seconds; nil if the duration of the work is not measured.
  public var clock: (@Sendable () -> Double)?
  /// The owners of the pixel buffers of this frame and of the one before.
  ///
  /// Buffers are reused when their owners are released. Retaining only the pixels is safe, but
  /// triggers copy-on-write.
  public var bufferOwners: [any Sendable] = []

  /// A frame.
  public init(
    index: Int, pixels: Pixmap, previous: Pixmap?, damage: PixelRect, start: Double, end: Double
  ) {
    (self.index, self.pixels, self.previous) = (index, pixels, previous)
    (self.damage, self.start, self.end) = (damage, start, end)
  }
}

extension Frame {
  /// Whether it only prolongs the frame before: it promises that nothing changed.
  var isRepeated: Bool { index > 0 && damage.intersection(pixels.bounds).isEmpty }

  /// Whether it and the frame before have this size.
  func hasSize(_ width: Int, _ height: Int) -> Bool {
    [pixels, previous ?? pixels].allSatisfy { $0.width == width && $0.height == height }
  }
}

/// Bytes that a sink has ready for writing.
public enum SinkOutput: Hashable, Sendable {
  /// More of the one file.
  case bytes([UInt8])
  /// A whole file in the folder.
  case file(name: String, [UInt8])
}

/// An encoder: the costly part of a frame runs side by side with others, the rest in order.
public protocol FrameSink: Sendable {
  /// A frame, encoded as far as it can be without knowing the ones before.
  associatedtype Part: Sendable

  /// Whether encoding a frame needs the one before.
  static var looksBack: Bool { get }

  /// Encodes what depends on this frame and the one before alone; called in any order, on any
  /// thread, and always with the same answer.
  func encode(_ frame: Frame) throws -> Part

  /// Takes the parts in order, and says what can be written.
  mutating func append(_ part: Part) throws -> [SinkOutput]

  /// Says what is left to be written when all parts are in.
  mutating func finish() throws -> [SinkOutput]

  /// Statistics of a part.
  static func facts(of part: Part) -> FrameFacts
}

extension FrameSink {
  /// True unless an encoder says otherwise.
  public static var looksBack: Bool { true }

  /// Nothing is known, unless an encoder says otherwise.
  public static func facts(of part: Part) -> FrameFacts { FrameFacts() }
}

/// Statistics of an encoded frame.
public struct FrameFacts: Hashable, Sendable {
  /// Where a frame's colours come from.
  public enum PaletteSource: String, Hashable, Sendable, CaseIterable {
    /// The file's own table, which has all of them.
    case global
    /// A table of the frame's own, which has all of them.
    case exact
    /// A table of the frame's own, which has the nearest ones.
    case local
  }

  /// The colours in use; nil for a format without a palette.
  public var colors: Int?
  /// Where they come from; nil for a format without a palette.
  public var palette: PaletteSource?
  /// How long it took to choose them, in seconds; 0 without a clock.
  public var quantizingSeconds = 0.0

  /// Nothing is known.
  public init() {}
}

/// How a player disposes of a frame's area before the next frame.
///
/// The raw values are those of APNG; GIF counts from 1, and treats 0 as 1.
enum Disposal: UInt8, Hashable, Sendable, CaseIterable {
  /// Leaves the area.
  case none
  /// Makes the area transparent.
  case background
  /// Restores what the area showed before the frame.
  case previous

  /// The number in a GIF's graphic control extension.
  var gifCode: UInt8 { rawValue + 1 }

  /// The method of a GIF; undefined numbers leave the area.
  init(gifCode: UInt8) { self = gifCode == 0 ? .none : Self(rawValue: gifCode - 1) ?? .none }
}

/// How much of a picture a lossy format may lose.
public enum Quality: Hashable, Sendable {
  /// From 0, the fewest bytes, to 100, the least loss.
  case lossy(Int)
  /// Nothing is lost.
  case lossless

  /// The quality unless another is asked for.
  public static let standard = Quality.lossy(90)

  /// From 0 to 100.
  package var number: Int {
    switch self {
    case .lossy(let number): number
    case .lossless: 100
    }
  }

  /// The quality that is written as `text`: a whole number from 0 to 100, or `lossless`.
  public init?(_ text: String) {
    if text == "lossless" {
      self = .lossless
    } else if text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      number <= 100
    {
      self = .lossy(number)
    } else {
      return nil
    }
  }
}
