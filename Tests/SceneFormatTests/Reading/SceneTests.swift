import Geometry
import Motion
import Pixels
import Testing

@testable import SceneFormat

@Suite("scenes")
struct SceneTests {
  private let shelf = Shelf(
    [
      "a.otf": "",
      "ui/screen.json": #"{ "version": 1, "image": "../home.png", "background": "red" }"#,
      "ui/slam.json":
        #"{ "parameters": { "far": { "default": 2, "range": [1, 3] } }, "present": { "layers": [ { "id": "a", "in": "to", "type": "image", "src": "../home.png", "frame": [0, 0, 1, 1] } ] } }"#,
      "r.json": "{ \"push\": {} }",
    ],
    images: ["home.png": (780, 1688), "home@2x.png": (1560, 3376)])

  private func scene(_ text: String) throws -> Scene {
    let reading = shelf.reading(text)
    #expect(reading.report == "")
    return try #require(reading.scene)
  }

  private func transition(_ text: String) throws -> Transition {
    let scene = try scene("{ \"version\": 1, \"from\": {}, \"to\": {}, \"transition\": \(text) }")
    guard case .pair(_, _, let transition) = scene.story else { throw NotAPair() }
    return transition
  }

  private struct NotAPair: Error {}

  @Test("a scene that says little has the defaults of the page")
  func defaults() throws {
    let scene = try scene(#"{ "version": 1, "from": {}, "to": {} }"#)
    #expect(scene.canvas == Canvas(width: 390, height: 844, scale: 1, background: .black))
    #expect(
      scene.output == Output() && scene.fallback == [.system, .emoji] && !scene.isRightToLeft)
    guard case .pair(let from, _, let transition) = scene.story else { throw NotAPair() }
    #expect(from.background == .color(.white))
    #expect(transition.name == "push" && transition.operation == .push && transition.seed == 1)
  }

  @Test("every key of the corpus is read", arguments: Corpus.scenes)
  func corpus(_ text: String) {
    // What makes no sense together in one scene is said, but nothing of the structure.
    let codes = shelf.reading(text).mistakes.map(\.problem.code)
    let harmless = ["unknown-layer", "expression", "unknown-parameter", "target-twice"]
    #expect(codes.allSatisfy(harmless.contains))
  }

  @Test("the canvas of two bare images is the first one's size by the file's scale")
  func bareImages() throws {
    let pair = #""version": 1, "from": "home.png", "to": "home.png""#
    let bare = try scene("{ \(pair) }")
    #expect(bare.canvas.width == 390 && bare.canvas.height == 844 && bare.canvas.scale == 2)
    let double = try scene("{ \(pair), \"canvas\": { \"scale\": 2 } }")
    #expect(double.canvas.width == 390 && double.canvas.height == 844)
    let fixed = try scene("{ \(pair), \"canvas\": { \"width\": 100 } }")
    #expect(fixed.canvas.width == 100 && fixed.canvas.height == 844)
    let mixed = try scene(#"{ "version": 1, "from": "home.png", "to": "ui/screen.json" }"#)
    #expect(mixed.canvas.width == 390)
  }

  @Test("paths are relative to the file that names them")
  func paths() throws {
    let scene = try scene(#"{ "version": 1, "from": "ui/screen.json", "to": "./ui/../home.png" }"#)
    guard case .pair(let from, let to, _) = scene.story else { throw NotAPair() }
    #expect(from.image?.path == "home.png" && to.image?.path == "home.png")
    #expect(from.image?.place.file == "ui/screen.json")
  }

  @Test("a larger version of an image is found beside it")
  func largerVersions() throws {
    let scene = try scene(
      #"{ "version": 1, "to": {}, "from": { "layers": [ { "type": "image", "src": "home.png", "frame": [0, 0, 1, 1] } ] } }"#
    )
    guard case .pair(let from, _, _) = scene.story,
      case .image(let content)? = from.layers.first?.content
    else { throw NotAPair() }
    #expect(content.source.hasDouble && !content.source.hasTriple)
  }

  @Test("a recipe file declares its parameters, and its images are found from where it lies")
  func recipeFiles() throws {
    let transition = try transition(#"{ "type": "ui/slam.json", "far": 3 }"#)
    #expect(transition.operation == .present)
    #expect(transition.arguments == [Argument(name: "far", value: 3)])
    let layer = try transition.recipe.side(for: .present).layers[0].template.layer(
      in:
        ExpressionEnvironment(canvas: Size(width: 1, height: 1)), within: Limits())
    guard case .image(let content) = layer.content else { throw NotAPair() }
    #expect(content.source.file.path == "home.png" && content.source.hasDouble)
  }

  @Test("pop is the way back of push")
  func pop() throws {
    let pop = try transition(#""pop""#)
    #expect(pop.operation == .pop && pop.recipe == RecipeLibrary.recipe(named: "push"))
    #expect(try transition(#"{ "type": "recede", "operation": "pop" }"#).operation == .pop)
  }

  @Test(
    "curves are read in every notation",
    arguments: [
      (#""easeIn""#, Curve.bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
      ("[0.1, 2, 0.3, -1]", .bezier(x1: 0.1, y1: 2, x2: 0.3, y2: -1)),
      (#"{ "steps": 4 }"#, .steps(4)),
      (#"{ "spring": { "dampingRatio": 0.5 } }"#, .spring(.damped(ratio: 0.5, velocity: nil))),
      (
        #"{ "spring": { "stiffness": 100, "damping": 10, "velocity": 2 } }"#,
        .spring(.physical(mass: 1, stiffness: 100, damping: 10, velocity: 2, overdamped: false))
      ),
      (
        #"{ "spring": { "response": 0.5 } }"#,
        .spring(.response(0.5, dampingFraction: 1, velocity: nil))
      ),
      (#"{ "spring": { "bounce": -0.2 } }"#, .spring(.bounce(-0.2, velocity: nil))),
    ])
  func curves(_ text: String, _ curve: Curve) throws {
    #expect(try transition("{ \"type\": \"fade\", \"curve\": \(text) }").curve == curve)
  }

  @Test(
    "colours are read in every notation",
    arguments: [
      ("#1af", Color(red: 0x11, green: 0xAA, blue: 0xFF)),
      ("#1af8", Color(red: 0x11, green: 0xAA, blue: 0xFF, alpha: 0x88)),
      ("#102030", Color(red: 0x10, green: 0x20, blue: 0x30)),
      ("#10203040", Color(red: 0x10, green: 0x20, blue: 0x30, alpha: 0x40)),
      ("rebeccapurple", Color(red: 0x66, green: 0x33, blue: 0x99)), ("clear", .clear),
    ])
  func colors(_ text: String, _ color: Color) {
    #expect(NamedColors.color(text) == color)
  }

  @Test("lists of values are evenly spaced keyframes, and corners nest")
  func keyframes() throws {
    let transition = try transition(
      #"{ "type": "custom", "tracks": [{ "target": "to", "x": [1, "50%", "=W"], "cornerRadius": [0, [1, 2, 3, 4]], "anchor": [[0, 1]], "scale": 2 }] }"#
    )
    let track = try #require(transition.recipe.side(for: .push).tracks.first)
    #expect(
      track.properties.map(\.property.name)
        == ["x", "cornerRadius", "anchor", "scaleX", "scaleY"])
    #expect(track.properties[0].keyframes.map(\.position) == [0, 0.5, 1])
    #expect(track.properties[0].keyframes[1].value == .numbers([.fraction(0.5, of: .horizontal)]))
    let corners = track.properties[1].keyframes.map(\.value)
    #expect(corners.first == .numbers(Array(repeating: .number(0), count: 4)))
    #expect(corners.last == .numbers([1, 2, 3, 4].map(Quantity.number)))
    #expect(track.properties[2].keyframes.first?.value == .numbers([0, 1, 0].map(Quantity.number)))
  }
}
