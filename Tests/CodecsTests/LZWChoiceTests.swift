import Pixels
import TestSupport
import Testing

@testable import Codecs

struct LZWChoiceTests {
  @Test("a hole in a plain area that is painted again costs next to nothing")
  func plain() {
    // Every other pixel of a plain area has changed its neighbour's colour for the same again.
    let indices = (0..<40_000).map { UInt8($0 * 7919 % 13 < 6 ? 3 : 0) }
    let others = [UInt8](repeating: 0, count: indices.count)
    let fixed = LZWEncoder(colors: 4).imageData(of: indices)
    let free = LZWEncoder(colors: 4).imageData(of: indices, or: others)
    #expect(free.count * 2 < fixed.count)
  }

  @Test("where there is no choice, choosing changes nothing")
  func noChoice() {
    var random = SeededRandom.fresh("LZW without a choice")
    let indices = (0..<30_000).map { _ in UInt8.random(in: 0..<9, using: &random) }
    #expect(
      LZWEncoder(colors: 9).imageData(of: indices, or: indices)
        == LZWEncoder(colors: 9).imageData(of: indices))
  }

  @Test("a still area beside a moving one comes back exactly, whichever way it is written")
  func stillArea() throws {
    var random = SeededRandom.fresh("choice in a GIF")
    for colors in [2, 5, 30, 200] {
      var frames: [Pixmap] = []
      let run = FrameRun(
        width: 64, height: 48, count: 1, colors: colors, alpha: false, using: &random)
      var canvas = run.frames[0]
      for _ in 0..<6 {
        for _ in 0..<200 {
          let from = (
            Int.random(in: 0..<64, using: &random), Int.random(in: 0..<48, using: &random)
          )
          let to = (Int.random(in: 0..<64, using: &random), Int.random(in: 0..<48, using: &random))
          canvas[to.0, to.1] = canvas[from.0, from.1]
        }
        frames.append(canvas)
      }
      let moving = FrameRun(frames)
      let shown = try decoded(moving.gif(samples: colors == 30)).frames.map(\.pixels)
      let isSame = shown == GIFSinkTests.merged(moving).map(\.pixels)
      #expect(isSame, "\(colors) colours")
    }
  }
}
