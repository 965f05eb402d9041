import Codecs
import Pixels

extension OutputSource {
  /// What a GIF's palette is made from: a few frames from all over the run, which `pool` keeps until
  /// their time comes.
  func samples(
    _ clip: Schedule.Clip, _ renderer: Painter, _ pool: FramePool, jobs: Int
  ) throws -> [GIFSample] {
    let times = uses(of: clip, output: 0).map(\.time)
    let last = times.count - 1
    // More of them tell next to nothing new, and each is kept for as long as all before it take.
    let picked = Set([0, last / 2, last]).sorted()
    // The jobs that would have to wait for the others draw the first of the other frames.
    let more = times.indices.filter { !picked.contains($0) }.prefix(
      (jobs - picked.count % jobs) % jobs)
    let indices = picked + more
    return try FramePump.drawn(indices.count, jobs: jobs) { place, bands -> GIFSample? in
      let time = times[indices[place]]
      let frame =
        try pool.kept(at: time)
        ?? renderer.drawnFrame(at: time, bands: bands, over: Pixmap(width: 0, height: 0))
      pool.keep(frame, at: time)
      return place < picked.count ? GIFSample(of: frame.pixels) : nil
    }.compactMap(\.self)
  }
}
