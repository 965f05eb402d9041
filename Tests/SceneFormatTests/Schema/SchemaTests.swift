import Foundation
import TestSupport
import Testing

@testable import SceneFormat

@Suite("the schema")
struct SchemaTests {
  /// Whether the reader has nothing to say of the structure: of single keys, and of which of them
  /// go together.
  private func isAccepted(_ text: String, as definition: Definition) throws -> Bool {
    let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
    var check = StructureCheck()
    guard check.check(node, definition.shape) else { return false }
    let reading =
      definition == .recipe
      ? Shelf(["r.json": text]).reading(
        #"{ "version": 1, "from": {}, "to": {}, "transition": "r.json" }"#)
      : Shelf().reading(text)
    return !reading.mistakes.contains { Self.isAboutKeys($0.problem) }
  }

  private static func isAboutKeys(_ problem: Problem) -> Bool {
    switch problem {
    case .structure(.missingKey), .structure(.conflictingKeys), .motion(.sidesAndLooseKeys): true
    case .flow(.noShowFirst), .flow(.noAction), .flow(.twoActions),
      .flow(.keyWithoutTransition), .flow(.keyOfAdjusting), .flow(.noSteps), .flow(.pairAndFlow):
      true
    default: false
    }
  }

  static let mistakenKeys: [String] = [
    #"{ "version": 1 }"#, #"{ "from": {}, "to": {} }"#,
    #"{ "version": 1, "from": {} }"#, #"{ "version": 1, "to": {} }"#,
    #"{ "version": 1, "transition": "push" }"#,
    #"{ "version": 1, "from": {}, "to": {}, "transition": { "pop": {}, "tracks": [] } }"#,
    #"{ "version": 1, "screens": { "a": {} } }"#, #"{ "version": 1, "steps": [{ "show": "a" }] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "push": "a" }] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a" }, { "adjust": {}, "type": "push" }] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a" }, { "stack": ["a"], "push": "a" }] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a" }, {}] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a", "wait": 1 }] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a", "curve": "linear" }] }"#,
    #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a" }], "from": {} }"#,
  ]

  @Test("and the reader refuse what lacks keys, or has such as cannot be combined")
  func mistakenKeys() throws {
    let layer = #"{ "version": 1, "to": {}, "from": { "layers": [{ "frame": [0, 0, 1, 1], "#
    let shared = #"{ "version": 1, "from": {}, "to": {}, "transition": { "shared": ["#
    let texts =
      Self.mistakenKeys + [
        layer + #""transform": { "scale": 1, "scaleY": 2 } }] } }"#, shared + "{}] } }",
        shared + #"{ "from": "a" }] } }"#, shared + #"{ "id": "a", "to": "a" }] } }"#,
      ]
    for text in texts { #expect(try !isAccepted(text, as: .scene), "\(text)") }
    guard let refused = try refused(texts, by: .scene) else { return }
    for index in texts.indices { #expect(refused.contains(index), "\(texts[index])") }
  }

  @Test("and the reader agree on every key that is left out", arguments: Corpus.scenes.indices)
  func everyKey(_ index: Int) throws {
    try agree(Corpus.lackingOneKey(Corpus.scenes[index]) + [Corpus.scenes[index]], .scene, .scene)
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
      OutsideProgram.skip("check-jsonschema is not installed")
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

  @Test(
    "and the reader accept the same recipes",
    arguments: Share.third(of: RecipeLibrary.names, "recipes, for the schema"))
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
