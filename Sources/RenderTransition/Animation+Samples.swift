import Codecs
import Pixels
import Staging

extension Animation {
  // What takes longer, for each pixel, is not to be drawn twice: a frame of most scenes takes a tenth of
  // that, and the memory of four that wait for their time costs more than drawing them again.
  private static let dearSeconds = 8e-9

  /// What a GIF's palette is made from: a few frames from all over the run, of which `stock` keeps those
  /// that come soon or were dear until their time comes.
  func samples(
    _ clip: Schedule.Clip, _ options: GIFOptions, _ renderer: Renderer, _ stock: FrameStock,
    jobs: Int
  ) throws -> [GIFSample] {
    let times = stage.frameTimes(fps: clip.fps)
    let last = times.count - 1
    let picked = Set((0...4).map { last * $0 / 4 }).sorted()
    // The jobs that would have to wait for the others draw the first of the other frames.
    let more = times.indices.filter { !picked.contains($0) }.prefix(
      (jobs - picked.count % jobs) % jobs)
    let indices = picked + more
    return try FramePump.drawn(indices.count, jobs: jobs) { place, bands -> GIFSample? in
      let (index, time) = (indices[place], times[indices[place]])
      let kept = stock.kept(at: time)
      let frame = try kept ?? renderer.drawnFrame(at: time, bands: bands, over: stock.take())
      let sample =
        place < picked.count ? GIFSample(of: frame.pixels, at: index, options: options) : nil
      let pixels = frame.pixels.width * frame.pixels.height
      if index <= jobs || frame.seconds > Double(pixels) * Self.dearSeconds {
        stock.keep(frame, at: time)
      } else if kept == nil {
        stock.takeBack(frame.pixels)
      }
      return sample
    }.compactMap(\.self)
  }
}
