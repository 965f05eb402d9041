import Compositing
import Drawing
import Geometry
package import Pixels
import SceneFormat
package import Staging

/// One transition of a scene, drawn at any share of its way, on its own screens or on other pictures.
package struct RunDrawing: Sendable {
  /// The transition.
  package let run: Run
  private let stage: Stage
  private let renderer: Renderer

  /// The transition at `index`, on the scene's own screens, in so many pixels per point.
  package init(_ animation: Animation, run index: Int, scale: Double, jobs: Int?) throws {
    let animation = try animation.scaled(to: scale)
    (stage, run) = (animation.stage, animation.stage.runs[index])
    renderer = try Renderer(
      animation.stage, animation.prepared, jobs: jobs ?? Threads.defaultJobs)
  }

  /// The same on stills of another recording: the first one and the last one of the whole canvas.
  ///
  /// A still cannot be taken apart, so bars, shared elements and layers on screens move with their
  /// screens. A sheet is cut out of the still in which it rests.
  package init(
    _ animation: Animation, run index: Int, showing first: Pixmap, _ last: Pixmap, scale: Double,
    jobs: Int?
  ) throws {
    let original = animation.stage.runs[index]
    var scene = animation.scene
    let transition = original.transition.ofWholeScreens
    scene.canvas.scale = scale
    scene.canvas.hasBezel = false
    let pictures = [
      Self.screen(.from, in: first, of: original, scale),
      Self.screen(.to, in: last, of: original, scale),
    ]
    var assets = StageAssets()
    let screens = pictures.indices.map { place in
      let file = AssetPath(path: "still \(place)", place: transition.place)
      assets.add(
        StageAssets.Image(
          id: ImageID(place), width: pictures[place].width, height: pictures[place].height,
          scale: scale), for: AssetNeeds.Image(file: file, scale: 1))
      return Screen(of: file)
    }
    scene.story = .pair(from: screens[0], to: screens[1], transition)
    let stage = try Stage(scene, scale: scale, assets: assets)
    let grid = try stage.screenGrid
    let images = pictures.map { SourceImage($0, isOpaque: true) }
    let prepared = PreparedScene(
      pictures: stage.pictures, images: images, canvas: grid,
      frames: (0...8).lazy.map { stage.frame(at: stage.seconds * Double($0) / 8) })
    (self.stage, run) = (stage, stage.runs[0])
    renderer = try Renderer(stage, prepared, jobs: jobs ?? Threads.defaultJobs)
  }

  /// A picture of the canvas at a share of the way of `run`, which is its own but for some numbers.
  package func picture(of run: Run, at share: Double, isShaped: Bool) throws -> Pixmap {
    try renderer.canvas(of: run.picture(at: share, on: stage.canvas, isShaped: isShaped))
  }

  /// What a still shows of a screen, in the screen's own coordinates.
  private static func screen(
    _ role: Role, in still: Pixmap, of run: Run, _ scale: Double
  ) -> Pixmap {
    guard let place = run.restingPlace(of: role) else { return still }
    let (width, height) = (
      Int((place.size.width * scale).rounded()), Int((place.size.height * scale).rounded())
    )
    let area = place.transform.bounds(of: Rect(place.size))
    let (left, top) = (Int((area.x * scale).rounded()), Int((area.y * scale).rounded()))
    let size = (
      Int((area.width * scale).rounded()), Int((area.height * scale).rounded())
    )
    // Below the canvas, a sheet goes on as its last row.
    var cut = Pixmap(width: max(1, size.0), height: max(1, size.1), filledWith: Pixel(.black))
    for y in 0..<cut.height {
      let row = PixelRect(
        x: left, y: min(max(0, top + y), still.height - 1), width: size.0, height: 1
      ).intersection(still.bounds)
      cut.copy(still, from: row, toX: row.x - left, y: y)
    }
    guard (cut.width, cut.height) != (width, height), width > 0, height > 0 else { return cut }
    return AreaScaling(from: (cut.width, cut.height), to: (width, height))(cut)
  }
}

extension Transition {
  /// The same of two screens that are pictures: without what moves parts of them, and without a finger.
  fileprivate var ofWholeScreens: Transition {
    var whole = self
    (whole.gesture, whole.adjusted) = (nil, nil)
    (whole.written.delay, whole.written.tap, whole.written.statusBar) = (nil, nil, nil)
    (whole.written.shared, whole.written.bars) = (nil, .move)
    whole.recipe.sides = recipe.sides.map(\.ofWholeScreens)
    return whole
  }
}

extension Side {
  fileprivate var ofWholeScreens: Side {
    var side = self
    side.snapshots.removeAll { $0.source.isPartOfScreen }
    side.slices.removeAll { $0.source.isPartOfScreen }
    side.layers.removeAll { $0.parent.isPartOfScreen }
    let known = Set(side.snapshots.map(\.id) + side.slices.map(\.id) + side.layers.map(\.id))
    func isGone(_ target: Target) -> Bool {
      switch target {
      case .own(let id), .slice(let id, _): !known.contains(id)
      default: target.isPartOfScreen
      }
    }
    side.layers.removeAll { isGone($0.parent) }
    side.tracks.removeAll { isGone($0.target) }
    side.settings.removeAll { isGone($0.target) }
    side.order?.removeAll(where: isGone)
    (side.sharedElements, side.gesture, side.statusBar) = ([], nil, nil)
    return side
  }
}

extension Target {
  /// Whether it is something that a picture of a whole screen does not have by itself.
  fileprivate var isPartOfScreen: Bool {
    switch self {
    case .part, .layer, .pair, .shared, .sharedLayer: true
    case .screen, .mask, .container, .dim, .own, .slice: false
    }
  }
}
