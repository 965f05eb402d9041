import Foundation
import Testing

@testable import SceneFormat

@Suite("the folder of recipes")
struct RecipeFolderTests {
  @Test("the list of recipes and the folder hold the same names")
  func folder() throws {
    let package = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = package.appending(path: "Sources/SceneFormat/Recipes/BuiltIn")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    // What bars do is a recipe, but no type.
    #expect(files.sorted() == (RecipeLibrary.names + ["bars"]).map { "\($0).json" }.sorted())
    for (name, bytes) in RecipeLibrary.files {
      let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
      #expect([UInt8](data) == bytes, "\(name) is embedded under another name")
    }
  }
}
