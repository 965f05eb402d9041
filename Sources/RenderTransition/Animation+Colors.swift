import Codecs
import Staging

extension Animation {
  /// What the colours of all frames have in common; of the first few frames with more than a palette
  /// holds, for the others do not matter then.
  func colors(
    _ clip: Schedule.Clip, _ renderer: Renderer, jobs: Int
  ) async throws -> ColorSummary {
    let times = stage.frameTimes(fps: clip.fps)
    let pump = FramePump(jobs: jobs)
    var colors = ColorSummary()
    guard !times.isEmpty else { return colors }
    // Most animations are known by their first frame or by one in their middle.
    for part in [[0], [times.count / 2], Array(times.indices)] where colors.isNarrow {
      let found = try await pump.inOrder(part.count) { place in
        var colors = ColorSummary()
        colors.insert(try renderer.frame(at: times[part[place]]))
        return colors
      }
      for more in found { colors.formUnion(more) }
    }
    return colors
  }
}
