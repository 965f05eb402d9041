import Geometry
import Pixels
import SceneFormat
import Staging

extension Traveller {
  /// What the timeline prints of it: its frame on the canvas, before it is turned about its middle,
  /// its corners and its opacity; and its turn, fill and shadow where an end has one.
  var properties: [Property] {
    var properties: [Property] = [.frame, .opacity, .cornerRadius]
    let ends = [departure, arrival]
    if ends.contains(where: { $0.pose.degrees != 0 }) { properties.append(.rotate) }
    if ends.contains(where: { !$0.surface.fill.isClear }) { properties.append(.fill) }
    if ends.contains(where: { $0.surface.shadow != nil }) {
      properties += Property.shadow
    }
    return properties
  }
}
