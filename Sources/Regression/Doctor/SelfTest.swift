import Pixels
import RenderTransition

/// A small scene that is part of the program, and what its frames are on every machine.
package struct SelfTest: Hashable, Sendable {
  /// What it draws, as in "text".
  package var name: String
  /// The layers of its screen, and the tracks that move them: JSON without the brackets.
  var layers, tracks: String
  /// The hash of its frames.
  package var expected: String

  /// The hashes of the frames of `all`; where they have changed, `DoctorTests` prints them anew.
  static let hashes = [
    "text": "dc38dafa5751b1ac5f93a3fc93d71db9",
    "gradients": "b151d8ce3175593fbe1571b06196b627",
    "shadows": "4acb924a257574ad3b846d1da0db5112",
    "blurs": "5d5801a85ebefd118272ffe6584d2dfb",
    "3D turns": "680f87200c6b5cf5b06caeb94e0793a8",
  ]

  /// The scenes, each of which draws what may differ alone.
  package static let all = [
    SelfTest(
      "text",
      layers: """
        { "type": "text", "frame": [3, 1, 114, 12], "size": 9, "weight": 100, "text": "Hamburg 012 fi" },
        { "type": "text", "frame": [3, 12, 114, 12], "size": 9, "text": "AVATAR, Type & To." },
        { "type": "text", "frame": [3, 23, 114, 12], "size": 9, "weight": 600, "text": "Zażółć → Ελλάδα" },
        { "id": "large", "type": "text", "frame": [3, 34, 114, 16], "size": 13.5, "weight": 900,
          "text": "Größe 98 %" },
        { "type": "text", "frame": [3, 50, 114, 12], "size": 9,
          "text": "one \\u202Etwo (three) 4\\u202C" },
        { "type": "text", "frame": [3, 60, 114, null], "size": 7.3, "weight": 500, "maxLines": 2,
          "align": "justified",
          "text": "Việt Nam: lines break where Unicode allows it; e\\u0301 is cut somewhere here" }
        """,
      tracks: #"{ "target": "from#large", "x": [0, 7.3], "scale": [1, 1.37] }"#),
    SelfTest(
      "gradients",
      layers: """
        { "frame": [0, 0, 120, 80], "fill": { "gradient": "linear", "to": [1, 1],
          "stops": [["#2C6BC4", 0], ["#7FB6EA", 0.4], ["#fa06", 1]] } },
        { "frame": [6, 6, 50, 40.5], "cornerRadius": 11, "corners": "continuous",
          "border": { "width": 1.5, "color": "#fffc" }, "fill":
          { "gradient": "radial", "radius": 0.7, "stops": [["#fff", 0], ["#d33", 1]] } },
        { "id": "disc", "type": "shape", "path": "ellipse", "frame": [62, 8, 50, 64],
          "blend": "multiply", "stroke": { "color": "#123", "width": 3, "dash": [7, 4] },
          "fill": { "gradient": "conic", "angle": 30,
            "stops": [["#f00", 0], ["#0f0", 0.3], ["#00f8", 0.6], ["#f00", 1]] } }
        """,
      tracks: #"{ "target": "from#disc", "rotate": [0, 100], "opacity": [1, 0.4] }"#),
    SelfTest(
      "shadows",
      layers: """
        { "id": "card", "frame": [10, 10, 60, 40], "fill": "#fff", "cornerRadius": 9,
          "shadow": { "opacity": 0.3, "radius": 6.5, "offset": [1, 3] }, "layers": [
          { "type": "shape", "path": "ellipse", "frame": [30, 20, 50, 36], "fill": "#e80",
            "shadow": { "color": "#024", "radius": 2.2, "offset": [-2, 2] } }] }
        """,
      tracks: #"{ "target": "from#card", "x": [0, 21.7], "rotate": [0, 17], "scale": [1, 0.8] }"#),
    SelfTest(
      "blurs",
      layers: """
        { "type": "shape", "path": "M0 40 L30 0 L60 40 Z", "frame": [10, 20, 60, 40],
          "fill": "#fc3", "blur": 2.5 },
        { "frame": [50, 10, 60, 60], "fill": "#3c9", "cornerRadius": 30, "opacity": 0.8 },
        { "id": "glass", "frame": [25, 30, 70, 30], "cornerRadius": 12, "fill": "#fff6",
          "backdrop": { "blur": 7, "saturation": 1.8 } }
        """,
      tracks: """
        { "target": "from#glass", "x": [0, 20.5] }, { "target": "from", "blur": [0, 9] }
        """),
    SelfTest(
      "3D turns",
      layers: """
        { "frame": [0, 0, 120, 80], "perspective": 200, "layers": [
          { "id": "page", "frame": [25, 10, 70, 60], "fill": "#fd8",
            "border": { "width": 3, "color": "#c22" }, "layers": [
            { "type": "shape", "path": "ellipse", "frame": [10, 10, 70, 30], "fill": "#a3c" }] }] }
        """,
      tracks: """
        { "target": "from#page", "rotateY": [0, 70], "rotateX": [0, -25], "z": [0, 30],
          "curve": { "spring": { "dampingRatio": 0.6 } } }
        """),
  ]

  init(_ name: String, layers: String, tracks: String) {
    (self.name, self.layers, self.tracks) = (name, layers, tracks)
    expected = Self.hashes[name] ?? ""
  }

  /// The scene's text.
  var scene: String {
    """
    { "version": 1, "canvas": { "width": 120, "height": 80, "scale": 1.5 },
      "from": { "background": "#eef", "layers": [\(layers)] }, "to": {},
      "transition": { "type": "custom", "duration": 0.3,
        "push": { "order": ["to", "from"], "tracks": [\(tracks)] } },
      "output": { "fps": 10 } }
    """
  }

  /// The hash of the frames as they are drawn here.
  func rendered() async throws -> String {
    let animation = try Animation(builtIn: scene, called: "\(name).json")
    return "\(try await animation.lock().pictureHash)"
  }
}
