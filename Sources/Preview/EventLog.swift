import Formatting
import RenderTransition
import Synchronization

/// What has happened, for pages that wait for it.
final class EventLog: Sendable {
  private struct State {
    var last = 0
    var events: [JSONValue] = []
    var waiting: [Wakeup] = []
  }

  private let state = Mutex(State())
  /// How many events are kept; a page sees by their numbers that it has missed some.
  private static let most = 256
  /// A page that waits is looked after so often, in seconds.
  private static let pause = 1.0

  /// Tells all that wait.
  func post(_ event: JSONValue) {
    let waiting = state.withLock { state in
      state.last += 1
      state.events = (state.events + [event]).suffix(Self.most)
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.wake() }
  }

  /// The events after the one with a number.
  ///
  /// If there are none, waits for the next one, at most `seconds` and only while `isWanted` is true.
  /// Without a number, says at once which event was the last.
  func events(after number: Int?, within seconds: Double, isWanted: () -> Bool) -> JSONValue {
    var left = seconds
    while true {
      let news = Wakeup()
      let answer = state.withLock { state -> JSONValue? in
        guard state.last == number, left > 0 else {
          let missed = state.last - (number ?? state.last)
          let events = missed > 0 ? state.events.suffix(missed) : []
          return .object(["last": .whole(state.last), "events": .list(Array(events))])
        }
        state.waiting.append(news)
        return nil
      }
      if let answer { return answer }
      if !news.wait(seconds: min(left, Self.pause)) {
        state.withLock { $0.waiting.removeAll { $0 === news } }
        left = isWanted() ? left - Self.pause : 0
      }
    }
  }
}
