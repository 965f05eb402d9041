import Drawing
import Foundation
import Geometry
import Inspection
import Pixels
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("shared elements")
struct SharedElementTests {
  /// A small box on the first screen and a large one on the second, in a canvas of 120 by 80.
  static func sketch(
    _ shared: String, type: String = "sharedImage", more: String = "",
    from: String = box("10, 50, 20, 10", #""cornerRadius": 2, "opacity": 0.5"#),
    to: String = box("40, 0, 60, 40", #""cornerRadius": [8, 8, 0, 0]"#)
  ) -> Sketch {
    var sketch = Sketch()
    sketch.from = "{ \"layers\": [\(from)] }"
    sketch.to = "{ \"layers\": [\(to)] }"
    sketch.transition = "{ \"type\": \"\(type)\"\(more), \"shared\": [\(shared)] }"
    return sketch
  }

  static func box(_ frame: String, _ more: String = "", id: String = "hero") -> String {
    """
    { "id": "\(id)", "frame": [\(frame)], "fill": "#f00"\(more.isEmpty ? "" : ", " + more) }
    """
  }

  private func frames(
    _ sketch: Sketch, _ target: String = "shared#hero", _ property: String = "frame"
  ) throws -> [[Double]] {
    try sketch.stage().timeline(fps: 50).frames.map { $0.numbers(target, property) }
  }

  private func expect(
    _ found: [[Double]], _ wanted: (Double) -> [Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found.count == 21, sourceLocation: sourceLocation)
    for (index, values) in found.enumerated() {
      let share = PlainCurve.easeInOut.value(at: Double(index) / 20, seconds: 0.4)
      let wanted = wanted(share)
      #expect(values.count == wanted.count, sourceLocation: sourceLocation)
      for (value, wanted) in zip(values, wanted) {
        #expect(abs(value - wanted) < 1e-6, "frame \(index)", sourceLocation: sourceLocation)
      }
    }
  }

  /// What lies around a middle.
  private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Double] {
    [x - width / 2, y - height / 2, width, height]
  }

  private func mix(_ start: Double, _ end: Double, _ share: Double) -> Double {
    start * (1 - share) + end * share
  }

  @Test("a frame, corners and opacity lead straight from one resting place to the other")
  func straight() throws {
    let sketch = Self.sketch(#"{ "id": "hero" }"#)
    expect(try frames(sketch)) {
      frame(mix(20, 70, $0), mix(55, 20, $0), mix(20, 60, $0), mix(10, 40, $0))
    }
    expect(try frames(sketch, "shared#hero", "cornerRadius")) {
      [mix(2, 8, $0), mix(2, 8, $0), mix(2, 0, $0), mix(2, 0, $0)]
    }
    expect(try frames(sketch, "shared#hero", "opacity")) { [mix(0.5, 1, $0)] }
  }

  @Test("a spring that goes too far leaves no side below 0")
  func bouncing() throws {
    let spring = #", "curve": { "spring": { "response": 0.4, "dampingFraction": 0.3 } }"#
    let sketch = Self.sketch(
      #"{ "id": "hero" }"#, more: spring, from: Self.box("0, 0, 100, 80"),
      to: Self.box("10, 10, 4, 3"))
    let sizes = try frames(sketch).map { Array($0[2...]) }
    #expect(sizes.contains { $0[0] == 0 } && sizes.contains { $0[1] == 0 })
    #expect(sizes.allSatisfy { $0[0] >= 0 && $0[1] >= 0 })
  }

  @Test("an element lands where a sheet rests, and leaves from there")
  func sheet() throws {
    let there = Self.sketch(
      #"{ "id": "hero" }"#, type: "present", more: #", "duration": 0.4, "curve": "linear""#)
    let first = try frames(there)
    // The sheet rests 0.08 of 80 points below the top.
    let ends = [first[0], first[first.count - 1]].joined()
    for (found, wanted) in zip(ends, [10, 50, 20, 10, 40, 6.4, 60, 40]) {
      #expect(abs(found - wanted) < 1e-9)
    }
    var back = Self.sketch(
      #"{ "id": "hero" }"#, type: "present",
      more: #", "duration": 0.4, "curve": "linear", "operation": "dismiss""#)
    swap(&back.from, &back.to)
    for (found, wanted) in zip(try frames(back).joined(), first.reversed().joined()) {
      #expect(abs(found - wanted) < 1e-9)
    }
    // What covers all of the other screen rests at the top.
    let full = Self.sketch(
      #"{ "id": "hero" }"#, type: "fullScreen",
      more: #", "duration": 0.4, "curve": "linear", "operation": "present""#)
    #expect(try frames(full).last == [40, 0, 60, 40])
  }

  @Test("an arc of 1 is a quarter ellipse, and the same one on the way back", arguments: [0.4, 1])
  func arc(_ arc: Double) throws {
    func ellipse(_ share: Double) -> [Double] {
      // Upward: it leaves along x, so that its middle lies straight above the start.
      let (x, y) = (20 + 50 * sin(share * .pi / 2), 20 + 35 * cos(share * .pi / 2))
      return frame(
        mix(mix(20, 70, share), x, arc), mix(mix(55, 20, share), y, arc), mix(20, 60, share),
        mix(10, 40, share))
    }
    let there = Self.sketch(#"{ "id": "hero", "arc": \#(arc) }"#)
    expect(try frames(there)) { ellipse($0) }
    var back = Self.sketch(
      #"{ "id": "hero", "arc": \#(arc) }"#, more: #", "operation": "pop""#)
    swap(&back.from, &back.to)
    expect(try frames(back)) { ellipse(1 - $0) }
  }

  @Test("move and shape are windows of the eased progress")
  func windows() throws {
    let sketch = Self.sketch(#"{ "id": "hero", "move": [0.25, 0.5], "shape": [0, 0.5] }"#)
    func window(_ share: Double, _ start: Double, _ end: Double) -> Double {
      min(1, max(0, (share - start) / (end - start)))
    }
    expect(try frames(sketch)) { share in
      let share = window(share, 0.25, 0.5)
      return frame(mix(20, 70, share), mix(55, 20, share), mix(20, 60, share), mix(10, 40, share))
    }
    expect(try frames(sketch, "shared#hero", "cornerRadius")) { share in
      let share = window(share, 0, 0.5)
      return [mix(2, 8, share), mix(2, 8, share), mix(2, 0, share), mix(2, 0, share)]
    }
  }

  @Test("an element's curve is nearer than the scene's, and that than the side's")
  func curves() throws {
    let own = Self.sketch(
      #"{ "id": "hero", "curve": "linear" }"#, more: #", "curve": "easeIn""#)
    let tenth = try frames(own)[10]
    #expect(abs(tenth[2] - 40) < 1e-9)
    let scene = Self.sketch(#"{ "id": "hero" }"#, more: #", "curve": "linear""#)
    #expect(try abs(frames(scene)[10][2] - 40) < 1e-9)
  }

  @Test("in a parent that is scaled, turned and clipped, it starts from where it is seen")
  func nested() throws {
    let child = Self.box("0, 0, 20, 10", #""cornerRadius": 3"#)
    let parent = """
      { "frame": [20, 20, 20, 10], "clip": true, "opacity": 0.5, "anchor": [0, 0],
        "transform": { "scale": 2, "rotate": 90 }, "layers": [\(child)] }
      """
    let stage = try Self.sketch(#"{ "id": "hero" }"#, from: parent).stage()
    let first = stage.timeline(fps: 50).frames[0]
    // 40 by 20, turned clockwise about its parent's corner: its middle is at (20 - 10, 20 + 20).
    let wanted = frame(10, 40, 40, 20)
    for (value, wanted) in zip(first.numbers("shared#hero", "frame"), wanted) {
      #expect(abs(value - wanted) < 1e-9)
    }
    #expect(abs((first["shared#hero", "rotate"] ?? 0) - 90) < 1e-9)
    #expect(first["shared#hero", "opacity"] == 0.5)
    #expect(first["shared#hero", "cornerRadius"] == 6)
  }

  @Test("a turn goes the shorter way round, and a mirrored layer stays mirrored")
  func turns() {
    let size = Size(width: 10, height: 6)
    let start = Pose(size, Transform3D.rotation(degrees: 170).flattened)
    let end = Pose(size, Transform3D.rotation(degrees: -170).flattened)
    #expect(abs(LayerTransform.between(start, end, 0.5).rotate - 180) < 1e-9)
    #expect(abs(LayerTransform.between(end, start, 0.5).rotate + 180) < 1e-9)
    #expect(abs(LayerTransform.between(end, start, 0.25).rotate + 175) < 1e-9)
    let mirrored = Pose(size, .scaling(x: 2, y: -3))
    #expect(mirrored.isMirrored && mirrored.size == Size(width: 20, height: 18))
    #expect(LayerTransform.between(mirrored, mirrored, 0.3).scaleY == -1)
    let slanted = Pose(size, Transform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0))
    #expect(abs(slanted.skewDegrees - 45) < 1e-9 && abs(slanted.scaleY - 1) < 1e-12)
  }

  @Test(
    "a pose taken apart and put together is the transform again",
    arguments: [
      Transform(a: 1.5, b: 0.4, c: -0.3, d: 0.8, tx: 7, ty: -3),
      Transform(a: -1, b: 0.2, c: 0.5, d: 2, tx: 1, ty: 2),
      Transform(a: 0.3, b: 2, c: 1, d: -0.2, tx: 0, ty: 50),
    ])
  func roundTrip(_ transform: Transform) {
    let size = Size(width: 12, height: 5)
    let pose = Pose(size, transform)
    var layer = Layer.box(pose.frame, place: Place(file: "", line: 1, column: 1))
    layer.transform = .between(pose, pose, 0)
    let element = Element(path: LayerPath("a"), target: nil, layer: layer)
    for (x, y) in [(0.0, 0.0), (12, 0), (0, 5), (12, 5), (3, 4)] {
      let wanted = transform.apply(Point(x: x, y: y))
      let inside = Point(x: x * pose.scaleX, y: y * pose.scaleY)
      let found = element.matrix().flattened.apply(inside)
      #expect(abs(found.x - wanted.x) < 1e-9 && abs(found.y - wanted.y) < 1e-9)
    }
  }

  @Test("the first and the last picture are the screens alone")
  func exactEnds() throws {
    for type in ["sharedImage", "containerTransform", "push"] {
      let stage = try Self.sketch(#"{ "id": "hero" }"#, type: type).stage()
      #expect(stage.frame(at: 0).commands == stage.still(.from).commands)
      #expect(stage.frame(at: stage.seconds).commands == stage.still(.to).commands)
      #expect(stage.still(.from).layers.contains("from#hero"))
    }
  }

  @Test("on the way the originals are not drawn, and the copy is in front of both screens")
  func originalsAreHidden() throws {
    let stage = try Self.sketch(#"{ "id": "hero" }"#).stage()
    let layers = stage.frame(at: 0.2).layers
    #expect(!layers.contains("from#hero") && !layers.contains("to#hero"))
    #expect(layers.contains("shared#hero"))
    let pictures = stage.pictures.flatMap(\.commands).compactMap(\.layer)
    #expect(!pictures.contains("to#hero") || stage.still(.to).commands.count == 1)
  }

  @Test("shared lies where order has it, else in front")
  func place() throws {
    for (order, isLast) in [(#"["shared", "from", "to"]"#, false), (#"["from", "to"]"#, true)] {
      var sketch = Self.sketch("")
      sketch.transition = """
        { "type": "custom", "order": \(order), "shared": [{ "id": "hero" }],
          "tracks": [{ "target": "to", "opacity": [0, 1] }] }
        """
      let layers = try sketch.stage().frame(at: 0.25).layers
      #expect((layers.last == "shared#hero") == isLast, "\(layers)")
    }
  }

  @Test("tracks move all shared elements, or one of them")
  func tracks() throws {
    var sketch = Self.sketch("")
    sketch.transition = """
      { "type": "custom", "curve": "linear", "duration": 1, "shared": [{ "id": "hero" }],
        "tracks": [{ "target": "shared", "x": [0, 10] },
                   { "target": "shared#hero", "y": 5, "opacity": 0.25 }] }
      """
    let stage = try sketch.stage()
    let frame = stage.timeline(fps: 50).frames[25]
    #expect(frame["shared", "x"] == 5 && frame["shared#hero", "y"] == 5)
    #expect(frame["shared#hero", "opacity"] == 0.25)
    let fill = try #require(stage.frame(at: 0.5).fill(of: "shared#hero"))
    #expect(abs(fill.transform.tx - (45 - 20 + 5)) < 1e-9)
    #expect(abs(fill.transform.ty - (37.5 - 12.5 + 5)) < 1e-9)
  }

  @Test("the incoming screen grows out of an element, and on the way back into it")
  func screens() throws {
    let push = Self.sketch(
      #"{ "from": "hero", "to": "screen" }"#, type: "containerTransform",
      more: #", "curve": "linear""#)
    let stage = try push.stage()
    let timeline = stage.timeline(fps: 100)
    #expect(timeline.frames[0].numbers("shared#hero", "frame") == [10, 50, 20, 10])
    #expect(timeline.frames[15].numbers("shared#hero", "frame") == [5, 25, 70, 45])
    #expect(timeline.frames[30].numbers("shared#hero", "frame") == [0, 0, 120, 80])
    // The screen is drawn once, and only inside of the copy.
    #expect(stage.frame(at: 0.15).layers.filter { $0 == "to" }.count == 1)
    #expect(stage.frame(at: 0.15).layers.last == "to")
    var pop = Self.sketch(
      #"{ "from": "screen", "to": "hero" }"#, type: "containerTransform",
      more: #", "curve": "linear", "operation": "pop""#)
    swap(&pop.from, &pop.to)
    let back = try pop.stage().timeline(fps: 100)
    #expect(back.frames[0].numbers("shared#hero", "frame") == [0, 0, 120, 80])
    // The frame is there at .9 of the way.
    #expect(back.frames[27].numbers("shared#hero", "frame") == [10, 50, 20, 10])
  }

  @Test(
    "fits scale a content of 20 by 10 in a frame of 60 by 40",
    arguments: [
      ("fill", 3.0, 4.0, 0.0, 0.0), ("cover", 4, 4, -10, 0), ("width", 3, 3, 0, 0),
      ("height", 4, 4, -10, 0),
    ])
  func fits(_ fit: String, _ scaleX: Double, _ scaleY: Double, _ x: Double, _ y: Double) throws {
    let child = Self.box("0, 0, 20, 10", id: "inside")
    let from = Self.box("10, 50, 20, 10", "\"layers\": [\(child)]")
    let sketch = Self.sketch(
      #"{ "id": "hero", "fit": "\#(fit)", "keep": "from" }"#, type: "push", from: from)
    let stage = try sketch.stage()
    let motion = try #require(stage.runs.first?.sharedMotions.first)
    let place = motion.fitting(motion.source, in: Size(width: 60, height: 40))
    let corner = place.apply(Point(x: 10, y: 50))
    #expect(abs(corner.x - x) < 1e-9 && abs(corner.y - y) < 1e-9)
    #expect(abs(place.a - scaleX) < 1e-9 && abs(place.d - scaleY) < 1e-9)
    #expect(stage.pictures.contains { abs($0.largestScale - max(scaleX, scaleY)) < 0.01 })
  }

  @Test(
    "both contents add up to one while they cross-fade; one that is kept stays",
    arguments: [
      "from", "to", "both",
    ])
  func keep(_ keep: String) throws {
    let child = Self.box("0, 0, 20, 10", id: "inside")
    let layer = Self.box("10, 50, 20, 10", "\"layers\": [\(child)]")
    let stage = try Self.sketch(
      #"{ "id": "hero", "keep": "\#(keep)" }"#, type: "push", more: #", "curve": "linear""#,
      from: layer, to: layer
    ).stage()
    let draws = stage.frame(at: 0.125).commands.compactMap { command -> LayerPath? in
      if case .picture(let draw) = command, draw.layer.name.hasSuffix("hero") {
        return draw.layer
      }
      return nil
    }
    let names = draws.map(\.name)
    #expect(names == (keep == "both" ? ["from#hero", "to#hero"] : ["\(keep)#hero"]))
    let groups = stage.frame(at: 0.125).commands.compactMap { command -> Effects? in
      if case .beginGroup(let effects) = command, effects.layer.name.hasSuffix("#hero") {
        return effects
      }
      return nil
    }
    guard keep == "both" else { return }
    #expect(groups.map(\.opacity) == [1, 0.75, 0.25])
    #expect(groups.map(\.isIsolated) == [true, false, false])
    #expect(groups.last?.blend == .plusLighter)
  }

  @Test("one image at both ends shows what lies between the two parts")
  func images() throws {
    func image(_ frame: String, _ more: String) -> String {
      #"{ "id": "hero", "type": "image", "src": "a.png", "frame": [\#(frame)], \#(more) }"#
    }
    var sketch = Self.sketch(
      #"{ "id": "hero" }"#, more: #", "curve": "linear""#,
      from: image("0, 0, 20, 20", #""fit": "cover""#), to: image("0, 0, 80, 40", #""fit": "fill""#))
    sketch.images = ["a.png": (200, 100)]
    let stage = try sketch.stage()
    let crops = [0.1, 0.2, 0.3].compactMap { stage.frame(at: $0).image?.crop }
    #expect(crops.count == 3)
    // A square out of the middle widens to the whole; the height is always the image's own.
    for (crop, share) in zip(crops, [0.25, 0.5, 0.75]) {
      let (width, height) = (20 + 60 * share, 20 + 20 * share)
      #expect(abs(crop.width / crop.height - width / height / 2) < 1e-9)
      #expect(abs(crop.x + crop.width / 2 - 0.5) < 1e-9 && crop.height <= 1 + 1e-12)
    }
  }

  @Test("a spring that goes too far does not go beyond the image", arguments: [true, false])
  func imageOvershoot(_ isForward: Bool) throws {
    func image(_ x: Double) -> String {
      """
      { "id": "hero", "type": "image", "src": "a.png", "frame": [0, 0, 20, 20],
        "crop": [\(x), 0, 0.5, 1] }
      """
    }
    var sketch = Self.sketch(
      #"{ "id": "hero" }"#, more: #", "curve": "easeOutBack""#,
      from: image(isForward ? 0.5 : 0), to: image(isForward ? 0 : 0.5))
    sketch.images = ["a.png": (200, 100)]
    let stage = try sketch.stage()
    let crops = stage.frameTimes(fps: 50).compactMap { stage.frame(at: $0).image?.crop }
    #expect(crops.count > 15)
    #expect(crops.allSatisfy { $0.x >= 0 && $0.maxX <= 1 + 1e-12 && abs($0.width - 0.5) < 1e-9 })
  }

  @Test("a flow's way back brings the element back where it was")
  func flow() throws {
    let text = """
      { "version": 1, "canvas": { "width": 120, "height": 80 },
        "screens": { "a": { "layers": [\(Self.box("10, 50, 20, 10"))] },
                     "b": { "layers": [\(Self.box("40, 0, 60, 40", id: "photo"))] } },
        "steps": [{ "show": "a" },
          { "push": "b", "type": "sharedImage", "shared": [{ "from": "hero", "to": "photo" }] },
          { "pop": true }] }
      """
    let reading = SceneReading(of: "scene.json", from: OneText(text))
    let stage = try Stage(try #require(reading.scene), scale: 1, assets: StageAssets())
    let ends = stage.runs.flatMap(\.sharedMotions).map {
      [$0.source, $0.destination].map(\.pose.frame)
    }
    #expect(ends.count == 2)
    #expect(ends.first == ends.last?.reversed())
  }

  @Test("a layer cannot travel twice, nor a screen to a screen")
  func mistakes() {
    for (shared, message) in [
      (#"{ "id": "hero" }, { "from": "hero", "to": "screen" }"#, "there twice"),
      (#"{ "from": "screen", "to": "screen" }"#, "cannot turn into"),
      (#"{ "from": "heron", "to": "screen" }"#, "did you mean \"hero\""),
    ] {
      let reading = SceneReading(of: "scene.json", from: OneText(Self.sketch(shared).text))
      #expect(reading.mistakes.contains { "\($0)".contains(message) }, "\(reading.mistakes)")
    }
  }
}

extension Timeline.Sample {
  /// All numbers of a property of a target, by their names.
  func numbers(_ target: String, _ property: String) -> [Double] {
    for entry in targets where "\(entry.target)" == target {
      for value in entry.values where value.name.name == property {
        if case .numbers(let numbers) = value.value { return numbers }
      }
    }
    return []
  }
}

extension DrawCommand {
  /// Whose command it is.
  fileprivate var layer: String? {
    switch self {
    case .fill(let fill): fill.layer.name
    case .image(let image): image.layer.name
    case .picture(let picture): picture.layer.name
    case .beginGroup(let effects): effects.layer.name
    case .endGroup: nil
    }
  }
}

extension DisplayList {
  fileprivate var layers: [String] { commands.compactMap(\.layer) }

  fileprivate func fill(of layer: String) -> Fill? {
    for case .fill(let fill) in commands where fill.layer.name == layer { return fill }
    return nil
  }

  fileprivate var image: ImageDraw? {
    for case .image(let image) in commands { return image }
    return nil
  }
}
