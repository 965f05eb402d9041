import Pixels
import Synchronization

/// Frames that nobody looks at any more: the next ones are drawn over them.
///
/// A new frame would have to be cleared first, which costs a good part of what drawing it does.
final class FrameStock: Sendable {
  private let spare = Mutex<[Pixmap]>([])

  /// The frame that has been here the longest; an empty one if there is none.
  func take() -> Pixmap {
    spare.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? Pixmap(width: 0, height: 0)
  }

  /// Lends `pixels` out until nobody holds them any more.
  func lending(_ pixels: Pixmap) -> LentFrame { LentFrame(pixels, from: self) }

  fileprivate func takeBack(_ pixels: Pixmap) {
    spare.withLock { $0.append(pixels) }
  }
}

/// A frame that goes back to its stock when the last one who looks at it is done.
///
/// Who keeps its bytes for longer is safe: drawing over them then makes a copy.
final class LentFrame: Sendable {
  let pixels: Pixmap
  private let stock: FrameStock

  fileprivate init(_ pixels: Pixmap, from stock: FrameStock) {
    (self.pixels, self.stock) = (pixels, stock)
  }

  deinit { stock.takeBack(pixels) }
}
