public import Pixels
public import SceneFormat

/// Frames from outside, one after the other.
public protocol FrameSource {
  /// How many frames a second are shown at most, unless a rate is asked for.
  var mostFPS: Double { get }

  /// The next frame; nil when there is none left.
  mutating func next() throws -> SourceFrame?

  /// Reads a pipe to its end, so that the program that writes into it does not fail.
  mutating func finish() throws
}

extension FrameSource {
  /// Any number.
  public var mostFPS: Double { .infinity }

  /// Nothing is left.
  public mutating func finish() {}
}

/// A frame from outside.
public struct SourceFrame: Sendable {
  /// How long it shows, in seconds; nil where the source does not say.
  public var seconds: Double?
  /// The file that it comes from, for messages; nil if there is only one.
  public var name: String?
  /// Whether it was compressed with loss, so that what stands still changes a little.
  public var isNoisy = false
  /// Decodes it, on any thread.
  public var pixels: @Sendable () throws -> Pixmap
  /// Reads the file that it is alone in, and that `pixels` decodes anew; nil if there is none.
  package var file: (@Sendable () throws -> [UInt8])?

  /// A frame that `pixels` decodes.
  public init(
    seconds: Double? = nil, name: String? = nil, pixels: @escaping @Sendable () throws -> Pixmap
  ) {
    (self.seconds, self.name, self.pixels) = (seconds, name, pixels)
  }

  // Zero-delay frames count as 100 ms, as in browsers.
  private static let zeroDelay = 0.1

  /// How long it shows, in seconds, at a rate if the source does not say; nil if nothing does.
  package func shownSeconds(fps: Double?) -> Double? {
    (seconds ?? fps.map { 1 / $0 }).map { $0 > 0 ? $0 : Self.zeroDelay }
  }
}

/// How frames are read: what is cut off, and in which time they play.
public struct FootageOptions: Hashable, Sendable {
  /// Frames per second of sources that do not say how long frames show.
  public var fps: Double?
  /// The part of every frame that is kept, in pixels of the source.
  public var crop: PixelRect?
  /// The width that frames are scaled to, after they are cropped; heights follow.
  public var width: Int?
  /// The height that they are scaled to beside `width`; nil for the one that keeps their shape.
  public var height: Int?
  /// Whether frames of another size than the first are scaled to it, instead of being an error.
  public var fits = false
  /// Whether pixels of noisy frames stay as they are while the noise is all that changes.
  public var removesNoise = false
  /// The part that is kept, in seconds of the source.
  public var trim: ClosedRange<Double>?
  /// How many times as fast it plays.
  public var speed = 1.0
  /// Whether it plays backwards.
  public var isReversed = false
  /// Whether it plays backwards once it has played.
  public var bounces = false
  /// Frames that are worked on side by side; nil for as many as there are cores.
  public var jobs: Int?

  /// Everything as it is.
  public init() {}
}

/// Why frames cannot be read.
public enum FootageError: Error, Sendable, CustomStringConvertible {
  /// A file or a folder cannot be read.
  case file(FileError)
  /// The input is damaged or of another kind: a sentence, and where.
  case content(String, reason: String)
  /// A frame cannot be used.
  case frame(Int, of: String, reason: String)
  /// The source does not say how long frames show, and the options do not either.
  case noTimes
  /// Nothing is left of it.
  case empty(String)
  /// It asks for more than is allowed.
  case limit(Limit, allowed: Double)
  /// It is planned to take more bytes than the system lets this process have.
  case memory(planned: Double, left: Int)

  /// What `body` reads of the input at `path`; its error says why that is damaged.
  package static func content<Value: ~Copyable, Problem: Error>(
    of path: String, _ body: () throws(Problem) -> Value
  ) throws(FootageError) -> Value {
    do throws(Problem) {
      return try body()
    } catch {
      throw .content(path, reason: "\(error)")
    }
  }

  /// One sentence.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .content(let path, let reason): "cannot read \"\(path)\": \(reason)"
    case .frame(let number, let path, let reason):
      "cannot read frame \(number) of \"\(path)\": \(reason)"
    case .noTimes: "the input does not say how long its frames show: give --fps, as in \"--fps 30\""
    case .empty(let reason): reason
    case .limit(let limit, let allowed): limit.excess(over: allowed)
    case .memory(let planned, let left):
      "it would take \(Int(planned)) bytes of memory, of which \(left) are left"
    }
  }
}
