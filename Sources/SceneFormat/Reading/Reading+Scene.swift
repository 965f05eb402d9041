import Geometry
import Motion
import Pixels

// The scene file.
extension Reading {
  /// The scene in the file at `path`; notes every mistake.
  mutating func sceneFile(_ path: String) -> Scene? {
    let start = Place(file: assets.shownPath(path), line: 1, column: 1)
    guard assets.hasFile(at: path) else {
      note(.asset(.missing(path, tried: [], suggestion: nil)), at: start)
      return nil
    }
    guard let node = tree(of: path, namedAt: start) else { return nil }
    // A file of another version says so, and nothing else: the rest may mean something else.
    if let version = node["version"], let number = version.number, number != 1 {
      note(.structure(.unknownVersion(number)), at: version.place)
      return nil
    }
    if node["steps"] != nil, let flag = changes.flagsOfPairs.first {
      note(.flow(.flagBesideSteps(flag.file)), at: flag)
      return nil
    }
    return scene(node, of: path)
  }

  /// The scene that a tree is, in the place of the file at `path`, with what the command line changes.
  mutating func scene(_ written: JSONNode, of path: String) -> Scene? {
    guard let node = changed(written) else { return nil }
    tree = node
    guard check(node, .scene) || node.members != nil else { return nil }
    return within(path) { $0.scene(node) }
  }

  /// The tree with the transition, the device and the bezel of the command line.
  private mutating func changed(_ written: JSONNode) -> JSONNode? {
    let node = changes.replacingCanvas(of: written)
    guard let text = changes.transition, node.members != nil else { return node }
    sources.append(SourceText(file: SceneChanges.transitionFlag, bytes: Array(text.utf8)))
    do {
      return node.replacing("transition", with: try JSONNode(transition: text))
    } catch {
      mistakes.append(error)
      return nil
    }
  }

  private mutating func scene(_ node: JSONNode) -> Scene? {
    fonts = fontNames(node["fonts"])
    let fallback = (node["fallback"]?.elements ?? []).compactMap { font($0) }
    let canvas = canvas(node)
    canvasSize = canvas.size
    guard let story = story(node, on: canvas) else { return nil }
    var scene = Scene(
      canvas: canvas, story: story, fonts: fonts,
      fallback: node["fallback"] == nil ? FontReference.defaultFallback : fallback,
      isRightToLeft: node["rtl"]?.flag ?? false,
      expectations: expectations(node["expect"]), output: output(node["output"]))
    if case .pair(_, _, let transition) = story {
      finger(of: transition, on: canvas.size, isRightToLeft: scene.isRightToLeft)
    }
    if changes.playsBack { playBack(&scene) }
    return scene
  }

  /// Adds the way back to a scene of two screens; a flow of pictures has it already.
  private mutating func playBack(_ scene: inout Scene) {
    guard case .pair(let from, let to, let transition) = scene.story else { return }
    do {
      scene.story = .flow(
        try Flow(
          from: from, to: to, transition, on: scene.canvas.size,
          isRightToLeft: scene.isRightToLeft, playsBack: true))
    } catch {
      note(.flow(error), at: Place(file: SceneChanges.backFlag, line: 0, column: 0))
    }
  }

  /// The finger that drives a transition; notes one that has no way to go, and warns of one that
  /// never begins.
  @discardableResult
  mutating func finger(
    of transition: Transition, on canvas: Size, isRightToLeft: Bool
  ) -> ScriptedFinger? {
    guard let gesture = transition.gesture else { return nil }
    let length = transition.length(of: transition.recipe.side(for: transition.operation))
    if let moment = gesture.catchSeconds, moment >= length {
      let warning = Warning.finger(.catchTooLate(seconds: moment, end: length))
      mistakes.append(SceneError(warning: warning, at: gesture.place))
    }
    do {
      let finger = try transition.scriptedFinger(on: canvas, isRightToLeft: isRightToLeft)
      guard let finger else { return nil }
      if finger.run.outcome == .neverBegan {
        mistakes.append(
          SceneError(warning: .finger(.neverBegins(isAtEdge: finger.isInPlace)), at: gesture.place))
      }
      if finger.goesAcross {
        mistakes.append(SceneError(warning: .finger(.acrossAxis), at: gesture.place))
      }
      return finger.isDriving ? finger : nil
    } catch {
      mistakes.append(error)
      return nil
    }
  }

  private mutating func story(_ node: JSONNode, on canvas: Canvas) -> Story? {
    guard node["screens"] == nil, node["steps"] == nil else { return flow(node, on: canvas) }
    for key in ["from", "to"] where node[key] == nil {
      note(.structure(.missingKey(key)), at: node.place)
    }
    let from = node["from"].flatMap { knownScreen($0) }
    let to = node["to"].flatMap { knownScreen($0) }
    if let list = node["transition"], list.elements != nil {
      note(.flow(.rulesWithoutSteps), at: list.place)
    }
    let transition = transition(
      node["transition"], at: node.place, TransitionContext(from: from, to: to))
    guard let from, let to, let transition else { return nil }
    return .pair(from: from.screen, to: to.screen, transition)
  }

  private mutating func fontNames(_ node: JSONNode?) -> [FontName] {
    members(node, within: .fonts).compactMap { member in
      guard let file = asset(member.value) else {
        lostFonts.append(member.key)
        return nil
      }
      return FontName(name: member.key, file: file)
    }
  }

  /// A font by its name, its file, or `system` or `emoji`.
  mutating func font(_ node: JSONNode?) -> FontReference? {
    guard let node, let text = node.text, text != "system" else { return .system }
    if let named = fonts.first(where: { $0.name == text }) { return .file(named.file) }
    if text == "emoji" { return .emoji }
    // That its file is not to be had has been said where it is named.
    guard !lostFonts.contains(text) else { return nil }
    let endings = [".otf", ".ttf", ".ttc", ".otc"]
    if text.contains("/") || endings.contains(where: { text.lowercased().hasSuffix($0) }) {
      return asset(node).map(FontReference.file)
    }
    let names = fonts.map(\.name) + ["system", "emoji"]
    let nearest = suggestion(for: text, in: names)
    note(
      .structure(.unknownName(subject: "font", text, suggestion: nearest, of: names)),
      at: node.place)
    return nil
  }
}

// The canvas.
extension Reading {
  /// The canvas as it is written; where its size is not, and all screens are bare pictures, the first
  /// of them gives the size, unless a device does, and the scale.
  private mutating func canvas(_ scene: JSONNode) -> Canvas {
    let node = scene["canvas"]
    var canvas = Canvas()
    Canvas.fields.read(node, by: &self, into: &canvas)
    checkDevice(of: node)
    let isSized = node?["width"] != nil || node?["height"] != nil
    let bare = isSized ? [] : bareScreens(scene)
    let picture = bare.first { !$0.isSVGFile }.flatMap { self.picture($0) }
    if let device = canvas.device {
      if let picture, node?["orientation"] == nil, picture.width > picture.height {
        canvas.orientation = .landscape
      }
      let size = device.size(canvas.orientation)
      (canvas.width, canvas.height) = (size.width, size.height)
      (safeArea, cornerRadius) = (device.safeArea(canvas.orientation), device.cornerRadius)
    }
    if let first = bare.first, first.isSVGFile {
      let hasDevice = canvas.device != nil
      fit(&canvas, to: first, picture, keepsSize: hasDevice, keepsScale: node?["scale"] != nil)
    } else if let picture {
      let measure =
        canvas.device.map { PictureMeasure(width: picture.width, on: $0, canvas.orientation) }
        ?? PictureMeasure(
          width: picture.width, height: picture.height, name: picture.node.text ?? "")
      if node?["scale"] == nil {
        (canvas.width, canvas.height) = (measure.size.width, measure.size.height)
        (canvas.scale, canvas.measure) = (measure.scale, measure)
        if !measure.candidates.isEmpty {
          mistakes.append(SceneError(warning: .deviceGuess(measure), at: picture.node.place))
        } else if canvas.device == nil {
          canvas.device = measure.device
          canvas.orientation = picture.width > picture.height ? .landscape : .portrait
        }
      } else if canvas.device == nil {
        canvas.width = Double(picture.width) / canvas.scale
        canvas.height = Double(picture.height) / canvas.scale
      }
    }
    if canvas.hasBezel, canvas.device == nil, node?["device"] == nil {
      note(.structure(.withoutDevice("bezel")), at: node?.member("bezel")?.place ?? scene.place)
    }
    checkLimits(of: canvas, at: node?.place ?? scene.place)
    return canvas
  }

  /// Notes a size beside a device, and an orientation of none.
  private mutating func checkDevice(of canvas: JSONNode?) {
    for key in ["width", "height"] where canvas?["device"] != nil {
      guard let member = canvas?.member(key) else { continue }
      note(.structure(.conflictingKeys("device", key)), at: member.place)
    }
    if canvas?["device"] == nil, let member = canvas?.member("orientation") {
      note(.structure(.withoutDevice("orientation")), at: member.place)
    }
  }

  /// The size in points of an SVG that is a screen, and the scale of a picture that another one is.
  private mutating func fit(
    _ canvas: inout Canvas, to node: JSONNode, _ picture: Picture?, keepsSize: Bool,
    keepsScale: Bool
  ) {
    if let picture, !keepsScale {
      canvas.scale =
        PictureMeasure(
          width: picture.width, height: picture.height, name: picture.node.text ?? ""
        ).scale
    }
    guard !keepsSize, let box = svgDocument(node)?.viewBox else { return }
    (canvas.width, canvas.height) = (box.width.rounded(.up), box.height.rounded(.up))
  }

  private typealias Picture = (node: JSONNode, width: Int, height: Int)

  /// The screens, if all of them are bare pictures or SVGs.
  private func bareScreens(_ scene: JSONNode) -> [JSONNode] {
    let screens =
      scene["screens"]?.members?.map(\.value) ?? [scene["from"], scene["to"]].compactMap(\.self)
    let areBare = screens.allSatisfy { $0.text.map { !Notation.isRecipeFile($0) } ?? false }
    return screens.count > 1 && areBare ? screens : []
  }

  /// A picture and its size in pixels.
  private mutating func picture(_ node: JSONNode) -> Picture? {
    guard let path = asset(node)?.path else { return nil }
    do {
      let (width, height) = try assets.imageSize(of: path)
      return width > 0 && height > 0 ? (node, width, height) : nil
    } catch {
      note(.asset(.unusable(node.text ?? path, error)), at: node.place)
      return nil
    }
  }

  private mutating func checkLimits(of canvas: Canvas, at place: Place) {
    let (width, height) = canvas.picturePixels(at: scale ?? canvas.scale)
    if !(max(width, height) <= limits[.canvasSide]) {
      note(.limit(.canvasSide, allowed: limits[.canvasSide]), at: place)
    } else if width * height > limits[.canvasPixels] {
      note(.limit(.canvasPixels, allowed: limits[.canvasPixels]), at: place)
    }
  }
}

// What is written, and what must hold.
extension Reading {
  mutating func output(_ node: JSONNode?) -> Output {
    var output = Output()
    Output.fields.read(node, by: &self, into: &output)
    if let place = node?["fps"]?.place,
      output.formats.contains(where: { output.fps > $0.row.mostFPS })
    {
      mistakes.append(SceneError(warning: .gifRate(output.fps), at: place))
    }
    return output
  }

  mutating func expectations(_ node: JSONNode?) -> Expectations {
    var expectations = Expectations(
      settledBySeconds: seconds(node?["settledBy"]),
      overshootFraction: node?["overshoot"]?.text.flatMap(Notation.bound),
      maxStepPoints: node?["maxStep"]?.number)
    func find(_ key: String, _ place: inout Place) { place = node?[key]?.place ?? place }
    find("settledBy", &expectations.settledByPlace)
    find("overshoot", &expectations.overshootPlace)
    find("maxStep", &expectations.maxStepPlace)
    return expectations
  }
}

extension JSONNode {
  /// Whether it is the name of an SVG.
  fileprivate var isSVGFile: Bool { text.map(Notation.isSVGFile) ?? false }
}
