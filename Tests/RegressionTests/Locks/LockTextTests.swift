import ImageDiff
import Pixels
import TestSupport
import Testing

@testable import Regression

@Suite("the text of a lock, at its limits")
struct LockTextTests {
  static func lock(_ frames: Int = 2, width: Int = 20, height: Int = 10) -> SceneLock {
    SceneLock(
      scene: FrameHash(high: 1, low: 2), widthPixels: width, heightPixels: height, scale: 2,
      fps: 50,
      environment: RenderEnvironment(
        renderingVersion: 7, program: "1.0.0",
        libraries: [.init(name: "HarfBuzz", version: "6.0.0")], fonts: []
      ),
      frames: (0..<frames).map {
        SceneLock.LockedFrame(
          time: Double($0) / 50, hash: FrameHash(high: UInt64($0), low: 3))
      })
  }

  private func read(_ text: String) throws(LockError) -> SceneLock {
    try LockReader.lock(Array(text.utf8), file: "a.lock")
  }

  @Test(
    "a font has any name, there and back",
    arguments: [
      ("a%41.otf", "a%2541.otf"), ("%", "%25"), ("100%25.otf", "100%2525.otf"),
      ("a\u{7F}b", "a%7fb"), ("a\nb\t", "a%0ab%09"), ("ä b", "ä b"),
    ])
  func fontNames(_ name: String, _ written: String) throws {
    var lock = Self.lock()
    lock.environment.fonts = [.init(name: name, hash: FrameHash(high: 0, low: 1))]
    let line = "\nfont 00000000000000000000000000000001 \(written)\n"
    #expect(lock.text.contains(line), "\(lock.text)")
    #expect(try read(lock.text) == lock)
  }

  static let limits: [(old: String, least: String, beyond: String)] = [
    ("scale 2\n", "scale 8\n", "scale 8.01\n"), ("scale 2\n", "scale 0.25\n", "scale 0.24\n"),
    ("fps 50\n", "fps 1000\n", "fps 1001\n"), ("fps 50\n", "fps 1\n", "fps 0.99\n"),
    ("look 7\n", "look 1000000\n", "look 1000001\n"), ("look 7\n", "look 0\n", "look -1\n"),
    ("look 7\n", "look 0000007\n", "look 00000007\n"),
    ("size 20 x 10\n", "size 1 x 1\n", "size 20 x 0\n"),
    ("size 20 x 10\n", "size 1 x 1\n", "size 0 x 10\n"),
    ("\n0.02 ", "\n0.01 ", "\n0 "), ("\n0.02 ", "\n1000000 ", "\n1000001 "),
    ("library HarfBuzz 6.0.0\n", "library a b 1\n", "library  6.0.0\n"),
  ]

  @Test("a value is read at its limit, and refused beyond it", arguments: limits)
  func values(_ row: (old: String, least: String, beyond: String)) throws {
    let text = Self.lock().text
    #expect(text.contains(row.old))
    _ = try read(text.replacing(row.old, with: row.least))
    #expect(throws: LockError.self) { try read(text.replacing(row.old, with: row.beyond)) }
  }

  @Test("equal frames of another size are a difference", arguments: [(21, 10), (20, 11)])
  func size(_ width: Int, _ height: Int) {
    let (old, new) = (Self.lock(), Self.lock(width: width, height: height))
    #expect(!LockComparison(expected: old, actual: new).isSame)
    #expect(old.pictureHash != new.pictureHash && old.pictureHash == Self.lock().pictureHash)
    #expect(old.pictureHash != Self.lock(3).pictureHash)
  }

  /// Pictures that show for a second each.
  private static func pictures(_ count: Int) throws -> DiffInput {
    let frames = (0..<count).map {
      FrameSequence.Frame(
        startSeconds: Double($0), endSeconds: Double($0 + 1),
        hash: FrameHash(high: UInt64($0), low: 3))
    }
    let sequence = FrameSequence(width: 20, height: 10, frames: frames) { _ in
      Pixmap(width: 20, height: 10)
    }
    return DiffInput(path: "p", kind: .footage(try #require(sequence)))
  }

  @Test("more pictures than frames go on at the scene's rate")
  func morePictures() throws {
    let lock = try Self.pictures(4).lock(beside: Self.lock())
    #expect(lock.frames.map(\.time) == [0, 0.02, 0.04, 0.06])
    #expect(lock.frames.map(\.hash) == Self.lock(4).frames.map(\.hash))
    #expect(lock.scene == Self.lock().scene && lock.widthPixels == 20)
  }

  @Test("pictures have the other side's times where there are as many")
  func timed() throws {
    let frames = [0.0, 0.5].map {
      FrameSequence.Frame(
        startSeconds: $0, endSeconds: $0 + 0.5, hash: FrameHash(high: 0, low: 0))
    }
    let sequence = FrameSequence(width: 20, height: 10, frames: frames) { _ in
      Pixmap(width: 20, height: 10)
    }
    let model = DiffInput(path: "m", kind: .footage(try #require(sequence)))
    let timed = try Self.pictures(2).timed(like: model).sequence.frames
    #expect(timed.map(\.startSeconds) == [0, 0.5] && timed.map(\.endSeconds) == [0.5, 1])
    #expect(timed.map(\.hash) == Self.lock().frames.map(\.hash))
    let other = try Self.pictures(3).timed(like: model).sequence.frames
    #expect(other.map(\.endSeconds) == [1, 2, 3])
  }
}
