import Codecs
import Foundation
import RenderTestSupport
import SceneFormat
import Synchronization
import TestSupport
import Testing

@testable import RenderTransition

@Suite("places of outputs")
struct OutputPlaceTests {
  private let small: SmallScene
  private let animation: Animation

  init() throws {
    small = try SmallScene.tiny(#"{ "type": "shift", "duration": 0.2 }"#)
    animation = try small.animation()
  }

  private func write(
    _ format: OutputFormat, to path: String
  ) async throws {
    try await animation.write([OutputRequest(format, to: .path(path))])
  }

  @Test("what cannot be written is an error that names it, and leaves nothing behind")
  func refused() async throws {
    let full = OutputRequest(.gif, to: .path("/dev/full"))
    let fine = OutputRequest(.gif, to: .path(small.folder.path("fine.gif")))
    await #expect(throws: FileError(.write, "/dev/full", .system(ENOSPC))) {
      try await animation.write([fine, full])
    }
    #expect(try small.folder.names() == ["scene.json"])
    // A folder that takes no file, not even from root.
    await #expect(throws: FileError.self) { try await write(.gif, to: "/proc/a.gif") }
    await #expect(throws: FileError.self) { try await write(.frames, to: "/proc/a") }
    await #expect(throws: FileError(.write, "/proc", .system(EISDIR))) {
      try await write(.gif, to: "/proc")
    }
    await #expect(throws: FileError(.write, small.folder.path("scene.json/b/a.gif"), .noFolder)) {
      try await write(.gif, to: small.folder.path("scene.json/b/a.gif"))
    }
    #expect(try small.folder.names() == ["scene.json"])
  }

  @Test("who could read what was there can read what takes its place, and nobody else")
  func permissions() async throws {
    let (file, frames) = (small.folder.path("a.gif"), small.folder.path("frames"))
    let manager = FileManager.default
    for mode in [0o600, 0o640, 0o755] {
      for path in [file, frames] {
        try await write(path == file ? .gif : .frames, to: path)
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        try await write(path == file ? .gif : .frames, to: path)
        let now = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(now == mode)
      }
    }
  }

  @Test("a link stays a link, be it to what is not there yet")
  func links() async throws {
    let folder = small.folder
    func link(_ name: String, to target: String) throws {
      let path = folder.path(name)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
    func isLink(_ name: String) throws -> Bool {
      try FileStatus(folder.path(name), followingLinks: false)?.isLink == true
    }
    try folder.write("", to: "other/a.txt")
    try link("late.gif", to: "other/late.gif")
    try link("later.gif", to: folder.path("late.gif"))
    try await write(.gif, to: folder.path("later.gif"))
    #expect(try folder.names(in: "other") == ["a.txt", "late.gif"])
    #expect(try isLink("later.gif") && isLink("late.gif"))
    try link("frames", to: "other/frames")
    for _ in 0..<2 {
      try await write(.frames, to: folder.path("frames") + "/")
      #expect(try folder.names(in: "other/frames").contains("manifest.json"))
      #expect(try isLink("frames"))
    }
    try link("self.gif", to: "self.gif")
    let path = folder.path("self.gif")
    await #expect(throws: FileError(.write, path, .system(ELOOP))) {
      try await write(.gif, to: path)
    }
    #expect(try isLink("self.gif"))
  }

  @Test("a name may be as long as the system lets it, and an error has no other")
  func longNames() async throws {
    let name = String(repeating: "é", count: 125) + ".gif"
    try await write(.gif, to: small.folder.path(name))
    #expect(try small.folder.names().contains(name))
    let other = "/proc/\(name)"
    await #expect(throws: FileError(.write, other, .system(ENOENT))) {
      try await write(.gif, to: other)
    }
  }

  @Test("a device and a FIFO are written through")
  func writtenThrough() async throws {
    try await write(.gif, to: "/dev/null")
    #expect(!FileManager.default.fileExists(atPath: "/dev/.null"))
    let fifo = small.folder.path("fifo")
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    async let reader = onOwnThread {
      try FileHandle(forReadingFrom: URL(filePath: fifo)).readToEnd() ?? Data()
    }
    try await write(.gif, to: fifo)
    let through = try await reader
    try await write(.gif, to: small.folder.path("a.gif"))
    #expect(try [UInt8](through) == small.folder.bytes(of: "a.gif"))
    #expect(try small.folder.names() == ["a.gif", "fifo", "scene.json"])
  }

  @Test("a link stays a link: what it points to is replaced")
  func link() async throws {
    try small.folder.write("old", to: "real/a.gif")
    try FileManager.default.createSymbolicLink(
      atPath: small.folder.path("link.gif"), withDestinationPath: "real/a.gif")
    try await write(.gif, to: small.folder.path("link.gif"))
    #expect(try small.folder.bytes(of: "real/a.gif").starts(with: "GIF".utf8))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: small.folder.path("link.gif"))
        == "real/a.gif")
    #expect(try small.folder.names(in: "real") == ["a.gif"])
  }

  @Test("folders above a folder of frames are made, and those above a file are not")
  func makesFolders() async throws {
    let missing = FileError(.write, small.folder.path("a/b/c.gif"), .noFolder)
    await #expect(throws: missing) {
      try await write(.gif, to: small.folder.path("a/b/c.gif"))
    }
    #expect(!(try small.folder.names().contains("a")))
    try await write(.frames, to: small.folder.path("d/e/"))
    #expect(try small.folder.names(in: "d/e").last == "manifest.json")
  }

  @Test("a folder of frames is replaced as a whole, and a foreign one never")
  func folders() async throws {
    let path = small.folder.path("frames")
    try small.folder.write("mine", to: "frames/notes.txt")
    await #expect(throws: FileError(.write, path, .foreignFolder("notes.txt"))) {
      try await write(.frames, to: path)
    }
    #expect(try small.folder.names(in: "frames") == ["notes.txt"])
    try FileManager.default.removeItem(atPath: path + "/notes.txt")
    // Empty now, so it may go.
    try await write(.frames, to: path)
    #expect(try small.folder.names(in: "frames").count == 7)
    var options = RenderOptions()
    options.fps = 10
    try await animation.write([OutputRequest(.frames, to: .path(path))], options: options)
    #expect(try small.folder.names(in: "frames").count == 4)
    try small.folder.write("mine", to: "frames/notes.txt")
    await #expect(throws: FileError(.write, path, .foreignFolder("notes.txt"))) {
      try await write(.frames, to: path)
    }
    #expect(try small.folder.names(in: "frames").count == 5)
    #expect(try small.folder.names() == ["frames", "scene.json"])
    let file = small.folder.path("scene.json")
    await #expect(throws: FileError.self) { try await write(.frames, to: file) }
  }

  @Test("there is never a moment without a folder of frames while it is replaced")
  func noGap() async throws {
    let path = small.folder.path("frames")
    try await write(.frames, to: path)
    for name in ["one", "other"] { try Folder.make(small.folder.path(name)) }
    let folder = try OpenFolder(small.folder.path, for: .write)
    guard folder.swap("one", "other") else {
      return OutsideProgram.skip("folders cannot be swapped in the folder for temporary files")
    }
    for name in ["one", "other"] { folder.removeFolder(name) }
    let first = try FileStatus(path)
    let watch = Mutex((isOver: false, looks: 0, misses: 0))
    let watcher = Thread {
      while true {
        let isThere = (try? FileStatus(path + "/" + FrameFolder.manifestName)) != nil
        let isOver = watch.withLock { state in
          state.looks += 1
          state.misses += isThere ? 0 : 1
          return state.isOver
        }
        if isOver { return }
      }
    }
    watcher.start()
    for _ in 0..<10 { try await write(.frames, to: path) }
    watch.withLock { $0.isOver = true }
    let (looks, misses) = watch.withLock { ($0.looks, $0.misses) }
    #expect(looks > 0 && misses == 0, "\(misses) of \(looks)")
    #expect(try small.folder.names() == ["frames", "scene.json"])
    #expect(try first?.mode == FileStatus(path)?.mode)
  }

  @Test("a file of frames that is not in the manifest makes a folder foreign")
  func extraFrame() async throws {
    let path = small.folder.path("frames")
    try await write(.frames, to: path)
    try small.folder.write("mine", to: "frames/frame-99999.png")
    await #expect(throws: FileError(.write, path, .foreignFolder("frame-99999.png"))) {
      try await write(.frames, to: path)
    }
  }

  @Test("a screen that is called like a file of a frame does not make that file ours")
  func screenLikeAFrame() async throws {
    let scene = """
      { "version": 1, "canvas": { "width": 24, "height": 16 },
        "screens": { "a": {}, "frame-99999.png": {} },
        "steps": [{ "show": "a" }, { "push": "frame-99999.png", "duration": 0.1 }] }
      """
    let animation = try Animation(sceneAt: small.folder.write(scene, to: "flow.json"))
    let path = small.folder.path("frames")
    let request = OutputRequest(.frames, to: .path(path))
    try await animation.write([request])
    try small.folder.write("mine", to: "frames/frame-99999.png")
    await #expect(throws: FileError(.write, path, .foreignFolder("frame-99999.png"))) {
      try await animation.write([request])
    }
    #expect(try small.folder.bytes(of: "frames/frame-99999.png") == Array("mine".utf8))
  }

  @Test("a list that is not of our frames makes a folder foreign")
  func otherManifest() async throws {
    let path = small.folder.path("app")
    try small.folder.write("{ \"name\": \"my web app\" }", to: "app/manifest.json")
    await #expect(throws: FileError(.write, path, .foreignFolder("manifest.json"))) {
      try await write(.frames, to: path)
    }
    #expect(try small.folder.names(in: "app") == ["manifest.json"])
  }

  @Test("a run that is cancelled leaves no temporary, and the old file as it was")
  func cancellation() async throws {
    try small.folder.write("old", to: "a.gif")
    let requests = [
      OutputRequest(.gif, to: .path(small.folder.path("a.gif"))),
      OutputRequest(.frames, to: .path(small.folder.path("frames"))),
    ]
    let animation = animation
    let run = Task {
      try await animation.write(requests) { done, _ in
        if done == 2 { unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try small.folder.bytes(of: "a.gif") == Array("old".utf8))
    #expect(try small.folder.names() == ["a.gif", "scene.json"])
  }

  @Test("nor does one that is cancelled before its first frame")
  func earlyCancellation() async throws {
    let animation = animation
    let request = OutputRequest(.apng, to: .path(small.folder.path("a.png")))
    let run = Task {
      unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
      try await animation.write([request])
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try small.folder.names() == ["scene.json"])
  }

  @Test("an output is never one of the files that the scene is made of")
  func inputs() async throws {
    let folder = small.folder
    let image = try PNGWriter().file(of: animation.renderer().still(.from))
    try folder.write(image, to: "frames/frame-00000.png")
    try folder.write(
      #"{ "frames": [{ "file": "frame-00000.png" }] }"#, to: "frames/manifest.json")
    try folder.write(#"{ "version": 1, "background": "white" }"#, to: "screen.json")
    let recipe = #"{ "push": { "tracks": [{ "target": "to", "x": [9, 0] }] } }"#
    try folder.write(recipe, to: "slam.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.gif"), withDestinationPath: "screen.json")
    let scene = """
      { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": "frames/frame-00000.png",
        "to": "screen.json", "transition": "./slam.json" }
      """
    let animation = try Animation(sceneAt: folder.write(scene, to: "scene.json"))
    let names = [
      "scene.json", "screen.json", "slam.json", "frames/frame-00000.png", "link.gif",
      "frames/../screen.json",
    ]
    let before = try names.map(folder.bytes)
    for name in names {
      let path = folder.path(name)
      await #expect(throws: FileError(.write, path, .input)) {
        try await animation.write([OutputRequest(.gif, to: .path(path))])
      }
      #expect(throws: FileError(.write, path, .input)) {
        try animation.writeFrame(at: [0], to: [.path(path)])
      }
    }
    // Ours, by its manifest, and yet the scene is made of it.
    let frames = folder.path("frames")
    await #expect(throws: FileError(.write, frames, .input)) {
      try await animation.write([OutputRequest(.frames, to: .path(frames))])
    }
    #expect(try names.map(folder.bytes) == before)
  }
}
