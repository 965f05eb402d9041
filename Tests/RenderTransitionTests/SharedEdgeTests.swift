import Codecs
import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

/// What layers that end at the same edge look like: each pixel is what eight by eight of them would be.
@Suite("edges that layers share")
struct SharedEdgeTests {
  private static let place = #""frame": [10.35, 10.6, 80.3, 50.7]"#
  private static let card = ##""frame": [10.35, 10.6, 80.3, 50.7], "fill": "#CC3300""##
  private static let left = #""frame": [10.35, 10.6, 30, 40.7]"#
  private static let header = ##"{ "frame": [0, 0, 80.3, 20.4], "fill": "#0044CC" }"##
  private static let alpha =
    ##""shadow": { "radius": 3, "offset": [0, 2], "color": "#102040", "opacity": 0.4 }"##
  private static let bounds =
    ##""shadow": { "radius": 3, "offset": [0, 2], "color": "#102040", "opacity": 0.4, "path": "bounds" }"##

  private static func gradient(_ kind: String, _ end: String) -> String {
    ##"{ "gradient": "\##(kind)", "stops": [["#000", 0], ["\##(end)", 1]] }"##
  }

  private static func masked(_ mask: String, _ more: String = "") -> String {
    #"{ \#(card)\#(more), "mask": { "frame": [0, 0, 80.3, 50.7], \#(mask) }, "layers": [\#(header)] }"#
  }

  @Test(
    "a layer and its mask end together",
    arguments: Share.third(
      of: [
        masked(##""fill": "#000""##), masked(##""fill": "#000", "cornerRadius": 12.3"##),
        masked(##""fill": "#000", "cornerRadius": 12.3, "corners": "continuous""##),
        masked(##""fill": "#0008", "cornerRadius": 12.3"##),
        masked(##""fill": "#000", "cornerRadius": 12.3"##, #", "cornerRadius": 12.3"#),
        masked(##""fill": "#000", "type": "shape", "path": "ellipse""##),
        masked(##""fill": \##(gradient("linear", "#0004"))"##),
        masked(##""fill": \##(gradient("radial", "#0000")), "cornerRadius": 12.3"##),
        masked(##""fill": "#000", "cornerRadius": 12.3"##, #", "opacity": 0.6"#),
        masked(##""fill": "#000""##, #", "saturation": 0.3"#),
        masked(##""fill": "#000", "cornerRadius": 12.3"##, ", \(alpha)"),
        masked(##""fill": "#000""##, #", "transform": { "rotate": 7 }"#),
      ], "masks"))
  func masks(_ layer: String) throws {
    let error = try largestError(of: layer)
    #expect(error <= 6, "\(error)")
  }

  @Test(
    "a layer with a shadow leaves no seam",
    arguments: Share.third(
      of: [
        // A header at the upper end of the card, which casts it.
        "{ \(card), \(alpha), \"layers\": [\(header)] }",
        "{ \(card), \(bounds), \"layers\": [\(header)] }",
        // The header casts the shadow.
        ##"{ \##(card), "layers": [{ "frame": [0, 0, 80.3, 20.4], "fill": "#0044CC", \##(alpha) }] }"##,
        // Two that abut.
        ##"""
        { "frame": [10.35, 10.6, 40.15, 50.7], "fill": "#CC3300", \##(alpha) },
        { "frame": [50.5, 10.6, 40.15, 50.7], "fill": "#0044CC" }
        """##,
        // Round, and cut by its own corners.
        #"{ \#(card), "cornerRadius": 12.3, \#(alpha), "clip": true, "layers": [\#(header)] }"#,
        "{ \(card), \(alpha), \"transform\": { \"rotate\": 7 }, \"layers\": [\(header)] }",
        // Nothing else is in it.
        ##"{ \##(place), "fill": "#CC330080", \##(alpha) }"##,
      ], "shadows"))
  func shadows(_ layer: String) throws {
    let error = try largestError(of: layer)
    #expect(error <= 6, "\(error)")
  }

  @Test(
    "of layers that cross, or end beside each other in a pixel, each is seen as far as it is",
    arguments: Share.third(
      of: [
        // One pixel wide or less: between two, over each other, and all around.
        ##"{ \##(left), "fill": "#CC3300" }, { "frame": [40.7, 10.6, 30, 40.7], "fill": "#0044CC" }"##,
        ##"{ \##(left), "fill": "#CC3300" }, { "frame": [40.1, 10.6, 30, 40.7], "fill": "#0044CC" }"##,
        ##"{ \##(card) }, { "frame": [10.65, 10.9, 79.7, 50.1], "fill": "#0044CC" }"##,
        // Turned, by a little and by much, round, and three at once.
        ##"{ \##(card) }, { \##(place), "fill": "#0044CC", "transform": { "rotate": 0.4 } }"##,
        ##"{ \##(card) }, { "frame": [30, 8, 40, 30], "fill": "#0044CC", "transform": { "rotate": 31 } }"##,
        ##"""
        { \##(card), "cornerRadius": 14 },
        { "frame": [5, 8, 40, 30], "fill": "#0044CC99", "transform": { "rotate": -12 } }
        """##,
        ##"""
        { \##(card) },
        { "type": "shape", "path": "ellipse", "frame": [60.2, 30.3, 50, 30], "fill": "#0044CC" }
        """##,
        ##"""
        { "frame": [10, 10, 50, 30], "fill": "#CC3300", "transform": { "rotate": 20 } },
        { "frame": [20, 15, 50, 30], "fill": "#0044CC", "transform": { "rotate": -10 } },
        { "frame": [15, 20, 50, 30], "fill": "#00AA44", "transform": { "rotate": 44 } }
        """##,
        // One ends where the other one's border takes just what is left of the pixel.
        ##"""
        { "frame": [0.69, 20.57, 39.15, 49], "fill": "#CC3300", "layers": [
          { "frame": [-2.56, 17.74, 25.96, 20], "fill": "#F5E5FE",
            "border": { "width": 1.6, "color": "#0044CC" } }] },
        { "type": "shape", "path": "ellipse", "frame": [-3.21, 53.47, 76.11, 34.01], "fill": "#EE2668" }
        """##,
      ], "crossings"))
  func crossings(_ layers: String) throws {
    let error = try largestError(of: layers)
    #expect(error <= 6, "\(error)")
  }

  @Test(
    "many tiles that fly through each other are seen as far as they are",
    arguments: Share.third(of: [1, 2], "tiles"))
  func tiles(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let layers = (0..<40).map { _ in
      let color = String(UInt32.random(in: 0x100000...0xffffff, using: &random), radix: 16)
      let numbers = [0...85, 0...55, 4...20, 4...20, -40...40].map { range in
        Double.random(in: Double(range.lowerBound)...Double(range.upperBound), using: &random)
      }
      let frame = numbers[..<4].map { "\($0)" }.joined(separator: ", ")
      return ##"""
        { "frame": [\##(frame)], "fill": "#\##(color)",
          "transform": { "rotate": \##(numbers[4]) } }
        """##
    }
    let error = try largestError(of: layers.joined(separator: ",\n"))
    #expect(error <= 6, "\(error)")
  }

  /// The farthest that a channel of a pixel is from those of eight by eight pixels in its place.
  private func largestError(of layers: String) throws -> Double {
    var small = try SmallScene()
    (small.width, small.height) = (100, 70)
    small.from = ##"{ "background": "#F4EEDD", "layers": [\##(layers)] }"##
    let frame = try small.animation(scale: 1).renderer().still(.from)
    let fine = try small.animation(scale: 8).renderer().still(.from)
    var largest = 0.0
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        var sum = SIMD4<UInt32>.zero
        for row in 0..<8 {
          for column in 0..<8 {
            sum &+= SIMD4(truncatingIfNeeded: fine[8 * x + column, 8 * y + row].channels)
          }
        }
        let error = SIMD4<Double>(sum) / 64 - SIMD4<Double>(frame[x, y].channels)
        largest = max(largest, error.max(), -error.min())
      }
    }
    return largest
  }
}
