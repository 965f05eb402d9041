import Drawing
import Motion
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("layers above the bars")
struct AboveBarsTests {
  private func screen(_ title: String, _ id: String) -> String {
    """
    { "background": "#fff", "statusBar": { "height": 10 }, "tabBar": { "items": [{ "title": "One" }] },
      "navigationBar": { "title": "\(title)", "height": 20 },
      "layers": [{ "id": "\(id)", "above": "bars", "frame": [10, -25, 40, 20], "fill": "#f00" },
        { "id": "card-\(id)", "frame": [10, 0, 40, 20], "fill": "#0f0" }] }
    """
  }

  private func sketch(_ transition: String) -> Sketch {
    Sketch(
      from: screen("A", "old"), to: screen("B", "new"), transition: transition, width: 195,
      height: 422)
  }

  /// The places among the commands of a layer and of the background of the navigation bar.
  private func places(_ name: String, in frame: DisplayList) throws -> (layer: Int, bar: Int) {
    func place(_ name: String) -> Int? {
      frame.commands.lastIndex { command in
        if case .fill(let fill) = command { fill.layer.name.contains(name) } else { false }
      }
    }
    return (try #require(place(name)), try #require(place("bar.background")))
  }

  @Test("a screen that stands still shows them above its bars", arguments: [Role.from, .to])
  func still(_ role: Role) throws {
    let stage = try sketch(#""push""#).stage()
    let places = try places(role == .from ? "from#old" : "to#new", in: stage.still(role))
    #expect(places.layer > places.bar)
  }

  @Test("where bars stay, they move above them with their screen")
  func staying() throws {
    let stage = try sketch(#"{ "type": "push", "curve": "linear", "duration": 1 }"#).stage()
    let run = stage.runs[0]
    let layers = run.presentedLayers(at: Progress(fraction: 0.5))
    let above = layers.filter(\.animated.isAboveBars)
    #expect(above.map(\.animated.target) == [.screen(.from), .screen(.to)])
    #expect(above[1].element.layer.transform.x == 97.5)
    #expect(above[1].element.find(.layer(.to, "new")) != nil)
    #expect(above[1].element.find(.layer(.to, "card-new")) == nil)
    // The picture of the toast is not cut where its screen begins, below the bars.
    #expect(above[1].element.layer.frame.y == 0)
    let drawn = stage.frame(at: 0.5).commands
    let bar = try #require(drawn.lastIndex { $0.names("bar.background") })
    let pictures = above.compactMap(\.animated.picture)
    #expect(pictures.count == 2)
    for picture in pictures {
      let place = drawn.firstIndex { command in
        if case .picture(let draw) = command { draw.picture == picture } else { false }
      }
      #expect(try #require(place) > bar)
    }
  }

  @Test("those of the lower screen fade as the other screen covers it")
  func covered() throws {
    let stage = try sketch(#"{ "type": "push", "curve": "linear", "duration": 1 }"#).stage()
    let opacities = [0.25, 0.75].map { time in
      stage.frame(at: time).commands.compactMap { command -> Double? in
        guard case .beginGroup(let effects) = command, effects.layer.name == "from",
          effects.opacity < 1
        else { return nil }
        return effects.opacity
      }
    }
    #expect(opacities == [[0.75], [0.25]])
  }

  @Test("one that a track names is lifted out, and still above the bars")
  func lifted() throws {
    let run = try sketch(
      #"{ "type": "push", "tracks": [{ "target": "to#new", "y": [-90, 0] }] }"#
    ).stage().runs[0]
    let toast = try #require(run.table.layer(.layer(.to, "new")))
    #expect(toast.isAboveBars)
  }

  @Test("bars that move take them along as a part of their screen")
  func moving() throws {
    let run = try sketch(#"{ "type": "push", "bars": "move" }"#).stage().runs[0]
    #expect(run.table.layers.map(\.target) == [.screen(.from), .dim, .screen(.to)])
  }
}
