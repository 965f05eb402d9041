import Formatting

/// A step of a flow that does not fit the stack of screens.
public enum FlowProblem: Error, Hashable, Sendable {
  case noShowFirst
  case secondShow
  case poppingRoot
  case poppingPresented
  case notOnStack(String)
  /// `popTo` the screen that is on top already.
  case alreadyOnTop(String)
  case atRoot
  case nothingPresented
  case unknownScreen(String, suggestion: String?)
  case noAction
  case twoActions(String, String)
  /// A wait or a show with keys of a transition.
  case keyWithoutTransition(String)
  case noSteps
  /// `from` and `to` beside `screens` and `steps`.
  case pairAndFlow(String)

  /// The sentence without a full stop.
  public var sentence: String {
    switch self {
    case .noShowFirst: "the first step must be \"show\""
    case .secondShow: "only the first step can be \"show\""
    case .poppingRoot: "there is nothing below this screen to pop to"
    case .poppingPresented:
      "a presented screen begins a stack of its own; \"dismiss\" takes it away"
    case .notOnStack(let name): "\(Quoted(name)) is not on the stack"
    case .alreadyOnTop(let name): "\(Quoted(name)) is already on top"
    case .atRoot: "the root is already on top"
    case .nothingPresented: "nothing is presented that could be dismissed"
    case .unknownScreen(let name, let suggestion):
      "unknown screen \(Quoted(name))" + (suggestion.map { "; did you mean \(Quoted($0))?" } ?? "")
    case .noAction:
      "a step needs one of show, wait, push, pop, popTo, popToRoot, present, dismiss"
    case .twoActions(let first, let second):
      "a step does one thing: \(Quoted(first)) or \(Quoted(second))"
    case .keyWithoutTransition(let key): "\(Quoted(key)) needs a step that changes the screen"
    case .noSteps: "a flow needs at least one step"
    case .pairAndFlow(let key): "\(Quoted(key)) has no place beside \"screens\" and \"steps\""
    }
  }
}
