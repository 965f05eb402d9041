import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition
@testable import Staging

@Suite("the pixels of bars that stay")
struct StayingBarsTests {
  /// The recipes of the navigation animators that leave their bars to the controller.
  static let animators = ["zoom", "collapse", "shrinkFade", "sharedImage", "plain"]

  /// Recipes that neither put a bar in the container nor lay out a screen elsewhere; a few tiles say
  /// as much as the hundreds of `explode`.
  static let others = Share.third(
    of: RecipeLibrary.names.filter {
      !["pairedBars", "present", "halfSheet", "explode"].contains($0)
    }, "recipes whose bars stay")

  /// The height of the navigation bar with the status bar, and that of the tab bar.
  private static let (top, bottom) = (64, 49)

  /// Two screens whose bars are alike: bars without titles, and tab bars.
  private static func scene(_ transition: String, isBack: Bool = false) throws -> SmallScene {
    var small = try SmallScene(transition: transition)
    (small.from, small.to) = (screen("#fff", "#d33"), screen("#123", "#3d8"))
    if isBack { (small.from, small.to) = (small.to, small.from) }
    (small.width, small.height) = (100, 160)
    return small
  }

  private static func screen(_ background: String, _ color: String) -> String {
    """
    { "background": "\(background)", "statusBar": true,
      "navigationBar": { "background": "#9bd", "items": [
        { "frame": [70.5, 30, 20, 20], "fill": "#a40", "cornerRadius": 6 } ] },
      "tabBar": { "background": "#fc2", "items": [
        { "title": "One", "icon": "M2 2 H22 V22 H2 Z" }, { "title": "Two" }] },
      "layers": [{ "id": "card", "frame": [-20, -70, 140.5, 200], "fill": "\(color)8" }] }
    """
  }

  private func transition(_ recipe: String, _ operation: String, _ more: String = "") -> String {
    #"{ "type": "\#(recipe)", "operation": "\#(operation)"\#(more) }"#
  }

  /// What is shown in the rows of both bars, from the top down.
  private func bars(_ picture: Pixmap) -> [ArraySlice<UInt8>] {
    let end = picture.height - Self.bottom
    return [0..<Self.top, end..<picture.height].map { rows in
      picture.bytes[rows.lowerBound * picture.stride..<rows.upperBound * picture.stride]
    }
  }

  @Test(
    "bars that are alike show the same pixels in every frame of a push and a pop",
    arguments: animators, ["push", "pop"])
  func stay(_ recipe: String, operation: String) throws {
    let animation = try Self.scene(transition(recipe, operation)).animation()
    let renderer = try animation.renderer()
    let first = try bars(renderer.frame(at: 0))
    for time in animation.stage.frameTimes(fps: 10) {
      #expect(try bars(renderer.frame(at: time)) == first, "at \(time)")
    }
  }

  @Test(
    "bars that are told to stay show the same pixels, whatever moves below them",
    arguments: others)
  func toldToStay(_ recipe: String) throws {
    let stay = transition(recipe, "present", #", "bars": "stay""#)
    let animation = try Self.scene(stay).animation()
    let renderer = try animation.renderer()
    let first = try bars(renderer.frame(at: 0))
    for share in [0.35, 1] {
      let time = share * animation.seconds
      #expect(try bars(renderer.frame(at: time)) == first, "at \(time)")
    }
  }

  @Test(
    "bars scale with their screens in what is presented", arguments: ["zoom", "collapse"],
    ["present", "dismiss"])
  func scale(_ recipe: String, operation: String) throws {
    let scale = #", "curve": "linear", "scale": 0.5"#
    let animation = try Self.scene(
      transition(recipe, operation, scale), isBack: operation == "dismiss"
    ).animation()
    #expect(animation.stage.runs[0].chrome.bars.isEmpty)
    let middle = try animation.renderer().frame(at: animation.seconds / 2)
    // At three quarters of its size, the screen begins 12.5 points from the left and 20 from the
    // top: below its small navigation bar, between 20 and 68, its tab bar lies between 103.25 and 140.
    let bar = Pixel(Color(red: 0xFF, green: 0xCC, blue: 0x22))
    let row = (0..<100).filter { middle[$0, 106] == bar }
    #expect(row == Array(13..<87))
    #expect((0..<100).filter { middle[$0, 158] == bar }.count == 100)
    #expect(try bars(middle) != bars(animation.renderer().frame(at: 0)))
  }

  @Test("a screen that shrinks as another one is presented takes its bars along")
  func shrink() throws {
    let animation = try Self.scene(transition("shrinkFade", "present")).animation()
    let renderer = try animation.renderer()
    let first = try bars(renderer.frame(at: 0))
    #expect(try bars(renderer.frame(at: animation.seconds / 2)) != first)
    #expect(try bars(renderer.frame(at: animation.seconds)) == first)
  }
}

extension StayingBarsTests {
  @Test(
    "a push and the pop that undoes it begin and end with each other's pictures",
    arguments: animators + ["push", "fade", "none"])
  func thereAndBack(_ recipe: String) throws {
    func animation(_ operation: String, isBack: Bool) throws -> Animation {
      var small = try Self.scene(transition(recipe, operation), isBack: isBack)
      let titled = #""navigationBar": { "title": "Inbox", "#
      let back = #""navigationBar": { "title": "Hello", "back": "Inbox", "#
      small.from = small.from.replacing(
        #""navigationBar": { "#, with: isBack ? back : titled)
      small.to = small.to.replacing(#""navigationBar": { "#, with: isBack ? titled : back)
      return try small.animation()
    }
    let (push, pop) = (
      try animation("push", isBack: false), try animation("pop", isBack: true)
    )
    let (there, back) = (try push.renderer(), try pop.renderer())
    let (list, item) = (try there.still(.from), try there.still(.to))
    #expect(try back.still(.from) == item && back.still(.to) == list && list != item)
    #expect(try there.frame(at: 0) == list && there.frame(at: push.seconds) == item)
    #expect(try back.frame(at: 0) == item && back.frame(at: pop.seconds) == list)
  }

  @Test(
    "by an even curve, a pop shows the pictures of its push in reverse", arguments: animators,
    [0.25, 0.5, 0.75])
  func mirrored(_ recipe: String, share: Double) throws {
    // Half the size, and no tenth: what is added up in another order comes out the same.
    let hasScale = ["zoom", "collapse", "shrinkFade"].contains(recipe)
    let even =
      #", "curve": "linear", "duration": 1"# + (hasScale ? #", "scale": 0.5"# : "")
    let push = try Self.scene(transition(recipe, "push", even)).animation()
    let pop = try Self.scene(transition(recipe, "pop", even), isBack: true).animation()
    let there = try push.renderer().frame(at: share)
    #expect(try pop.renderer().frame(at: 1 - share) == there)
    #expect(try there != push.renderer().still(.from) && there != push.renderer().still(.to))
  }
}
