import Codecs
import Compositing
import Drawing
import Formatting
import Foundation
import Geometry
import Pixels
import RenderTransition

/// Frames of one kind, composited from two photo screens.
struct PushBenchmark {
  private static let frames = 12
  /// The kinds of frames.
  let name: String
  private let compositor: Compositor
  private let lists: [DisplayList]

  /// The kinds to measure on a canvas of this size: all, or those in `names`.
  static func all(
    _ screens: String, named names: [String], width: Int, height: Int
  ) throws -> [PushBenchmark] {
    let images = try ["home", "detail"].map { name in
      let file = URL(filePath: screens).appending(path: "\(name).png")
      return SourceImage(try StraightImage(png: [UInt8](Data(contentsOf: file))).premultiplied)
    }
    guard let grid = CanvasGrid(pixelWidth: width, pixelHeight: height, scale: Double(width) / 390)
    else { return [] }
    let canvas = Rect(
      x: 0, y: 0, width: Double(width) / grid.scale, height: Double(height) / grid.scale)
    let pictures = images.indices.map { PushFrame.screen($0, canvas) }
    let kinds = PushFrame.kinds.filter { names.isEmpty || names.contains($0.0) }
    return try kinds.map { name, commands in
      let lists = (0..<frames).map { index in
        let progress = (Double(index) + 0.5) / Double(frames)
        return DisplayList(
          background: .black, commands: commands(PushFrame(canvas: canvas, progress: progress)))
      }
      let scene = PreparedScene(
        pictures: pictures, images: images, canvas: grid, frames: lists)
      return PushBenchmark(
        name: name, compositor: Compositor(try Textures(rendering: scene)), lists: lists)
    }
  }

  /// Prints how long a frame takes on one thread, and how soon one follows the other on two.
  func report() async throws {
    var frame = Pixmap(width: 0, height: 0)
    printLine(
      name, threads: 1,
      try Stopwatch.milliseconds(frames: lists.count) { index in
        try compositor.render(lists[index], into: &frame)
      })
    printLine(
      name, threads: 2,
      try await Stopwatch.milliseconds(sharedBy: lists.count) { try await renderOnTwoThreads() })
  }

  /// Prints how much longer a frame takes than one of `other`, which lacks `addition`.
  func reportAddition(_ addition: String, to other: PushBenchmark) throws {
    var frame = Pixmap(width: 0, height: 0)
    let time = try Stopwatch.difference(frames: lists.count) { index in
      try compositor.render(lists[index], into: &frame)
    } _: { index in
      try other.compositor.render(other.lists[index], into: &frame)
    }
    printLine("added by \(addition)", threads: 1, time)
  }

  private func printLine(_ name: String, threads: Int, _ time: Double) {
    let (grid, time) = (compositor.grid, NumberFormat.fixed(time, decimals: 3))
    print("\(name)\t\(grid.pixelWidth)x\(grid.pixelHeight)\t\(threads)\t\(time)")
  }

  private func renderOnTwoThreads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<2 {
        group.addTask {
          var frame = Pixmap(width: 0, height: 0)
          for list in lists.indices.filter({ $0 % 2 == thread }) {
            try compositor.render(lists[list], into: &frame)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// Measures the textures of a scene, mostly texts, which are drawn before the first frame.
struct TextureBenchmark {
  private let scene: String

  /// The scene file at a path.
  init(scene: String) {
    self.scene = scene
  }

  /// Prints how long its pictures take at scale 2 and 3.
  func report() throws {
    for scale in [2.0, 3] {
      let animation = try Animation(sceneAt: scene, scale: scale)
      _ = try animation.renderer()
      let time = try Stopwatch.milliseconds(frames: 1) { _ in _ = try animation.renderer() }
      let (name, milliseconds) = (PathName.last(scene), NumberFormat.fixed(time, decimals: 3))
      print("textures of \(name)\tscale \(Int(scale))\t1\t\(milliseconds)")
    }
  }
}
