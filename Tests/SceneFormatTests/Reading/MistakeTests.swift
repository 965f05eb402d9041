import SceneFormat
import Testing

/// A scene with something wrong, and the lines that are said about it.
struct MistakenScene: CustomTestStringConvertible, Sendable {
  let title: String
  let text: String
  let lines: [String]

  init(_ title: String, _ text: String, _ lines: [String]) {
    (self.title, self.text, self.lines) = (title, text, lines)
  }

  /// A scene whose `from` has the layers `text`, beginning in column 1 of line 2.
  static func layers(_ title: String, _ text: String, _ lines: [String]) -> MistakenScene {
    MistakenScene(
      title, "{ \"version\": 1, \"to\": {}, \"from\": { \"layers\": [\n\(text)\n] } }", lines)
  }

  /// A scene with the transition `text`, beginning in column 1 of line 2.
  static func transition(
    _ title: String, _ text: String, _ lines: [String]
  ) -> MistakenScene {
    MistakenScene(
      title,
      "{ \"version\": 1, \"from\": { \"layers\": [{ \"id\": \"card\", \"frame\": [0,0,9,9] }] }, "
        + "\"to\": {}, \"transition\":\n\(text)\n}", lines)
  }

  var testDescription: String { title }
}

@Suite("mistakes are told, each with its place")
struct MistakeTests {
  static let shelf = Shelf(
    [
      "imgs/home.png": "", "screens/a.json": #"{ "version": 1, "layers": [{ "frame": [0] }] }"#,
      "r.json": #"{ "parameters": { "amount": { "default": 1 } }, "push": { "tracks": [] } }"#,
    ], images: ["home.png": (780, 1688)])

  private func expect(_ scene: MistakenScene) {
    let reading = Self.shelf.reading(scene.text)
    let lines = reading.mistakes.map {
      String($0.description.replacing("scene.json:", with: "").replacing(": error: ", with: " "))
    }
    #expect(lines == scene.lines)
    #expect(reading.scene == nil)
  }

  @Test("in the scene's own keys", arguments: sceneCases)
  func scene(_ scene: MistakenScene) { expect(scene) }

  @Test("in layers", arguments: layerCases)
  func layers(_ scene: MistakenScene) { expect(scene) }

  @Test("in transitions", arguments: transitionCases)
  func transitions(_ scene: MistakenScene) { expect(scene) }

  private static let sceneCases: [MistakenScene] = [
    MistakenScene(
      "a font that is lost, and a text that wants it",
      #"""
      { "version": 1, "to": {}, "fonts": { "Brand": "lost.ttf" }, "from": { "layers": [
        { "type": "text", "frame": [0, 0, 9, null], "text": "a", "font": "Brand" }] } }
      """#,
      ["1:47 no file \"lost.ttf\"; tried lost.ttf"]),
    MistakenScene("no object", "[]", ["1:1 expected an object (scene), found a list"]),
    MistakenScene(
      "nothing", "{}",
      [
        "1:1 the key \"version\" is missing", "1:1 the key \"from\" is missing",
        "1:1 the key \"to\" is missing",
      ]),
    MistakenScene(
      "a future version says so, and nothing else", #"{ "version": 2, "nonsense": 1 }"#,
      [
        "1:14 version 2 of the format is not known; a newer render-transition may know it"
      ]),
    MistakenScene(
      "an unknown and a duplicate key",
      #"{ "version": 1, "form": {}, "from": {}, "to": {}, "to": {}, "x-mine": 1, "//": 2 }"#,
      [
        "1:17 unknown key \"form\"; did you mean \"from\"?", "1:51 the key \"to\" is there twice",
      ]),
    MistakenScene(
      "a missing file and a path out of the root",
      #"{ "version": 1, "from": "hime.png", "to": "../a.png", "fonts": { "A": "/a.otf", "B": "http://a/b.otf" } }"#,
      [
        "1:25 no file \"hime.png\"; tried hime.png; did you mean \"home.png\"?",
        "1:43 \"../a.png\" leads out of the asset root; --asset-root DIR widens it",
        "1:71 \"/a.otf\" is absolute; paths are relative to the file",
        "1:86 \"http://a/b.otf\" is an address; nothing is ever fetched",
      ]),
    MistakenScene(
      "the scene as its own screen", #"{ "version": 1, "from": "scene.json", "to": {} }"#,
      ["1:25 files name each other: scene.json → scene.json"]),
    MistakenScene(
      "a mistake in a screen file", #"{ "version": 1, "from": "screens/a.json", "to": {} }"#,
      ["screens/a.json:1:39 expected a list of 4, found 1"]),
    MistakenScene(
      "canvas limits and ranges",
      ##"{ "version": 1, "from": {}, "to": {}, "canvas": { "width": 9000, "scale": 9, "background": "#12" } }"##,
      [
        "1:49 a side of the canvas has more pixels than 8192 "
          + "(--limit-canvas-side changes that limit)",
        "1:75 9 is out of range; it must be from 0.25 to 8",
        "1:92 expected a colour, found \"#12\"",
      ]),
    MistakenScene(
      "output",
      #"{ "version": 1, "from": {}, "to": {}, "output": { "fps": 0, "loop": 1.5, "formats": ["git"], "hold": [1], "colors": 1e999 } }"#,
      [
        "1:58 0 is out of range; it must be greater than 0, at most 1000",
        "1:69 1.5 is not a whole number",
        "1:86 unknown format \"git\"; did you mean \"gif\"?",
        "1:102 expected a list of 2, found 1",
        "1:117 the number is too large",
      ]),
    MistakenScene(
      "expectations",
      #"{ "version": 1, "from": {}, "to": {}, "expect": { "overshoot": "10%", "settledBy": "1 s" } }"#,
      [
        "1:64 expected a bound such as \"<= 10%\", found \"10%\"",
        "1:84 expected a time such as \"350ms\" or \"0.35s\", found \"1 s\"",
      ]),
  ]

  private static let layerCases: [MistakenScene] = [
    .layers("no frame", "{}", ["2:1 the key \"frame\" is missing"]),
    .layers(
      "two ids",
      #"{ "id": "a", "frame": [0,0,1,1] }, { "frame": [0,0,1,1], "layers": [{ "id": "a", "frame": [0,0,1,1] }] }"#,
      ["2:77 two layers are called \"a\", the first on line 2"]),
    .layers(
      "a key of another type", #"{ "frame": [0,0,1,1], "src": "a.png", "txet": 1 }"#,
      ["2:23 \"src\" is a key of an image", "2:39 unknown key \"txet\""]),
    .layers(
      "above the bars",
      #"{ "frame": [0,0,1,1], "above": "bar" }, { "frame": [0,0,1,1], "layers": [{ "frame": [0,0,1,1], "above": "bars" }], "mask": { "frame": [0,0,1,1], "above": "bars" } }"#,
      [
        "2:32 unknown part \"bar\"; did you mean \"bars\"?",
        "2:96 only a layer of the screen itself, in no other layer, can be above its bars",
        "2:146 only a layer of the screen itself, in no other layer, can be above its bars",
      ]),
    .layers(
      "expressions and percents outside of recipes",
      ##"{ "frame": ["50%", "=W", "a", null], "opacity": 2, "fill": "#1234567" }"##,
      [
        "2:13 \"50%\" has no meaning here; a percent is of a length",
        "2:20 only a recipe's properties, slices and snapshots take an expression",
        "2:26 expected a number, found a string", "2:31 expected a number, found null",
        "2:49 2 is out of range; it must be from 0 to 1",
        "2:60 expected a colour, found \"#1234567\"",
      ]),
    .layers(
      "gradients",
      ##"{ "frame": [0,0,1,1], "fill": { "gradient": "linear", "radius": 1, "stops": [["#000", 0.5], ["#fff", 0.2]] } }"##,
      [
        "2:55 \"radius\" is a key of a radial gradient",
        "2:102 the positions of the stops must rise",
      ]),
    .layers(
      "what drawing programs export",
      ##"{ "type": "shape", "path": "M0 0", "frame": [0,0,1,1], "viewBox": [0,0,0,1], "stroke": { "miterLimit": 0.5, "color": 3 } }, { "frame": [0,0,1,1], "viewBox": [0,0,1,1], "fill": { "gradient": "linear", "focus": [0,0], "spread": "mirror", "transform": [1,0,0,1,0], "stops": [["#000", 0], ["#fff", 1]] } }"##,
      [
        "2:72 0 is out of range; it must be greater than 0",
        "2:104 0.5 is out of range; it must be at least 1",
        "2:118 expected a colour or an object (gradient), found a number",
        "2:147 \"viewBox\" is a key of a shape", "2:201 \"focus\" is a key of a radial gradient",
        "2:227 unknown spread \"mirror\"; it can be \"pad\", \"repeat\", \"reflect\"",
        "2:250 expected a list of 6, found 5",
      ]),
    .layers(
      "masks, shadows and baselines",
      #"{ "frame": [0,0,1,1], "maskBy": "colour", "isolation": true, "shadows": [{ "inset": 1 }, { "spreadRadius": 2 }, {},{},{},{},{},{},{}] }, { "type": "text", "text": "a", "frame": [0,0,1,1], "at": "base" }"#,
      [
        "2:33 unknown mask \"colour\"; it can be \"alpha\", \"luminance\"",
        "2:43 unknown key \"isolation\"; did you mean \"isolate\"?",
        "2:73 expected a list of at most 8, found 9", "2:85 expected true or false, found a number",
        "2:92 unknown key \"spreadRadius\"",
        "2:195 unknown place \"base\"; it can be \"corner\", \"baseline\"",
      ]),
    .layers(
      "shapes and texts",
      #"{ "type": "shape", "frame": [0,0,1,1], "path": "M0 0 K" }, { "type": "text", "frame": [0,0,1,null], "text": "", "font": "Brand", "weight": 950 }"#,
      [
        "2:54 in this path data, 'K' is no path command at offset 5",
        "2:121 unknown font \"Brand\"; it can be \"system\", \"emoji\"",
        "2:140 950 is out of range; it must be from 100 to 900",
      ]),
    .layers(
      "two ways to scale", #"{ "frame": [0,0,1,1], "transform": { "scale": 1, "scaleX": 2 } }"#,
      ["2:50 \"scale\" and \"scaleX\" exclude each other"]),
    .layers(
      "an image that is not there",
      #"{ "type": "image", "frame": [0,0,1,1], "src": "imgs/hone.png" }"#,
      [
        "2:47 no file \"imgs/hone.png\"; tried imgs/hone.png; did you mean \"imgs/home.png\"?"
      ]),
    .layers(
      "an image that is a folder", #"{ "type": "image", "frame": [0,0,1,1], "src": "imgs" }"#,
      ["2:47 \"imgs\" is not a regular file"]),
  ]

  private static let transitionCases: [MistakenScene] = [
    .transition(
      "a number", "7",
      ["2:1 expected a recipe, an object (transition) or a list of 1 to 256, found a number"]),
    .transition(
      "an unknown recipe", #""pusj""#, ["2:1 unknown recipe \"pusj\"; did you mean \"push\"?"]),
    .transition(
      "milliseconds for seconds", #"{ "type": "fade", "duration": 350, "delay": "200s" }"#,
      [
        "2:31 350 seconds; did you mean \"350ms\"?",
        "2:45 the run has more seconds than 120 (--limit-duration changes that limit)",
      ]),
    .transition(
      "parameters",
      #"{ "type": "recede", "scale": 2, "fade": true, "duration": "1s", "parallax": 1 }"#,
      [
        "2:30 2 is out of range; it must be from 0.1 to 1",
        "2:41 expected a number, found true",
        "2:65 unknown key \"parallax\"",
      ]),
    .transition(
      "a tap on a layer that there is not", ##"{ "tap": "#cart" }"##,
      ["2:10 no layer \"cart\" in \"from\"; did you mean \"card\"?"]),
    .transition(
      "a tap without a sign", #"{ "tap": "card" }"#,
      ["2:10 expected a layer such as \"#row\", found \"card\""]),
    .transition(
      "a tap beside a gesture",
      ##"{ "gesture": { "samples": [[0, 0], [1, 9]] }, "tap": "#card" }"##,
      ["2:47 \"gesture\" and \"tap\" exclude each other"]),
    .transition(
      "a key of a recipe file", #"{ "extends": "fade" }"#,
      ["2:3 there is no key \"extends\" here; a transition extends its \"type\""]),
    .transition(
      "parameters of a file", #"{ "type": "r.json", "amuont": 2 }"#,
      ["2:21 \"r.json\" has no parameter \"amuont\"; did you mean \"amount\"?"]),
    .transition(
      "curves",
      #"{ "curve": { "spring": { "dampingRatio": 0.001 } } }"#,
      ["2:42 0.001 is out of range; it must be at least 0.01"]),
    .transition(
      "targets and layers",
      #"{ "type": "custom", "push": { "order": ["from", "from", "too"], "tracks": [ { "target": "from#crad", "x": 1 }, { "target": "to#card", "x": 1 }, { "target": "tiles[1]", "x": 1 } ] } }"#,
      [
        "2:49 \"from\" is there twice",
        "2:57 unknown target \"too\"; did you mean \"to\"?",
        "2:89 no layer \"crad\" in \"from\"; did you mean \"card\"?",
        "2:124 no layer \"card\" in \"to\"",
        "2:157 unknown target \"tiles[1]\"",
      ]),
    .transition(
      "keyframes",
      #"{ "type": "custom", "tracks": [ { "target": "to", "x": [], "y": { "40%": 1, "0%": 2 }, "opacity": { "200%": 1 }, "frame": [0, 0, 1, 1] } ] }"#,
      [
        "2:56 there are no keyframes", "2:77 keyframes must be in rising order",
        "2:101 expected a position from \"0%\" to \"100%\", found \"200%\"",
        "2:124 expected a list of 4, found a number", "2:127 expected a list of 4, found a number",
        "2:130 expected a list of 4, found a number", "2:133 expected a list of 4, found a number",
      ]),
    .transition(
      "a property twice",
      #"{ "type": "custom", "tracks": [ { "target": "to", "scale": 1, "during": [0, 0.5] }, { "target": "to", "scaleX": 1, "during": [0.4, 1] }, { "target": "to", "scaleX": 1, "additive": true }, { "target": "to", "during": [0.9, 0.1] } ] }"#,
      [
        "2:103 \"scaleX\" of \"to\" moves at the same time on line 2; \"additive\": true adds them",
        "2:189 the track moves no property",
        "2:217 a window must not end before it begins",
      ]),
    .transition(
      "tracks that move in place",
      #"{ "type": "custom", "order": ["to", "to.content"], "tracks": [ { "target": "to.content", "x": 1, "inPlace": true }, { "target": "to.content", "y": 1 }, { "target": "dim", "opacity": 1, "inPlace": true } ] }"#,
      [
        "2:37 \"to.content\" is either moved in place or lifted out, see line 2; \"inPlace\" is the same in all tracks of a target, and \"order\" lifts out",
        "2:129 \"to.content\" is either moved in place or lifted out, see line 2; \"inPlace\" is the same in all tracks of a target, and \"order\" lifts out",
        "2:165 \"dim\" cannot be moved in place; layers (\"to#id\") and parts of a screen can",
      ]),
    .transition(
      "patterns",
      #"{ "type": "custom", "order": ["from#c*"], "layers": [{ "id": "a", "in": "from#*", "frame": [0, 0, 1, 1] }], "tracks": [ { "target": "from#c*d", "x": "=index", "inPlace": true }, { "target": "from#card", "y": 1 }, { "target": "from#crad*", "x": 1 }, { "target": "to#c*", "x": 1 }, { "target": "from", "x": 1, "stagger": { "spread": 0.5 } } ] }"#,
      [
        "2:31 \"from#c*\" is a pattern, which only tracks and \"set\" may name",
        "2:73 \"from#*\" is a pattern, which only tracks and \"set\" may name",
        "2:191 \"from#card\" is either moved in place or lifted out, see line 2; \"inPlace\" is the same in all tracks of a target, and \"order\" lifts out",
        "2:226 no layer \"crad*\" in \"from\"; did you mean \"card*\"?",
        "2:262 no layer \"c*\" in \"to\"",
        "2:309 \"from\" is no pattern; \"to#row*\" is one; slices have a \"stagger\" of their own",
      ]),
    .transition(
      "expressions",
      #"{ "type": "custom", "parameters": { "sin": { "default": 1 }, "amount": { "default": 3, "range": [0, 1] } }, "push": { "tracks": [ { "target": "to", "x": "=W*(1+", "y": "=amuont", "z": "=row", "scale": "50%", "rotate": "=sine(1)", "skewX": "=max()" } ] } }"#,
      [
        "2:37 a parameter cannot be called \"sin\"",
        "2:85 3 is out of range; it must be from 0 to 1",
        "2:161 the expression ends too early",
        "2:171 unknown name \"amuont\"; did you mean \"amount\"?",
        "2:187 \"row\" has a meaning in tracks of slices and patterns only",
        "2:202 \"50%\" has no meaning here; a percent is of a length",
        "2:221 unknown function \"sine\"; did you mean \"sin\"?",
        "2:242 \"max\" takes 1 to 32 arguments, found 0",
      ]),
    .transition(
      "templates",
      #"{ "type": "custom", "push": { "set": { "to": { "opacity": "=1/0", "frame": 1 }, "from": { "opacity": "=W" } }, "layers": [ { "id": "a", "in": "from", "frame": [0, 0, "50%", "=w+q"] } ] } }"#,
      [
        "2:76 expected a list of 4, found a number",
        "2:102 390 is out of range; it must be from 0 to 1",
        "2:178 unknown name \"q\"",
      ]),
    .transition(
      "sides and loose keys", #"{ "type": "custom", "push": {}, "tracks": [] }"#,
      ["2:33 \"tracks\" belongs inside of a side where sides are written"]),
    .transition(
      "keys of targets in a side",
      #"{ "type": "custom", "push": { "bleed": ["to"], "opacity": 1, "sett": {} } }"#,
      [
        "2:31 \"bleed\" is a key of a target in \"set\"",
        "2:48 \"opacity\" is a key of a target in \"set\"",
        "2:62 unknown key \"sett\"; did you mean \"set\"?",
      ]),
    .transition(
      "frames of what is no screen",
      #"{ "type": "custom", "push": { "set": { "to": { "frame": [0, 0, 9, 9] }, "dim": { "frame": [0, 0, 9, 9] } } } }"#,
      ["2:82 \"frame\" can be set of \"from\" and \"to\" alone"]),
    .transition(
      "bleed is 0 or 1",
      #"{ "type": "custom", "parameters": { "much": { "default": 0.5 } }, "push": { "set": { "to": { "bleed": 2 }, "from": { "bleed": "=much" }, "container": { "bleed": true } } } }"#,
      [
        "2:103 2 is out of range; it must be from 0 to 1", "2:127 0.5 is not a whole number",
        "2:162 expected a whole number, found true",
      ]),
    .transition(
      "no sides", #"{ "type": "custom" }"#,
      ["2:1 a recipe needs at least one of push, pop, present, dismiss, replace"]),
    .transition(
      "shared and gesture",
      #"{ "type": "fade", "shared": [{ "id": "card" }, { "from": "card" }, { "id": "card", "to": "screen" }], "gesture": { "kind": "pann", "samples": [[0.1, 1], [0, 2]], "threshold": 2 } }"#,
      [
        "2:38 no layer \"card\" in \"to\"", "2:48 the key \"to\" is missing",
        "2:76 \"from#card\" is there twice", "2:76 \"to#card\" is there twice",
        "2:76 no layer \"card\" in \"to\"", "2:84 \"id\" and \"to\" exclude each other",
        "2:124 unknown gesture \"pann\"; did you mean \"pan\"?",
        "2:155 the times of the samples must rise",
        "2:176 2 is out of range; it must be from 0 to 1",
      ]),
    .transition(
      "samples of two kinds",
      #"{ "type": "fade", "gesture": { "samples": [[0, 0], [1, 2, 3], [2, 3], [3, 1, 1]] } }"#,
      [
        "2:52 the samples do not have the same number of values; write all of them as "
          + "[time, forward], or all as [time, x, y]"
      ]),
    .transition(
      "a velocity in two axes for a finger in one",
      #"{ "type": "fade", "gesture": { "samples": [[0, 0], [1, 2]], "release": { "velocity": [1, 2] } } }"#,
      [
        "2:86 a velocity [x, y] needs samples [time, x, y]; write the velocity along the axis, as "
          + "one number"
      ]),
    .transition(
      "what a pinch does not have",
      #"{ "type": "fade", "gesture": { "kind": "pinch", "samples": [[0, 1, 1]], "distance": 9, "follow": "to" } }"#,
      [
        "2:60 a pinch has no samples [time, x, y]; its samples are [time, scale], from 1 to 0",
        "2:73 a pinch has no \"distance\"; its samples are [time, scale], from 1 to 0",
        "2:88 a pinch has no \"follow\"; its samples are [time, scale], from 1 to 0",
      ]),
    .transition(
      "a way of no length",
      #"{ "type": "fade", "gesture": { "samples": [[0, 1]], "distance": 0 } }"#,
      ["2:65 0 is out of range; it must be greater than 0"]),
    .transition(
      "a way that is worked out to have no length",
      #"{ "type": "present", "top": 1, "gesture": { "samples": [[0, 1]], "distance": "=H*(1-top)" } }"#,
      ["2:78 \"distance\" is 0; it must be greater than 0"]),
    .transition(
      "followers that there are not",
      #"{ "type": "fade", "gesture": { "samples": [[0, 1, 1]], "follow": "too" } }"#,
      ["2:66 unknown target \"too\"; did you mean \"to\"?"]),
    .transition(
      "a layer that follows and is not there",
      #"{ "type": "fade", "gesture": { "samples": [[0, 1, 1]], "follow": "to#card" } }"#,
      ["2:66 no layer \"card\" in \"to\""]),
    .transition(
      "keys of tails that are gone",
      #"{ "type": "fade", "gesture": { "samples": [[0, 1]], "tail": { "finish": 1, "cancelLimit": 1 } } }"#,
      [
        "2:63 there is no key \"finish\" here; a \"spring\" as the \"curve\" takes its own time; "
          + "\"duration\" sets one",
        "2:76 there is no key \"cancelLimit\" here; a \"spring\" as the \"curve\" takes its own "
          + "time; \"duration\" sets one",
      ]),
  ]
}
