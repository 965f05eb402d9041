import Drawing
import Formatting
import Geometry
import Pixels
import SceneFormat

/// Moments over each other, the later the clearer, with the way of each target's centre.
struct OnionSkin {
  private let frames: [Pixmap]
  private let moments: [Sheet.Moment]
  private let paths: [Sheet.MotionPath]

  private static let labelHeight = 20
  private static let colors = [
    Color(red: 0xE6, green: 0x00, blue: 0x49), Color(red: 0x00, green: 0x7A, blue: 0xFF),
    Color(red: 0x1C, green: 0x9C, blue: 0x50), Color(red: 0xB2, green: 0x5A, blue: 0x00),
    Color(red: 0x8E, green: 0x44, blue: 0xAD), Color(red: 0x00, green: 0x8C, blue: 0x95),
  ]

  init(_ frames: [Pixmap], _ moments: [Sheet.Moment], _ paths: [Sheet.MotionPath]) {
    (self.frames, self.moments, self.paths) = (frames, moments, paths)
  }

  func sheet() throws -> Sheet {
    let (width, height) = (frames[0].width, frames[0].height)
    // The names of what moves stand beneath, each in the colour of its way.
    let labels = paths.enumerated().map { index, path in
      Labels.Label(
        text: "\u{25CF} \(Escaped.text(path.target))",
        area: PixelRect(
          x: 8, y: height + 4 + index * Self.labelHeight, width: max(1, width - 16),
          height: Self.labelHeight),
        color: Self.colors[index % Self.colors.count].hex)
    }
    let legend = paths.isEmpty ? 0 : 8 + paths.count * Self.labelHeight
    // What leaves the canvas must not be drawn over the names.
    var picture = Montage(width: width, height: height)
    picture.tiles = [Montage.Tile(pixels: blended, destination: frames[0].bounds)]
    picture.marks = paths.enumerated().flatMap { index, path in
      marks(of: path, Self.colors[index % Self.colors.count])
    }
    var sheet = try Labels(labels, width: width, height: height + legend).rendered()
    sheet.copy(try picture.rendered(), from: frames[0].bounds, toX: 0, y: 0)
    return Sheet(pixels: sheet, moments: moments, paths: paths)
  }

  /// The mean of all frames, in which each weighs more than the one before.
  private var blended: Pixmap {
    let weights = frames.indices.map { $0 + 1 }
    let whole = weights.reduce(0, +)
    var bytes = [UInt8](repeating: 0, count: frames[0].width * frames[0].height * 4)
    var sums = [Int](repeating: whole / 2, count: bytes.count)
    for (frame, weight) in zip(frames, weights) {
      let span = frame.bytes.span
      for y in 0..<frame.height {
        for x in 0..<frame.width * 4 {
          sums[y * frame.width * 4 + x] += weight * Int(span[y * frame.stride + x])
        }
      }
    }
    for index in bytes.indices { bytes[index] = UInt8(sums[index] / whole) }
    return Pixmap(width: frames[0].width, height: frames[0].height, premultiplied: bytes)
      ?? frames[0]
  }

  /// A line with a dot at each moment that is shown.
  private func marks(of path: Sheet.MotionPath, _ color: Color) -> [DrawCommand] {
    let line = Path(path.points.enumerated().map { $0 == 0 ? .move($1.1) : .line($1.1) })
    let bounds = Rect(
      x: 0, y: 0, width: Double(frames[0].width), height: Double(frames[0].height))
    func fill(_ outline: Outline, _ color: Color) -> DrawCommand {
      .fill(
        Fill(
          outline, with: .color(color), in: bounds, transform: .identity,
          layer: LayerPath(path.target)))
    }
    func stroke(_ width: Double) -> Outline {
      .stroke(line, Stroke(width: width, cap: .round, join: .round))
    }
    let shown = Set(moments.map(\.time))
    let dots = path.points.filter { shown.contains($0.0) }.map { _, place in
      let radius = 5.0
      let square = Rect(
        x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
      return fill(
        .rect(RoundedRect(square, radii: RoundedRect.Radii(all: radius))), color)
    }
    // White around it, so that it is seen on any screen.
    return [fill(stroke(5), .white), fill(stroke(2.5), color)] + dots
  }
}
