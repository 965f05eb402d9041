internal import Pixels

/// Finds pixels that only smooth an edge.
///
/// After Vysniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009): such a pixel lies
/// on a slope between a darker and a brighter neighbour, one of which belongs to an even area in
/// both pictures.
struct Antialiasing {
  let width: Int
  let height: Int

  /// Whether the pixel in column `x` of row `y` smooths an edge of `picture`.
  func explains(
    _ picture: Span<UInt8>, beside other: Span<UInt8>, x: Int, y: Int
  ) -> Bool {
    guard let (darkest, brightest) = slope(picture, x: x, y: y) else { return false }
    return (isEven(picture, at: darkest) && isEven(other, at: darkest))
      || (isEven(picture, at: brightest) && isEven(other, at: brightest))
  }

  private typealias Place = SIMD2<Int>

  /// The darkest and the brightest neighbour; nil if there are not both, or too many equal ones.
  private func slope(_ picture: Span<UInt8>, x: Int, y: Int) -> (Place, Place)? {
    let around = Neighborhood(x: x, y: y, width: width, height: height)
    let center = (y &* width &+ x) &* 4
    // Most pixels have too many equal neighbours: that is seen without any brightness.
    guard equals(picture, around, at: center) <= 2 else { return nil }
    let color = picture.pixel(at: center).channels
    var equal = around.isAtEdge ? 1 : 0
    var (least, most) = (0.0, 0.0)
    var (darkest, brightest) = (Place(), Place())
    // By columns: of neighbours with the same brightness the first one counts, as in pixelmatch.
    for column in around.left...around.right {
      for row in around.top...around.bottom where column != x || row != y {
        let neighbor = picture.pixel(at: (row &* width &+ column) &* 4).channels
        let delta = brightnessDifference(color, neighbor, at: center)
        if delta == 0 {
          equal &+= 1
          if equal > 2 { return nil }
        } else if delta < least {
          (least, darkest) = (delta, Place(column, row))
        } else if delta > most {
          (most, brightest) = (delta, Place(column, row))
        }
      }
    }
    return least == 0 || most == 0 ? nil : (darkest, brightest)
  }

  /// Whether more than two neighbours have the very same colour; the picture's edge counts as one.
  private func isEven(_ picture: Span<UInt8>, at place: Place) -> Bool {
    let around = Neighborhood(x: place.x, y: place.y, width: width, height: height)
    return equals(picture, around, at: (place.y &* width &+ place.x) &* 4) > 2
  }

  /// How many neighbours have the very same colour; the picture's edge counts as one.
  @inline(__always)
  private func equals(_ picture: Span<UInt8>, _ around: Neighborhood, at center: Int) -> Int {
    let color = picture.pixelWord(at: center)
    // The pixel itself is met as well.
    var equal = around.isAtEdge ? 0 : -1
    for row in around.top...around.bottom {
      for column in around.left...around.right {
        if picture.pixelWord(at: (row &* width &+ column) &* 4) == color { equal &+= 1 }
      }
    }
    return equal
  }
}

/// The pixels about one, as far as they are inside.
private struct Neighborhood {
  let left, right, top, bottom: Int
  let isAtEdge: Bool

  @inline(__always)
  init(x: Int, y: Int, width: Int, height: Int) {
    (left, top) = (max(x &- 1, 0), max(y &- 1, 0))
    (right, bottom) = (min(x &+ 1, width &- 1), min(y &+ 1, height &- 1))
    isAtEdge = left == x || right == x || top == y || bottom == y
  }
}
