import Drawing
import Pixels
import Synchronization

/// A frame, and the list that it was drawn from.
struct DrawnFrame: Sendable {
  let list: DisplayList
  let pixels: Pixmap
  /// How long it took.
  let seconds: Double
}

/// Frames that are no longer used, to be drawn over, and frames that were rendered early.
///
/// A new frame would have to be cleared first, which costs a good part of what drawing it does.
final class FramePool: Sendable {
  private let spare = Mutex<[Pixmap]>([])
  private let early = Mutex<[Double: DrawnFrame]>([:])

  /// Keeps a frame until its time comes.
  func keep(_ frame: DrawnFrame, at seconds: Double) {
    early.withLock { $0[seconds] = frame }
  }

  /// The frame that is kept for a time.
  func kept(at seconds: Double) -> DrawnFrame? { early.withLock { $0[seconds] } }

  /// Gives the frame away that is kept for a time.
  func take(at seconds: Double) -> DrawnFrame? {
    early.withLock { $0.removeValue(forKey: seconds) }
  }

  /// The frame that came last, of which some may still be in a cache; an empty one if there is
  /// none.
  func take() -> Pixmap {
    spare.withLock { $0.popLast() } ?? Pixmap(width: 0, height: 0)
  }

  /// A frame of `pixels` that comes back to the pool when it is no longer used.
  func lending(_ pixels: Pixmap) -> PooledFrame { PooledFrame(pixels, from: self) }

  fileprivate func takeBack(_ pixels: Pixmap) {
    spare.withLock { $0.append(pixels) }
  }
}

/// A frame that returns to its pool when the last reference goes.
///
/// Retaining only the bytes is safe, but triggers copy-on-write.
final class PooledFrame: Sendable {
  let pixels: Pixmap
  private let pool: FramePool

  fileprivate init(_ pixels: Pixmap, from pool: FramePool) {
    (self.pixels, self.pool) = (pixels, pool)
  }

  deinit { pool.takeBack(pixels) }
}
