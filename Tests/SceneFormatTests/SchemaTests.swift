import Foundation
import TestSupport
import Testing

@testable import SceneFormat

@Suite("the schema")
struct SchemaTests {
  /// Whether the reader's check of the structure has nothing to say.
  private func isAccepted(_ text: String, as definition: Definition) throws -> Bool {
    let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
    var check = StructureCheck()
    return check.check(node, definition.shape)
  }

  /// The numbers of the files that a schema refuses; nil where no validator is there.
  private func refused(_ texts: [String], by root: SceneSchema.Root) throws -> Set<Int>? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "scene-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appending(path: "schema")
    try SceneSchema.text(for: root).write(to: schema, atomically: true, encoding: .utf8)
    for (number, text) in texts.enumerated() {
      try text.write(
        to: folder.appending(path: "\(number).json"), atomically: true, encoding: .utf8)
    }
    let script = """
      import json, sys, pathlib
      try:
          import check_jsonschema
          from jsonschema import Draft202012Validator
      except ImportError:
          sys.exit(7)
      folder = pathlib.Path(sys.argv[1])
      schema = json.loads((folder / "schema").read_text())
      Draft202012Validator.check_schema(schema)
      validator = Draft202012Validator(schema)
      for number in range(int(sys.argv[2])):
          if not validator.is_valid(json.loads((folder / f"{number}.json").read_text())):
              print(number)
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, folder.path(), "\(texts.count)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus != 7 else {
      print("skipped: check-jsonschema is not installed, so the schema is not tried")
      return nil
    }
    #expect(process.terminationStatus == 0)
    return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Int($0) })
  }

  @Test("and the reader accept the same scenes", arguments: Corpus.scenes.indices)
  func scenes(_ index: Int) throws {
    let valid = Corpus.scenes[index]
    #expect(try isAccepted(valid, as: .scene))
    try agree([valid] + sample(of: valid), .scene, .scene)
  }

  @Test("and the reader accept the same recipes", arguments: RecipeLibrary.names)
  func recipes(_ name: String) throws {
    let recipe = try #require(RecipeLibrary.recipe(named: name)).json
    #expect(try isAccepted(recipe, as: .recipe))
    try agree([recipe] + sample(of: recipe), .recipe, .recipe)
  }

  /// Some of the mutations, others in each run: all of them take a minute.
  private func sample(of text: String) throws -> [String] {
    var random = SeededRandom.fresh("mutations for the schema")
    return Array(try Corpus.mutations(of: text).shuffled(using: &random).prefix(100))
  }

  private func agree(
    _ texts: [String], _ root: SceneSchema.Root, _ definition: Definition
  ) throws {
    guard let refused = try refused(texts, by: root) else { return }
    #expect(!refused.isEmpty && refused.count < texts.count)
    for (number, text) in texts.enumerated() {
      let isAccepted = try isAccepted(text, as: definition)
      guard isAccepted == refused.contains(number) else { continue }
      Issue.record("the \(isAccepted ? "reader" : "schema") alone accepts \(text)")
    }
  }

  @Test("is JSON whose references lead somewhere", arguments: SceneSchema.Root.allCases)
  func references(_ root: SceneSchema.Root) throws {
    let text = SceneSchema.text(for: root)
    let node = try JSONParser.parse(Array(text.utf8), file: "schema", limits: Limits())
    let names = Set(node["$defs"]?.members?.map(\.key) ?? [])
    let mentioned = text.split(separator: "\"#/$defs/").dropFirst().compactMap {
      $0.split(separator: "\"").first.map(String.init)
    }
    #expect(!mentioned.isEmpty && Set(mentioned) == names)
  }

  @Test("says what every key is for")
  func descriptions() {
    for definition in Definition.allCases {
      guard case .object(let object) = definition.shape else { continue }
      for key in object.keys { #expect(!key.doc.isEmpty, "\(object.name).\(key.name)") }
    }
  }
}
