import Testing

@testable import SceneFormat

@Suite("the stack of screens")
struct NavigationStackTests {
  /// A stack with `home`, `list` and `item`, one on top of the other.
  private var pushed: NavigationStack {
    var stack = NavigationStack()
    stack.show("home")
    for name in ["list", "item"] { stack.bring(name, by: .push, with: nil) }
    return stack
  }

  @Test("a way back leads to the screen that it says, and tells which one left")
  func back() throws {
    let ways: [(NavigationStack.Back, String)] = [
      (.pop, "list"), (.popToRoot, "home"), (.popTo("home"), "home"), (.popTo("list"), "list"),
    ]
    for (way, top) in ways {
      var stack = pushed
      #expect(try stack.goBack(way).name == "item")
      #expect(stack.top?.name == top)
    }
  }

  @Test("of two screens with one name, popTo finds the upper one")
  func twice() throws {
    var stack = pushed
    stack.bring("list", by: .push, with: nil)
    stack.bring("home", by: .push, with: nil)
    try stack.goBack(.popTo("list"))
    try stack.goBack(.pop)
    #expect(stack.top?.name == "item")
  }

  @Test("a presented screen begins a stack of its own, which a dismissal takes away as a whole")
  func presented() throws {
    var stack = pushed
    stack.bring("sheet", by: .present, with: nil)
    #expect(throws: FlowProblem.poppingPresented) { try stack.goBack(.pop) }
    stack.bring("detail", by: .push, with: nil)
    #expect(throws: FlowProblem.notOnStack("home")) { try stack.goBack(.popTo("home")) }
    #expect(try stack.goBack(.dismiss).name == "sheet")
    #expect(stack.top?.name == "item")
  }

  @Test("a way back that leads nowhere is told, and changes nothing")
  func nowhere() {
    var stack = NavigationStack()
    #expect(throws: FlowProblem.noShowFirst) { try stack.goBack(.pop) }
    stack.show("home")
    let problems: [(NavigationStack.Back, FlowProblem)] = [
      (.pop, .poppingRoot), (.popToRoot, .atRoot), (.dismiss, .nothingPresented),
      (.popTo("home"), .alreadyOnTop("home")), (.popTo("list"), .notOnStack("list")),
    ]
    for (way, problem) in problems {
      #expect(throws: problem) { try stack.goBack(way) }
      #expect(stack.top?.name == "home")
    }
  }
}
