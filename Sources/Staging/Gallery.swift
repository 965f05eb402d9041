import Drawing
import Geometry

/// The pictures of a run, as they are hung one after the other.
struct Gallery {
  private(set) var pictures: [Picture] = []
  private var known: [Content: Int] = [:]

  private struct Content: Hashable {
    var commands: [DrawCommand]
    var bounds: Rect
  }

  /// Hangs what `commands` paint inside `bounds`, and names it; what hangs there already is only
  /// named again, large enough for both.
  mutating func hang(
    _ commands: [DrawCommand], bounds: Rect, largestScale: Double = 1,
    isProjected: Bool = false
  ) -> PictureID {
    let content = Content(commands: commands, bounds: bounds)
    if let index = known[content] {
      pictures[index].largestScale = max(pictures[index].largestScale, largestScale)
      pictures[index].isProjected = pictures[index].isProjected || isProjected
      return pictures[index].id
    }
    let id = PictureID(pictures.count)
    known[content] = pictures.count
    pictures.append(
      Picture(
        id: id, bounds: bounds, commands: commands, largestScale: largestScale,
        isProjected: isProjected))
    return id
  }
}
