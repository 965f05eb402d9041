import Codecs
import Foundation
import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import Regression
@testable import RenderTransition

@Suite("locks")
struct SceneLockTests {
  private static func lock(_ frames: Int = 3) -> SceneLock {
    SceneLock(
      scene: FrameHash(high: 1, low: .max), widthPixels: 390, heightPixels: 844, scale: 1.5,
      fps: 50,
      environment: RenderEnvironment(
        renderingVersion: 7, program: "0.9.1",
        libraries: [
          .init(name: "HarfBuzz", version: "6.0.0"), .init(name: "libpng", version: "1.6.39"),
        ],
        fonts: [
          .init(name: "fonts/Brand Sans %\n.otf", hash: FrameHash(high: 2, low: 3)),
          .init(name: "ü.ttf", hash: FrameHash(high: 4, low: 5)),
        ]),
      frames: (0..<frames).map {
        SceneLock.LockedFrame(
          time: Double($0) / 30, hash: FrameHash(high: UInt64($0) << 60, low: 9))
      })
  }

  private func read(_ text: String) throws(LockError) -> SceneLock {
    try LockReader.lock(Array(text.utf8), file: "a.lock")
  }

  @Test("what is written reads back, with the line ends of other systems too")
  func roundTrip() throws {
    let lock = Self.lock()
    #expect(try read(lock.text) == lock)
    #expect(try read(lock.text.replacing("\n", with: "\r\n")) == lock)
    #expect(lock.text.split(separator: "\n").count == 12 + 3)
  }

  @Test("a lock of a version that did not record itself is read")
  func oldLock() throws {
    var lock = Self.lock()
    #expect(lock.text.contains("\nprogram 0.9.1\n"))
    let old = lock.text.replacing("program 0.9.1\n", with: "")
    lock.environment.program = nil
    #expect(try read(old) == lock && lock.text == old)
  }

  static let broken: [(old: String, new: String, said: String)] = [
    ("lock 1", "lock 2", "a.lock:1:1: error: expected \"render-transition lock 1\""),
    ("scene 0", "scene g", "a.lock:2:7: error: expected a hash of 32 digits"),
    ("scene 0", "scenes 0", "a.lock:2:1: error: expected \"scene\""),
    ("390 x 844", "390 x -844", "a.lock:3:6: error: expected a size, as in \"390 x 844\""),
    ("390 x 844", "0 x 844", "a.lock:3:6: error: expected a size, as in \"390 x 844\""),
    ("scale 1.5", "scale nan", "a.lock:4:7: error: expected a number"),
    ("scale 1.5", "scale 1e99", "a.lock:4:7: error: expected a number"),
    ("fps 50", "fps 0x32", "a.lock:5:5: error: expected a number"),
    ("look 7", "look 7.5", "a.lock:6:6: error: expected a whole number"),
    ("library HarfBuzz 6.0.0", "library x", "a.lock:8:9: error: expected a name and a version"),
    (" ü.ttf", "", "a.lock:11:38: error: expected the font's name"),
    ("frames 3", "frames 0", "a.lock:12:8: error: expected the number of frames"),
    ("frames 3", "frames 99999999", "a.lock:12:8: error: expected the number of frames"),
    ("frames 3", "frames 2", "a.lock:15:1: error: expected the end: there are 2 frames"),
    (
      "frames 3", "frames 4",
      "a.lock:16:1: error: expected a frame: a time and a hash, but the lock ends"
    ),
    ("\n0 0", "\n1 0", "a.lock:14:1: error: the times do not rise"),
    ("\n0 0", "\n0 X", "a.lock:13:3: error: expected a hash of 32 digits"),
    ("\n0 0", "\n-1 0", "a.lock:13:1: error: expected a number"),
    (
      "scene 0", "<<<<<<< ours\nscene 0",
      "a.lock:2:1: error: a merge is not finished here; approve the scene again"
    ),
    (
      "\n0 0", "\n<<<<<<< ours\n0 0",
      "a.lock:13:1: error: a merge is not finished here; approve the scene again"
    ),
  ]

  @Test("what is broken is told with its place", arguments: broken)
  func mistakes(_ row: (old: String, new: String, said: String)) {
    let text = Self.lock().text.replacing(row.old, with: row.new, maxReplacements: 1)
    #expect {
      _ = try read(text)
    } throws: { error in
      "\(error)" == row.said
    }
  }

  @Test("no text whatever makes the reader fail otherwise than with a place")
  func anything() {
    var random = SeededRandom.fresh("broken locks")
    let good = Array(Self.lock().text.utf8)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<max(1, bytes.count), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes = Array(bytes.prefix(at))
        case 1 where !bytes.isEmpty: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 2 where !bytes.isEmpty: bytes.remove(at: at)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: min(at, bytes.count))
        }
      }
      do throws(LockError) {
        _ = try LockReader.lock(bytes, file: "a")
      } catch {
        #expect(error.line >= 1 && error.column >= 1 && !error.problem.isEmpty)
      }
    }
  }

  @Test("a lock is the same with one job and with many, and knows its font")
  func jobs() async throws {
    let small = try SmallScene(transition: #"{ "type": "fade", "duration": 0.12 }"#)
    let animation = try small.animation()
    let one = try await animation.lock(jobs: 1)
    #expect(try await animation.lock(jobs: 7) == one)
    #expect(one.frames.map(\.time) == animation.frameTimes)
    #expect(one.environment.fonts.map(\.name) == ["Inter 4.1"])
    #expect(
      one.environment.libraries.map(\.name) == ["FriBidi", "HarfBuzz", "libpng", "libunibreak"])
    #expect(one.environment.program == Release.version)
    #expect(one.environment.libraries.allSatisfy { $0.version.contains(".") })
    #expect(try read(one.text) == one)
    let renderer = try animation.renderer()
    for frame in one.frames { #expect(FrameHash(try renderer.frame(at: frame.time)) == frame.hash) }
  }

  @Test("a lock names the decoders of the pictures that its scene has")
  func decoders() throws {
    let formats: [Set<PictureFormat>] = [[], [.png, .jpeg], [.webp]]
    let names = formats.map { RenderEnvironment([], $0).libraries.map(\.name) }
    let texts: Set = ["FriBidi", "HarfBuzz", "libunibreak", "libpng"]
    #expect(names.allSatisfy { $0 == $0.sorted() && texts.isSubset(of: $0) })
    let others = names.map { Set($0).subtracting(texts) }
    #expect(others == [[], ["libjpeg-turbo"], ["libwebp"]])
  }

  @Test("a file is replaced only by another text, and then as a whole")
  func files() throws {
    let folder = try ScratchFolder()
    let file = LockFile(folder.path("deep/a.lock"))
    #expect(try file.read() == nil)
    #expect(try file.replace(with: Self.lock()))
    #expect(try !file.replace(with: Self.lock()))
    #expect(try file.read() == Self.lock())
    #expect(try file.replace(with: Self.lock(4)))
    #expect(try folder.names(in: "deep") == ["a.lock"])
    try file.remove()
    #expect(try folder.names(in: "deep") == [])
  }

  @Test("approving what differs in versions alone leaves the file as it is")
  func versions() throws {
    let file = LockFile(try ScratchFolder().path("a.lock"))
    var lock = Self.lock()
    #expect(try file.replace(with: lock))
    lock.environment.program = nil
    lock.environment.libraries[0].version = "10.2.0"
    lock.environment.libraries.removeLast()
    #expect(try !file.replace(with: lock))
    #expect(try file.read() == Self.lock())
    lock.environment.renderingVersion += 1
    #expect(try file.replace(with: lock))
    #expect(try file.read() == lock)
    lock.environment.fonts[0].hash = FrameHash(high: 0, low: 0)
    #expect(try file.replace(with: lock))
    lock.scene = FrameHash(high: 0, low: 0)
    #expect(try file.replace(with: lock))
    #expect(try file.read() == lock)
  }

  /// Changes what the lock pins or records, besides frames.
  private static func change(_ what: String, of lock: inout SceneLock) {
    switch what {
    case "scene": lock.scene = FrameHash(high: 0, low: 0)
    case "font": lock.environment.fonts[1].hash = FrameHash(high: 4, low: 6)
    case "fonts": lock.environment.fonts[0].name = "New.otf"
    case "look": lock.environment.renderingVersion = 8
    case "library": lock.environment.libraries[0].version = "10.2.0"
    case "libraries": lock.environment.libraries = [.init(name: "libwebp", version: "1.2.4")]
    case "program": lock.environment.program = "1.0.0"
    default: lock.environment.program = nil
    }
  }

  static let causes: [(changes: [String], cause: LockComparison.Cause, notes: [String])] = [
    ([], .renderer, [asApproved]),
    (["library"], .renderer, [asApproved, "made with HarfBuzz 6.0.0; now with HarfBuzz 10.2.0"]),
    (
      ["libraries", "program"], .renderer,
      [
        asApproved,
        "made with render-transition 0.9.1, HarfBuzz 6.0.0, libpng 1.6.39; "
          + "now with render-transition 1.0.0, libwebp 1.2.4",
      ]
    ),
    (["old lock"], .renderer, [asApproved]),
    (["font"], .font, [otherFile]),
    (
      ["font", "look", "library"], .font,
      [
        otherFile, "the renderer's look has changed: 7 -> 8",
        "made with HarfBuzz 6.0.0; now with HarfBuzz 10.2.0",
      ]
    ),
    (
      ["fonts"], .font,
      ["the font New.otf is new", "the font fonts/Brand Sans %\n.otf is used no more"]
    ),
    (["look"], .look, ["the renderer's look has changed: 7 -> 8"]),
    (
      ["scene", "look"], .scene,
      [
        "the scene, or a file that it names, has changed since it was approved",
        "the renderer's look has changed: 7 -> 8",
      ]
    ),
  ]

  private static let asApproved =
    "the scene, its fonts and the look are as they were approved: the renderer or a library draws "
    + "other pixels (see \"render-transition doctor\")"
  private static let otherFile =
    "the font ü.ttf is another file: \(FrameHash(high: 4, low: 5)) -> \(FrameHash(high: 4, low: 6))"

  @Test("equal frames are the same whatever else differs; others have a cause", arguments: causes)
  func verdict(
    _ row: (changes: [String], cause: LockComparison.Cause, notes: [String])
  ) {
    let old = Self.lock()
    var new = old
    for change in row.changes { Self.change(change, of: &new) }
    // A lock from before programs were recorded is the older one of the two.
    let isOld = row.changes.contains("old lock")
    func judged() -> SceneVerdict {
      let comparison = LockComparison(expected: isOld ? new : old, actual: isOld ? old : new)
      return TestRun.verdict(on: "a.json", comparison)
    }
    #expect(judged().kind == .same && judged().notes.isEmpty)
    new.frames[1].hash = FrameHash(high: 0, low: 0)
    let different = judged()
    #expect(different.kind == .different && different.notes == row.notes, "\(different.notes)")
    #expect(different.comparison?.cause == row.cause)
    #expect(different.comparison?.differingFrames == [1])
  }

  @Test("frames at other times, more frames and other sizes are differences")
  func layouts() {
    let old = Self.lock()
    var slow = old
    slow.frames[2].time = 0.1
    #expect(!LockComparison(expected: old, actual: slow).isSame)
    #expect(LockComparison(expected: old, actual: slow).differingFrames == [])
    let long = LockComparison(expected: old, actual: Self.lock(5))
    #expect(long.differingFrames == [3, 4] && long.layoutChanges == ["frames 3 -> 5"])
    var wide = old
    wide.widthPixels = 391
    let layout = LockComparison(expected: old, actual: wide)
    #expect(layout.differingFrames == [0, 1, 2])
    #expect(layout.layoutChanges == ["size 390 x 844 -> 391 x 844"])
  }

  @Test("a folder's scenes are found, and nothing else is taken for one")
  func search() throws {
    let folder = try ScratchFolder()
    let scene = #"{ "version": 1, "from": "a.png", "to": "b.png" }"#
    for name in ["b.json", "a/c.json", ".hidden/d.json", "node_modules/e.json"] {
      try folder.write(scene, to: name)
    }
    try folder.write(#"{ "version": 1, "background": "red" }"#, to: "screen.json")
    try folder.write(#"{ "duration": 1, "tracks": [] }"#, to: "recipe.json")
    try folder.write("no JSON", to: "locked.json")
    for name in ["locked.lock", "a/gone.lock"] { try folder.write(Self.lock().text, to: name) }
    try folder.write("# yarn", to: "yarn.lock")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: ".")
    let found = SceneSearch(in: [folder.path])
    #expect(found.scenes == ["a/c.json", "b.json", "locked.json"].map(folder.path))
    #expect(found.orphans == [folder.path("a/gone.lock")])
    let named = SceneSearch(
      in: ["b.json", "b.lock", "a/gone.json", "none.json"].map(folder.path) + ["git:HEAD:x.json"])
    #expect(named.scenes == [folder.path("b.json"), "git:HEAD:x.json"])
    #expect(named.orphans == [folder.path("a/gone.lock")])
    #expect(named.missing == ["b.lock", "none.json"].map(folder.path))
  }
}
