import Drawing
import Geometry
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("image placement")
struct ImagePlacementTests {
  typealias Row = (
    fit: ImageContent.Fit, crop: Rect, bounds: Size, part: Rect, destination: Rect
  )

  private static let whole = Rect(x: 0, y: 0, width: 1, height: 1)

  /// An image of 40 by 20 points, and what is shown of it where.
  static let rows: [Row] = [
    (.fill, whole, Size(width: 10, height: 30), whole, Rect(x: 0, y: 0, width: 10, height: 30)),
    (
      .contain, whole, Size(width: 20, height: 30), whole, Rect(x: 0, y: 10, width: 20, height: 10)
    ),
    (
      .contain, whole, Size(width: 80, height: 20), whole, Rect(x: 20, y: 0, width: 40, height: 20)
    ),
    (
      .cover, whole, Size(width: 20, height: 20), Rect(x: 0.25, y: 0, width: 0.5, height: 1),
      Rect(x: 0, y: 0, width: 20, height: 20)
    ),
    (
      .cover, whole, Size(width: 80, height: 20), Rect(x: 0, y: 0.25, width: 1, height: 0.5),
      Rect(x: 0, y: 0, width: 80, height: 20)
    ),
    (
      .center, whole, Size(width: 60, height: 30), whole, Rect(x: 10, y: 5, width: 40, height: 20)
    ),
    (
      .center, whole, Size(width: 20, height: 10),
      Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5), Rect(x: 0, y: 0, width: 20, height: 10)
    ),
    (
      .fill, Rect(x: 0.5, y: 0, width: 0.5, height: 0.5), Size(width: 9, height: 9),
      Rect(x: 0.5, y: 0, width: 0.5, height: 0.5), Rect(x: 0, y: 0, width: 9, height: 9)
    ),
    (
      .cover, Rect(x: 0.5, y: 0, width: 0.5, height: 1), Size(width: 10, height: 20),
      Rect(x: 0.625, y: 0, width: 0.25, height: 1), Rect(x: 0, y: 0, width: 10, height: 20)
    ),
  ]

  @Test("every way of fitting shows its part of the image in its place", arguments: rows.indices)
  func fits(_ index: Int) {
    let row = Self.rows[index]
    var content = ImageContent(
      source: ImageSource(
        file: AssetPath(path: "a.png", place: Place(file: "", line: 1, column: 1))))
    (content.fit, content.crop) = (row.fit, row.crop)
    // The pixels of a file for two pixels per point count half.
    for scale in [1.0, 2] {
      let image = StageAssets.Image(
        id: ImageID(0), width: Int(40 * scale), height: Int(20 * scale), scale: scale)
      let found = ImagePlacement(of: image, content, in: Rect(row.bounds))
      #expect(found.crop == row.part && found.destination == row.destination)
    }
  }

  @Test("an image goes to the display list with its part and its corners")
  func drawn() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.images = ["a.png": (width: 40, height: 20)]
    sketch.from = """
      { "layers": [{ "type": "image", "src": "a.png", "fit": "cover", "frame": [5, 6, 20, 20],
                     "cornerRadius": 3 }] }
      """
    let stage = try sketch.stage()
    #expect(
      stage.dump(of: "from") == """
        fill from rect 0,0 120x80 #ffffff
        group from clip rect 0,0 120x80 {
          image 0 from:2 0,0 20x20 crop 0.25,0 0.5x1 clip 0,0 20x20 r3 at +5,6
        }
        """)
  }
}
