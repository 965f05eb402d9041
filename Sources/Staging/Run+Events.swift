import SceneFormat

extension Run {
  /// What an app would be told, in order: the operation is reported when it is complete.
  var events: [Timeline.Event] {
    [
      Timeline.Event(time: delay, name: "began"),
      Timeline.Event(time: seconds, name: "finished"),
      Timeline.Event(time: seconds, name: operation.pastTense),
    ]
  }
}

extension Operation {
  fileprivate var pastTense: String {
    switch self {
    case .push: "pushed"
    case .pop: "popped"
    case .present: "presented"
    case .dismiss: "dismissed"
    }
  }
}
