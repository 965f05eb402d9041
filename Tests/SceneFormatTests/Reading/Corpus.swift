import Formatting
@testable import SceneFormat

/// Valid files that together use every key of the format.
enum Corpus {
  static let scenes: [String] = [
    #"{ "version": 1, "from": {}, "to": {} }"#,
    ##"""
    { "$schema": "a", "//": "b", "x-c": [null], "version": 1.0,
      "canvas": { "width": 100, "height": 200.5, "scale": 2, "background": "#123" },
      "fonts": { "Brand": "a.otf" }, "fallback": ["system", "Brand"], "rtl": true,
      "expect": { "settledBy": "550ms", "overshoot": "<= 10%", "maxStep": 120 },
      "output": { "fps": 50, "hold": [0.3, "600ms"], "loop": 0, "formats": ["gif", "apng"],
        "colors": 256, "dither": "auto", "overlay": ["touch"] },
      "from": "home.png",
      "to": { "background": { "gradient": "linear", "from": [0, 0], "to": [0, 1],
          "stops": [["#f00", 0], ["blue", 1]] }, "image": "home.png",
        "statusBar": { "style": "light", "time": "9:41", "height": 20 },
        "navigationBar": { "title": "A", "back": null, "background": "#F8F8F8", "backdrop": { "blur": 20 }, "tint": "red",
          "titleColor": "#000", "translucent": false, "height": 44, "separator": true,
          "items": [{ "frame": [0, 0, 1, 1] }] },
        "layers": [
          { "id": "a", "type": "box", "frame": [0, 1, 2, 3], "anchor": [0.5, 0.5, 10],
            "opacity": 0.5, "hidden": false, "order": 1, "perspective": 500,
            "ownPerspective": 400, "doubleSided": false, "inset": [0, 0, 0.5, 0],
            "transform": { "x": 1, "y": 2, "z": 3, "scale": 1, "rotateX": 1, "rotateY": 2,
              "rotate": 3, "skewX": 1, "skewY": 2 },
            "fill": { "gradient": "radial", "center": [0, 0], "radius": 1,
              "focus": [0.5, 0], "spread": "reflect", "transform": [1, 0, 0, 1, 0, 0],
              "stops": [["clear", 0], ["#1234", 1]] },
            "cornerRadius": [1, 2, 3, 4], "corners": "continuous",
            "border": { "width": 1, "color": "red" },
            "shadow": { "color": "#000", "opacity": 1, "radius": 3, "offset": [0, 0],
              "path": "bounds", "spread": 2, "inset": true },
            "shadows": [{ "radius": 1 }, { "color": "red", "spread": -1 }],
            "clip": true, "isolate": true, "mask": { "frame": [0, 0, 1, 1] },
            "maskBy": "luminance", "blend": "multiply", "blur": 1,
            "backdrop": { "blur": 2, "saturation": 1.8, "brightness": 0.1, "contrast": 1, "tint": "red" },
            "saturation": 1, "brightness": -0.5, "contrast": 1, "tint": "red",
            "layers": [{ "frame": [0, 0, 1, 1], "shadow": { "path": [0, 0, 1, 1] } }] },
          { "type": "image", "frame": [0, 0, 1, 1], "src": "home.png", "fit": "cover",
            "crop": [0, 0, 1, 1], "transform": { "scaleX": 1, "scaleY": 2 } },
          { "type": "text", "frame": [0, 0, 1, null], "text": "Hi", "font": "Brand", "size": 17,
            "weight": 400, "color": "red", "align": "center", "lineHeight": 20,
            "letterSpacing": -1, "maxLines": 2, "truncate": "tail", "at": "baseline" },
          { "type": "shape", "frame": [0, 0, 1, 1], "path": "M0 0L1 1", "rule": "evenodd",
            "viewBox": [0, 0, 1, 1],
            "stroke": { "color": { "gradient": "linear", "from": [0, 0], "to": [1, 1],
                "spread": "repeat", "stops": [["red", 0], ["#0f0", 1]] },
              "width": 1, "cap": "round", "join": "bevel", "miterLimit": 4, "dash": [1, 2],
              "dashOffset": -1 },
            "fill": { "gradient": "conic", "center": [0, 0], "angle": 90,
              "transform": [1, 0.5, 0, 1, 0, 0],
              "stops": [["clear", 0], ["#12345678", 1]] } }
        ] },
      "transition": { "type": "recede", "operation": "push", "direction": "left",
        "duration": "350ms", "curve": "easeInOut", "delay": 0.1, "scale": 0.5, "random": 7,
        "shared": [{ "id": "a", "curve": [0, 0, 1, 1], "arc": 0.5, "fit": "cover",
          "keep": "both", "move": [0, 1], "shape": [0, 0.5], "fade": [0, 1] },
          { "from": "b", "to": "screen" }],
        "gesture": { "kind": "edgePan", "start": [4, 400], "samples": [[0, 0], ["100ms", 40]],
          "release": { "at": 0.35, "velocity": 600, "state": "ended" }, "threshold": 0.5,
          "inclusive": false, "velocityRule": "cancelIfBackward", "onSystemCancel": "cancel",
          "at": "50ms", "distance": 300, "follow": "from#card",
          "scrub": "linear", "tail": { "curve": "easeInOut", "speed": 1, "duration": 1 }, "touch": true, "edgeWidth": 20,
          "begins": "forward", "flingSpeed": 1, "outcome": "finish", "state": "cancelled" } } }
    """##,
    #"""
    { "version": 1, "screens": { "home": { "statusBar": true }, "list": "home.png" },
      "transition": [
        { "for": { "operation": ["push", "pop"], "from": "home", "to": ["list"] }, "type": "fade",
          "duration": 1, "pop": { "rest": true, "shared": { "elements": [{ "id": "a" }] } } },
        "zoom", { "for": { "operation": "pop" }, "amount": 2, "delay": 1, "gesture": { "samples": [[0, 1]] } }
      ],
      "steps": [{ "show": "home" }, { "wait": 0.4 }, { "push": "list", "parallax": 0.5 },
        { "pop": true, "parallax": 1, "anything": true }, { "present": "list", "type": "bounce" },
        { "dismiss": true }, { "push": "list", "type": "zoom", "scale": 0.2, "order": ["from"] },
        { "popTo": "home", "type": "r.json", "amount": 3 }, { "push": "list" }, { "popToRoot": true }] }
    """#,
    #"""
    { "version": 1, "from": {}, "to": {}, "transition": { "type": "custom", "delay": 1,
        "curve": { "spring": { "dampingRatio": 1, "velocity": 0.1 } }, "tracks": [
          { "target": "to", "x": ["100%", 0], "y": "=H", "scale": { "0%": 1, "40%":
              { "value": 0.6, "curve": "easeOut" }, "100.0%": 1 }, "during": [0, 1],
            "through": [0, 0.5], "curve": { "steps": 4 }, "additive": true, "repeat": 2,
            "autoreverse": true, "interpolate": "cubic" },
          { "target": "from", "cornerRadius": [0, [1, 2, 3, "=w"]], "fill": ["red", "blue"],
            "anchor": [[0, 1]], "frame": [["0%", "-5%", "10%", 20]], "hidden": [true, false],
            "shadow.offset": [[1, "50%"]], "inset": [[0, 0, 0, "=1/2"]], "opacity": "=1/2",
            "curve": { "spring": { "mass": 1, "stiffness": 2, "damping": 3,
              "overdamped": true } } } ] } }
    """#,
    #"""
    { "version": 1, "from": {}, "to": {}, "transition": { "type": "custom", "summary": "A",
        "direction": "up", "duration": 1,
        "parameters": { "amount": { "default": 1, "range": [0, 2], "help": "A" } },
        "push": { "curve": { "spring": { "response": 0.5, "dampingFraction": 1 } },
          "duration": 1, "order": ["from", "to"], "isolate": true, "rest": false,
          "set": { "to": { "opacity": "=amount/2", "clip": true, "fill": "red", "bleed": 1 } },
          "layers": [{ "id": "a", "in": "to", "frame": ["-5%", 0, "5%", "=h"],
            "fill": { "gradient": "linear", "stops": [["red", "=0"], ["blue", 1]] } }],
          "snapshots": [{ "id": "s", "of": "from", "rect": [0, 0, "50%", "100%"] }],
          "slices": [{ "id": "t", "of": "from", "columns": 10, "rows": "=round(10*H/W)",
            "stagger": { "spread": 0.3, "from": "center" } }],
          "gesture": { "kind": "pan", "distance": "=H*(1-amount/4)", "follow": "t" }, "tracks": [] },
        "pop": { "set": { "to": { "bleed": "=amount - 1" } }, "curve": { "segments": [[0, 0, 1, 1, 1, 1]] } },
        "present": { "curve": { "spring": { "bounce": 0.2 } } }, "dismiss": {} } }
    """#,
  ]

  /// Every text that differs from `text` by one thing: a key that is gone or has another name, a
  /// value of another kind or size.
  static func mutations(of text: String) throws -> [String] {
    let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits()).json
    return mutations(of: node).map { $0.text(.fitted) }
  }

  /// Every text that differs from `text` by one key that is gone, wherever it is.
  static func lackingOneKey(_ text: String) throws -> [String] {
    let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits()).json
    return lackingOneKey(node).map { $0.text(.fitted) }
  }

  private static func lackingOneKey(_ node: JSONValue) -> [JSONValue] {
    switch node {
    case .list(let elements):
      elements.indices.flatMap { index in
        lackingOneKey(elements[index]).map { less in
          .list(elements.enumerated().map { $0 == index ? less : $1 })
        }
      }
    case .object(let members):
      members.indices.flatMap { index in
        let rest = members.enumerated().filter { $0.offset != index }.map(\.element)
        return [JSONValue.object(rest)]
          + lackingOneKey(members[index].value).map { less in
            var copy = members
            copy[index].value = less
            return JSONValue.object(copy)
          }
      }
    default: []
    }
  }

  private static func mutations(of node: JSONValue) -> [JSONValue] {
    var results = substitutes(of: node)
    switch node {
    case .list(let elements):
      results += [.list(elements.dropLast()), .list(elements + elements.suffix(1))]
      for (index, element) in elements.enumerated() {
        results += mutations(of: element).map { changed in
          var copy = elements
          copy[index] = changed
          return .list(copy)
        }
      }
    case .object(let members):
      results += [.object(members.map { ($0.key, $0.value) } + [("unknownKey", .number(1))])]
      for index in members.indices { results += mutations(of: members, at: index) }
    default: break
    }
    return results
  }

  private static func mutations(of members: [JSONValue.Member], at index: Int) -> [JSONValue] {
    var without = members
    without.remove(at: index)
    var renamed = members
    renamed[index].key += "Z"
    return [JSONValue.object(without), .object(renamed)]
      + mutations(of: members[index].value).map { changed in
        var copy = members
        copy[index].value = changed
        return JSONValue.object(copy)
      }
  }

  private static func substitutes(of node: JSONValue) -> [JSONValue] {
    switch node {
    case .number(let number):
      [
        .number(number + 0.25), .number(-number - 1), .number(1e9), .text("50%"), .text("=1"),
        .flag(true),
      ]
    case .text: [.text(""), .text("nothing"), .text("-5%"), .number(3), .null]
    case .flag(let flag): [.flag(!flag), .number(1), .text("true")]
    case .null, .fixed: [.number(1), .flag(false)]
    case .list: [.object([("a", .number(1))]), .number(1), .text("red"), .list([])]
    case .object: [.list([]), .text("red"), .flag(true), .object([JSONValue.Member]())]
    }
  }
}
