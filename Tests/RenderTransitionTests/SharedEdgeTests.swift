import Codecs
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

/// What layers that end at the same edge look like: each pixel is what eight by eight of them would be.
@Suite("edges that layers share")
struct SharedEdgeTests {
  private static let place = #""frame": [10.35, 10.6, 80.3, 50.7]"#
  private static let card = ##""frame": [10.35, 10.6, 80.3, 50.7], "fill": "#CC3300""##
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
    arguments: [
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
    ])
  func masks(_ layer: String) throws {
    let error = try largestError(of: layer)
    #expect(error <= 2, "\(error)")
  }

  @Test(
    "a layer with a shadow leaves no seam",
    arguments: [
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
    ])
  func shadows(_ layer: String) throws {
    let error = try largestError(of: layer)
    #expect(error <= 2, "\(error)")
  }

  /// The farthest that a channel of a pixel is from those of eight by eight pixels in its place.
  private func largestError(of layers: String) throws -> Double {
    var studio = try Studio()
    (studio.width, studio.height) = (100, 70)
    studio.from = ##"{ "background": "#F4EEDD", "layers": [\##(layers)] }"##
    let frame = try studio.animation(scale: 1).renderer().still(.from)
    let fine = try studio.animation(scale: 8).renderer().still(.from)
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
