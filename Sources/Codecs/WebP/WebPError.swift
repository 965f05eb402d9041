/// Why a WebP was not written or was refused.
public enum WebPError: Error, Hashable, Sendable {
  /// The file cannot be decoded.
  case notWebP
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
