public import Codecs
import Compositing
public import Pixels
import SceneFormat
import Staging

extension Animation {
  /// Some frames at the scene's own rate as an APNG in memory, or a part of each.
  public func film(
    of frames: [Int], in area: PixelRect, compression: PNGCompression = .standard, jobs: Int? = nil
  ) async throws -> [UInt8] {
    let (times, fps) = (frameTimes, scene.output.fps)
    let shots = frames.filter(times.indices.contains).enumerated().map { index, frame in
      let use = Shot.Use(
        output: 0, index: index, start: Double(index) / fps, end: Double(index + 1) / fps)
      return Shot(time: times[frame], uses: [use])
    }
    let sink = try APNGSink(
      width: area.width, height: area.height, frameCount: shots.count, compression: compression)
    return try await rendered(CropSink(area: area, inner: sink), shots: shots, jobs: jobs)
  }

  /// The rectangle of all pixels.
  public var bounds: PixelRect {
    get throws {
      let grid = try stage.grid
      return PixelRect(x: 0, y: 0, width: grid.pixelWidth, height: grid.pixelHeight)
    }
  }
}
