import Foundation
import SceneFormat

/// The recipes as the design page has them, with W and H of the canvas filled in.
struct RecipePage {
  /// One value on its way: of whom, what, shaped how, from where to where.
  struct Way {
    var target: String
    var property: String
    var curve: PlainCurve
    var start: Double
    var end: Double

    init(
      _ target: String, _ property: String, _ curve: PlainCurve, _ start: Double, _ end: Double
    ) {
      (self.target, self.property, self.curve) = (target, property, curve)
      (self.start, self.end) = (start, end)
    }
  }

  var seconds: Double
  var ways: [Way]

  /// Whether the page has `recipe` for a forward operation; the rest is worked out from it.
  static let names = [
    "recede", "rise", "shift", "cover", "zoom", "bounce", "shrinkFade", "push", "fade", "none",
  ]

  /// What `name` does for a push or a present on a canvas of `w` by `h`.
  static func forward(_ name: String, _ w: Double, _ h: Double) -> RecipePage? {
    let calm = PlainCurve.spring(1, 0)
    switch name {
    case "recede": return RecipePage(0.6, [Way("to", "x", calm, w, 0)] + recede(calm))
    case "rise":
      return RecipePage(0.6, [Way("to", "y", calm, h, 0), Way("from", "opacity", calm, 1, 0.5)])
    case "shift":
      return RecipePage(
        0.6,
        [
          Way("to", "x", calm, w, 0), Way("from", "x", calm, 0, -w / 2),
          Way("from", "opacity", calm, 1, 0.5),
        ])
    case "cover": return RecipePage(0.33, [Way("to", "y", .easeInOut, h, 0)])
    case "zoom": return RecipePage(0.4, scale("to", .easeInOut, 0.1, 1))
    case "bounce": return RecipePage(0.6, [Way("to", "y", .spring(0.6, 0), h, 0)])
    case "shrinkFade":
      return RecipePage(0.5, [Way("to", "opacity", .linear, 0, 1)] + scale("from", .linear, 1, 0.1))
    case "fade":
      return RecipePage(
        0.25,
        [Way("from", "opacity", .easeInOut, 1, 0), Way("to", "opacity", .easeInOut, 0, 1)])
    case "none": return RecipePage(0.02, [])
    case "push": return RecipePage(pushSeconds, push(w))
    default: return nil
    }
  }

  /// What `name` does for a pop or a dismiss.
  static func backward(_ name: String, _ w: Double, _ h: Double) -> RecipePage? {
    guard name == "recede" else { return forward(name, w, h)?.reversed }
    let brisk = PlainCurve.spring(1, 0.1)
    let undone = RecipePage(0.6, recede(brisk)).reversed.ways
    return RecipePage(0.6, [Way("from", "x", brisk, 0, w)] + undone)
  }

  /// From and to exchanged, values backward, curves still forward.
  var reversed: RecipePage {
    RecipePage(
      seconds,
      ways.map { way in
        let target =
          way.target.hasPrefix("from")
          ? "to" + way.target.dropFirst(4)
          : way.target.hasPrefix("to") ? "from" + way.target.dropFirst(2) : way.target
        return Way(target, way.property, way.curve, way.end, way.start)
      })
  }

  init(_ seconds: Double, _ ways: [Way]) { (self.seconds, self.ways) = (seconds, ways) }

  private static func scale(
    _ target: String, _ curve: PlainCurve, _ start: Double, _ end: Double
  ) -> [Way] {
    ["scaleX", "scaleY"].map { Way(target, $0, curve, start, end) }
  }

  private static func recede(_ curve: PlainCurve) -> [Way] {
    [Way("from", "opacity", curve, 1, 0.3)] + scale("from", curve, 1, 0.965)
  }

  private static let pushFrequency = (1000.0 / 3).squareRoot()

  /// UIKit's spring is critical, and takes until a thousandth of the way is left.
  private static let pushSeconds: Double = {
    let frequency = pushFrequency
    var (least, most) = (0.0, 2.0)
    for _ in 0..<100 {
      let time = (least + most) / 2
      let rest = (1 + frequency * time) * exp(-frequency * time)
      if rest > 0.001 { least = time } else { most = time }
    }
    return most
  }()

  private static func push(_ w: Double) -> [Way] {
    let spring = PlainCurve.critical(pushFrequency)
    return [
      Way("to", "x", spring, w, 0), Way("to", "shadow.opacity", spring, 0, 0.2),
      Way("to", "shadow.radius", spring, 3, 3), Way("to", "shadow.offset", spring, 0, 0),
      Way("from", "x", spring, 0, -0.3 * w), Way("dim", "opacity", spring, 0, 0.1),
    ]
  }
}
