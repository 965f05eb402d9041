import Compositing
import Drawing
public import Pixels
public import SceneFormat
import Staging

/// Draws the frames of one animation, on any number of threads.
public struct Renderer: FramePainter {
  let stage: Stage
  let compositor: Compositor
  private let bezel: Bezel?

  /// Textures are made on no more than `jobs` threads, or are those of `other`.
  init(
    _ stage: Stage, _ prepared: PreparedScene?, jobs: Int, texturesOf other: Renderer? = nil
  ) throws {
    self.stage = stage
    guard let prepared else { throw CompositingError.emptyCanvas }
    bezel = Bezel(stage.canvas, around: prepared.grid)
    compositor =
      try other?.compositor
      ?? Compositor(
        try Textures(rendering: prepared) { count, work in
          parallelMap(count, jobs: jobs, work)
        })
  }

  /// The frame at `seconds` from the start, premultiplied.
  public func frame(at seconds: Double) throws -> Pixmap {
    try framed(compositor.render(stage.frame(at: seconds)))
  }

  /// One of the two screens alone.
  public func still(_ role: Role) throws -> Pixmap {
    try framed(compositor.render(stage.still(role)))
  }

  /// A picture of the canvas with the device around it.
  private func framed(_ screen: Pixmap) throws -> Pixmap { try bezel?.framed(screen) ?? screen }

  /// The frames at `times`, drawn on no more than `jobs` threads at a time.
  func frames(at times: [Double], jobs: Int) throws -> [Pixmap] {
    try FramePump.drawn(times.count, jobs: jobs) { index, bands in
      try shot(at: times[index], bands: bands).pixels
    }
  }

  /// The frame and the list that it was drawn from, in so many bands at the same time.
  ///
  /// What `spare` holds is drawn over, which saves clearing a frame, if it is as large as one.
  func shot(
    at seconds: Double, bands: Int = 1, over spare: consuming Pixmap = Pixmap(width: 0, height: 0)
  ) throws -> (list: DisplayList, pixels: Pixmap) {
    let list = stage.frame(at: seconds)
    return (list, try picture(of: list, bands: bands, over: spare))
  }

  /// The canvas that a list draws, without a device around it.
  func canvas(of list: DisplayList) throws -> Pixmap { try compositor.render(list) }

  /// The picture that a list draws.
  func picture(
    of list: DisplayList, bands: Int, over spare: consuming Pixmap = Pixmap(width: 0, height: 0)
  ) throws -> Pixmap {
    guard bands > 1, compositor.isFitForBands(list) else {
      try compositor.render(list, into: &spare)
      return try framed(spare)
    }
    let grid = compositor.grid
    let parts = try parallelMap(bands, jobs: bands) { band in
      let (top, end) = (grid.pixelHeight * band / bands, grid.pixelHeight * (band + 1) / bands)
      return (top, try compositor.render(list, band: top..<end))
    }
    var pixels = Pixmap(unwrittenWidth: grid.pixelWidth, height: grid.pixelHeight)
    for (top, rows) in parts { pixels.copy(rows, from: rows.bounds, toX: 0, y: top) }
    return try framed(pixels)
  }

  /// The same, and how long it took.
  func drawnFrame(
    at seconds: Double, bands: Int, over spare: consuming Pixmap
  ) throws -> DrawnFrame {
    let start = Stopwatch.seconds()
    let (list, pixels) = try shot(at: seconds, bands: bands, over: spare)
    return DrawnFrame(list: list, pixels: pixels, seconds: Stopwatch.seconds() - start)
  }

  /// How long the pictures show that there are to be seen at `times`, which end at `ends`: those
  /// without damage repeat one.
  func seconds(ofPicturesAt times: [Double], start: Double, ends: [Double]) -> [Double] {
    guard let first = times.first, times.count == ends.count else { return [] }
    var previous = stage.frame(at: first)
    var (begin, seconds): (Double, [Double]) = (start, [])
    for (index, time) in times.enumerated().dropFirst() {
      let list = stage.frame(at: time)
      if !compositor.damage(of: list, since: previous).isEmpty {
        seconds.append(ends[index - 1] - begin)
        begin = ends[index - 1]
      }
      previous = list
    }
    return seconds + [ends[ends.count - 1] - begin]
  }

  /// Where two frames can differ at all.
  func damage(of shot: RenderedFrame, since previous: RenderedFrame) -> PixelRect {
    let margin = bezel?.margin ?? 0
    return compositor.damage(of: shot.list, since: previous.list).moved(x: margin, y: margin)
  }
}
