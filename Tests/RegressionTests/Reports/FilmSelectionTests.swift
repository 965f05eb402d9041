import ImageDiff
import Pixels
import RenderTransition
import TestSupport
import Testing

@testable import Regression

@Suite("pictures that fit into a page")
struct FilmSelectionTests {
  private static func scene(_ seed: Int) -> String {
    let dots = (0..<40).map { index in
      """
      { "type": "shape", "path": "ellipse", "frame": [\(index * 37 % 90), \(index * 53 % 60), 9, 7],
        "fill": "#\((index * 77_777 + seed) % 900_000 + 100_000)" }
      """
    }
    return """
      { "version": 1, "canvas": { "width": 96, "height": 64 },
        "from": { "background": "#fff", "layers": [\(dots.joined(separator: ","))] },
        "to": { "background": "#123" }, "transition": { "type": "slide", "duration": 0.4 } }
      """
  }

  @Test("there is always as much as there is room for, and it is said what is left out")
  func rooms() async throws {
    let folder = try ScratchFolder()
    var inputs: [DiffInput] = []
    var locks: [SceneLock] = []
    for seed in [0, 40] {
      let animation = try Animation(sceneAt: folder.write(Self.scene(seed), to: "\(seed).json"))
      inputs.append(try await DiffInput(animation, path: "\(seed)"))
      locks.append(try await animation.lock())
    }
    let found = try Differences(inputs[0], inputs[1])
    var counts: [Int] = []
    for room in [1_000_000, 40_000, 12_000, 6_000, 3_000, 1_000, 10] {
      let film = try ReportFilm.showing(
        inputs[0].sequence, inputs[1].sequence,
        differing: LockComparison(expected: locks[0], actual: locks[1]).differingFrames,
        found.frames.curve, room: room, jobs: 2)
      counts.append(film?.frames.count ?? 0)
      guard let film else { continue }
      #expect(film.apng.count <= room && film.counts == [film.frames.count, film.frames.count])
      #expect(film.limits.isEmpty == (film.frames.count == locks[1].frames.count))
      #expect(film.frames.contains(found.frames.peak?.actualIndex ?? -1))
    }
    #expect(counts.first == locks[1].frames.count && counts.last == 0, "\(counts)")
    #expect(counts == counts.sorted(by: >) && counts.contains(1), "\(counts)")
  }

  @Test("without what was expected, what is there is shown alone")
  func alone() async throws {
    let folder = try ScratchFolder()
    let animation = try Animation(sceneAt: folder.write(Self.scene(1), to: "a.json"))
    let lock = try await animation.lock()
    var old = lock
    old.frames[3].hash = FrameHash(high: 0, low: 0)
    let film = try ReportFilm.showing(
      nil, try await DiffInput(animation, path: "a").sequence,
      differing: LockComparison(expected: old, actual: lock).differingFrames, [], room: 1_000_000,
      jobs: nil)
    #expect(film?.counts == [0, lock.frames.count] && film?.peak == 3)
    #expect(film?.frames == Array(lock.frames.indices))
  }
}
