import Formatting
import Geometry
import Pixels
import SceneFormat

/// Moments in a grid, each with its time and progress above it and a red frame around what changed.
struct ContactSheet {
  private let frames: [Pixmap]
  private let moments: [Sheet.Moment]
  private let columns: Int
  private let cell: (width: Int, height: Int)

  private static let mostWidth = 1600
  private static let gap = 16
  private static let labelHeight = 22

  init(_ frames: [Pixmap], _ moments: [Sheet.Moment]) {
    (self.frames, self.moments) = (frames, moments)
    let size = (Double(frames[0].width), Double(frames[0].height + Self.labelHeight))
    // As near as possible to the shape of a screen.
    columns =
      (1...frames.count).min { one, other in
        func distance(_ columns: Int) -> Double {
          let rows = (frames.count + columns - 1) / columns
          let ratio = size.0 * Double(columns) / (size.1 * Double(rows))
          let empty = Double(rows * columns - frames.count) / Double(frames.count)
          return max(ratio / 1.5, 1.5 / ratio) + empty
        }
        return distance(one) < distance(other)
      } ?? 1
    let most = (Self.mostWidth - Self.gap * (columns + 1)) / columns
    let width = max(1, min(frames[0].width, most))
    cell = (width, max(1, frames[0].height * width / frames[0].width))
  }

  func sheet() throws -> Sheet {
    let rows = (frames.count + columns - 1) / columns
    let height = Self.gap + rows * (cell.height + Self.labelHeight + Self.gap)
    let width = Self.gap + columns * (cell.width + Self.gap)
    var moments = self.moments
    for index in moments.indices {
      moments[index].cell = PixelRect(
        x: Self.gap + index % columns * (cell.width + Self.gap),
        y: Self.gap + Self.labelHeight
          + index / columns * (cell.height + Self.labelHeight + Self.gap),
        width: cell.width, height: cell.height)
    }
    let labels = moments.map { moment in
      Labels.Label(
        text: Self.label(moment),
        area: PixelRect(
          x: moment.cell.x, y: moment.cell.y - Self.labelHeight, width: moment.cell.width,
          height: Self.labelHeight))
    }
    let ground = try Labels(labels, width: width, height: height).rendered()
    var montage = Montage(width: width, height: height)
    montage.tiles = [Montage.Tile(pixels: ground, destination: ground.bounds)]
    for (index, frame) in frames.enumerated() {
      let changed = moments[index].changed
      montage.tiles.append(
        Montage.Tile(
          pixels: frame, destination: moments[index].cell,
          outlined: changed.isEmpty ? [] : [changed]))
    }
    return Sheet(pixels: try montage.rendered(), moments: moments)
  }

  private static func label(_ moment: Sheet.Moment) -> String {
    let time = "\(NumberFormat.fixed(moment.time, decimals: 2)) s"
    guard let progress = moment.progress else { return time }
    return "\(time) · \(NumberFormat.fixed(progress * 100, decimals: 0)) %"
  }
}

/// Texts on a plain ground, drawn as a scene is.
struct Labels {
  struct Label {
    var text: String
    var area: PixelRect
    var color = "#3A3A3C"
  }

  private let labels: [Label]
  private let width, height: Int

  init(_ labels: [Label], width: Int, height: Int) {
    (self.labels, self.width, self.height) = (labels, width, height)
  }

  func rendered() throws -> Pixmap {
    let layers = labels.map { label in
      let area = label.area
      return JSONValue.object([
        "type": .text("text"), "text": .text(label.text), "size": .number(13),
        "color": .text(label.color),
        "frame": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      ])
    }
    let canvas = JSONValue.object([
      "width": .whole(width), "height": .whole(height), "scale": .whole(1),
    ])
    let scene = JSONValue.object([
      "version": .whole(1), "canvas": canvas,
      "from": .object(["background": .text("#F2F2F7"), "layers": .list(layers)]),
      "to": .object([(String, JSONValue)]()),
      "transition": .text("fade"),
    ])
    return try Animation(builtIn: scene.text(.compact), called: "labels.json").renderer().still(
      .from)
  }
}
