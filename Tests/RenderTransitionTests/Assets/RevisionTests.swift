import Foundation
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("scenes of a git revision")
struct RevisionTests {
  private static func scene(_ color: String) -> String {
    """
    { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": "screens/a.json",
      "to": { "background": "\(color)" }, "transition": { "type": "fade", "duration": 0.1 } }
    """
  }

  private static func repository() throws -> (ScratchRepository, first: String)? {
    guard let repository = try ScratchRepository() else { return nil }
    let screen = #"{ "version": 1, "background": "lime" }"#
    try repository.folder.write(scene("#f00"), to: "scenes/s.json")
    try repository.folder.write(screen, to: "scenes/screens/a.json")
    let first = try repository.commit("red")
    try repository.folder.write(scene("#00f"), to: "scenes/s.json")
    try repository.folder.write("no screen", to: "scenes/screens/a.json")
    return (repository, first)
  }

  private func open(
    _ path: String, _ revision: String, in scratch: ScratchRepository, root: String? = nil
  ) throws -> Animation {
    let repository = try #require(GitRepository(containing: scratch.folder.path))
    return try Animation(
      at: .revision(revision, path: path), of: repository, assetRoot: root)
  }

  @Test("a revision's scene is drawn from that revision's files")
  func oldFiles() throws {
    guard let (scratch, first) = try Self.repository() else { return }
    for revision in ["HEAD", "main", first, String(first.prefix(10))] {
      let animation = try open("scenes/s.json", revision, in: scratch)
      let last = try animation.renderer().frame(at: animation.seconds)
      #expect(last.bytes.prefix(4) == [255, 0, 0, 255])
      #expect(animation.inputs == [])
    }
  }

  @Test("mistakes are shown with the revision that they are in")
  func mistakes() throws {
    guard let (scratch, _) = try Self.repository() else { return }
    try scratch.commit("broken")
    #expect {
      _ = try open("scenes/s.json", "HEAD", in: scratch)
    } throws: { error in
      "\(error)".hasPrefix("git:HEAD:scenes/screens/a.json:1:2: error:")
    }
  }

  static let refusals: [(path: String, revision: String, said: String)] = [
    ("scenes/s.json", "nothing", "git knows no revision \"nothing\""),
    ("scenes/s.json", "--output=x", "git knows no revision"),
    ("scenes/s.json", "", "git knows no revision"),
    ("scenes/t.json", "HEAD", "No such file"),
    ("none/t.json", "HEAD", "No such file"),
    ("scenes", "HEAD", "not a regular file"),
    ("../s.json", "HEAD", "outside of the asset root"),
    ("scenes/out.json", "HEAD", "outside of the asset root"),
    ("scenes/loop.json", "HEAD", "symbolic links"),
  ]

  @Test("what is not there is refused in a sentence", arguments: refusals)
  func refused(_ row: (path: String, revision: String, said: String)) throws {
    guard let (scratch, _) = try Self.repository() else { return }
    let manager = FileManager.default
    for (name, target) in [("out.json", "../../etc/passwd"), ("loop.json", "loop.json")] {
      try manager.createSymbolicLink(
        atPath: scratch.folder.path("scenes/\(name)"), withDestinationPath: target)
    }
    try scratch.commit("links")
    #expect {
      _ = try open(row.path, row.revision, in: scratch)
    } throws: { error in
      "\(error)".contains(row.said)
    }
  }

  @Test("links within the root are followed, in folders too")
  func links() throws {
    guard let (scratch, _) = try Self.repository() else { return }
    try scratch.folder.write(#"{ "version": 1, "background": "lime" }"#, to: "real/a.json")
    let manager = FileManager.default
    try manager.removeItem(atPath: scratch.folder.path("scenes/screens/a.json"))
    try manager.removeItem(atPath: scratch.folder.path("scenes/screens"))
    try manager.createSymbolicLink(
      atPath: scratch.folder.path("scenes/screens"), withDestinationPath: "../real")
    try scratch.commit("links")
    #expect(throws: (any Error).self) { try open("scenes/s.json", "HEAD", in: scratch) }
    let animation = try open("scenes/s.json", "HEAD", in: scratch, root: scratch.folder.path)
    let first = try animation.renderer().frame(at: 0)
    #expect(first.bytes.prefix(4) == [0, 255, 0, 255])
  }

  @Test("git tells what has changed, and when a file last did")
  func changes() throws {
    guard let (scratch, first) = try Self.repository() else { return }
    let folder = scratch.folder
    let repository = try #require(GitRepository(containing: folder.path("scenes")))
    #expect(repository.root == folder.path)
    try folder.write("new", to: "scenes/new \"ü\".txt")
    let names = ["s.json", "screens/a.json", "new \"ü\".txt"]
    var changed = try #require(ChangedFiles(since: first, in: repository))
    let found = (names + ["none.txt"]).filter { changed.contains(folder.path("scenes/\($0)")) }
    #expect(found == names)
    #expect(repository.lastCommit(changing: folder.path("scenes/s.json")) == first)
    #expect(repository.lastCommit(changing: folder.path("scenes/new \"ü\".txt")) == nil)
    #expect(GitRepository(containing: "/") == nil)
    changed = try #require(ChangedFiles(since: scratch.commit("second"), in: repository))
    try FileManager.default.removeItem(atPath: folder.path("scenes/s.json"))
    try folder.write("no scrEEn", to: "scenes/screens/a.json")
    #expect(names.filter { changed.contains(folder.path("scenes/\($0)")) } == Array(names[..<2]))
  }

  static let addresses: [(text: String, address: SceneAddress)] = [
    ("-", .standardInput), ("a.json", .file("a.json")),
    ("git:HEAD:a.json", .revision("HEAD", path: "a.json")),
    ("git:v1:./a:b.json", .revision("v1", path: "./a:b.json")),
    ("git:a.json", .file("git:a.json")), ("git::a.json", .file("git::a.json")),
  ]

  @Test("an address is a file, a stream or a revision's file", arguments: addresses)
  func address(_ row: (text: String, address: SceneAddress)) {
    #expect(SceneAddress(row.text) == row.address)
  }
}
