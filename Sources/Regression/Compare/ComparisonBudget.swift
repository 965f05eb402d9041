import RenderTransition
package import SceneFormat
import Synchronization

/// The memory and work that recordings may take.
///
/// A scene is planned on its own, with the memory that recordings left.
package final class ComparisonBudget: Sendable {
  let limits: Limits
  private let taken = Mutex<[Limit: Double]>([:])

  package init(_ limits: Limits) { self.limits = limits }

  /// Takes `amount` of what `limit` allows.
  func take(_ amount: Double, of limit: Limit) throws(FootageError) {
    let total = taken.withLock { taken in
      taken[limit, default: 0] += amount
      return taken[limit] ?? 0
    }
    guard total <= limits[limit] else { throw .limit(limit, allowed: limits[limit]) }
  }

  /// The limits of a scene that is rendered with what is left of the memory.
  var limitsOfScene: Limits {
    var limits = limits
    limits[.memoryBytes] -= taken.withLock { $0[.memoryBytes] ?? 0 }
    return limits
  }
}

/// The size of one side of a comparison, as the headers of its files tell it.
struct PictureExtent: Hashable, Sendable {
  /// How its frames are held.
  enum Storage { case still, frames, folder }

  var width, height: Int
  /// The number of frames; nil where only reading tells.
  var frames: Int?
  var storage: Storage

  var bytes: Double { 4 * Double(width) * Double(height) }

  /// The pixels that one frame counts as in the work: of an opaque animation of 49 megapixels, a
  /// pixel takes 12 ns to decode, copy, hash and compare, and painting one takes about 1 ns.
  var workOfFrame: Double { 12 * Double(width) * Double(height) }

  /// What decoding takes beside the pictures that are kept: of a PNG the inflated rows and the
  /// pixels, of a frame also its part of the canvas, the canvas, and the one before.
  fileprivate var decodingBytes: Double { (storage == .still ? 2 : 5) * bytes }

  /// What is held while frames are compared; those of a folder are decoded once more.
  fileprivate var heldBytes: Double {
    switch storage {
    case .still: bytes
    case .frames: 0
    case .folder: 3 * bytes
    }
  }
}

/// The drawings that are made of a comparison.
public enum DifferenceDrawing: Hashable, Sendable {
  /// A picture: both sides and the difference.
  case picture
  /// An animation of such pictures.
  case film
  /// A page with both animations.
  case page
}

extension [PictureExtent] {
  /// The bytes that it takes to decode, compare and draw them, without the frames that are kept.
  func plannedBytes(drawing drawings: Set<DifferenceDrawing>) -> Double {
    let union = 4 * Double(map(\.width).max() ?? 0) * Double(map(\.height).max() ?? 0)
    // Pictures of one size are compared as they were decoded; others are padded, and frames are
    // divided by alpha.
    let isInPlace = allSatisfy { $0.storage == .still && $0.bytes == union }
    let comparing = (isInPlace ? 0.25 : 3.25) * union
    let drawing = drawings.map { drawing in
      switch drawing {
      // Three pictures side by side, and the file, where deflate finds nothing to save.
      case .picture: 6 * union
      // The same beside the frame before, and what is left of both where they are equal.
      case .film: 15 * union
      case .page: 6 * union
      }
    }
    return Swift.max(
      reduce(0) { $0 + $1.decodingBytes },
      reduce(0) { $0 + $1.heldBytes } + comparing + (drawing.max() ?? 0))
  }
}
