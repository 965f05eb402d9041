import Compositing
import Drawing
package import Formatting
import Geometry
import Inspection
import Pixels
import SceneFormat
import Staging

/// The layers that are seen at a point of the canvas at a moment, front to back.
///
/// A layer is at a pixel if the pixel changes when the layer and its groups are hidden. The background
/// is replaced by a contrasting colour, so that a black layer on black counts.
package struct LayerPick: Recorded, Sendable {
  /// A layer at the point.
  package struct Layer: Sendable {
    /// Its name, as draw commands have it.
    package var name: String
    /// The rectangle around it at the moment, in points of the canvas: x, y, width and height.
    package var frame: [Double]
    /// What the scene says of it; nil for what the renderer adds.
    fileprivate var state: LayerState?
  }

  /// In seconds from the start.
  package let seconds: Double
  /// In points of the canvas.
  package let point: SIMD2<Double>
  package let layers: [Layer]

  /// How many layers whose bounds hold the point are drawn with and without; the frontmost ones.
  fileprivate static let mostCandidates = 64
}

extension Animation {
  /// The layers at a point of the canvas, in points from its corner, at `seconds` from the start.
  package func pick(_ point: SIMD2<Double>, at seconds: Double) throws -> LayerPick {
    guard let prepared else { throw CompositingError.emptyCanvas }
    let grid = prepared.grid
    var list = stage.frame(at: seconds)
    let x = min(max(0, Int(point.x * grid.scale)), grid.pixelWidth - 1)
    let y = min(max(0, Int(point.y * grid.scale)), grid.pixelHeight - 1)
    let pictures = prepared.pictures(drawnBy: list)
    func pixel(_ list: DisplayList, _ textures: Textures) throws -> Pixel {
      try Compositor(textures).render(list, band: y..<(y + 1))[x, 0]
    }
    let textures = try Textures(rendering: pictures, images: images, canvas: grid)
    list.background = try pixel(list, textures).contrary
    let whole = try pixel(list, textures)
    let margin = Int(stage.canvas.margin(at: grid.scale))
    let scan = LayerScan(stage, at: seconds)
    let names = scan.names(at: (x + margin, y + margin)).prefix(LayerPick.mostCandidates)
    let seen = try names.filter { name in
      var (others, list) = (pictures, list)
      for index in others.indices { others[index].commands.remove(name) }
      list.commands.remove(name)
      return try pixel(
        list,
        others == pictures
          ? textures : Textures(rendering: others, images: images, canvas: grid)) != whole
    }
    let states = Dictionary(
      stage.allLayerStates.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let layers = seen.map { name in
      let area = scan.area(of: name)
      let frame = [area.x - margin, area.y - margin, area.width, area.height]
      return LayerPick.Layer(
        name: name, frame: frame.map { Double($0) / grid.scale }, state: states[name])
    }
    return LayerPick(seconds: seconds, point: point, layers: layers)
  }
}

extension LayerPick {
  /// A layer a paragraph: its name, its rectangle and where it is written; then its values.
  package var text: String {
    layers.map { layer in
      let frame = layer.frame.map(NumberFormat.shortest).joined(separator: " ")
      let place = layer.state?.place.map { "\($0.file):\($0.line):\($0.column)" }
      let head = [layer.name, "[\(frame)]"] + [place].compactMap(\.self)
      let values = layer.state?.values.map { "  \($0.key) \($0.text)" } ?? []
      let lines = [head.joined(separator: "  ")] + values
      return lines.map { Escaped.text($0) + "\n" }.joined()
    }.joined()
  }

  package static let record = Record<LayerPick>(
    "The layers at a point of the canvas.",
    members: [
      .init(schema: "render-transition/pick-1"),
      .init("time", .number("In seconds."), from: \.seconds),
      .init("point", .list(.number("Points."), "x and y."), from: { [$0.point.x, $0.point.y] }),
      .init("layers", .list(.object(layer), "Front to back."), from: \.layers),
    ])

  private static let layer = Record<Layer>(
    "A layer.",
    members: [
      .init("name", .text("As draw commands have it."), from: \.name),
      .init(
        "frame", .list(.number("Points."), "x, y, width and height of what is around it then."),
        from: \.frame),
      .init(
        "values", .list(.object(value), "What its keys say that are not at rest."),
        from: { $0.state?.values ?? [] }),
      .init("file?", .text("Where it is written."), from: \.state?.place?.file),
      .init("line?", .whole("From 1."), from: \.state?.place?.line),
      .init("column?", .whole("From 1."), from: \.state?.place?.column),
    ])

  private static let value = Record<LayerState.Value>(
    "A value.",
    members: [
      .init("key", .text("The key."), from: \.key),
      .init("text", .text("Its value for people."), from: \.text),
    ])
}

extension LayerScan {
  /// The layers with a bound that holds a pixel of the picture, front to back.
  fileprivate func names(at pixel: (x: Int, y: Int)) -> [String] {
    var met: Set<String> = []
    let marks = pieces.filter { !$0.bounds.isEmpty && met.insert($0.layer).inserted }
    let hit = Set(pieces.filter { $0.bounds.contains(x: pixel.x, y: pixel.y) }.map(\.layer))
    return marks.reversed().map(\.layer).filter(hit.contains)
  }

  /// The pixels around all marks of a layer.
  fileprivate func area(of layer: String) -> PixelRect {
    pieces.filter { $0.layer == layer }.reduce(.empty) { $0.union($1.bounds) }
  }
}

extension Pixel {
  /// An opaque colour that is far from it.
  fileprivate var contrary: Color {
    let far = (0..<3).map { channels[$0] < 128 ? UInt8(255) : 0 }
    return Color(red: far[0], green: far[1], blue: far[2], alpha: 255)
  }
}

extension PreparedScene {
  /// The pictures that a frame draws, and those that these draw.
  fileprivate func pictures(drawnBy list: DisplayList) -> [Picture] {
    var needed = Set(list.commands.flatMap(\.pictures))
    for picture in pictures.reversed() where needed.contains(picture.id) {
      needed.formUnion(picture.commands.flatMap(\.pictures))
    }
    return pictures.filter { needed.contains($0.id) }
  }
}

extension [DrawCommand] {
  /// Removes what a layer draws, and its groups with all that is in them.
  fileprivate mutating func remove(_ layer: String) {
    var depth = 0
    removeAll { command in
      let isInside = depth > 0
      switch command {
      case .beginGroup where isInside || command.layer?.name == layer: depth += 1
      case .endGroup where isInside: depth -= 1
      default: break
      }
      return isInside || command.layer?.name == layer
    }
  }
}
