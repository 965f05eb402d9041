internal import CCodecShim
public import Pixels

/// Reads the frames of a WebP, one after the other, as a player shows them.
public struct WebPReader: ~Copyable {
  /// The number of columns of the canvas.
  public let width: Int
  /// The number of rows of the canvas.
  public let height: Int
  /// How often the animation plays; 0 is for ever.
  public let loop: Int
  /// The number of frames.
  public let frameCount: Int

  private let handle: WebPHandle
  private var frames = 0
  private var milliseconds = 0

  /// Opens a file.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(WebPError) {
    var (columns, rows, isAnimated): (Int32, Int32, Int32) = (0, 0, 0)
    guard unsafe rt_webp_size(bytes, bytes.count, &columns, &rows, &isAnimated) != 0, rows > 0
    else { throw .notWebP }
    guard Int(columns) <= limits.pixels / Int(rows) else {
      throw .tooManyPixels(width: Int(columns), height: Int(rows), limit: limits.pixels)
    }
    var canvas = rt_webp_canvas()
    let handle = try WebPHandle(bytes, &canvas)
    guard canvas.frames <= limits.frames else { throw .tooManyFrames(limit: limits.frames) }
    self.handle = handle
    (width, height) = (Int(canvas.width), Int(canvas.height))
    (loop, frameCount) = (Int(canvas.loop), Int(canvas.frames))
  }

  /// The next frame, the whole canvas, and how long it shows; nil when there is none left.
  public mutating func next() throws(WebPError) -> (pixels: Pixmap, milliseconds: Int)? {
    guard frames < frameCount else { return nil }
    let (straight, end) = try handle.next(count: width * height * 4)
    guard let image = StraightImage(width: width, height: height, straight: straight) else {
      throw .notWebP
    }
    defer { (frames, milliseconds) = (frames + 1, end) }
    return (image.premultiplied, end - milliseconds)
  }
}

/// An open file of libwebp's.
@safe private struct WebPHandle: ~Copyable {
  private let file: OpaquePointer

  init(_ bytes: [UInt8], _ canvas: inout rt_webp_canvas) throws(WebPError) {
    guard let file = unsafe rt_webp_open(bytes, bytes.count, &canvas) else { throw .notWebP }
    unsafe self.file = file
  }

  deinit { unsafe rt_webp_close(file) }

  func next(count: Int) throws(WebPError) -> (straight: [UInt8], end: Int) {
    var end: Int32 = 0
    guard let pixels = unsafe rt_webp_next(file, &end) else { throw .notWebP }
    return (unsafe Array(UnsafeBufferPointer(start: pixels, count: count)), Int(end))
  }
}

/// Why a WebP was not written or was refused.
public enum WebPError: Error, Hashable, Sendable {
  /// The file cannot be decoded.
  case notWebP
  /// It has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// It has more frames than allowed.
  case tooManyFrames(limit: Int)
  /// There is no picture inside.
  case noFrames
  /// A WebP cannot have these sides.
  case badCanvas(width: Int, height: Int)
  /// A frame has other sides than the canvas.
  case wrongSize(frame: Int)
  /// The file would have more bytes than are held.
  case fileTooLarge
  /// libwebp's number of an error.
  case encoding(code: Int)
}

extension WebPError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .notWebP: "not a WebP file that can be decoded"
    case .tooManyPixels(let width, let height, let limit):
      "the WebP is \(width) x \(height), which is more than the limit of \(limit) pixels"
    case .tooManyFrames(let limit): "the WebP has more frames than the limit of \(limit)"
    case .noFrames: "the WebP has no frame"
    case .badCanvas(let width, let height):
      "a WebP cannot be \(width) x \(height): each side is from 1 to \(WebPSink.longestSide)"
    case .wrongSize(let frame): "frame \(frame) has other sides than the canvas"
    case .fileTooLarge:
      "the WebP would have more than \(WebPSink.mostBytes / 1_000_000) MB, and is held until its end"
    case .encoding(1), .encoding(2): "there is not enough memory for the WebP"
    case .encoding(let code): "libwebp cannot encode the frame (error \(code))"
    }
  }
}
