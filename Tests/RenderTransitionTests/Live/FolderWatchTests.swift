import Codecs
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("what was read is watched")
struct FolderWatchTests {
  private let folder: ScratchFolder
  private let log = FileLog()

  private static let scene = """
    { "version": 1, "canvas": { "width": 8, "height": 8 }, "from": {}, "transition": "none",
      "to": { "layers": [ { "type": "image", "src": "img/a.png", "frame": [0, 0, 8, 8] } ] } }
    """

  init() throws {
    folder = try ScratchFolder()
    for name in ["v1", "v2"] {
      try folder.write(Self.scene, to: "\(name)/scene.json")
      try folder.write(Self.picture(name == "v1" ? 9 : 90), to: "\(name)/img/a.png")
    }
    _ = try Shell.run("cd \(folder.path); ln -s v1 now; ln -s v2/img/a.png link.png")
  }

  private static func picture(_ red: UInt8) throws -> [UInt8] {
    let pixels = [UInt8](repeatElement([red, 0, 0, 255], count: 64).joined())
    return try PNGWriter().file(of: #require(Pixmap(width: 8, height: 8, premultiplied: pixels)))
  }

  /// Reads the scene called `name`, whether it is valid or not.
  private func read(_ name: String = "now/scene.json", root: String? = nil) {
    _ = try? Animation(
      at: .file(folder.path(name)), assetRoot: root.map(folder.path), log: log)
  }

  /// The changes since it was read, without the path of the folder.
  private var changes: [String] {
    log.changes().map { String($0.dropFirst(folder.path.utf8.count + 1)) }
  }

  private func run(_ line: String) throws {
    let result = try Shell.run("set -e; cd \(folder.path); export HOME=$PWD; \(line)")
    #expect(result.code == 0, "\(line): \(result.printed)")
  }

  /// A watch of all that was read, which has heard nothing yet.
  private func quietWatch() throws -> FolderWatch {
    let watch = try FolderWatch()
    watch.watch(log.paths)
    #expect(watch.wait(seconds: 60))
    return watch
  }

  static let both = ["now/img/a.png", "now/scene.json"]

  static let saves: [(line: String, changed: [String])] = [
    ("echo '{' > v1/scene.json", ["now/scene.json"]),
    ("echo '{' > v1/new; mv v1/new v1/scene.json", ["now/scene.json"]),
    ("cd v1; mv scene.json old~; echo '{' > scene.json; rm old~", ["now/scene.json"]),
    ("sed -i s/8/9/ v1/scene.json", ["now/scene.json"]),
    ("cp -p v2/img/a.png v1/img/a.png", ["now/img/a.png"]),
    ("rm v1/img/a.png", ["now/img/a.png"]),
    ("rm v1/img/a.png; cp v2/img/a.png v1/img", ["now/img/a.png"]),
    ("ln -s v2 new; mv -T new now", both),
    ("rm now", both),
    ("mv v1 v3", both),
    ("mv v1/img v1/old; cp -r v2/img v1", ["now/img/a.png"]),
    ("mv v1/img v1/old; ln -s old v1/img", ["now/img/a.png"]),
    ("chmod 0 v1/img/a.png; echo 1 >> v1/scene.json", ["now/scene.json"]),
  ]

  @Test("every way to save a file is heard and seen", arguments: saves.indices)
  func hears(_ index: Int) throws {
    let save = Self.saves[index]
    read()
    #expect(log.changes() == [])
    let watch = try quietWatch()
    try run(save.line)
    #expect(watch.wait(seconds: 60), "\(save.line)")
    #expect(changes == save.changed, "\(save.line)")
  }

  static let idle: [(line: String, isHeard: Bool)] = [
    ("touch v1/scene.json v1/img/a.png", true),
    ("cp v1/scene.json new; mv new v1/scene.json", true),
    ("cat v1/scene.json > old; cat old > v1/scene.json", true),
    ("chmod 600 v1/scene.json", false),
    ("echo 1 > v1/out.gif; echo 1 > v1/img/b.png; mkdir v1/x; rm v1/out.gif", false),
  ]

  @Test("the same bytes are no change, and other files are not heard", arguments: idle.indices)
  func same(_ index: Int) throws {
    read()
    let watch = try quietWatch()
    try run(Self.idle[index].line)
    #expect(watch.wait(seconds: 0.1) == Self.idle[index].isHeard)
    #expect(changes == [])
    // It is known by its new stamp.
    #expect(changes == [])
  }

  @Test("a checkout is heard")
  func checkout() throws {
    guard let repository = try ScratchRepository() else { return }
    let path = try repository.folder.write("[]", to: "scene.json")
    try repository.commit("a list")
    try repository.folder.write(Self.scene, to: "scene.json")
    _ = try? Animation(sceneAt: path, log: log)
    let watch = try quietWatch()
    try repository.run(["checkout", "-q", "scene.json"])
    #expect(watch.wait(seconds: 60))
    #expect(log.changes() == [path])
  }

  @Test("what is not there is heard when it appears, also in new folders")
  func appears() throws {
    try run("mv v1/img img; mv v1/scene.json .; rm -r v1")
    read()
    let watch = try quietWatch()
    try run("mkdir v1")
    #expect(watch.wait(seconds: 60))
    #expect(changes == [])
    try run("mv scene.json v1")
    #expect(watch.wait(seconds: 60))
    #expect(changes == ["now/scene.json"])
    let (log, path) = (FileLog(), folder.path("now/img/a.png"))
    _ = try? Animation(sceneAt: folder.path("now/scene.json"), log: log)
    watch.watch(log.paths)
    #expect(watch.wait(seconds: 60))
    for line in ["mkdir v1/img", "cp img/a.png v1/img"] {
      #expect(log.changes() == [])
      try run(line)
      #expect(watch.wait(seconds: 60))
    }
    #expect(log.changes() == [path])
  }

  @Test("a link that leads to the same text beside other files is a change")
  func swapped() throws {
    read(root: "")
    let watch = try quietWatch()
    try run("ln -sfn v2 now")
    #expect(watch.wait(seconds: 60))
    #expect(changes == ["now/scene.json"])
  }

  @Test("pictures and a recipe on the command line are watched by their names")
  func operands() throws {
    try run("ln -s . here")
    let names = ["link.png", "here/v1/img/a.png", "here/fade.json"].map(folder.path)
    var options = SceneChanges()
    options.transition = names[2]
    try folder.write("{", to: "fade.json")
    _ = try? Animation(pictures: Array(names.dropLast()), changedBy: options, log: log)
    #expect(log.paths.isSuperset(of: names))
    let watch = try quietWatch()
    try run("rm here; ln -sf v1/img/a.png link.png")
    #expect(watch.wait(seconds: 60))
    #expect(changes == ["here/fade.json", "here/v1/img/a.png", "link.png"])
  }

  @Test("a file that is written again at once has changed, whatever its times say")
  func atOnce() throws {
    let path = folder.path("a.txt")
    for (old, new) in [("one", "two"), ("two", "six"), ("six", "one")] {
      let log = FileLog()
      try folder.write(old, to: "a.txt")
      log.note(path)
      log.note(path, held: Array(old.utf8))
      try folder.write(new, to: "a.txt")
      #expect(log.changes() == [path])
    }
  }

  @Test("a file that is written while it is read has changed")
  func meanwhile() throws {
    let path = try folder.write("old", to: "a.txt")
    log.note(path)
    try folder.write("longer", to: "a.txt")
    log.note(path, held: Array("longer".utf8))
    #expect(log.changes() == [path])
  }

  @Test("a log forgets what it should")
  func forgets() throws {
    read()
    log.forget(folder.path("v1/scene.json"))
    try run("rm v1/scene.json")
    #expect(changes == [])
  }

  @Test("of a folder, what matters of its names is a change")
  func names() throws {
    let path = folder.path("v1")
    log.note(path) { FrameHash(ofBytes: Array(Folder.names(in: path).description.utf8)) }
    let watch = try quietWatch()
    try run("echo 1 > v1/scene.json")
    #expect(watch.wait(seconds: 60))
    #expect(changes == [])
    try run("echo 1 > v1/b.json")
    #expect(watch.wait(seconds: 60))
    #expect(changes == ["v1"])
  }

  @Test("paths that are added wake the thread that waits")
  func wakes() throws {
    let watch = try FolderWatch()
    let path = folder.path("v1/scene.json")
    #expect(!watch.wait(seconds: 0.01))
    #expect(Threads.start { watch.watch([path]) })
    #expect(watch.wait(seconds: 60))
    #expect(!watch.wait(seconds: 0.01))
    try run("rm v1/scene.json")
    #expect(watch.wait(seconds: 60))
  }

  @Test("where the system tells nothing, changes are found by looking")
  func silent() throws {
    let watch = try FolderWatch(events: nil)
    watch.watch([folder.path("v1/scene.json")])
    #expect(watch.wait(seconds: 60))
    #expect(!watch.wait(seconds: 0.01))
    read()
    #expect(watch.changes(of: log, within: 0.01) == [])
    #expect(Threads.start { try? run("rm now") })
    #expect(watch.changes(of: log, within: 60) == Self.both.map(folder.path))
  }
}
