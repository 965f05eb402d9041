import Codecs
import Compositing
import Drawing
import Geometry
import Pixels
import RenderTestSupport
import SceneFormat
import Staging
import TestSupport
import Testing

@testable import RenderTransition

@Suite("the plan of a run")
struct PlanTests {
  /// The one limit that `make` finds exceeded; nil if it finds none.
  private func exceeded(_ make: () async throws -> Void) async throws -> Limit? {
    do {
      try await make()
      return nil
    } catch let failure as LoadFailure {
      guard case .mistakes(let mistakes, _) = failure, mistakes.count == 1,
        case .limit(let limit, _) = mistakes[0].problem
      else {
        Issue.record("\(failure)")
        return nil
      }
      #expect("\(mistakes[0])".contains(limit.flag))
      return limit
    }
  }

  private static func limits(_ limit: Limit, _ value: Double) -> Limits {
    var limits = Limits()
    limits[limit] = value
    return limits
  }

  @Test("a canvas that a scale enlarges is bounded, too")
  func canvas() async throws {
    let small = try SmallScene.tiny()
    let path = try small.folder.write(small.text, to: "scene.json")
    let table: [(limit: Limit, least: Double, scale: Double)] = [
      (.canvasSide, 24, 1), (.canvasSide, 48, 2), (.canvasSide, 192, 8), (.canvasSide, 31, 1.3),
      (.canvasPixels, 384, 1), (.canvasPixels, 1536, 2),
    ]
    for (limit, least, scale) in table {
      let found = try await exceeded {
        _ = try Animation(
          sceneAt: path, scale: scale, limits: Self.limits(limit, least - 1))
      }
      #expect(found == limit, "\(limit) at \(scale)")
      _ = try Animation(sceneAt: path, scale: scale, limits: Self.limits(limit, least))
    }
    for scale in [0, -1, 0.2, 9, 1e300, .nan, .infinity] {
      #expect(throws: LoadFailure.self) { try Animation(sceneAt: path, scale: scale) }
    }
  }

  @Test("a canvas that its file makes too large is an error of the file")
  func canvasOfFile() async throws {
    var small = try SmallScene.tiny()
    (small.width, small.height) = (8193, 1)
    #expect(try await exceeded { _ = try small.animation() } == .canvasSide)
    (small.width, small.height) = (8192, 8192)
    #expect(try await exceeded { _ = try small.animation() } == .canvasPixels)
    (small.width, small.height) = (5700, 5700)
    let large = try small.animation()
    #expect(try await exceeded { try large.checkLength(toGIF: true) } == .memoryBytes)
  }

  @Test("a canvas has the pixels that it covers in full: no edge is seen through")
  func wholePixels() throws {
    var small = try SmallScene.tiny()
    small.from = ##"{ "background": "#fff" }"##
    for (scale, width, height) in [(0.3, 7, 4), (1.3, 31, 20), (1.04, 24, 16), (1, 24, 16)] {
      let frame = try small.animation(scale: scale).renderer().still(.from)
      #expect(frame.width == width && frame.height == height)
      #expect(frame.bytes.allSatisfy { $0 == 255 }, "\(scale)")
    }
  }

  @Test("a film strip is held in memory whole, and so bounded")
  func filmStrip() async throws {
    let small = try SmallScene.tiny()
    let path = try small.folder.write(small.text, to: "scene.json")
    let animation = try Animation(sceneAt: path, limits: Self.limits(.memoryBytes, 150_000))
    #expect(try animation.filmStrip(at: [0, 0.1]).width > 2 * 24)
    let moments = Array(repeating: 0.1, count: 60)
    #expect(try await exceeded { _ = try animation.filmStrip(at: moments) } == .memoryBytes)
    let few = try Animation(sceneAt: path, limits: Self.limits(.frames, 31))
    #expect(try await exceeded { _ = try few.filmStrip(at: moments) } == .frames)
    let slow = try Animation(sceneAt: path, limits: Self.limits(.work, 1_000_000))
    #expect(try slow.filmStrip(at: [0, 0.1]).width > 2 * 24)
    let many = Array(repeating: 0.1, count: 3000)
    #expect(try await exceeded { _ = try slow.filmStrip(at: many) } == .work)
    // A picture alone takes a twentieth.
    let found = try await exceeded {
      _ = try Animation(sceneAt: path, limits: Self.limits(.work, 50_000)).filmStrip(at: [0.1])
    }
    #expect(found == .work)
  }

  @Test("frames and seconds are bounded, whoever asks for them")
  func frames() async throws {
    let small = try SmallScene.tiny(#"{ "type": "shift", "duration": 1, "delay": 0.5 }"#)
    let path = try small.folder.write(small.text, to: "scene.json")
    let table: [(Limit, least: Double)] = [(.frames, 39), (.seconds, 1.5)]
    for (limit, least) in table {
      let found = try await exceeded {
        try Animation(sceneAt: path, limits: Self.limits(limit, least - 0.25)).checkLength()
      }
      #expect(found == limit)
      try Animation(sceneAt: path, limits: Self.limits(limit, least)).checkLength()
    }
    // Half as many frames a second are half as many frames, and a moment is one.
    let short = try Animation(sceneAt: path, limits: Self.limits(.frames, 21))
    try short.checkLength(fps: 12.5)
    #expect(try short.filmStrip(at: [0.4]).width > 0)
    let animation = try Animation(sceneAt: path, limits: Self.limits(.frames, 39))
    var options = RenderOptions()
    let outputs = [OutputRequest(.frames, to: .path(small.folder.path("frames")))]
    for fps in [26.0, 1e9, 1e300] {
      options.fps = fps
      let wanted = options
      #expect(
        try await exceeded { try await animation.write(outputs, options: wanted) } == .frames)
    }
    #expect(try small.folder.names() == ["scene.json"])
  }

  @Test("memory is planned: what even one job cannot do is refused, and jobs are as many as fit")
  func memory() async throws {
    let small = try SmallScene.tiny()
    let animation = try small.animation()
    let plan = Self.plan(animation)
    let (one, two) = (plan.memoryBytes(jobs: 1), plan.memoryBytes(jobs: 2))
    let frame = 24.0 * 16 * 4
    // Two screens as pictures, a palette's samples, the frames of the window.
    #expect(one >= 9 * frame && one <= 30 * frame)
    #expect(two > one)
    #expect(plan.jobs(8, within: Limits()) == 8)
    #expect(plan.jobs(8, within: Self.limits(.memoryBytes, two)) == 2)
    #expect(plan.jobs(8, within: Self.limits(.memoryBytes, one)) == 1)
    #expect(plan.jobs(-3, within: Limits()) == 1)
    #expect(
      try await exceeded { try plan.throwing(Self.limits(.memoryBytes, one - 1)) } == .memoryBytes)
    #expect(try await exceeded { try plan.throwing(Self.limits(.memoryBytes, one)) } == nil)
  }

  private static func plan(
    _ animation: Animation, hasPalette: Bool = true, isReported: Bool = false,
    images: [SourceImage] = []
  ) -> Plan {
    let output = SampledOutput(fps: 50, hasPalette: hasPalette, isReported: isReported)
    let prepared = animation.prepared.map {
      images.isEmpty
        ? $0
        : PreparedScene(
          pictures: $0.pictures, images: images, canvas: $0.grid,
          frames: [animation.stage.frame(at: 0)])
    }
    return Plan(animation.stage, outputs: [output], prepared)
  }

  @Test("a report takes memory of its own, and is refused where there is none for it")
  func memoryOfReport() async throws {
    let small = try SmallScene.tiny()
    let animation = try small.animation()
    let (bare, reported) = (Self.plan(animation), Self.plan(animation, isReported: true))
    let least = reported.memoryBytes(jobs: 1)
    #expect(least == bare.memoryBytes(jobs: 1) + 2 * 24 * 16 * 4)
    let path = try small.folder.write(small.text, to: "scene.json")
    let limited = try Animation(sceneAt: path, limits: Self.limits(.memoryBytes, least - 1))
    let output = OutputRequest(.gif, to: .path(small.folder.path("a.gif")))
    var options = RenderOptions()
    try await limited.write([output], options: options)
    options.wantsReport = true
    let wanted = options
    #expect(
      try await exceeded { try await limited.write([output], options: wanted) } == .memoryBytes)
  }

  // Peaks that were measured, less 17 MB for the program itself, and without what files take while
  // they are decoded: of 5000 x 5000 pixels, with one job and with two.
  static let measured: [(transition: String, hasPalette: Bool, one: Double, two: Double)] = [
    ("push", true, 717e6, 719e6), ("push", false, 587e6, 702e6), ("fade", true, 703e6, 706e6),
    ("fade", false, 503e6, 613e6), ("recede", true, 605e6, 607e6), ("recede", false, 501e6, 681e6),
  ]

  @Test("25 MP are planned to take what they do, and not much more", arguments: measured)
  func large(_ transition: String, _ hasPalette: Bool, _ one: Double, _ two: Double) throws {
    var small = try SmallScene.tiny("\"\(transition)\"")
    (small.width, small.height) = (5000, 5000)
    let animation = try small.animation()
    let plan = Self.plan(animation, hasPalette: hasPalette)
    #expect(plan.memoryBytes(jobs: 1) >= one && plan.memoryBytes(jobs: 2) >= two)
    #expect(plan.memoryBytes(jobs: 1) <= 1.6 * one)
    // It fits, with as few jobs as that takes.
    #expect(try plan.jobs(8, within: Limits()) >= 1 && !exceeds(plan, Limits()))
    #expect(plan.memoryBytes(jobs: plan.jobs(8, within: Limits())) <= Limits()[.memoryBytes])
  }

  private func exceeds(_ plan: Plan, _ limits: Limits) throws -> Bool {
    do {
      try plan.throwing(limits)
      return false
    } catch {
      return true
    }
  }

  @Test("as many textures are painted side by side as there are jobs, the largest first")
  func painting() throws {
    var small = try SmallScene.tiny()
    let layers = [40, 60, 20].map { size in
      """
      { "id": "l\(size)", "frame": [0, 0, \(size * 50), \(size * 50)], "fill": "#08f",
        "blur": 3, "layers": [{ "frame": [0, 0, 9, 9], "fill": "#f80", "blur": 2 }] }
      """
    }
    small.from = "{ \"layers\": [\(layers.joined(separator: ","))] }"
    small.to = "{ \"layers\": [\(layers[0])] }"
    let animation = try small.animation()
    let prepared = try #require(animation.prepared)
    let painting = prepared.textureDemand.map(\.paintingBytes).sorted(by: >)
    let plan = Self.plan(animation, hasPalette: false)
    let bytes = (1...4).map { plan.memoryBytes(jobs: $0) }
    #expect(painting.count > 1 && painting[1] > 0)
    #expect(bytes[1] - bytes[0] == painting[1])
  }

  @Test("an image takes its bytes")
  func images() throws {
    let animation = try SmallScene.tiny().animation()
    let none = Self.plan(animation).memoryBytes(jobs: 1)
    let image = SourceImage(Pixmap(width: 50, height: 20, filledWith: .clear))
    let some = Self.plan(animation, images: [image]).memoryBytes(jobs: 1)
    #expect(some - none == 4000)
  }

  @Test("a WebP is held whole, as large as its frames at most, and planned so")
  func webP() throws {
    let animation = try SmallScene.tiny().animation()
    func bytes(_ held: Double) -> Double {
      let output = SampledOutput(fps: 50, heldBytes: held)
      return Plan(animation.stage, outputs: [output], animation.prepared).memoryBytes(jobs: 1)
    }
    #expect(bytes(1000) == bytes(0) + 1000)
    let frames = Plan(animation.stage, outputs: [SampledOutput(fps: 50)], animation.prepared).frames
    #expect(bytes(256e6) == bytes(0) + 4 * 24 * 16 * frames)
  }

  // A stroke of 99,000 curves, 1.2 MB, took 11 GB.
  @Test("the lines of outlines take memory, those of strokes more")
  func outlines() throws {
    func bytes(_ stroke: String) throws -> Double {
      var small = try SmallScene.tiny()
      let curves = (0..<600).map { "C\($0 % 7 * 100000) 0 0 900000 \($0 % 5) 1" }.joined()
      small.from = """
        { "layers": [{ "type": "shape", "frame": [0, 0, 20, 20], "path": "M0 0\(curves)",
          "fill": "#f00"\(stroke) }] }
        """
      return try Self.plan(small.animation()).memoryBytes(jobs: 1)
    }
    let (filled, stroked) = (try bytes(""), try bytes(#", "stroke": { "width": 2 }"#))
    #expect(filled > 25e6 && filled < 60e6)
    #expect(stroked > 95e6 && stroked < 250e6)
  }

  @Test("work is planned: frames times the pixels that their commands touch")
  func work() async throws {
    var small = try SmallScene.tiny(#"{ "type": "shift", "duration": 1 }"#)
    func least(_ layer: String, times count: Int = 1, fps: Double = 50) async throws -> Double {
      small.from =
        "{ \"layers\": [\(Array(repeating: layer, count: count).joined(separator: ","))] }"
      let path = try small.folder.write(small.text, to: "scene.json")
      var (low, high) = (1.0, 1e12)
      while high > 1.01 * low {
        let middle = (low * high).squareRoot()
        let found = try await exceeded {
          try Animation(sceneAt: path, limits: Self.limits(.work, middle)).checkLength(fps: fps)
        }
        if found == nil { high = middle } else { low = middle }
      }
      return high
    }
    let box = ##"{ "frame": [0, 0, 9, 9], "fill": "#f00" }"##
    let plain = try await least(box)
    #expect(try await least(box, fps: 100) > 1.8 * plain)
    #expect(try await least(box, times: 50) > plain + 49 * 1000)
    // Outputs of two rates are drawn one by one.
    let animation = try small.animation()
    func planned(_ rates: [Double]) -> Plan {
      Plan(animation.stage, outputs: rates.map { SampledOutput(fps: $0) }, animation.prepared)
    }
    let single = planned([50]).work
    let encoded = planned([50, 50]).work - single
    #expect(encoded > 0 && planned([50, 49]).work > single + 5 * encoded)
    let blurred = ##"{ "frame": [0, 0, 9, 9], "fill": "#f00", "blur": 3 }"##
    #expect(try await least(blurred) > 1.01 * plain)
  }

  @Test("an image that fills a screen is not kept twice")
  func wholeImage() throws {
    var small = try SmallScene.tiny()
    try small.folder.write(
      PNGWriter().file(of: Pixmap(width: 24, height: 16, filledWith: Pixel(.white))), to: "a.png")
    let drawn = try Self.plan(small.animation(), hasPalette: false).memoryBytes(jobs: 1)
    (small.from, small.to) = (#""a.png""#, #""a.png""#)
    let animation = try small.animation()
    let shown = Self.plan(animation, hasPalette: false, images: animation.images)
    #expect(shown.memoryBytes(jobs: 1) < drawn)
  }

  @Test("what enlarges and what nests takes more memory")
  func demands() throws {
    func bytes(_ transition: String, _ from: String) throws -> Double {
      var small = try SmallScene.tiny(transition)
      small.from = from
      return try Self.plan(small.animation()).memoryBytes(jobs: 1)
    }
    let plain = try bytes(#""shift""#, SmallScene.plain("#fff"))
    let large = """
      { "type": "custom", "push": { "tracks": [{ "target": "from", "scale": [1, 8] }] } }
      """
    #expect(try bytes(large, SmallScene.plain("#fff")) > 5 * plain)
    var nested = "{ \"frame\": [0, 0, 9, 9], \"fill\": \"#f00\", \"opacity\": 0.5 }"
    for _ in 0..<20 {
      nested = "{ \"frame\": [0, 0, 9, 9], \"opacity\": 0.5, \"layers\": [\(nested)] }"
    }
    #expect(try bytes(#""shift""#, "{ \"layers\": [\(nested)] }") > plain)
  }
}

/// Small scenes that took gigabytes or minutes.
@Suite("costly scenes are refused before the first frame")
struct CostlySceneTests {
  /// The limit that a scene with `layers` on a canvas of this size goes beyond; nil for none.
  private func exceeded(
    _ layers: String, _ width: Int = 390, _ height: Int = 844
  ) throws -> Limit? {
    var small = try SmallScene.tiny()
    (small.width, small.height) = (width, height)
    small.from = "{ \"layers\": [\(layers)] }"
    do {
      try small.animation().checkLength()
      return nil
    } catch LoadFailure.mistakes(let mistakes, _) {
      guard case .limit(let limit, _)? = mistakes.first?.problem else { return nil }
      return limit
    }
  }

  /// Boxes over the whole canvas with these keys, in each other.
  private func nested(_ keys: String, depth: Int) -> String {
    let box = "\"frame\": [0, 0, 390, 844], \"fill\": \"#0102\", \(keys)"
    return (1..<depth).reduce("{ \(box) }") { inner, _ in "{ \(box), \"layers\": [\(inner)] }" }
  }

  @Test("blurs in blurs reach as far as all of them together, and so do shadows")
  func nestedBlurs() throws {
    let blur = #""blur": 512"#
    #expect(try exceeded(nested(blur, depth: 1)) == nil)
    for depth in [4, 8, 30] {
      #expect(try exceeded(nested(blur, depth: depth)) == .memoryBytes, "\(depth)")
    }
    // However small the canvas is: what is around it reaches it.
    #expect(try exceeded(nested(blur, depth: 6), 20, 20) == .memoryBytes)
    let shadow = ##""shadow": { "radius": 100, "opacity": 1, "color": "#000" }"##
    #expect(try exceeded(nested(shadow, depth: 2)) == nil)
    #expect(try exceeded(nested(shadow, depth: 20)) == .memoryBytes)
    // Ordinary ones are as cheap as they were.
    #expect(try exceeded(nested(#""blur": 8"#, depth: 8)) == nil)
  }

  @Test("a plane in a plane is painted more than once: few may lie in each other")
  func planes() throws {
    let plane = """
      "shadow": { "radius": 9, "opacity": 0.5 }, "blur": 2, "transform": { "rotateY": 5 }
      """
    #expect(try exceeded(nested(plane, depth: 2), 39, 84) == nil)
    #expect(try exceeded(nested(plane, depth: 24), 39, 84) == .work)
  }

  @Test("dashes with round ends take the lines of their ends")
  func dashes() throws {
    func line(_ dash: Double, _ width: Double, _ cap: String) -> String {
      """
      { "type": "shape", "frame": [0, 0, 390, 844], "path": "M0 400H390", "fill": "#0000",
        "stroke": { "color": "#000", "width": \(width), "cap": "\(cap)", "dash": [\(dash), \(dash)] } }
      """
    }
    #expect(try exceeded(line(0.1, 500, "round")) == .memoryBytes)
    #expect(try exceeded(line(0.1, 500, "butt")) == nil)
    #expect(try exceeded(line(4, 4, "round")) == nil)
  }

  @Test("what is far larger than the canvas is planned as far as effects can see it")
  func hugeScale() throws {
    func box(_ keys: String) -> String {
      "{ \"frame\": [0, 0, 9, 9], \"fill\": \"#369\", \"transform\": { \"scale\": 1e9 }\(keys) }"
    }
    #expect(try exceeded(box("")) == nil)
    #expect(try exceeded(box(##", "blur": 1, "shadow": { "radius": 1 }"##)) == .memoryBytes)
  }

  @Test(
    "a picture that takes more than ten seconds is refused as too much work",
    arguments: [
      ("hue", 1000, ##""fill": "#3698", "blend": "hue""##),
      ("masks", 8000, ##""fill": "#369", "mask": { "frame": [0, 0, 390, 844], "fill": "#000" }"##),
      (
        "gradients", 200,
        ##""fill": { "gradient": "conic", "stops": [["#0008", 0], ["#fff8", 1]] }"##
      ),
      ("backdrops", 600, ##""fill": "#3698", "backdrop": { "blur": 6 }"##),
    ])
  func costs(_ kind: String, _ count: Int, _ keys: String) throws {
    func layers(_ count: Int) -> String {
      Array(repeating: "{ \"frame\": [0, 0, 390, 844], \(keys) }", count: count)
        .joined(separator: ",")
    }
    #expect(try exceeded(layers(count)) == .work)
    #expect(try exceeded(layers(count / 10)) == nil)
  }

  @Test("an image costs what is looked at of its file, each time")
  func largeImages() throws {
    func demand(_ side: Int) throws -> Double {
      let image = SourceImage(Pixmap(width: side, height: side, filledWith: .clear))
      let animation = try SmallScene.tiny().animation()
      let grid = try #require(animation.prepared?.grid)
      let draw = ImageDraw(
        ImageID(0), crop: Rect(x: 0, y: 0, width: 1, height: 1),
        destination: Rect(x: 0, y: 0, width: 9, height: 9), clip: nil, transform: .identity,
        layer: LayerPath("a"))
      let frame = DisplayList(background: .white, commands: [.image(draw)])
      return PreparedScene(pictures: [], images: [image], canvas: grid, frames: [frame])
        .mostWorkOfFrame
    }
    #expect(try demand(1000) > 90 * demand(100))
  }
}

extension Plan {
  /// The check, as a scene's failure.
  fileprivate func throwing(_ limits: Limits) throws(LoadFailure) {
    do {
      try check(limits, at: Place(file: "a", line: 1, column: 1))
    } catch {
      throw .mistakes([error], sources: [])
    }
  }
}
