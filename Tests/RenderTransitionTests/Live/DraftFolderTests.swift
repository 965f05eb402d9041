import Formatting
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("edited texts over files")
struct DraftFolderTests {
  private let folder: ScratchFolder
  private let files: AssetFolder

  private static let scene = """
    { "version": 1, "canvas": { "width": 8, "height": 8 }, "from": {}, "to": {},
      "transition": "a.json" }
    """

  init() throws {
    folder = try ScratchFolder()
    let path = try folder.write(Self.scene, to: "scenes/s.json")
    try folder.write(#"{ "duration": 1, "push": {} }"#, to: "scenes/a.json")
    files = try AssetFolder(scene: path, wider: nil)
  }

  private func draft(_ edits: [SceneEdit], limits: Limits = Limits()) throws -> DraftFolder {
    try DraftFolder(files, editedBy: edits, shownFolder: "scenes/", limits: limits)
  }

  private static func set(_ path: String, _ number: Double, of file: String?) throws -> SceneEdit {
    SceneEdit(.set(try #require(JSONPointer(path)), .number(number)), of: file)
  }

  @Test("reading gets the edited texts, and the files stay as they are")
  func reads() throws {
    let draft = try draft([
      Self.set("/transition/delay", 0.1, of: nil), Self.set("/duration", 2, of: "a.json"),
      Self.set("/duration", 3, of: "scenes/a.json"),
      Self.set("/output/fps", 9, of: "scenes/s.json"),
    ])
    #expect(draft.texts.keys.sorted() == ["a.json", "s.json"])
    let reading = SceneReading(
      of: draft.scenePath, from: SceneFiles(draft, scene: folder.path("scenes/s.json")))
    #expect(reading.report.isEmpty)
    #expect(reading.scene?.output.fps == 9)
    let recipe = try draft.read("a.json", limit: 100)
    #expect(String(decoding: recipe, as: UTF8.self) == #"{ "duration": 3, "push": {} }"#)
    #expect(try draft.readHead(of: "a.json", count: 1).file == recipe)
    #expect(try folder.bytes(of: "scenes/s.json") == Array(Self.scene.utf8))
    #expect(try files.read("a.json", limit: 100) != recipe)
    #expect(draft.names(in: "") == ["a.json", "s.json"])
    #expect(throws: FileError.self) { try draft.read("a.json", limit: 3) }
  }

  @Test(
    "an edit that cannot be made is told with the file as people know it",
    arguments: [
      (
        "/duration/a", "a.json",
        "scenes/a.json:1:15: error: expected a list or an object, found a number"
      ),
      ("/a", "b.json", "cannot read \"b.json\": No such file or directory"),
    ])
  func refuses(_ path: String, _ file: String, _ message: String) throws {
    let edit = try Self.set(path, 1, of: file)
    let error = #expect(throws: LoadFailure.self) { try draft([edit]) }
    #expect(error?.description == message)
  }
}
