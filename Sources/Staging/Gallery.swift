import Drawing
import Geometry

/// The pictures of a run, as they are hung one after the other.
struct Gallery {
  private(set) var pictures: [Picture] = []

  /// Hangs what `commands` paint inside `bounds`, and names it.
  mutating func hang(
    _ commands: [DrawCommand], bounds: Rect, largestScale: Double = 1
  ) -> PictureID {
    let id = PictureID(pictures.count)
    pictures.append(
      Picture(id: id, bounds: bounds, commands: commands, largestScale: largestScale))
    return id
  }
}
