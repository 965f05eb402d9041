import TestSupport
import Testing

@testable import SceneFormat

@Suite("strangers' scenes")
struct RobustnessTests {
  private let shelf = Shelf(
    ["r.json": #"{ "parameters": { "amount": { "default": 1 } }, "push": {} }"#, "a.otf": ""],
    images: ["home.png": (780, 1688)])

  private func layers(_ count: Int, id: (Int) -> String = { "l\($0)" }) -> String {
    let list = (0..<count).map { "{\"id\":\"\(id($0))\",\"frame\":[0,0,1,1]}" }
    return "{\"version\":1,\"to\":{},\"from\":{\"layers\":[\(list.joined(separator: ","))]}}"
  }

  @Test("bytes at random, and scenes with some bytes changed, are only ever refused or read")
  func bytes() throws {
    var random = SeededRandom.fresh("scene bytes")
    for round in 0..<300 {
      var bytes = Array(Corpus.scenes[round % Corpus.scenes.count].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: index)
        default:
          let end = min(bytes.count, index + Int.random(in: 0...40, using: &random))
          bytes.insert(contentsOf: Array(bytes[index..<end]), at: index)
        }
      }
      expectOrder(SceneReading(of: "s.json", from: ByteShelf(bytes: bytes, shelf: shelf)))
    }
  }

  @Test(
    "a scene with one thing changed is refused with a mistake, or read", arguments: Corpus.scenes)
  func mutations(_ text: String) throws {
    var random = SeededRandom.fresh("scene mutations")
    for mutation in try Corpus.mutations(of: text).shuffled(using: &random).prefix(120) {
      let reading = shelf.reading(mutation)
      #expect((reading.scene == nil) == reading.mistakes.contains { $0.severity == .error })
      expectOrder(reading)
    }
  }

  /// Mistakes have a place in their file, and come from top to bottom.
  private func expectOrder(_ reading: SceneReading) {
    #expect(reading.mistakes.allSatisfy { $0.place.line > 0 && $0.place.column > 0 })
    for file in Set(reading.mistakes.map(\.place.file)) {
      let places = reading.mistakes.filter { $0.place.file == file }
        .map { [$0.place.line, $0.place.column] }
      #expect(zip(places, places.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
    }
    #expect(reading.report.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
  }

  @Test("as many layers as allowed are read, and the first one too many is told")
  func layerLimit() {
    #expect(shelf.reading(layers(20_000)).mistakes == [])
    let reading = shelf.reading(layers(20_002))
    #expect(reading.mistakes.map(\.problem) == [.limit(.layers, allowed: 20_000)])
    var limits = Limits()
    limits[.layers] = 3
    let few = shelf.reading(layers(4), limits: limits).mistakes.map(\.problem.message)
    #expect(few == ["there are more layers than 3 (--limit-layers changes that limit)"])
  }

  @Test("a file of more than 8 MB, and one named too often, are refused")
  func fileLimits() {
    var limits = Limits()
    limits[.fileBytes] = 10
    let large = shelf.reading("{ \"version\": 1 }", limits: limits)
    #expect(large.mistakes.map(\.problem) == [.limit(.fileBytes, allowed: 10)])
    limits = Limits()
    limits[.assets] = 1
    let scene = #"{ "version": 1, "from": "home.png", "to": "r.json" }"#
    #expect(
      shelf.reading(scene, limits: limits).mistakes.map(\.problem)
        == [.limit(.assets, allowed: 1)])
  }

  @Test(
    "a list that is too long is told at its first element beyond the limit",
    arguments: [
      (
        Limit.tracks, #""from":{},"to":{},"transition":{"type":"custom","tracks":[TTT]}"#,
        #"{"target":"to","x":1,"additive":true}"#
      ),
      (
        .shared,
        #""from":{"layers":[L]},"to":{"layers":[L]},"transition":{"type":"fade","shared":[TTT]}"#,
        #"{"from":"a","to":"a"}"#
      ),
      (
        .snapshots,
        #""from":{},"to":{},"transition":{"type":"custom","tracks":[],"snapshots":[TTT]}"#,
        #"{"id":"sN","of":"to","rect":[0,0,1,1]}"#
      ),
      (.steps, #""screens":{"a":{}},"steps":[{"show":"a"},TTT]"#, #"{"wait":0.1}"#),
      (.screens, #""screens":{TTT},"steps":[{"show":"s0"}]"#, #""sN":{}"#),
      (.fonts, #""from":{},"to":{},"fonts":{TTT}"#, #""fN":"f.ttf""#),
    ])
  func lists(_ limit: Limit, _ scene: String, _ element: String) throws {
    let elements = (0..<5).map { element.replacing("N", with: "\($0)") }
    let text = "{\"version\":1,\(scene)}"
      .replacing("TTT", with: elements.joined(separator: ",\n"))
      .replacing("L", with: #"{"id":"a","frame":[0,0,1,1]}"#)
    var limits = Limits()
    limits[limit] = 3
    let errors = shelf.reading(text, limits: limits).mistakes.filter {
      $0.problem == .limit(limit, allowed: 3)
    }
    let line = limit == .steps ? 3 : 4
    #expect(errors.map(\.place.line) == [line])
    #expect(errors.first?.problem.message.contains("--limit-\(limit.rawValue)") == true)
  }

  @Test("letters are counted in each text and in all of them")
  func letters() {
    let text = #"{"type":"text","frame":[0,0,9,null],"text":"abcde"}"#
    let scene = #"{"version":1,"to":{},"from":{"layers":[\#(text),\n\#(text),\n\#(text)]}}"#
      .replacing(#"\n"#, with: "\n")
    var limits = Limits()
    limits[.letters] = 4
    #expect(shelf.reading(scene, limits: limits).mistakes.map(\.place.line) == [1, 2, 3])
    (limits[.letters], limits[.allLetters]) = (5, 9)
    #expect(shelf.reading(scene, limits: limits).mistakes.map(\.place.line) == [2])
  }

  @Test("layers are nested as deep as lists are, and no deeper")
  func nesting() {
    let open = String(repeating: "{\"frame\":[0,0,1,1],\"layers\":[", count: 120)
    let close = String(repeating: "]}", count: 120)
    let text = "{\"version\":1,\"to\":{},\"from\":{\"layers\":[\(open)\(close)]}}"
    #expect(shelf.reading(text).mistakes.map(\.problem) == [.limit(.jsonDepth, allowed: 64)])
    var limits = Limits()
    limits[.jsonDepth] = 1e9
    #expect(shelf.reading(text, limits: limits).mistakes == [])
  }

  @Test("a hundred mistakes are listed, and the others counted")
  func manyMistakes() {
    let keys = (0..<5000).map { "\"unknown\($0)\": 1" }.joined(separator: ",")
    let reading = shelf.reading("{ \"version\": 1, \"from\": {}, \"to\": {}, \(keys) }")
    #expect(reading.mistakes.count == 101)
    #expect(reading.mistakes.last?.problem == .moreMistakes(4900))
    #expect(reading.mistakes[99].place.column < reading.mistakes[98].place.column + 30)
    let twice = shelf.reading(layers(5000) { _ in "a" })
    #expect(twice.mistakes.count == 101 && twice.mistakes.last?.problem == .moreMistakes(4899))
  }

  @Test("mistakes that are not listed are errors as well, and warnings do not hide them")
  func hiddenErrors() {
    let unused = (0..<300).map { "\"s\($0)\": {}" }.joined(separator: ",")
    let warned = shelf.reading(
      "{ \"version\": 1, \"screens\": { \(unused) }, \"steps\": [{ \"show\": \"s0\" }] }")
    #expect(warned.scene != nil && warned.mistakes.count == 101)
    #expect(warned.mistakes.last?.problem == .moreMistakes(199))
    let wrong = shelf.reading(
      "{ \"version\": 1, \"screens\": { \(unused) }, \"steps\": [{ \"show\": \"s0\" }, { \"pop\": true }] }"
    )
    #expect(wrong.scene == nil)
    #expect(wrong.mistakes.contains { $0.problem == .flow(.poppingRoot) })
  }

  @Test("many tracks, steps and targets are read")
  func many() {
    let tracks = (0..<1000).map {
      "{\"target\":\"to\",\"x\":1,\"during\":[\(Double($0) / 1000),\(Double($0 + 1) / 1000)]}"
    }
    let custom = "{\"type\":\"custom\",\"tracks\":[\(tracks.joined(separator: ","))]}"
    let pair = "{\"version\":1,\"from\":{},\"to\":{},\"transition\":\(custom)}"
    let pushes = (0..<1000).map { _ in "{\"push\":\"a\",\"type\":\"zoom\"},{\"pop\":true}" }
    let flow =
      "{\"version\":1,\"screens\":{\"a\":{}},\"steps\":[{\"show\":\"a\"},"
      + "\(pushes.joined(separator: ","))]}"
    var limits = Limits()
    (limits[.tracks], limits[.steps]) = (1000, 2001)
    #expect(shelf.reading(pair, limits: limits).mistakes == [])
    #expect(shelf.reading(flow, limits: limits).mistakes == [])
  }
}

/// A scene of any bytes, with other files beside it.
private struct ByteShelf: AssetSource {
  let bytes: [UInt8]
  let shelf: Shelf

  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] {
    path == "s.json" ? bytes : try shelf.bytes(of: path, limit: limit)
  }

  func hasFile(at path: String) -> Bool { path == "s.json" || shelf.hasFile(at: path) }

  func fileNames(in folder: String) -> [String] { shelf.fileNames(in: folder) }

  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    try shelf.imageSize(of: path)
  }
}
