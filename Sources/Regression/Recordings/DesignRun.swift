import Formatting
import Geometry
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// The transition that was designed.
struct DesignRun: ExpectedMotion {
  private let animation: Animation
  private let index: Int
  private let run: Run
  private let canvas: Canvas
  /// Pixels per point in which it is drawn.
  private let scale: Double
  /// How long it moves, in seconds.
  let seconds: Double

  init(_ animation: Animation, _ options: RecordingOptions) throws {
    let runs = animation.stage.runs
    guard !runs.isEmpty else { throw Failure(.usage, "the scene has no transition") }
    guard runs.count == 1 || options.step != nil else {
      throw Failure(
        .usage, "the scene has \(runs.count) transitions: choose one with --step N")
    }
    let step = options.step ?? 1
    guard runs.indices.contains(step - 1) else {
      throw Failure(
        .usage, "--step \(step): the scene has \(NumberFormat.count(runs.count, "transition"))")
    }
    (self.animation, index, run) = (animation, step - 1, runs[step - 1])
    canvas = animation.stage.canvas
    scale = AreaScaling.drawnScale(of: animation.stage.canvas.size)
    seconds = run.seconds - run.delay
  }

  var name: String { run.transition.name }
  var size: Size { canvas.size }
  var hasFinger: Bool { run.gesture != nil }

  var delay: Double { run.tap == nil ? run.delay : Tap.seconds }

  func curves(of easing: Easing?) -> (own: TimingCurve, others: [TimingCurve]) {
    guard let easing else { return (TimingCurve("as designed") { $0 }, []) }
    func isOwn(_ curve: TimingCurve) -> Bool {
      (1..<32).map { Double($0) / 32 }.allSatisfy {
        (curve.shape($0) - easing.value(at: $0)).magnitude < 1e-6
      }
    }
    // Tracks may have another curve than the transition.
    let transition = run.transition
    let written = transition.playedCurve(of: transition.recipe.side(for: transition.operation))
    let candidates = CurveCandidates.all.map { TimingCurve($0) }
    let named = ([TimingCurve(written, seconds: seconds)] + candidates).first(where: isOwn)
    return (
      TimingCurve(named?.name ?? "the design's") { easing.value(at: $0) },
      candidates.filter { !isOwn($0) }
    )
  }

  func grid(
    moving first: Pixmap, _ last: Pixmap, _ options: RecordingOptions, _ scaling: AreaScaling,
    hiding mask: CellMask
  ) throws -> DesignGrid {
    var mask = mask
    for area in systemAreas + areas(ofLayers: options.ignoredLayers) { mask.hide(area) }
    let own = try RunDrawing(animation, run: index, scale: scale, jobs: options.jobs)
    let movesStills = options.pictures != .design && run.playsOnCanvas
    let parts = try movesStills ? movedParts(own, mask, options, scaling) : (cells: [], share: 1)
    let isOfStills = parts.share <= Self.mostParts
    guard isOfStills || options.pictures != .recording else {
      throw Failure(
        .badAsset,
        "\(run.transition.name) moves parts of its screens, which stills do not show "
          + "apart: compare with --pictures design")
    }
    if isOfStills { mask.hide { parts.cells.contains($0) } }
    let drawing = try isOfStills ? drawing(of: [first, last], options) : own
    let isShaped = drawing.run.easing == nil
    return try DesignGrid(
      of: drawing.run, isShaped: isShaped, showing: isOfStills ? .recording : .design,
      hiding: mask, parts: isOfStills ? parts.share : 0, scaling, jobs: options.jobs
    ) { try drawing.picture(of: $0 ?? drawing.run, at: $1, isShaped: isShaped) }
  }

  /// The transition of two stills, without the status bar and the home indicator, which stay when their
  /// screens move.
  private func drawing(of stills: [Pixmap], _ options: RecordingOptions) throws -> RunDrawing {
    let screens = stills.map { still in
      var screen = still
      for area in systemAreas {
        let rows = [area.y, area.maxY].map { Int(($0 * Double(still.height)).rounded()) }
        let columns = [area.x, area.maxX].map { Int(($0 * Double(still.width)).rounded()) }
        // What is beside them goes on below them.
        let line = PixelRect(
          x: columns[0], y: rows[0] == 0 ? rows[1] : rows[0] - 1, width: columns[1] - columns[0],
          height: 1)
        for y in rows[0]..<rows[1] { screen.copy(still, from: line, toX: line.x, y: y) }
      }
      return screen
    }
    return try RunDrawing(
      animation, run: index, showing: screens[0], screens[1], scale: scale, jobs: options.jobs)
  }

  /// The status bar and the home indicator, in units of the canvas: what they show is the phone's.
  ///
  /// A canvas that is smaller than any phone has none.
  private var systemAreas: [Rect] {
    guard canvas.height >= 480 else { return [] }
    let isTall = canvas.height > 2 * canvas.width
    let top = (isTall ? Self.statusBars.tall : Self.statusBars.usual) / canvas.height
    let bottom = Self.homeIndicator / canvas.height
    return [
      Rect(x: 0, y: 0, width: 1, height: top),
      Rect(x: 0.3, y: 1 - bottom, width: 0.4, height: bottom),
    ]
  }

  /// Where layers are during the run, in units of the canvas.
  private func areas(ofLayers layers: [String]) -> [Rect] {
    let names = animation.stage.names(ofLayers: layers)
    guard !names.isEmpty else { return [] }
    let segment = animation.stage.runSegments[index]
    let (pixels, margin) = (canvas.pixels(at: canvas.scale), canvas.margin(at: canvas.scale))
    let screen = PixelRect(
      x: Int(margin), y: Int(margin), width: Int(pixels.width), height: Int(pixels.height))
    return (0...16).flatMap { step in
      let time = segment.start + (segment.end - segment.start) * Double(step) / 16
      return LayerScan(animation.stage, at: time).pieces.filter { names.contains($0.layer) }.map {
        $0.bounds.share(of: screen)
      }
    }
  }

  /// Heights in points, of phones with and without a notch.
  private static let (statusBars, homeIndicator) = ((tall: 54.0, usual: 20.0), 34.0)

  /// Cells that differ by more than this, in levels, are drawn otherwise on stills.
  private static let mostApart = 24
  /// The largest share of what changes that may be of moved parts.
  private static let mostParts = 0.7

  /// Where parts of screens move by themselves, and their share of what changes: there the design's own
  /// stills, moved as whole screens, do not show the same.
  private func movedParts(
    _ own: RunDrawing, _ mask: CellMask, _ options: RecordingOptions, _ scaling: AreaScaling
  ) throws -> (cells: Set<Int>, share: Double) {
    let stills = try [0, 1].map { try own.picture(of: own.run, at: $0, isShaped: true) }
    let moved = try drawing(of: stills, options)
    var (parts, changing) = (Set<Int>(), Set<Int>())
    let first = scaling(stills[0])
    for step in 1..<12 {
      let share = Double(step) / 12
      let one = scaling(try own.picture(of: own.run, at: share, isShaped: true))
      let other = scaling(try moved.picture(of: moved.run, at: share, isShaped: true))
      for cell in mask.hidden.indices where !mask.hidden[cell] {
        // The app's own parts may be a little larger.
        if one.levels(to: other, at: cell) > Self.mostApart {
          parts.formUnion(mask.neighbours(of: cell))
        }
        if one.levels(to: first, at: cell) > 4 { changing.insert(cell) }
      }
    }
    return (
      parts, Double(changing.count { parts.contains($0) }) / Double(max(1, changing.count))
    )
  }
}

extension Pixmap {
  /// How far the colours of the pixel at an index are apart, in levels of the channel that is farthest.
  fileprivate func levels(to other: Pixmap, at index: Int) -> Int {
    let (one, two) = (
      bytes.span.pixel(at: 4 * index).channels, other.bytes.span.pixel(at: 4 * index).channels
    )
    return Int((pointwiseMax(one, two) &- pointwiseMin(one, two)).max())
  }
}
