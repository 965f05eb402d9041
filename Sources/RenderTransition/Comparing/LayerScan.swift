import Drawing
import Geometry
import Pixels
import SceneFormat
import Staging

/// What one moment of a scene is painted with, layer by layer.
struct LayerScan {
  /// A step of the frame, and where it can leave a mark.
  struct Piece {
    var layer: String
    var command: DrawCommand
    var bounds: PixelRect
  }

  /// The steps, in paint order; those of a picture stand behind the step that draws it.
  private(set) var pieces: [Piece] = []
  private let scale: Double
  private let images: [ImageID]

  /// The moment at `seconds`; `images` are other numbers of its images.
  init(_ stage: Stage, at seconds: Double, images: [ImageID] = []) {
    (scale, self.images) = (stage.canvas.scale, images)
    for command in stage.frame(at: seconds).commands { add(command, of: stage) }
  }

  private mutating func add(_ command: DrawCommand, of stage: Stage) {
    switch command {
    case .fill(let fill): append(fill.layer, command, [command].bounds)
    case .image(let image): append(image.layer, command, [command].bounds)
    case .picture(var draw):
      let inside = stage.pictures.first { $0.id == draw.picture }?.commands ?? []
      // Which place a picture has in the list says nothing.
      draw.picture = PictureID(0)
      append(draw.layer, .picture(draw), draw.transform.bounds(of: inside.bounds))
      for step in inside {
        guard let layer = step.layer else { continue }
        append(layer, step, draw.transform.bounds(of: [step].bounds))
      }
    case .beginGroup(let effects): append(effects.layer, command, .zero)
    case .endGroup: break
    }
  }

  private mutating func append(_ layer: LayerPath, _ command: DrawCommand, _ area: Rect) {
    let edges = [area.x, area.y, area.maxX, area.maxY].map { $0 * scale }
    guard edges.allSatisfy({ $0.magnitude < 1e6 }) else { return }
    let (left, top) = (Int(edges[0].rounded(.down)), Int(edges[1].rounded(.down)))
    let bounds = PixelRect(
      x: left, y: top, width: Int(edges[2].rounded(.up)) - left,
      height: Int(edges[3].rounded(.up)) - top)
    pieces.append(
      Piece(layer: layer.name, command: command.numbered(images), bounds: bounds))
  }

  /// The steps of each layer.
  var commands: [String: [DrawCommand]] {
    Dictionary(grouping: pieces, by: \.layer).mapValues { $0.map(\.command) }
  }
}

extension DrawCommand {
  fileprivate var layer: LayerPath? {
    switch self {
    case .fill(let fill): fill.layer
    case .image(let image): image.layer
    case .picture(let draw): draw.layer
    case .beginGroup(let effects): effects.layer
    case .endGroup: nil
    }
  }
}
