import Motion
import SceneFormat
import Staging

extension Run {
  /// What an app would be told, in order: the operation is reported when it is complete, and
  /// never for a gesture that was cancelled.
  var events: [Timeline.Event] {
    let done =
      isFinished ? [Timeline.Event(time: seconds, name: transition.operation.pastTense)] : []
    guard let gesture else {
      return [
        Timeline.Event(time: delay, name: "began"),
        Timeline.Event(time: seconds, name: "finished"),
      ] + done
    }
    return gesture.run.events.map {
      Timeline.Event(time: delay + $0.seconds, name: $0.name.rawValue)
    } + done
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
