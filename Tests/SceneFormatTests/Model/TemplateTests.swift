import Geometry
import Pixels
import Testing

@testable import SceneFormat

@Suite("layer templates")
struct TemplateTests {
  private let environment = ExpressionEnvironment(
    canvas: Size(width: 400, height: 800), target: Size(width: 200, height: 100),
    arguments: [Argument(name: "shade", value: 0.25)])

  private func side(_ keys: String) throws -> Side {
    let text = "{ \"parameters\": { \"shade\": { \"default\": 1 } }, \"push\": { \(keys) } }"
    let reading = RecipeLibrary.reading(Array(text.utf8), name: "a")
    #expect(reading.mistakes.map(\.description) == [])
    return try #require(reading.recipe).side(for: .push)
  }

  @Test("numbers take the place of percents and expressions, everywhere in a layer")
  func everywhere() throws {
    let side = try side(
      """
      "layers": [{ "id": "a", "in": "to", "frame": ["10%", "10%", "=w/2", "=H"],
        "anchor": ["=shade", 0], "transform": { "x": "50%", "y": "50%", "rotate": "=shade*4" },
        "shadow": { "offset": ["1%", "1%"], "path": [0, 0, "=w", "=h+128"] },
        "cornerRadius": ["=1", 2, 3, 4], "border": { "width": "=shade" },
        "layers": [{ "type": "text", "text": "=1", "frame": [0, 0, "=W", null], "size": "=20" }] }]
      """)
    let layer = try #require(side.layers.first).template.layer(in: environment, within: Limits())
    #expect(layer.frame == LayerFrame(x: 20, y: 10, width: 100, height: 800))
    #expect(layer.anchor == Anchor(x: 0.25, y: 0))
    #expect((layer.transform.x, layer.transform.y, layer.transform.rotate) == (100, 50, 1))
    #expect(layer.shadow?.offset == Point(x: 2, y: 1))
    #expect(layer.shadow?.caster == .rect(Rect(x: 0, y: 0, width: 200, height: 228)))
    #expect(layer.cornerRadii.topLeft == 1 && layer.border?.width == 0.25)
    let child = try #require(layer.layers.first)
    #expect(child.frame == LayerFrame(x: 0, y: 0, width: 400, height: nil))
    guard case .text(let text) = child.content else {
      Issue.record("no text")
      return
    }
    // A text is not a number, whatever it begins with.
    #expect(text.text == "=1" && text.size == 20)
  }

  @Test("set gives the keys that are written, in their order")
  func settings() throws {
    let side = try side(
      """
      "set": { "to": { "doubleSided": false, "opacity": "=shade", "anchor": [0, 0.5, "=-w/2"],
        "perspective": 500, "mask": { "frame": [0, 0, "100%", "100%"], "fill": "black" } } }
      """)
    let settings = try #require(side.settings.first).template.settings(
      in: environment, within: Limits())
    #expect(
      settings.properties.map(\.property.name) == [
        "doubleSided", "opacity", "anchor", "perspective",
      ])
    #expect(
      settings.properties.map(\.value) == [
        .flag(false), .numbers([0.25]), .numbers([0, 0.5, -100]), .numbers([500]),
      ])
    #expect(settings.mask?.frame == LayerFrame(x: 0, y: 0, width: 200, height: 100))
    var layer = Layer(
      place: side.place, frame: LayerFrame(x: 0, y: 0, width: 1, height: 1))
    for entry in settings.properties { entry.property.set(entry.value, of: &layer) }
    #expect(!layer.isDoubleSided && layer.opacity == 0.25)
  }

  @Test("what only the values show is told with its place")
  func mistakes() throws {
    let side = try side(
      "\"set\": { \"to\": { \"opacity\": \"=shade\" }, \"from\": { \"opacity\": \"=1/shade\" } }")
    var environment = environment
    environment.arguments = [Argument(name: "shade", value: 0)]
    #expect(throws: Never.self) {
      try side.settings[0].template.settings(in: environment, within: Limits())
    }
    let division = #expect(throws: SceneError.self) {
      try side.settings[1].template.settings(in: environment, within: Limits())
    }
    #expect(division?.problem == .expression(.divisionByZero))
    environment.arguments = [Argument(name: "shade", value: 2)]
    let range = #expect(throws: SceneError.self) {
      try side.settings[0].template.settings(in: environment, within: Limits())
    }
    #expect(range?.problem == .structure(.outOfRange(2, allowed: "from 0 to 1")))
  }

  /// Keys of a setting or a layer with `#` for a number, numbers that it may be, and others.
  static let numbers: [(keys: String, good: [String], bad: [String])] = [
    (#""opacity": #"#, ["0", "1"], ["-0.001", "1.001"]),
    (#""cornerRadius": #"#, ["0", "1000"], ["-0.001"]),
    (#""cornerRadius": [1, 2, 3, #]"#, ["0"], ["-0.001"]),
    (#""inset": [0, 0, 0, #]"#, ["0", "1"], ["-0.001", "1.001"]),
    (#""blur": #"#, ["0", "512"], ["-0.001", "512.001"]),
    (#""saturation": #"#, ["0", "9"], ["-0.001"]),
    (#""brightness": #"#, ["-1", "1"], ["-1.001", "1.001"]),
    (#""contrast": #"#, ["0", "9"], ["-0.001"]),
    (#""perspective": #"#, ["0.001"], ["0", "-1"]),
    (#""ownPerspective": #"#, ["0.001"], ["0", "-1"]),
    (#""bleed": #"#, ["0", "1"], ["-1", "0.5", "2"]),
    (#""shadow": { "opacity": # }"#, ["0", "1"], ["-0.001", "1.001"]),
    (#""shadow": { "radius": # }"#, ["0", "512"], ["-0.001", "512.001"]),
    (#""backdrop": { "blur": # }"#, ["0", "512"], ["-0.001", "512.001"]),
    (#""backdrop": { "saturation": # }"#, ["0", "9"], ["-0.001"]),
    (#""backdrop": { "brightness": # }"#, ["-1", "1"], ["-1.001", "1.001"]),
    (#""backdrop": { "contrast": # }"#, ["0", "9"], ["-0.001"]),
    (#""border": { "width": # }"#, ["0", "9"], ["-0.001"]),
  ]

  @Test(
    "a number may be at its limit and not beyond it, as a value and as an expression",
    arguments: numbers.indices)
  func limits(_ index: Int) throws {
    let row = Self.numbers[index]
    func mistakes(_ number: String) -> [String] {
      let keys = row.keys.replacing("#", with: number)
      let text = """
        { "parameters": { "none": { "default": 0 } }, "push": { "set": { "to": { \(keys) } } } }
        """
      return RecipeLibrary.reading(Array(text.utf8), name: "a").mistakes.map(\.description)
    }
    for number in row.good {
      #expect(mistakes(number) == [] && mistakes("\"=\(number)+none\"") == [], "\(row.keys)")
    }
    for number in row.bad {
      #expect(mistakes(number).count == 1, "\(row.keys) \(number)")
      #expect(mistakes("\"=\(number)+none\"").count == 1, "\(row.keys) \(number)")
    }
  }

  @Test(
    "a limit that is changed holds for values and for expressions, where no scene sets them and where one does"
  )
  func changedLimits() throws {
    let shelf = Shelf()
    for (key, allowed) in [
      ("\"blur\": #", 1000), ("\"shadow\": { \"radius\": # }", 4),
      ("\"backdrop\": { \"blur\": # }", 700),
    ] {
      var limits = Limits()
      limits[.blurSigma] = Double(allowed)
      for (written, isAllowed) in [
        ("\(allowed)", true), ("\(allowed + 1)", false), ("\"=\(allowed)+none\"", true),
        ("\"=\(allowed + 1)+none\"", false),
      ] {
        let keys = key.replacing("#", with: written)
        let reading = shelf.reading(
          """
          { "version": 1, "canvas": { "width": 20, "height": 20 }, "from": {}, "to": {},
            "transition": { "type": "custom", "parameters": { "none": { "default": 0 } },
              "push": { "set": { "to": { \(keys) } } } } }
          """, limits: limits)
        let errors = reading.mistakes.filter { $0.severity == .error }
        #expect(
          errors.map(\.problem)
            == (isAllowed ? [] : [.limit(.blurSigma, allowed: Double(allowed))]), "\(keys)")
      }
    }
  }

  /// The same for what only layers have.
  static let contents: [(keys: String, good: [String], bad: [String])] = [
    (#""type": "text", "text": "a", "size": #"#, ["0.001"], ["0", "-1"]),
    (#""type": "text", "text": "a", "weight": #"#, ["100", "900"], ["99", "901"]),
    (#""type": "text", "text": "a", "lineHeight": #"#, ["0.001"], ["0", "-1"]),
    (#""type": "text", "text": "a", "maxLines": #"#, ["1", "100000"], ["0", "1.5", "100001"]),
    (#""type": "image", "src": "a.png", "crop": [0, 0, 1, #]"#, ["1"], ["-0.1", "1.001"]),
    (#""type": "shape", "path": "M0 0L9 9", "stroke": { "width": # }"#, ["0"], ["-0.001"]),
    (#""type": "shape", "path": "M0 0L9 9", "stroke": { "dash": [2, #] }"#, ["0"], ["-0.001"]),
  ]

  @Test("what a layer shows has the same limits in scenes", arguments: contents.indices)
  func contentLimits(_ index: Int) throws {
    let row = Self.contents[index]
    let shelf = Shelf(images: ["a.png": (1, 1)])
    func mistakes(_ number: String) -> [String] {
      let keys = row.keys.replacing("#", with: number)
      let screen = "{ \"layers\": [{ \"frame\": [0, 0, 9, 9], \(keys) }] }"
      return shelf.reading(
        """
        { "version": 1, "canvas": { "width": 20, "height": 20 }, "from": \(screen), "to": {},
          "transition": "push" }
        """
      ).mistakes.filter { $0.severity == .error }.map(\.description)
    }
    for number in row.good { #expect(mistakes(number) == [], "\(row.keys)") }
    for number in row.bad { #expect(mistakes(number).count == 1, "\(row.keys) \(number)") }
  }
}
