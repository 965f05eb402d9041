import Compositing
package import Drawing
import Geometry
package import Pixels
import SceneFormat
package import Staging

/// The draw commands of one moment of a scene, by layer.
package struct LayerScan {
  /// A step of the frame, and where it can leave a mark.
  package struct Piece {
    package var layer: String
    package var command: DrawCommand
    package var bounds: PixelRect
  }

  /// The steps, in paint order; those of a picture stand behind the step that draws it.
  package private(set) var pieces: [Piece] = []
  private let scale: Double
  /// Where the canvas begins in a picture, in pixels.
  private let margin: Double
  private let images: [ImageID]
  private let pictures: [PictureID: [DrawCommand]]
  /// Beyond this many pieces, the commands inside pictures are skipped.
  private static let mostPieces = 100_000

  /// The moment at `seconds`; `images` are other numbers of its images.
  package init(_ stage: Stage, at seconds: Double, images: [ImageID] = []) {
    (scale, self.images) = (stage.canvas.scale, images)
    margin = stage.canvas.margin(at: scale)
    pictures = Dictionary(
      stage.pictures.map { ($0.id, $0.commands) }, uniquingKeysWith: { first, _ in first })
    for command in stage.frame(at: seconds).commands { add(command) }
  }

  private mutating func add(_ command: DrawCommand) {
    switch command {
    case .fill(let fill): append(fill.layer, command, command.bounds)
    case .image(let image): append(image.layer, command, command.bounds)
    case .picture(var draw):
      let inside = pictures[draw.picture] ?? []
      // The index of a picture in the list is not part of its look.
      draw.picture = PictureID(0)
      append(draw.layer, .picture(draw), draw.transform.bounds(of: inside.bounds))
      for step in inside where pieces.count < Self.mostPieces {
        guard let layer = step.layer else { continue }
        append(layer, step, draw.transform.bounds(of: step.bounds))
      }
    case .beginGroup(let effects): append(effects.layer, command, command.bounds)
    case .endGroup: break
    }
  }

  private mutating func append(_ layer: LayerPath, _ command: DrawCommand, _ area: Rect) {
    let edges = [area.x, area.y, area.maxX, area.maxY].map { $0 * scale + margin }
    guard edges.allSatisfy({ $0.magnitude < 1e6 }) else { return }
    let (left, top) = (Int(edges[0].rounded(.down)), Int(edges[1].rounded(.down)))
    let bounds = PixelRect(
      x: left, y: top, width: Int(edges[2].rounded(.up)) - left,
      height: Int(edges[3].rounded(.up)) - top)
    pieces.append(
      Piece(layer: layer.name, command: command.numbered(images), bounds: bounds))
  }

  /// The steps of each layer.
  package var commands: [String: [DrawCommand]] {
    Dictionary(grouping: pieces, by: \.layer).mapValues { $0.map(\.command) }
  }
}

extension DrawCommand {
  /// Where it leaves a mark by itself, in points: of a group, its backdrop.
  fileprivate var bounds: Rect {
    guard case .beginGroup(let effects) = self else { return [self].bounds }
    return effects.backdrop.map { $0.area.transform.bounds(of: $0.area.outline.bounds) } ?? .zero
  }

  /// Whose it is.
  var layer: LayerPath? {
    switch self {
    case .fill(let fill): fill.layer
    case .image(let image): image.layer
    case .picture(let draw): draw.layer
    case .beginGroup(let effects): effects.layer
    case .endGroup: nil
    }
  }
}

extension [ImageID] {
  /// The common number of an image; its own one where nothing is known of it.
  package func number(of image: ImageID) -> ImageID {
    indices.contains(image.index) ? self[image.index] : image
  }
}

extension DrawCommand {
  /// The same with other numbers of its images.
  package func numbered(_ images: [ImageID]) -> DrawCommand {
    switch self {
    case .image(var draw):
      draw.image = images.number(of: draw.image)
      return .image(draw)
    case .beginGroup(var effects):
      effects.mask = effects.mask.map { $0.numbered(images) }
      return .beginGroup(effects)
    case .fill, .picture, .endGroup: return self
    }
  }
}
