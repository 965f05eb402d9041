import Foundation
import TestSupport
import Testing

@testable import RenderTransition

@Suite("addresses and names of files")
struct AddressTests {
  static let addresses: [(text: String, address: SceneAddress)] = [
    ("-", .standardInput), ("a.json", .file("a.json")), ("", .file("")), ("--", .file("--")),
    ("git:HEAD:a.json", .revision("HEAD", path: "a.json")), ("git::a.json", .file("git::a.json")),
    ("git:HEAD", .file("git:HEAD")), ("git:v1:./a:b", .revision("v1", path: "./a:b")),
    ("git:v1:", .revision("v1", path: "")), ("/dev/null", .stream("/dev/null")),
    ("/dev", .file("/dev")), ("/proc", .file("/proc")), ("/dev/none", .file("/dev/none")),
    ("/dev/fd", .file("/dev/fd")), ("/proc/self", .file("/proc/self")),
  ]

  @Test("a scene's address is read as people write it", arguments: addresses)
  func address(text: String, address: SceneAddress) {
    #expect(SceneAddress(text) == address)
  }

  @Test("a file in memory is a file, not a stream")
  func memory() throws {
    let path = "/dev/shm/render-transition-address-\(getpid()).json"
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return }
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(SceneAddress(path) == .file(path))
  }

  @Test(
    "the folder of a path is named, and the root is its own",
    arguments: [
      ("a", "."), ("a/b", "a"), ("/a", "/"), ("/a/b/", "/a"), ("/", "/"), ("./a", "."),
      ("a//", "."),
    ])
  func folder(path: String, folder: String) { #expect(PathName.folder(path) == folder) }

  @Test(
    "a path without needless parts stays beneath the root",
    arguments: [
      ("/../a", "/a"), ("/a/../../b", "/b"), ("../a", "../a"), ("a/../../b", "../b"),
      ("../../a", "../../a"), ("./a//b/.", "a/b"), ("/", "/"), ("a/..", ""),
    ])
  func normal(path: String, normal: String) { #expect(PathName.normal(path) == normal) }

  @Test(
    "the stem is the name without its last ending",
    arguments: [
      ("a/b.json", "b"), (".json", ".json"), ("a.b.c", "a.b"), ("a/", "a"), ("-", "scene"),
      ("/dev/fd/3", "scene"), ("/proc/self/fd/3", "scene"), ("/dev/shm/a.json", "a"), ("a", "a"),
      ("a/.b.c", ".b"),
    ])
  func stem(path: String, stem: String) { #expect(PathName.stem(path) == stem) }

  @Test(
    "the folders above a path end with the one that it is relative to",
    arguments: [
      ("a/b/c", ["a/b", "a", ""]), ("/a/b", ["/a", "/"]), ("a", [""]), ("/a", ["/"]), ("/", []),
      ("", []), ("../a", [".."]), ("..", []),
    ])
  func parents(path: String, parents: [String]) { #expect(PathName.parents(path) == parents) }

  @Test("names are listed in the order of their bytes, whatever the system's")
  func listing() throws {
    let folder = try ScratchFolder()
    let names = ["b", "a", "Z", "é", "10", "9", ".h", "c", "f", "e", "d"]
    for name in names { try folder.write("", to: name) }
    let sorted = [".h", "10", "9", "Z", "a", "b", "c", "d", "e", "f", "é"]
    #expect(try Folder.listing(folder.path) == sorted)
    #expect(Folder.names(in: folder.path("none")) == [])
    #expect(throws: FileError.self) { try Folder.listing(folder.path("a")) }
  }

  /// Whether a thread's stack has so many bytes below `top`.
  private static func dig(_ bytes: Int, below top: UInt?) -> Bool {
    var mark = 0
    let place = unsafe withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    let top = top ?? place
    return top - place > bytes || dig(bytes, below: top)
  }

  @Test("threads of the program have room for deep scenes: more than the usual 8 MiB")
  func stacks() async {
    Threads.enlargeStacks()
    let hasRoom = await withCheckedContinuation { continuation in
      let isStarted = Threads.start {
        continuation.resume(returning: Self.dig(12 << 20, below: nil))
      }
      if !isStarted { continuation.resume(returning: false) }
    }
    #expect(hasRoom)
  }
}
